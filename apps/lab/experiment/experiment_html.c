/* experiment_html.c: the results of an experiment for people, in one file.
 *
 *     summary ─ a table for each slice ─ costs ─ pictures ─ losses by class
 *             ─ the topics that lost most, for each cut run
 *
 * The figures are those of report.json; nothing is worked out here but shares
 * and the time of a query.
 */
#include "lab/experiment/experiment_work.h"

#include "lab/report/plot_svg.h"
#include "lab/report/report_html.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORST_TOPICS = 10 };

/* How large it is, and how to read the tables. MB are 10^6 bytes. */
static void
write_summary(const experiment *work, text_out *out)
{
  const experiment_options *options = work->options;
  report_paragraph(
      out,
      "%zu topics%s over %zu pages, %zu judgements, the first %u pages of each "
      "answer. The index has %.1f MB for %zu million words.",
      work->topics.count,
      options->known_item > 0 ? " made from titles and links" : "",
      work->survey.count, work->judged.count, (unsigned)options->depth,
      (double)work->index_bytes / 1e6, (size_t)(work->survey.words / 1000000));
  report_paragraph(
      out, "basic counts all text of a page, cut the content only, weighted "
           "the boilerplate at the weight that ends its name. Ranges are 95 "
           "%% by bootstrap over topics; p is that of a paired randomisation "
           "test of map against basic, 10,000 exchanges, and again "
           "corrected for the number of runs (Holm).");
}

/* A table for each slice, a row for each run. Average precision comes first,
 * since only it is tested; the order of `columns` is that of the titles. */
static void
write_means(const experiment *work, const experiment_slice *slice,
            text_out *out)
{
  static const metric columns[] = {
      METRIC_AP_11,       METRIC_P_5,       METRIC_P_10,
      METRIC_R_PRECISION, METRIC_NDCG_10,   METRIC_RECIPROCAL_RANK,
      METRIC_BPREF,       METRIC_SUCCESS_1, METRIC_SUCCESS_10};
  char caption[SLICE_NAME_ROOM + 32];
  snprintf(caption, sizeof caption, "%s: %zu topics", slice->name,
           slice->count);
  report_table_begin(out, caption,
                     "run|map|difference|p|p, Holm|better|worse|11pt|P@5|P@10|"
                     "R-precision|nDCG@10|MRR|bpref|S@1|S@10");
  for (size_t i = 0; i < work->run_count; i++) {
    const slice_result *result = &slice->results[i];
    const paired_difference *against = &result->against;
    report_row_begin(out);
    report_cells(out,
                 "%s|%.4f (%.4f to %.4f)|%.4f (%.4f to %.4f)|%.4f|%.4f|%zu|%zu",
                 work->runs[i].name, result->mean[METRIC_AP], result->range.low,
                 result->range.high, against->mean, against->range.low,
                 against->range.high, against->p, result->holm, against->better,
                 against->worse);
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
      report_cells(out, "%.4f", result->mean[columns[c]]);
    report_row_end(out);
  }
  report_table_end(out);
}

/* What the boilerplate costs in postings, and what its weight costs in time. */
static void
write_costs(const experiment *work, text_out *out)
{
  double topics = (double)(work->topics.count ? work->topics.count : 1);
  double words = (double)(work->survey.words ? work->survey.words : 1);
  report_table_begin(out, "What a run costs",
                     "run|million postings|share of basic|ms a query");
  for (size_t i = 0; i < work->run_count; i++) {
    const experiment_run *run = &work->runs[i];
    report_row(out, "%s|%.3f|%.3f|%.2f", run->name, run->postings / 1e6,
               run->postings / words, 1000 * run->seconds / topics);
  }
  report_table_end(out);
}

/* A row of Table 2. Classes are columns, as in the paper. */
static void
write_class_row(const char *run, const char *by,
                const size_t counts[LOSS_CLASSES], const loss_counts *of,
                text_out *out)
{
  report_row_begin(out);
  report_cells(out, "%s|%s|%zu", run, by, of->all);
  for (int c = 0; c < LOSS_CLASSES; c++)
    report_cells(out, "%zu (%.0f %%)", counts[c],
                 100 * (double)counts[c] / (double)(of->all ? of->all : 1));
  report_cells(out, "%zu", of->headings);
  report_row_end(out);
}

/* Table 2 of Ageev et al. 2005: by rule, and as corrected by a person. Both
 * rows are shown, so that a reader sees how far the rule can be trusted. */
