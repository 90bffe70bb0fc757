/* experiment.c: the steps of an experiment, from the index to the report.
 *
 *     open ──► topics ──► runs ──► measures ──► slices ──► losses ──► files
 *                           └── one for each way of counting boilerplate
 *
 * The steps are a table below; experiment_work.h says which file does what.
 */
#include "lab/experiment/experiment.h"

#include "lab/experiment/experiment_work.h"
#include "lab/experiment/romip_tasks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* How many pages of an answer are measured, as TREC has it; a known item beyond
 * the first hundred is not found by anybody. */
enum { DEPTH_GIVEN = 1000, DEPTH_KNOWN = 100 };

/* The weights are those of the report in docs/lab/experiment.md. */
void
experiment_options_default(experiment_options *options)
{
  *options = (experiment_options){.seed = 1,
                                  .weights = {0.1, 0.2, 0.5},
                                  .weight_count = 3,
                                  .ranking = SEARCH_BM25F};
  search_run run;
  search_run_default(&run);
  options->nearness = run.nearness;
}

/* The name of a run is also that of its file. Postings are what an index of
 * this run would hold, boilerplate at its weight. */
static void
add_run(experiment *work, const char *kind, uint32_t method, double weight)
{
  experiment_run *run = &work->runs[work->run_count++];
  const experiment_survey *survey = &work->survey;
  const char *name = search_index_method(work->index, method);
  /* What a run looks at: title and body. Links say what other pages think of a
   * page, which no cut of its own changes. */
  search_run *how = &run->how;
  search_run_default(how);
  how->fields[SEARCH_TITLE] = EXPERIMENT_TITLE_WEIGHT;
  how->fields[SEARCH_BODY] = 1;
  how->fields[SEARCH_ANCHOR] = 0;
  how->ranking = work->options->ranking;
  how->nearness = work->options->nearness;
  run->how.method = method;
  run->how.weight = weight;
  double boilerplate =
      method < survey->methods ? (double)survey->boilerplate[method] : 0;
  run->postings = (double)survey->words - boilerplate * (1 - weight);
  if (strcmp(kind, "basic") == 0)
    snprintf(run->name, sizeof run->name, "basic");
  else if (strcmp(kind, "cut") == 0)
    snprintf(run->name, sizeof run->name, "cut-%s", name);
  else
    snprintf(run->name, sizeof run->name, "weighted-%s-%g", name, weight);
}

/* Which runs there are: basic once, the rest for each method. */
static exit_code
plan_runs(experiment *work)
{
  const experiment_options *options = work->options;
  uint32_t methods = work->survey.methods;
  work->runs =
      need(1 + methods * (1 + options->weight_count), sizeof *work->runs);
  add_run(work, "basic", 0, 1);
  for (uint32_t m = 0; m < methods; m++) {
    add_run(work, "cut", m, 0);
    for (size_t i = 0; i < options->weight_count; i++)
      add_run(work, "weighted", m, options->weights[i]);
  }
  return EXIT_FINE;
}

/* Given, or made from titles and link texts of the collection itself. */
static exit_code
find_topics(experiment *work)
{
  const experiment_options *options = work->options;
  if (options->known_item > 0)
    return topic_known_make(work);
  TRY(topic_list_read(options->topics, &work->topics));
  return judgements_read(options->qrels, &work->judged);
}

/* Keep the topics that have judgements, and refuse files that have nothing to
 * do with each other: half a match would give numbers that look right. */
static exit_code
match_topics(experiment *work)
{
  size_t kept = 0;
  size_t found = 0;
  for (size_t i = 0; i < work->topics.count; i++) {
    size_t rows;
    if (judgement_table_find(&work->judged, work->topics.items[i].id, &rows))
      work->topics.items[kept++] = work->topics.items[i];
  }
  size_t dropped = work->topics.count - kept;
  work->topics.count = kept;
  for (size_t i = 0; i < work->judged.count; i++)
    found +=
        survey_find_name(&work->survey, work->judged.items[i].document) != NULL;
  if (kept == 0) {
    message("%s: no judgements for any topic of %s", work->options->qrels,
            work->options->topics);
    return EXIT_INPUT;
  }
  if (found == 0) {
    message("%s: none of its documents is in %s; documents are named by the id "
            "of their page ('%s' is one)",
            work->options->qrels, work->options->index,
            work->survey.count ? work->survey.pages[0].name : "-");
    return EXIT_INPUT;
  }
  if (dropped > 0)
    message("skipping %zu unjudged topics", dropped);
  if (found < work->judged.count)
    message("%zu of %zu judged documents are not in the index",
            work->judged.count - found, work->judged.count);
  return EXIT_FINE;
}

/* Write the topics and judgements as they are used, after all that was dropped:
 * with the files of runs/ they are all that trec_eval needs. */
