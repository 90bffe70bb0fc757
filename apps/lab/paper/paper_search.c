/* paper_search.c: section 4.2 to 4.4 of Ageev et al.: search on all text
 * (BasicLine) and without the boilerplate (CutNav), by tf*idf.
 *
 *     collection ─► index (chain-compat, site-auto) ─► experiment ─► here:
 *     the runs beside 33.22 and 32.26, Figure 2, 11-point curves, Table 2
 *
 * The paper's queries and judgements are not public with its pages, so topics
 * are known items unless --topics and --qrels name some.
 */
#include "lab/paper/paper.h"

#include "common/json/json_out.h"
#include "common/system/need.h"
#include "common/system/path.h"
#include "lab/experiment/experiment_work.h"
#include "lab/report/plot_svg.h"
#include "lab/report/report_html.h"
#include "lab/search/index/index_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOPICS = 500, RECALL_POINTS = 11, CURVES_MOST = 6 };

/* --- tables -----------------------------------------------------------------
 */

/* The runs, the paper's first. Its collection and topics are others, so only
 * the differences can be compared, and are. */
static void
put_runs(const experiment *work, text_out *out)
{
  const experiment_slice *all = &work->slices[0];
  report_table_begin(out, "Average precision, per cent",
                     "source|run|topics|average precision %|difference, points "
                     "(95 %)|p|p, Holm");
  report_row(out, "%s|%s|%d|%.2f|%s|%s|%s", "Ageev et al. 2005", "BasicLine",
             66, AGEEV_BASIC, "", "", "");
  report_row(out, "%s|%s|%d|%.2f|%.2f|%s|%s", "Ageev et al. 2005", "CutNav", 66,
             AGEEV_CUT, AGEEV_CUT - AGEEV_BASIC, "", "");
  for (size_t r = 0; r < work->run_count; r++) {
    const slice_result *result = &all->results[r];
    const paired_difference *against = &result->against;
    report_row_begin(out);
    report_cells(out, "%s|%s|%zu|%.2f", "here", work->runs[r].name, all->count,
                 100 * result->mean[METRIC_AP]);
    if (r == RUN_BASIC)
      report_cells(out, "%s|%s|%s", "", "", "");
    else
      report_cells(out, "%.2f (%.2f to %.2f)|%.4f|%.4f", 100 * against->mean,
                   100 * against->range.low, 100 * against->range.high,
                   against->p, result->holm);
    report_row_end(out);
  }
  report_table_end(out);
}

/* Precision at eleven points of recall, of basic and the cut runs. */
static void
put_curves(const experiment *work, text_out *out)
{
  double recall[RECALL_POINTS];
  plot_series series[CURVES_MOST];
  size_t made = 0;
  for (size_t i = 0; i < RECALL_POINTS; i++)
    recall[i] = (double)i / (RECALL_POINTS - 1);
  for (size_t r = 0; r < work->run_count && made < CURVES_MOST; r++)
    if (r == RUN_BASIC || run_is_cut(&work->runs[r]))
      series[made++] =
          (plot_series){work->runs[r].name, recall,
                        &work->slices[0].results[r].mean[METRIC_RECALL_POINTS],
                        RECALL_POINTS};
  static const plot_frame frame = {"Precision at eleven points of recall",
                                   "recall", "precision"};
  plot_xy(out, &frame, PLOT_LINES | PLOT_POINTS, series, made);
}

/* Table 2: a page counts in every class that fits, as in the paper, so that per
 * cents add up to more than 100. The last class is ours: the paper's pages were
 * all found no more. */
static void
put_losses(const experiment *work, text_out *out)
{
  char titles[512] = "reason|Ageev et al. 2005: pages|%";
  loss_counts counts[CURVES_MOST];
  size_t made = 0;
  for (size_t r = 1; r < work->run_count && made < CURVES_MOST; r++) {
    if (!run_is_cut(&work->runs[r]))
      continue;
    experiment_losses_count(work, r, &counts[made++]);
    size_t len = strlen(titles);
    snprintf(titles + len, sizeof titles - len, "|%s: pages|%%",
             work->runs[r].name);
  }
  report_table_begin(out,
                     "Table 2: relevant pages that were lost, by reason; a "
                     "page may have several",
                     titles);
  for (int c = 0; c < LOSS_CLASSES; c++) {
    report_row_begin(out);
    report_cells(out, "%s", loss_class_text((loss_class)c));
    if (c < LOSS_OTHERS_ROSE)
      report_cells(out, "%u|%.0f", ageev_losses[c],
                   100.0 * ageev_losses[c] / AGEEV_LOST);
    else
      report_cells(out, "%s|%s", "", "");
    for (size_t r = 0; r < made; r++) {
      double all = (double)(counts[r].all ? counts[r].all : 1);
      report_cells(out, "%zu|%.0f", counts[r].fitting[c],
                   100 * (double)counts[r].fitting[c] / all);
    }
    report_row_end(out);
  }
  report_row_begin(out);
  report_cells(out, "%s|%d|%s", "all pages", AGEEV_LOST, "");
  for (size_t r = 0; r < made; r++)
    report_cells(out, "%zu|%s", counts[r].all, "");
  report_row_end(out);
  report_table_end(out);
}

/* --- the record -------------------------------------------------------------
 */

