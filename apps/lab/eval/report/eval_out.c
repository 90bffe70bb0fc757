/* eval_out.c: an evaluation as text, JSON and CSV; HTML is in eval_html.c.
 *
 * Columns and members follow the table of metrics (eval_metrics.h): nothing
 * here knows a metric but the main one, which pages are ranked by.
 */
#include "lab/eval/report/eval_out.h"

#include "lab/report/csv_out.h"

#include "common/json/json_out.h"

#include <stdio.h>

/* What the data call it, as far as they do. */
const char *
eval_page_name(const eval_record *record)
{
  return record->id     ? record->id
         : record->file ? record->file
         : record->path ? record->path
                        : "?";
}

/* --- text --------------------------------------------------------------------
 */

/* One line; a second run adds its columns. */
static void
put_group(text_out *out, const eval_group *group)
{
  const eval_metric *metrics = eval_metrics();
  size_t pages = group->pages > 0 ? group->pages : group->snippet_pages;
  text_out_show(out, "%-24.24s %6zu%8.*f%8.4f-%7.4f", group->name, pages,
                metrics->places, group->means[METRIC_MAIN],
                group->intervals[METRIC_MAIN].low,
                group->intervals[METRIC_MAIN].high);
  for (size_t m = 1; m < eval_metric_count(); m++)
    if (metrics[m].title)
      text_out_show(out, "%8.*f", metrics[m].places, group->means[m]);
  if (group->versus) {
    const paired_difference *found = &group->differences[METRIC_MAIN];
    text_out_show(out, "%8.4f%9.4f (%7.4f to %7.4f)%8.4f",
                  group->versus_means[METRIC_MAIN], found->mean,
                  found->range.low, found->range.high, found->p);
  }
  text_out_text(out, "\n");
}

/* What is summed up over bytes or blocks, not over pages. Nothing is printed
 * when no page has any. */
static void
put_pooled(text_out *out, const eval_group *group)
{
  overlap_score content = span_table_content(&group->ranges);
  overlap_score noise = block_counts_score(&group->blocks);
  if (group->range_pages > 0)
    text_out_show(out,
                  "ranges of %zu pages, by bytes: kappa %.4f, precision %.4f, "
                  "recall %.4f of content\n",
                  group->range_pages, span_table_kappa(&group->ranges),
                  content.precision, content.recall);
  if (group->block_pages > 0)
    text_out_show(out,
                  "noise blocks of %zu pages: %zu, %zu found: recall %.4f, "
                  "precision %.4f\n",
                  group->block_pages, group->blocks.noise, group->blocks.right,
                  noise.recall, noise.precision);
}

/* Where to look first. On a terminal only on request (report->listed). */
static void
put_worst(text_out *out, const eval_report *report)
{
  const eval_summary *summary = report->summary;
  for (size_t i = 0; i < report->listed && i < summary->worst_count; i++) {
    uint32_t page = summary->worst[i];
    const overlap_score *word = &report->scores[page].text.word;
    text_out_text(out, i == 0 ? "worst pages\n" : "");
    text_out_show(out, "%8.4f%8.3f%8.3f", word->f1, word->precision,
                  word->recall);
    if (report->versus)
      text_out_show(out, "%8.4f", report->versus_scores[page].text.word.f1);
    text_out_show(out, "  %s\n", eval_page_name(&report->gold->items[page]));
  }
}

