/* eval_summary.c: scores of pages in, figures of groups out.
 *
 *     scores ──► order by group ──► means, intervals ──► eval_group
 *                               └─► paired differences, with a second run
 *
 * All metrics go through the table of eval_metrics.h; sums are taken in the
 * order of the pages, so that results are the same everywhere.
 */
#include "lab/eval/report/eval_summary.h"

#include "common/system/need.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char no_group[] = "(none)";

/* Agreement of gold and prediction on bytes, beyond chance. */
double
span_table_kappa(const span_table *table)
{
  return kappa(&table->bytes[0][0], 2, 0);
}

/* Precision and recall of content, by bytes. */
overlap_score
span_table_content(const span_table *table)
{
  uint64_t both = table->bytes[1][1];
  return overlap_score_of((double)both, (double)(both + table->bytes[0][1]),
                          (double)(both + table->bytes[1][0]));
}

/* Of noise blocks, as Yuan et al. 2006 measure them. */
overlap_score
block_counts_score(const block_counts *counts)
{
  return overlap_score_of((double)counts->right, (double)counts->found,
                          (double)counts->noise);
}

/* --- one group ---------------------------------------------------------------
 */

/* The pages at hand, and room for their figures. */
typedef struct summing {
  const eval_records *gold;
  const page_score *scores;
  const page_score *versus; /* NULL: none */
  uint32_t *order;          /* numbers of pages that count */
  size_t count;
  double *values[2];
} summing;

/* The figures of pages [from, to) of the order that have one, in values[0]; of
 * both runs when there are two. */
static size_t
collect(const summing *sum, size_t from, size_t to, size_t metric, bool both)
{
  size_t count = 0;
  for (size_t i = from; i < to; i++) {
    uint32_t page = sum->order[i];
    double value = eval_metric_of(&sum->scores[page], metric);
    double other = both ? eval_metric_of(&sum->versus[page], metric) : 0;
    if (isnan(value) || isnan(other))
      continue;
    sum->values[0][count] = value;
    sum->values[1][count++] = other;
  }
  return count;
}

/* F1 as scrapinghub's benchmark has it: of the mean precision of shingles over
 * the pages with output, and the mean recall over all; NAN of no page. */
static double
hub_f1(const summing *sum, size_t from, size_t to)
{
  double precision = 0, recall = 0;
  size_t pages = 0, outputs = 0;
  for (size_t i = from; i < to; i++) {
    const page_score *score = &sum->scores[sum->order[i]];
    if (!score->has_text)
      continue;
    pages++;
    outputs += score->text.said;
    recall += score->text.shingle.recall;
    precision += score->text.said ? score->text.shingle.precision : 0;
  }
  recall = pages > 0 ? recall / (double)pages : NAN;
  precision = outputs > 0 ? precision / (double)outputs : 0;
  bool any = precision + recall > 0;
  return any ? 2 * precision * recall / (precision + recall) : recall;
}

/* What is added up over pages, not averaged. */
static void
count_page(eval_group *group, const page_score *score)
{
  group->pages += score->has_text;
  group->snippet_pages += isfinite(score->with) || isfinite(score->without);
  group->missing += score->missing;
  group->empty += score->empty;
  group->too_large += score->has_text && score->text.too_large;
  group->range_pages += score->has_ranges;
  group->block_pages += score->has_blocks;
  for (int i = 0; i < 4 && score->has_ranges; i++)
    group->ranges.bytes[i / 2][i % 2] += score->ranges.bytes[i / 2][i % 2];
  group->blocks.noise += score->blocks.noise;
  group->blocks.found += score->blocks.found;
  group->blocks.right += score->blocks.right;
}

/* Only pages that have the metric in both runs are pairs. */
static void
compare_runs(const summing *sum, size_t from, size_t to, eval_group *out)
{
  out->versus = true;
  for (size_t m = 0; m < eval_metric_count(); m++) {
    if (!eval_metrics()[m].headline)
      continue;
    size_t count = collect(sum, from, to, m, true);
    out->versus_means[m] = statistics_mean(sum->values[1], count);
    statistics_paired(sum->values[1], sum->values[0], count, STATISTICS_SEED,
                      &out->differences[m]);
  }
}

/* Means over the pages that have a metric; intervals for the headlines. */
static void
make_group(const summing *sum, size_t from, size_t to, const char *name,
           eval_group *out)
{
  memset(out, 0, sizeof *out);
  out->name = name;
  for (size_t i = from; i < to; i++)
    count_page(out, &sum->scores[sum->order[i]]);
  out->hub_f1 = hub_f1(sum, from, to);
  for (size_t m = 0; m < eval_metric_count(); m++) {
    size_t count = collect(sum, from, to, m, false);
    out->means[m] = statistics_mean(sum->values[0], count);
    if (eval_metrics()[m].headline)
      statistics_bootstrap(sum->values[0], count, 0.95, STATISTICS_ROUNDS,
                           STATISTICS_SEED, &out->intervals[m]);
  }
  if (sum->versus)
    compare_runs(sum, from, to, out);
}

/* --- all groups of a field ---------------------------------------------------
 */

