/* eval_html.c: an evaluation as one HTML document: eval_out_html().
 *
 *     opening ─ a table and a picture for each field ─ spread ─ reliability
 *             ─ ranges and blocks ─ the worst pages, word by word
 *
 * One file without scripts, so that it can be kept with the data it is about.
 * NAN, a figure that no page has, is shown as a dash.
 */
#include "lab/eval/report/eval_out.h"

#include "lab/report/markup_text.h"
#include "lab/report/plot_svg.h"
#include "lab/report/report_html.h"
#include "common/system/need.h"

#include <math.h>
#include <stdio.h>

/* Bars of a spread, and groups that a picture can show. */
enum { BINS = 10, GROUPS_PLOTTED = 40 };

/* --- tables ------------------------------------------------------------------
 *
 * Headlines come first, with their intervals; then the other metrics that have
 * a heading.
 */

/* The columns are those of put_groups(). */
static void
put_group(text_out *out, const eval_group *group)
{
  const eval_metric *metrics = eval_metrics();
  size_t pages = group->pages > 0 ? group->pages : group->snippet_pages;
  report_row_begin(out);
  report_cells(out, "%s|%zu", group->name, pages);
  for (size_t m = 0; m < eval_metric_count(); m++)
    if (metrics[m].headline)
      report_cells(out, "%.3f (%.3f to %.3f)", group->means[m],
                   group->intervals[m].low, group->intervals[m].high);
  for (size_t m = 0; m < eval_metric_count(); m++)
    if (metrics[m].heading && !metrics[m].headline)
      report_cells(out, "%.3f", group->means[m]);
  report_row_end(out);
}

/* Titles are made from the table of metrics, in the order of put_group(). They
 * are a text of their own, whose failure must reach the document. */
static void
put_groups(text_out *out, const eval_summary *summary, group_field field)
{
  const eval_groups *groups = &summary->by[field];
  text_out titles;
  text_out_init(&titles, -1);
  text_out_print(&titles, "%s|pages", group_field_name(field));
  for (const eval_metric *metric = eval_metrics(); metric->name; metric++)
    if (metric->headline)
      text_out_print(&titles, "|%s (95 %%)", metric->heading);
  for (const eval_metric *metric = eval_metrics(); metric->name; metric++)
    if (metric->heading && !metric->headline)
      text_out_print(&titles, "|%s", metric->heading);
  report_table_begin(out, NULL, need_text(&titles));
  text_out_done(&titles);
  for (size_t i = 0; i < groups->count; i++)
    put_group(out, &groups->items[i]);
  put_group(out, &summary->all);
  report_table_end(out);
}

/* The main metric only: a table of all would hide what matters. */
static void
put_difference(text_out *out, const eval_group *group)
{
  const paired_difference *found = &group->differences[METRIC_MAIN];
  report_row(out, "%s|%zu|%.3f|%.4f (%.4f to %.4f)|%.4f|%zu|%zu", group->name,
             found->count, group->versus_means[METRIC_MAIN], found->mean,
             found->range.low, found->range.high, found->p, found->better,
             found->worse);
}

/* All groups, then all pages. */
static void
put_differences(text_out *out, const eval_summary *summary, group_field field)
{
  const eval_groups *groups = &summary->by[field];
  char titles[128];
  snprintf(titles, sizeof titles,
           "%s|pages|versus word F1|difference (95 %%)|p|better|worse",
           group_field_name(field));
  report_table_begin(out, "This run minus the other, word F1", titles);
  for (size_t i = 0; i < groups->count; i++)
    put_difference(out, &groups->items[i]);
  put_difference(out, &summary->all);
  report_table_end(out);
}

/* Measures that are added up over bytes or blocks, so that a large page counts
 * more than a small one. They have no interval. */
