/* site_job.c: see the header.
 *
 *     learn:  pages ──► model ──► file
 *     apply:  file ──► model ──► each page ──► outputs, report
 *     site:   pages ──► model ──► each page again ──► outputs, report
 *
 * `site` needs every page twice. Pages are kept between the passes up to
 * SITE_KEEP_MOST bytes; the others are read again.
 */
#include "pith/site/site_job.h"

#include "pith/site/site_model_file.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Wall-clock time, for report.json. */
static double
seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* What the request says, as the driver and the library need it. */
static void
set_up(site_job *job)
{
  const app_request *request = job->request;
  site_run *run = &job->run;
  job->options = request->page;
  job->warnings.limits = &request->page;
  job->warnings.quiet = request->output.quiet;
  job->warnings.strict = request->output.strict;
  job->filter.metadata = request->output.only_with_metadata;
  job->filter.language = request->output.language;
  run->source = site_source_list(job->list);
  run->options = &request->page;
  /* In a collection the sites run in parallel: each gets one thread and its
   * share of the memory. */
  run->jobs = job->part_of_many ? 1 : request->jobs;
  run->keep_most = SITE_KEEP_MOST / (job->part_of_many ? request->jobs : 1);
  run->progress = job->part_of_many ? PROGRESS_NEVER : request->output.progress;
  pith_site_options_default(&run->learns);
  run->learns.evidence =
      request->input.similarity
          ? PITH_EVIDENCE_LAYER
          : pith_method_evidence(request->page.method, request->page.compat);
  run->learns.chain = &request->chain;
  run->learns.layer = &request->layer;
  run->learns.key = job->key;
}

/* Refused once, before the first page would be: options are the same for all
 * pages, and a thousand equal messages would hide the one that matters. */
static exit_code
load_model(site_job *job)
{
  const char *path = job->request->input.model;
  exit_code code = model_file_read(job->run.context, path, &job->run.model);
  if (code != EXIT_FINE)
    return code;
  pith_status status = pith_site_model_check(job->run.model, &job->options);
  return status == PITH_OK
             ? EXIT_FINE
             : site_refuse(path, status, pith_status_text(status));
}

/* What a page becomes depends on the page and on what the site has in common.
 * Equal models are equal files, so their bytes are compared by a digest.
 * Methods that compare a page with others have no digest of that. */
static exit_code
digest_model(site_job *job)
{
  pith_slice bytes = {"", 0};
  if (!job->tree || job->run.learns.evidence > PITH_EVIDENCE_SHARED)
    return EXIT_FINE;
  pith_status status = job->run.learns.evidence
                           ? pith_site_model_save(job->run.model, &bytes)
                           : PITH_OK;
  job->model_digest = bytes_digest(bytes);
  return status == PITH_OK
             ? EXIT_FINE
             : site_refuse("the site model", status, pith_status_text(status));
}

/* The model of the site: learnt, or the one that is to be applied. */
static exit_code
make_model(site_job *job)
{
  const app_request *request = job->request;
  site_run *run = &job->run;
  exit_code code =
      request->command == COMMAND_APPLY ? load_model(job) : site_run_learn(run);
  if (code == EXIT_FINE && request->command == COMMAND_LEARN)
    return model_file_write(run->model, request->output.path);
  THEN(code, digest_model(job));
  THEN(code, site_run_finish(run));
  return code;
}

/* Written last: a run that was interrupted has no report. */
static exit_code
write_report(const site_job *job, const site_summary *summary, double took)
{
  text_out report;
  site_totals totals = {summary->fit, summary->drifted, took,
                        summary->unchanged};
  text_out_init(&report, -1);
  site_report_write(&report, job->run.model, job->list, job->pages, &totals);
  exit_code code = EXIT_ENVIRONMENT;
  if (report.error)
    message("%s/report.json: out of memory", job->tree->path);
  else
    code = output_write(job->tree, "report.json", "", report.data, report.len);
  text_out_done(&report);
  return code;
}

/* Apply, with the records going to an open file. */
static exit_code
apply_to(site_job *job, int file, const char *name)
{
  text_out_init(&job->out, file);
  job->out.name = name;
  exit_code code = site_apply(job);
  exit_code written = text_out_end(&job->out);
  text_out_done(&job->out);
  return code != EXIT_FINE ? code : written;
}

/* The inputs of a site are always all of its pages, so `many` holds. The
 * records of the last run are read while new ones are written beside them. */
static exit_code
open_manifest(site_job *job)
{
  const app_request *request = job->request;
  uint64_t size;
  job->manifest = (run_manifest){
      .tree = job->tree,
      .source = manifest_source(request->inputs, request->input_count),
      .many = true,
      .prune = request->output.prune,
      .quiet = request->output.quiet};
  /* Opened before they are replaced, so the old ones stay readable. */
  if (job->records)
    job->old_records = output_open(job->tree, "pages.jsonl", &size);
  /* --dedup compares all pages, so none is skipped. */
  return manifest_open(&job->manifest, job->model_digest && !job->near
                                           ? request->digest ^ job->model_digest
                                           : 0);
}