/* Pages without the field are a group of their own, so that the groups add
 * up to all. */
static const char *
group_name(const summing *sum, uint32_t page, group_field field)
{
  const char *name = sum->gold->items[page].groups[field];
  return name ? name : no_group;
}

/* A page and what it is sorted by. */
typedef struct named_page {
  const char *name;
  uint32_t page;
} named_page;

/* The number decides between pages of one group, so that sums are taken in
 * one order. */
static int
compare_named(const void *a, const void *b)
{
  const named_page *one = a, *two = b;
  int order = strcmp(one->name, two->name);
  return order != 0 ? order : one->page < two->page ? -1 : 1;
}

/* Bring the order of pages into that of the groups; their number in *groups, 0
 * when no page has the field. */
static size_t
sort_pages(summing *sum, group_field field)
{
  named_page *named = need(sum->count, sizeof *named);
  bool any = false;
  size_t groups = 0;
  for (size_t i = 0; i < sum->count; i++) {
    uint32_t page = sum->order[i];
    named[i] = (named_page){group_name(sum, page, field), page};
    any |= named[i].name != no_group;
  }
  qsort(named, sum->count, sizeof *named, compare_named);
  for (size_t i = 0; i < sum->count; i++) {
    sum->order[i] = named[i].page;
    groups += any && (i == 0 || strcmp(named[i - 1].name, named[i].name) != 0);
  }
  free(named);
  return groups;
}

/* Pages are sorted by group; each run of equal names is one. */
static void
make_groups(summing *sum, group_field field, eval_groups *out)
{
  size_t groups = sort_pages(sum, field);
  out->items = need(groups, sizeof *out->items);
  for (size_t from = 0, to; groups > 0 && from < sum->count; from = to) {
    const char *name = group_name(sum, sum->order[from], field);
    for (to = from + 1; to < sum->count; to++)
      if (strcmp(name, group_name(sum, sum->order[to], field)) != 0)
        break;
    make_group(sum, from, to, name, &out->items[out->count++]);
  }
}

/* Every group counts the same, however many pages it has. */
static double
mean_of_groups(const eval_groups *groups)
{
  double total = 0;
  size_t count = 0;
  for (size_t i = 0; i < groups->count; i++)
    if (isfinite(groups->items[i].means[METRIC_MAIN])) {
      total += groups->items[i].means[METRIC_MAIN];
      count++;
    }
  return count > 0 ? total / (double)count : NAN;
}

/* --- the worst pages ---------------------------------------------------------
 */

/* A page and what it is ranked by. */
typedef struct ranked_page {
  double figure;
  uint32_t page;
} ranked_page;

/* The worst first; equal pages in the order of gold. */
static int
compare_ranked(const void *a, const void *b)
{
  const ranked_page *one = a, *two = b;
  if (one->figure != two->figure)
    return one->figure < two->figure ? -1 : 1;
  return one->page < two->page ? -1 : one->page > two->page;
}

/* By word F1; with two runs by what was lost against the other. */
static void
rank_pages(const summing *sum, eval_summary *out)
{
  ranked_page *ranked = need(sum->count, sizeof *ranked);
  out->worst = need(sum->count, sizeof *out->worst);
  for (size_t i = 0; i < sum->count; i++) {
    uint32_t page = sum->order[i];
    double figure = eval_metric_of(&sum->scores[page], METRIC_MAIN);
    if (isnan(figure))
      continue;
    if (sum->versus)
      figure -= eval_metric_of(&sum->versus[page], METRIC_MAIN);
    ranked[out->worst_count++] = (ranked_page){figure, page};
  }
  qsort(ranked, out->worst_count, sizeof *ranked, compare_ranked);
  for (size_t i = 0; i < out->worst_count; i++)
    out->worst[i] = ranked[i].page;
  free(ranked);
}

/* Rounds of the bootstrap have a fixed seed: the same scores give the same
 * report. */
void
eval_summary_make(const eval_records *gold, const page_score *scores,
                  const page_score *versus, eval_summary *out)
{
  summing sum = {.gold = gold, .scores = scores, .versus = versus};
  memset(out, 0, sizeof *out);
  sum.order = need(gold->count, sizeof *sum.order);
  sum.values[0] = need(gold->count, sizeof *sum.values[0]);
  sum.values[1] = need(gold->count, sizeof *sum.values[1]);
  for (size_t i = 0; i < gold->count; i++)
    if (page_score_counts(&scores[i]))
      sum.order[sum.count++] = (uint32_t)i;
  make_group(&sum, 0, sum.count, "ALL", &out->all);
  rank_pages(&sum, out);
  for (int field = 0; field < GROUP_FIELDS; field++) {
    make_groups(&sum, (group_field)field, &out->by[field]);
    out->mean_of_groups[field] = mean_of_groups(&out->by[field]);
  }
  free(sum.order);
  free(sum.values[0]);
  free(sum.values[1]);
}

/* Also for a summary that was not finished. */
void
eval_summary_done(eval_summary *summary)
{
  for (int field = 0; field < GROUP_FIELDS; field++)
    free(summary->by[field].items);
  free(summary->worst);
  memset(summary, 0, sizeof *summary);
}