static void
put_pooled(text_out *out, const eval_group *group)
{
  overlap_score content = span_table_content(&group->ranges);
  overlap_score noise = block_counts_score(&group->blocks);
  report_heading(out, "Ranges and blocks");
  report_table_begin(out, NULL, "what|pages|precision|recall|F1|kappa");
  if (group->range_pages > 0)
    report_row(out, "%s|%zu|%.4f|%.4f|%.4f|%.4f",
               "content, by bytes of gold ranges", group->range_pages,
               content.precision, content.recall, content.f1,
               span_table_kappa(&group->ranges));
  if (group->block_pages > 0)
    report_row(out, "%s|%zu|%.4f|%.4f|%.4f|%.4f",
               "noise blocks (Yuan et al. 2006: precision 0.981, recall 0.954)",
               group->block_pages, noise.precision, noise.recall, noise.f1,
               (double)NAN);
  report_table_end(out);
}

/* --- pictures ----------------------------------------------------------------
 */

/* At most as many groups as a picture can show; the table has all. */
static void
plot_groups(text_out *out, const eval_groups *groups, bool difference)
{
  plot_row rows[GROUPS_PLOTTED];
  size_t count = 0;
  for (size_t i = 0; i < groups->count && count < GROUPS_PLOTTED; i++) {
    const eval_group *group = &groups->items[i];
    rows[count++] =
        difference
            ? (plot_row){group->name, group->differences[METRIC_MAIN].mean,
                         group->differences[METRIC_MAIN].range}
            : (plot_row){group->name, group->means[METRIC_MAIN],
                         group->intervals[METRIC_MAIN]};
  }
  report_figure_begin(out);
  plot_intervals(
      out,
      difference ? &(plot_frame){"Difference of word F1, 95 % intervals",
                                 "difference", NULL}
                 : &(plot_frame){"Word F1, 95 % intervals", "word F1", NULL},
      difference ? 0 : NAN, rows, count);
  report_figure_end(out);
}

/* How many pages reach which word F1. A mean hides whether all pages are fair
 * or most are right and some are lost; the last bar holds 1 itself too. */
static void
plot_spread(text_out *out, const eval_report *report)
{
  static const char *const categories[] = {"0",  ".1", ".2", ".3", ".4",
                                           ".5", ".6", ".7", ".8", ".9"};
  double counts[2][BINS] = {{0}};
  for (size_t i = 0; i < report->gold->count; i++)
    for (int run = 0; run < (report->versus ? 2 : 1); run++) {
      const page_score *scores = run ? report->versus_scores : report->scores;
      double f1 = eval_metric_of(&scores[i], METRIC_MAIN);
      if (isfinite(f1))
        counts[run][f1 >= 1 ? BINS - 1 : (int)(f1 * BINS)]++;
    }
  plot_series series[] = {
      {report->source->name, NULL, counts[0], BINS},
      {report->versus ? report->versus->name : NULL, NULL, counts[1], BINS}};
  report_figure_begin(out);
  plot_bars(out, &(plot_frame){"Pages by word F1", "word F1 from", "pages"},
            categories, series, report->versus ? 2 : 1);
  report_figure_end(out);
}

/* Whether pages are as right as the confidence of the method promises: pages
 * are put into bins by confidence, and each bin is a point. On the diagonal
 * both means are equal. Methods without a confidence have no such picture. */
static void
plot_reliability(text_out *out, const eval_report *report)
{
  double says[BINS] = {0}, is[BINS] = {0}, count[BINS] = {0};
  bool any = false;
  for (size_t i = 0; i < report->gold->count; i++) {
    const page_score *score = &report->scores[i];
    double f1 = eval_metric_of(score, METRIC_MAIN);
    if (!isfinite(f1) || !isfinite(score->confidence))
      continue;
    int bin = (int)(score->confidence * BINS);
    bin = bin < BINS ? bin : BINS - 1;
    says[bin] += score->confidence;
    is[bin] += f1;
    count[bin]++;
    any = true;
  }
  for (int bin = 0; bin < BINS; bin++) {
    says[bin] = count[bin] > 0 ? says[bin] / count[bin] : NAN;
    is[bin] = count[bin] > 0 ? is[bin] / count[bin] : NAN;
  }
  if (!any)
    return;
  plot_series series = {"pages", says, is, BINS};
  report_figure_begin(out);
  plot_xy(out,
          &(plot_frame){"Is a page as right as its confidence says?",
                        "mean confidence", "mean word F1"},
          PLOT_POINTS | PLOT_LINES | PLOT_DIAGONAL, &series, 1);
  report_figure_end(out);
}