/* The table for a terminal. */
void
eval_out_text(text_out *out, const eval_report *report)
{
  const eval_summary *summary = report->summary;
  const eval_groups *groups = &summary->by[report->by];
  /* The main metric is the first column and has its interval beside it. */
  const eval_metric *metric = eval_metrics();
  text_out_show(out, "%-24.24s %6s%8s%16s", group_field_name(report->by),
                "pages", metric->title, "95 %");
  for (metric++; metric->name; metric++)
    if (metric->title)
      text_out_show(out, "%8s", metric->title);
  text_out_text(out, report->versus
                         ? "  versus   difference (95 %)                p\n"
                         : "\n");
  for (size_t i = 0; i < groups->count; i++)
    put_group(out, &groups->items[i]);
  put_group(out, &summary->all);
  if (groups->count > 1)
    text_out_show(out, "mean of groups: word F1 %.4f\n",
                  summary->mean_of_groups[report->by]);
  put_pooled(out, &summary->all);
  /* What a reader must know before comparing two tables. */
  const eval_group *group = &summary->all;
  if (group->missing > 0)
    text_out_show(out, "%zu gold pages had no prediction (scored 0)\n",
                  group->missing);
  if (group->empty > 0)
    text_out_show(out, "%zu pages came out empty\n", group->empty);
  if (group->too_large > 0)
    text_out_show(out,
                  "%zu pages were too large for ROUGE and are left out of it\n",
                  group->too_large);
  put_worst(out, report);
}

/* --- JSON --------------------------------------------------------------------
 */

/* For each headline: the other mean, the difference and its test. */
static void
put_json_versus(json_out *json, const eval_group *group)
{
  json_out_object(json, "versus");
  for (size_t m = 0; m < eval_metric_count(); m++) {
    const paired_difference *found = &group->differences[m];
    if (!eval_metrics()[m].headline)
      continue;
    json_out_object(json, eval_metrics()[m].name);
    json_out_print(json,
                   "mean %.6f difference %.6f low %.6f high %.6f p %.6f "
                   "better %zu worse %zu",
                   group->versus_means[m], found->mean, found->range.low,
                   found->range.high, found->p, found->better, found->worse);
    json_out_end(json);
  }
  json_out_end(json);
}

/* Only if some page has them. */
static void
put_json_pooled(json_out *json, const eval_group *group)
{
  overlap_score content = span_table_content(&group->ranges);
  overlap_score noise = block_counts_score(&group->blocks);
  if (group->range_pages > 0) {
    json_out_object(json, "ranges");
    json_out_print(json,
                   "pages %zu kappa %.6f precision %.6f recall %.6f "
                   "f1 %.6f",
                   group->range_pages, span_table_kappa(&group->ranges),
                   content.precision, content.recall, content.f1);
    json_out_end(json);
  }
  if (group->block_pages > 0) {
    json_out_object(json, "blocks");
    json_out_print(json,
                   "pages %zu noise %zu found %zu right %zu "
                   "precision %.6f recall %.6f",
                   group->block_pages, group->blocks.noise, group->blocks.found,
                   group->blocks.right, noise.precision, noise.recall);
    json_out_end(json);
  }
}

/* "word_F1_interval":[low,high] */
static void
put_json_intervals(json_out *json, const eval_group *group)
{
  for (size_t m = 0; m < eval_metric_count(); m++) {
    char key[64];
    if (!eval_metrics()[m].headline)
      continue;
    snprintf(key, sizeof key, "%s_interval", eval_metrics()[m].name);
    json_out_array(json, key);
    json_out_print(json, "%.6f %.6f", group->intervals[m].low,
                   group->intervals[m].high);
    json_out_end(json);
  }
}

/* All metrics, whether a page has them or not: absent ones are null, so every
 * group has the same members. */
static void
put_json_group(json_out *json, const char *key, const eval_group *group)
{
  json_out_object(json, key);
  json_out_print(json,
                 "pages %zu snippet_pages %zu missing %zu empty %zu "
                 "too_large %zu",
                 group->pages, group->snippet_pages, group->missing,
                 group->empty, group->too_large);
  for (size_t m = 0; m < eval_metric_count(); m++)
    json_out_decimal(json, eval_metrics()[m].name, group->means[m], 6);
  json_out_decimal(json, "hub_F1", group->hub_f1, 6);
  put_json_intervals(json, group);
  put_json_pooled(json, group);
  if (group->versus)
    put_json_versus(json, group);
  json_out_end(json);
}

