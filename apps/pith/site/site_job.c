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
}

/* The model of the site: learnt, or the one that is to be applied. */
static exit_code
make_model(site_job *job)
{
  const app_request *request = job->request;
  site_run *run = &job->run;
  exit_code code =
      request->command == COMMAND_APPLY
          ? model_file_read(run->context, request->input.model, &run->model)
          : site_run_learn(run);
  if (code == EXIT_FINE && request->command == COMMAND_LEARN)
    return model_file_write(run->model, request->output.path);
  return code == EXIT_FINE ? site_run_finish(run) : code;
}

/* Written last: a run that was interrupted has no report. */
static exit_code
write_report(const site_job *job, double took)
{
  text_out report;
  text_out_init(&report, -1);
  site_report_write(&report, job->run.model, job->list, job->pages, took);
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

/* pages.jsonl appears whole, or up to the page at which the run was
 * interrupted; after a failure there is none. */
static exit_code
apply(site_job *job)
{
  int file;
  if (!job->records)
    return site_apply(job);
  if (!job->tree)
    return apply_to(job, STDOUT_FILENO, "standard output");
  exit_code code = output_begin(job->tree, "pages.jsonl", &file);
  if (code != EXIT_FINE)
    return code;
  code = apply_to(job, file, "pages.jsonl");
  bool keep = code == EXIT_FINE || code == EXIT_INTERRUPTED;
  exit_code closed = output_end(job->tree, "pages.jsonl", file, keep);
  return code != EXIT_FINE ? code : closed;
}

/* A page that failed is left out of the sums and does not count against the
 * fit of the site. */
static void
sum_up(const site_job *job, site_summary *out)
{
  uint64_t fit = 0;
  memset(out, 0, sizeof *out);
  out->pages = job->list->count;
  out->failed = job->list->failed;
  for (size_t i = 0; i < job->list->count; i++) {
    const site_page *page = &job->pages[i];
    out->failed += page->failed;
    out->bytes += page->failed ? 0 : page->bytes;
    out->cut += page->failed ? 0 : page->cut;
    fit += page->failed ? 1000 : page->facts.fit;
  }
  out->fit = out->pages > 0 ? (uint32_t)(fit / out->pages) : 1000;
  out->clusters = site_cluster_count(job->run.model, job->list, job->pages);
}

/* Pages that failed while they were learnt are not tried again. */
static exit_code
run_passes(site_job *job)
{
  double from = seconds();
  exit_code code = make_model(job);
  for (size_t i = 0; i < job->list->count; i++)
    job->pages[i].failed = job->run.failed[i];
  if (code != EXIT_FINE || job->request->command == COMMAND_LEARN)
    return code;
  if (job->request->input.similarity)
    return site_similarity(job);
  code = apply(job);
  if (code == EXIT_FINE && job->tree)
    code = write_report(job, seconds() - from);
  return code;
}

/* EXIT_INPUT means: some page failed, all others are written. */
exit_code
site_job_run(site_job *job, site_summary *summary)
{
  set_up(job);
  exit_code code = site_run_begin(&job->run);
  job->pages = calloc(job->list->count + 1, sizeof *job->pages);
  if (code == EXIT_FINE)
    code = job->pages ? run_passes(job) : report_out_of_memory();
  if (code == EXIT_FINE) {
    sum_up(job, summary);
    code = summary->failed > 0 ? EXIT_INPUT : EXIT_FINE;
  }
  site_run_done(&job->run);
  free(job->pages);
  return code;
}