/* --- the document ------------------------------------------------------------
 */

/* The texts are read again: keeping all would take the memory of the whole
 * data set. */
static void
put_worst_page(text_out *out, const eval_report *report, uint32_t page)
{
  const eval_record *record = &report->gold->items[page];
  const page_score *score = &report->scores[page];
  const overlap_score *word = &score->text.word;
  eval_texts texts;
  report_subheading(out, eval_page_name(record));
  text_out_print(out, "<p>Word F1 %.3f, precision %.3f, recall %.3f", word->f1,
                 word->precision, word->recall);
  if (report->versus)
    text_out_print(out, "; the other run %.3f",
                   report->versus_scores[page].text.word.f1);
  text_out_text(out, "</p>\n");
  if (score->missing) {
    report_paragraph(out, "No prediction.");
    return;
  }
  /* What could not be read has been left out before; memory has not. */
  need_all(eval_texts_read(record, report->source, &texts) == EXIT_FINE);
  diff_html(out, texts.gold, texts.text);
  eval_texts_done(&texts);
}

/* How many pages, and how the figures were made. */
static void
put_opening(text_out *out, const eval_report *report)
{
  const eval_group *all = &report->summary->all;
  report_paragraph(
      out,
      "%zu pages with gold text, %zu with snippets. Text measures are means "
      "over pages; intervals are 95 %%, by bootstrap over pages (%d rounds, "
      "seed %d). %zu pages had no prediction and count 0, %zu came out empty, "
      "%zu were too large for ROUGE.",
      all->pages, all->snippet_pages, STATISTICS_ROUNDS, STATISTICS_SEED,
      all->missing, all->empty, all->too_large);
  markup_print(out, "<p>Run: %s", report->source->name);
  if (report->versus)
    markup_print(out, ". Compared with: %s", report->versus->name);
  text_out_text(out, ".</p>\n");
}

/* A field that all pages share is no grouping. */
static void
put_field(text_out *out, const eval_report *report, group_field field)
{
  static const char *const headings[] = {"By data set", "By page type",
                                         "By language", "By site"};
  const eval_groups *groups = &report->summary->by[field];
  if (groups->count == 0 || (groups->count == 1 && field != report->by))
    return; /* one group is all pages once more */
  report_heading(out, headings[field]);
  put_groups(out, report->summary, field);
  plot_groups(out, groups, false);
  if (report->versus) {
    put_differences(out, report->summary, field);
    plot_groups(out, groups, true);
  }
}

/* Made in memory; false when that ends. */
void
eval_out_html(text_out *out, const eval_report *report)
{
  const eval_summary *summary = report->summary;
  report_begin(out, "Evaluation");
  put_opening(out, report);
  /* no page has the field: a table of all pages only */
  if (summary->by[report->by].count == 0)
    put_groups(out, summary, report->by);
  for (int field = 0; field < GROUP_FIELDS; field++)
    put_field(out, report, (group_field)field);
  report_heading(out, "Spread");
  plot_spread(out, report);
  plot_reliability(out, report);
  if (summary->all.range_pages > 0 || summary->all.block_pages > 0)
    put_pooled(out, &summary->all);
  if (report->worst > 0 && summary->worst_count > 0) {
    report_heading(out,
                   report->versus ? "Where most was lost" : "The worst pages");
    text_out_text(out, "<p>The gold text; <del>what is missing</del>, "
                       "<ins>what is too much</ins>.</p>\n");
  }
  for (size_t i = 0; i < report->worst && i < summary->worst_count; i++)
    put_worst_page(out, report, summary->worst[i]);
  report_end(out);
}