static void
write_classes(const experiment *work, text_out *out)
{
  char titles[512] = "run|sorted|pages|", by_hand[80];
  for (int c = 0; c < LOSS_CLASSES; c++) {
    size_t len = strlen(titles);
    snprintf(titles + len, sizeof titles - len, "%s|%s",
             loss_class_text((loss_class)c),
             c + 1 < LOSS_CLASSES ? "" : "of all: its heading was cut");
  }
  report_table_begin(out,
                     "Relevant pages that rank lower than in basic, by what "
                     "seems to be the reason",
                     titles);
  for (size_t r = 0; r < work->run_count; r++) {
    loss_counts counts;
    if (!run_is_cut(&work->runs[r]))
      continue;
    experiment_losses_count(work, r, &counts);
    write_class_row(work->runs[r].name, "by rule", counts.by_rule, &counts,
                    out);
    write_class_row(work->runs[r].name, "by rule, every class that fits",
                    counts.fitting, &counts, out);
    snprintf(by_hand, sizeof by_hand, "corrected: %zu looked at, %zu changed",
             counts.looked_at, counts.changed);
    if (work->options->correction_count > 0)
      write_class_row(work->runs[r].name, by_hand, counts.corrected, &counts,
                      out);
  }
  report_table_end(out);
}

/* The topics that lost most, with their pages: losses are in that order. */
static void
write_worst(const experiment *work, size_t run, text_out *out)
{
  char caption[RUN_NAME_ROOM + 32];
  size_t topics = 0, last = SIZE_MAX;
  snprintf(caption, sizeof caption, "%s: the topics that lost most",
           work->runs[run].name);
  report_table_begin(out, caption,
                     "query|basic|cut|page|rank|sorted as|sorted|words|"
                     "cut line");
  for (size_t i = 0; i < work->loss_count; i++) {
    const experiment_loss *loss = &work->losses[i];
    if (loss->run != run)
      continue;
    topics += loss->row != last;
    last = loss->row;
    if (topics > WORST_TOPICS)
      break;
    /* A rank that is "none" means that the page was not found any more. */
    const metric_row *basic = &work->runs[RUN_BASIC].measured.items[loss->row];
    const metric_row *cut = &work->runs[loss->run].measured.items[loss->row];
    char rank[16] = "none";
    if (loss->rank_cut > 0)
      snprintf(rank, sizeof rank, "%u", (unsigned)loss->rank_cut);
    report_row(out, "%s|%.4f|%.4f|%s|%u to %s|%s|%s|%s|%s",
               work->topics.items[work->row_topics[loss->row]].text,
               basic->values.value[METRIC_AP], cut->values.value[METRIC_AP],
               loss->judged->document, (unsigned)loss->rank_basic, rank,
               loss_class_text(loss_class_of(loss)),
               loss->by_hand ? "by hand" : "by rule", loss->words, loss->line);
  }
  report_table_end(out);
}

/* A picture, in the report and as a file of its own. */
static exit_code
put_figure(const experiment *work, const output_tree *folder, const char *name,
           void (*plot)(const experiment *work, text_out *out), text_out *out)
{
  text_out single;
  text_out_init(&single, -1);
  report_figure_begin(out);
  plot(work, out);
  report_figure_end(out);
  plot(work, &single);
  exit_code code = single.error ? EXIT_ENVIRONMENT
                                : output_write(folder, name, ".svg",
                                               single.data, single.len);
  text_out_done(&single);
  return code;
}

/* Each picture is in the report and a file of its own. */
static exit_code
write_figures(const experiment *work, text_out *out)
{
  output_tree folder;
  TRY(output_tree_enter(&work->output, "figures", work->options->output,
                        &folder));
  report_heading(out, "Pictures");
  exit_code code = put_figure(work, &folder, "topics", plot_topics, out);
  THEN(code, put_figure(work, &folder, "differences", plot_differences, out));
  THEN(code, put_figure(work, &folder, "means", plot_means, out));
  output_tree_close(&folder);
  return code;
}

/* How to read it, the classes, then the worst topics of each cut run. */
static void
write_losses(const experiment *work, text_out *out)
{
  report_heading(out, "What was lost");
  report_paragraph(
      out, "A page is lost here when it is relevant and ranks lower in the "
           "cut run than in basic. The line is the one of the cut text that "
           "has most of the words asked for. The sorting is by rule "
           "(docs/lab/experiment.md) and, where somebody looked at the page in "
           "pith review, by hand; losses.jsonl has every page with the "
           "span.");
  write_classes(work, out);
  for (size_t i = 0; i < work->run_count; i++)
    if (run_is_cut(&work->runs[i]))
      write_worst(work, i, out);
}

/* The document is made in memory and written whole. */
exit_code
experiment_html_write(experiment *work)
{
  text_out out;
  text_out_init(&out, -1);
  report_begin(&out, "Retrieval with and without boilerplate");
  write_summary(work, &out);
  report_heading(&out, "Measures");
  for (size_t i = 0; i < work->slice_count; i++)
    write_means(work, &work->slices[i], &out);
  write_costs(work, &out);
  exit_code code = write_figures(work, &out);
  write_losses(work, &out);
  report_end(&out);
  if (code == EXIT_FINE)
    return experiment_file_write(work, "report.html", &out);
  text_out_done(&out);
  return code;
}