static exit_code
write_topics(experiment *work)
{
  text_out topics, judged;
  TRY(output_tree_open(work->options->output, &work->output));
  text_out_init(&topics, -1);
  text_out_init(&judged, -1);
  for (size_t i = 0; i < work->topics.count; i++) {
    const topic *asked = &work->topics.items[i];
    topic_line_write(&topics, asked->id, strlen(asked->id), asked->text,
                     strlen(asked->text));
  }
  for (size_t i = 0; i < work->judged.count; i++) {
    const judgement *row = &work->judged.items[i];
    text_out_print(&judged, "%s 0 %s %d\n", row->topic, row->document,
                   row->grade);
  }
  exit_code code = experiment_file_write(work, "topics.tsv", &topics);
  exit_code written = experiment_file_write(work, "qrels.txt", &judged);
  return code == EXIT_FINE ? written : code;
}

/* The topic with this id; NULL when it is not asked. */
static const topic *
find_topic(const experiment *work, const char *id)
{
  return topic_find(work->by_id, work->topics.count, id);
}

/* Judged topics that are not in the file of topics would count as 0 in every
 * run; they are none of this experiment. */
static exit_code
drop_unasked(experiment *work)
{
  size_t kept = 0;
  work->by_id = topic_list_sort(&work->topics);
  judgement *items = work->judged.items;
  for (size_t i = 0; i < work->judged.count; i++)
    if (find_topic(work, items[i].topic))
      items[kept++] = items[i];
  work->judged.count = kept;
  return EXIT_FINE;
}

/* Which topic each row of the measures is about. All runs are measured against
 * the same judgements, so the rows of basic are the rows of every run. */
static exit_code
match_rows(experiment *work)
{
  const metric_table *rows = &work->runs[RUN_BASIC].measured;
  work->row_topics = need(rows->count, sizeof *work->row_topics);
  for (size_t i = 0; i < rows->count; i++) {
    const topic *found = find_topic(work, rows->items[i].topic);
    work->row_topics[i] = found ? (size_t)(found - work->topics.items) : 0;
  }
  return EXIT_FINE;
}

/* One file for each run, in the form trec_eval reads. */
static exit_code
make_runs(experiment *work)
{
  output_tree folder;
  exit_code code =
      output_tree_enter(&work->output, "runs", work->options->output, &folder);
  if (code != EXIT_FINE)
    return code;
  for (size_t i = 0; i < work->run_count && code == EXIT_FINE; i++)
    code = experiment_run_make(work, &work->runs[i], &folder);
  output_tree_close(&folder);
  return code;
}

/* The survey is one pass over all pages: names, sites, titles, words. */
static exit_code
open_index(experiment *work)
{
  struct stat about;
  const char *path = work->options->index;
  exit_code code = search_index_open(path, &work->index);
  if (code == EXIT_FINE && stat(path, &about) == 0)
    work->index_bytes = (uint64_t)about.st_size;
  return code == EXIT_FINE ? experiment_survey_make(work->index, &work->survey)
                           : code;
}

/* The whole experiment, step by step; the first that fails ends it. Nothing is
 * written before the input has proved to fit together. */
static exit_code (*const steps[])(experiment *work) = {
    open_index,
    find_topics,
    match_topics,
    drop_unasked,
    write_topics,
    plan_runs,
    make_runs,
    match_rows,
    topic_facts_find,
    experiment_slices_make,
    experiment_losses_make,
    experiment_losses_correct,
    experiment_json_write,
    experiment_pages_write,
    experiment_html_write};

/* Also after a failure: every part may be missing. */
static void
release(experiment *work)
{
  experiment_losses_done(work);
  experiment_slices_done(work);
  for (size_t i = 0; i < work->run_count; i++)
    experiment_run_done(&work->runs[i]);
  free(work->runs);
  free(work->row_topics);
  free(work->facts);
  free(work->by_id);
  judgement_table_done(&work->judged);
  topic_list_done(&work->topics);
  experiment_survey_done(&work->survey);
  search_index_close(work->index);
  output_tree_close(&work->output);
}

/* A line for each run on stderr, and where the rest is. */
static void
report_result(const experiment *work)
{
  const experiment_slice *all = &work->slices[0];
  if (work->options->quiet)
    return;
  for (size_t i = 0; i < work->run_count; i++) {
    const slice_result *result = &all->results[i];
    message("%-24s map %.4f  %+.4f  p %.4f", work->runs[i].name,
            result->mean[METRIC_AP], result->against.mean, result->against.p);
  }
  message("%zu topics, %zu pages; see %s/report.html", all->count,
          work->survey.count, work->options->output);
}

/* Known items have one relevant page each, so a shorter list is enough. */
exit_code
experiment_make(const experiment_options *options)
{
  experiment_options chosen = *options;
  if (chosen.depth == 0)
    chosen.depth = chosen.known_item > 0 ? DEPTH_KNOWN : DEPTH_GIVEN;
  experiment work = {.options = &chosen, .output = {.directory = -1}};
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < sizeof steps / sizeof *steps && code == EXIT_FINE; i++)
    code = steps[i](&work);
  if (code == EXIT_FINE)
    report_result(&work);
  if (code == EXIT_FINE && options->use)
    options->use(options->use_state, &work);
  release(&work);
  return code;
}