/* A run with all that the tables and figures show of it. */
static void
write_run(const experiment *work, size_t run, json_out *json)
{
  const slice_result *result = &work->slices[0].results[run];
  const paired_difference *against = &result->against;
  loss_counts counts;
  json_out_object(json, NULL);
  json_out_print(json,
                 "name %s map %.9g difference %.9g low %.9g high %.9g p %.9g "
                 "p_holm %.9g",
                 work->runs[run].name, result->mean[METRIC_AP], against->mean,
                 against->range.low, against->range.high, against->p,
                 result->holm);
  json_out_array(json, "precision_at_recall");
  for (size_t i = 0; i < RECALL_POINTS; i++)
    json_out_figure(json, NULL, result->mean[METRIC_RECALL_POINTS + i]);
  json_out_end(json);
  if (run_is_cut(&work->runs[run])) {
    experiment_losses_count(work, run, &counts);
    json_out_object(json, "lost");
    json_out_number(json, "pages", counts.all);
    for (int c = 0; c < LOSS_CLASSES; c++)
      json_out_number(json, loss_class_name((loss_class)c), counts.fitting[c]);
    json_out_end(json);
  }
  json_out_end(json);
}

/* The paper's figures beside, as shares. */
static void
write_json(const experiment *work, text_out *out)
{
  json_out json = json_out_begin(out);
  json_out_object(&json, NULL);
  json_out_number(&json, "topics", work->slices[0].count);
  json_out_object(&json, "paper");
  json_out_print(&json, "topics %d map_basic %.4f map_cut %.4f lost %d", 66,
                 AGEEV_BASIC / 100, AGEEV_CUT / 100, AGEEV_LOST);
  for (int c = 0; c < LOSS_OTHERS_ROSE; c++)
    json_out_number(&json, loss_class_name((loss_class)c), ageev_losses[c]);
  json_out_end(&json);
  json_out_array(&json, "runs");
  for (size_t r = 0; r < work->run_count; r++)
    write_run(work, r, &json);
  json_out_end(&json);
  json_out_end(&json);
}

/* --- the experiment ----------------------------------------------------------
 */

/* The run that is the paper's CutNav: cut, by the first method. */
static size_t
find_cut(const experiment *work)
{
  for (size_t r = 1; r < work->run_count; r++)
    if (run_is_cut(&work->runs[r]) && work->runs[r].how.method == 0)
      return r;
  return RUN_BASIC;
}

/* Called with the finished experiment, which is gone afterwards: what the
 * report needs of it is written here. */
static void
take_experiment(void *state, const experiment *work)
{
  paper_search *out = state;
  const experiment_slice *all = &work->slices[0];
  size_t cut = find_cut(work);
  text_out_init(&out->html, -1);
  text_out_init(&out->json, -1);
  put_runs(work, &out->html);
  report_figure_begin(&out->html);
  plot_topics(work, &out->html); /* Figure 2 */
  report_figure_end(&out->html);
  report_figure_begin(&out->html);
  put_curves(work, &out->html);
  report_figure_end(&out->html);
  report_figure_begin(&out->html);
  plot_means(work, &out->html);
  report_figure_end(&out->html);
  put_losses(work, &out->html);
  write_json(work, &out->json);
  need_all(!out->html.error && !out->json.error);
  out->topics = all->count;
  out->basic = all->results[RUN_BASIC].mean[METRIC_AP];
  out->cut = all->results[cut].mean[METRIC_AP];
  out->against = all->results[cut].against;
  out->holm = all->results[cut].holm;
  out->compared = work->run_count - 1;
  out->done = true;
}

/* The index stays in the report: the next run only adds what is new. */
static exit_code
make_index(const paper_job *job, const char *path)
{
  index_summary summary;
  const char *inputs[] = {job->collection};
  index_request index = {.inputs = inputs,
                         .input_count = 1,
                         .output = path,
                         .method_count = (uint32_t)job->run_count,
                         .collection = job->source.groups.count == 0 &&
                                       job->source.count > 1,
                         .jobs = job->request->jobs,
                         .progress = job->request->output.progress,
                         .page = job->request->page};
  memcpy(index.methods, job->runs, job->run_count * sizeof *job->runs);
  exit_code code = index_run(&index, &summary);
  return code == EXIT_INPUT && summary.pages > 0 ? EXIT_FINE : code;
}

/* tf*idf with distances is as close to the ranker of the paper as it describes
 * it (docs/lab/search.md). */
exit_code
paper_search_run(paper_job *job)
{
  const app_request *in = job->request;
  if (!job->paper->search)
    return EXIT_FINE;
  char *path = needed(path_join(job->output.path, "retrieval.idx"));
  char *folder = needed(path_join(job->output.path, "retrieval"));
  experiment_options options;
  experiment_options_default(&options);
  options.index = path;
  options.output = folder;
  options.topics = in->search.topics;
  options.qrels = in->search.qrels;
  options.known_item = in->search.known_item;
  if (!options.topics && options.known_item == 0)
    options.known_item = TOPICS;
  options.seed = in->review.seed;
  options.pages = job->collection;
  options.ranking = SEARCH_TFIDF;
  options.progress = in->output.progress;
  options.quiet = true;
  options.use = take_experiment;
  options.use_state = &job->search;
  exit_code code = make_index(job, path);
  THEN(code, experiment_make(&options));
  free(path);
  free(folder);
  return code;
}