/* A line for each group, so that two files can be compared by diff. */
static void
put_json_field(json_out *json, const eval_summary *summary, group_field field)
{
  const eval_groups *groups = &summary->by[field];
  json_out_line(json, 1);
  json_out_object(json, group_field_name(field));
  json_out_decimal(json, "mean_of_groups", summary->mean_of_groups[field], 6);
  json_out_object(json, "groups");
  for (size_t i = 0; i < groups->count; i++) {
    json_out_line(json, 2);
    put_json_group(json, groups->items[i].name, &groups->items[i]);
  }
  json_out_end(json);
  json_out_end(json);
}

/* Shares are from 0 to 1, with six places; docs/lab/eval.md has the schema. */
void
eval_out_json(text_out *out, const eval_report *report)
{
  const eval_summary *summary = report->summary;
  json_out json = json_out_begin(out);
  json_out_object(&json, NULL);
  json_out_print(&json, "v %d pred %s", 1, report->source->name);
  if (report->versus)
    json_out_text(&json, "versus", report->versus->name);
  json_out_line(&json, 0);
  put_json_group(&json, "all", &summary->all);
  json_out_line(&json, 0);
  json_out_object(&json, "by");
  for (int field = 0; field < GROUP_FIELDS; field++)
    put_json_field(&json, summary, (group_field)field);
  json_out_end(&json);
  json_out_line(&json, 0);
  json_out_array(&json, "worst");
  for (size_t i = 0; i < report->worst && i < summary->worst_count; i++) {
    /* The worst pages, for scripts that look at them. */
    uint32_t page = summary->worst[i];
    const overlap_score *word = &report->scores[page].text.word;
    json_out_line(&json, 1);
    json_out_object(&json, NULL);
    json_out_print(&json, "id %s word_F1 %.6f word_P %.6f word_R %.6f",
                   eval_page_name(&report->gold->items[page]), word->f1,
                   word->precision, word->recall);
    if (report->versus)
      json_out_decimal(&json, "versus_word_F1",
                       report->versus_scores[page].text.word.f1, 6);
    json_out_end(&json);
  }
  json_out_end(&json);
  json_out_end(&json);
  text_out_text(out, "\n");
}

/* --- CSV ---------------------------------------------------------------------
 */

/* Everything that is known of one page. */
static void
put_csv_page(text_out *out, const eval_report *report, size_t page)
{
  const eval_record *record = &report->gold->items[page];
  const page_score *score = &report->scores[page];
  csv_print(out, "%s", eval_page_name(record));
  for (int field = 0; field < GROUP_FIELDS; field++)
    csv_print(out, ",%s", record->groups[field] ? record->groups[field] : "");
  for (size_t m = 0; m < eval_metric_count(); m++)
    csv_print(out, ",%.6f", eval_metric_of(score, m));
  csv_print(out, ",%d,%.3f", score->missing, score->confidence);
  if (report->versus)
    csv_print(out, ",%.6f",
              eval_metric_of(&report->versus_scores[page], METRIC_MAIN));
  text_out_text(out, "\n");
}

/* Pages that gold says nothing about have no row. Columns of a second run come
 * last, so that scripts which count columns go on working. */
void
eval_out_csv(text_out *out, const eval_report *report)
{
  text_out_text(out, "id");
  for (int field = 0; field < GROUP_FIELDS; field++)
    csv_print(out, ",%s", group_field_name((group_field)field));
  for (const eval_metric *metric = eval_metrics(); metric->name; metric++)
    csv_print(out, ",%s", metric->name);
  text_out_print(out, ",missing,confidence%s\n",
                 report->versus ? ",versus_word_F1" : "");
  for (size_t i = 0; i < report->gold->count; i++)
    if (page_score_counts(&report->scores[i]))
      put_csv_page(out, report, i);
}
