/* cmd_paper.c: `pith-lab paper NAME COLLECTION -o REPORT`: a collection in, the
 * tables of a paper out, its numbers beside ours.
 *
 *     sites, sample, gold ─► runs, counts ─► search ─► grades ─► report
 *                                              review ─┘  (--review)
 *
 * The steps are those of every paper; what differs is in paper_facts.c. Running
 * the command again on the same report takes in what was graded meanwhile.
 */
#include "common/options/commands.h"

#include "common/system/interrupt.h"
#include "common/system/need.h"
#include "lab/paper/paper.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The last step of a path, without slashes behind it. Given. */
static char *
title_of(const char *path)
{
  size_t len = strlen(path);
  while (len > 1 && path[len - 1] == '/')
    len--;
  size_t from = len;
  while (from > 0 && path[from - 1] != '/')
    from--;
  return needed(strndup(path + from, len - from));
}

/* Names of methods in paper_facts.c are of the registry, so that they are
 * always found. */
static void
set_up(paper_job *job, const app_request *in)
{
  job->request = in;
  job->paper = paper_find(in->inputs[0]);
  job->collection = in->inputs[1];
  job->title = title_of(in->inputs[1]);
  job->run_count = paper_runs(job->paper);
  for (size_t r = 0; r < job->run_count; r++)
    need_all(method_choice_find(job->paper->runs[r], &job->runs[r]));
  job->sample = in->review.sample ? in->review.sample : job->paper->sample;
  paper_gold_init(&job->gold);
}

/* Also of a job that ended half-way. */
static void
release(paper_job *job)
{
  for (size_t s = 0; s < job->site_count; s++)
    free(job->sites[s].pages);
  if (job->search.done) {
    text_out_done(&job->search.html);
    text_out_done(&job->search.json);
  }
  paper_grades_drop(job);
  free(job->texts);
  free(job->grades);
  free(job->sites);
  paper_gold_done(&job->gold);
  review_source_close(&job->source);
  review_store_close(job->store);
  output_tree_close(&job->output);
  free(job->title);
}

/* The document comes last: where it is, the rest is, too. */
static exit_code
write_report(paper_job *job)
{
  TRY(paper_grades_write(job));
  TRY(paper_json_write(job));
  return paper_html_write(job);
}

/* The same sentence that the report begins with, and what to do next. */
static void
print_result(const paper_job *job)
{
  char *result = paper_result(job);
  message("%s", result);
  free(result);
  message("see %s/report.html", job->output.path);
  if (job->by_people == 0 && !job->request->review.after)
    message("to grade the sample yourself: the same command with --review");
}

/* The report by gold is there before anybody grades: a review may take days,
 * and end by a power cut. */
static exit_code
report_and_review(paper_job *job)
{
  bool quiet = job->request->output.quiet;
  TRY(write_report(job));
  if (!quiet)
    print_result(job);
  if (!job->request->review.after)
    return EXIT_FINE;
  TRY(paper_review(job));
  TRY(write_report(job));
  if (!quiet)
    print_result(job);
  return EXIT_FINE;
}

/* A missing collection is reported before anything is made. */
static exit_code
find_collection(const char *path)
{
  char room[128];
  if (access(path, R_OK) == 0)
    return EXIT_FINE;
  message("%s: %s", path, system_text(errno, room));
  return EXIT_INPUT;
}

/* For qsort(). */
static int
compare_names(const void *a, const void *b)
{
  const paper_site *one = a, *two = b;
  return strcmp(one->site->name, two->site->name);
}

/* The order of the drawing says nothing: tables list sites by name. */
static void
sort_sites(paper_job *job)
{
  if (job->site_count > 0)
    qsort(job->sites, job->site_count, sizeof *job->sites, compare_names);
}

/* Step by step; the first that fails ends it. Pages that could not be read are
 * left out and make the exit code 1. */
static exit_code
run(const app_request *in)
{
  paper_job job = {.output = {.directory = -1}};
  interrupt_watch();
  TRY(find_collection(in->inputs[1]));
  set_up(&job, in);
  exit_code code = output_tree_open(in->output.path, &job.output);
  THEN(code, paper_sample_draw(&job));
  THEN(code, paper_run_sites(&job));
  sort_sites(&job);
  THEN(code, paper_search_run(&job));
  THEN(code, paper_grades_make(&job));
  THEN(code, paper_sample_write(&job));
  THEN(code, report_and_review(&job));
  if (code == EXIT_FINE && job.failed > 0)
    code = EXIT_INPUT;
  release(&job);
  return code;
}

/* Checked before anything is read or made. */
static const char *
find_wrong(const app_request *in)
{
  if (in->input_count == 0 || !paper_find(in->inputs[0]))
    return "name the paper: ageev, yuan, kuznetsov or shorkin";
  if (in->input_count < 2)
    return "name the collection: a folder of sites, or a file of pages";
  if (!in->output.path)
    return "name the folder for the report with -o";
  if (!in->search.topics != !in->search.qrels)
    return "--topics and --qrels belong together";
  if (in->search.topics && in->search.known_item > 0)
    return "--known-item makes its own topics and judgements";
  if (in->review.after && in->eval.grades.count > 0)
    return "--review grades the sample, --grades reads other grades; choose "
           "one";
  if (!in->review.after && (in->review.open || in->review.port != 0 ||
                            in->review.grader || in->unconfined))
    return "--open, --port, --grader and --no-sandbox are for --review";
  return NULL;
}

exit_code
cmd_paper(int argc, char *const *argv)
{
  app_request in;
  request_init(&in, COMMAND_PAPER);
  return request_run(&in, argc, argv, find_wrong, run);
}