/* pages.jsonl appears whole, or up to the page at which the run was
 * interrupted; after a failure there is none. */
static exit_code
apply_to_tree(site_job *job)
{
  int file;
  exit_code code = output_begin(job->tree, "pages.jsonl", &file);
  if (code != EXIT_FINE)
    return code;
  code = apply_to(job, file, "pages.jsonl");
  bool keep = code == EXIT_FINE || code == EXIT_INTERRUPTED;
  exit_code closed = output_end(job->tree, "pages.jsonl", file, keep);
  return code != EXIT_FINE ? code : closed;
}

/* The manifest is written even after an interrupt: the next run goes on from
 * there. */
static exit_code
apply(site_job *job)
{
  job->old_records = -1;
  if (!job->tree)
    return job->records ? apply_to(job, STDOUT_FILENO, "standard output")
                        : site_apply(job);
  exit_code code = open_manifest(job);
  THEN(code, job->records ? apply_to_tree(job) : site_apply(job));
  code = manifest_end(&job->manifest, code, job->list->failed == 0);
  manifest_done(&job->manifest);
  if (job->old_records >= 0)
    close(job->old_records);
  return code;
}

/* A page that failed is left out of the sums and does not count against the
 * fit of the site. */
static void
sum_up(const site_job *job, site_summary *out)
{
  uint64_t fit = 0;
  memset(out, 0, sizeof *out);
  out->likeness = job->likeness;
  out->pages = job->list->count;
  out->failed = job->list->failed;
  out->unchanged = job->manifest.skipped;
  for (size_t i = 0; i < job->list->count; i++) {
    const site_page *page = &job->pages[i];
    out->failed += page->failed;
    out->bytes += page->failed ? 0 : page->bytes;
    out->cut += page->failed ? 0 : page->cut;
    fit += page->failed ? 1000 : page->facts.fit;
  }
  out->fit = out->pages > 0 ? (uint32_t)(fit / out->pages) : 1000;
  /* Pages of `site` always fit: the model was learnt from them. */
  out->drifted = job->request->command == COMMAND_APPLY && out->pages > 0 &&
                 out->fit < SITE_FIT_LEAST;
  out->clusters = site_cluster_count(job->run.model, job->list, job->pages);
  out->limited = site_limited_count(job->list, job->pages);
}

/* What is made of the model: nothing more when it was only to be learnt, a list
 * of similarities, or the pages. */
static exit_code
use_model(site_job *job)
{
  if (job->request->command == COMMAND_LEARN)
    return EXIT_FINE;
  return job->request->input.similarity
             ? site_likeness_measure(&job->run, &job->likeness)
             : apply(job);
}

/* learn has no pages to report on, --similarity prints a table instead. */
static bool
writes_report(const site_job *job)
{
  return job->tree && !job->request->input.similarity &&
         job->request->command != COMMAND_LEARN;
}

/* Even when quiet, because the output is then doubtful. Named as the warnings
 * of pages are, so that a script can look for it. */
static void
report_drift(const site_job *job, const site_summary *summary)
{
  if (summary->drifted)
    message("%s: warning: drift: the site has changed: its pages have %u %% of "
            "the boilerplate that was learnt; learn it anew",
            job->request->input.model, (unsigned)(summary->fit / 10));
}

/* Pages that failed while they were learnt are not tried again. EXIT_INPUT
 * means: some page failed, all others are written; with --strict also that
 * there was a warning. The report is last and has the time `from` the start. */
static exit_code
use_and_sum_up(site_job *job, double from, site_summary *summary)
{
  for (size_t i = 0; i < job->list->count; i++)
    job->pages[i].failed = job->run.failed[i];
  exit_code code = use_model(job);
  if (code != EXIT_FINE)
    return code;
  sum_up(job, summary);
  /* Before the messages, so that they can name a report that is there. */
  if (writes_report(job))
    TRY(write_report(job, summary, seconds() - from));
  if (!job->request->output.quiet)
    page_filter_end(&job->filter);
  bool warned = page_warnings_end(&job->warnings) || summary->drifted;
  report_drift(job, summary);
  return summary->failed > 0 || (warned && job->request->output.strict)
             ? EXIT_INPUT
             : EXIT_FINE;
}

/* The report of --dedup borrows names of the table, which is released last. */
exit_code
site_job_run(site_job *job, site_summary *summary)
{
  double from = seconds();
  set_up(job);
  exit_code code = site_run_begin(&job->run);
  job->pages = calloc(job->list->count + 1, sizeof *job->pages);
  if (job->request->output.dedup && !(job->near = near_table_new()))
    code = report_out_of_memory();
  if (code == EXIT_FINE)
    code = make_model(job);
  if (code == EXIT_FINE)
    code = job->pages ? use_and_sum_up(job, from, summary)
                      : report_out_of_memory();
  site_run_done(&job->run);
  free(job->pages);
  near_table_free(job->near);
  return code;
}
