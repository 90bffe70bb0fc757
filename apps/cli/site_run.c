/* site_run.c: see the header. */
#include "site_run.h"

#include "shared/interrupt.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double
seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void *
site_thread_start(void *shared)
{
  const site_run *run = shared;
  pith_context *context = run->context;
  if (run->jobs > 1 && pith_context_new(NULL, &context) != PITH_OK) {
    message("%s", pith_status_text(PITH_NOMEM));
    return NULL;
  }
  return context;
}

void
site_thread_end(void *shared, void *state)
{
  const site_run *run = shared;
  if (run->jobs > 1)
    pith_context_free(state);
}

exit_code
site_refuse(const char *name, pith_status status, const char *why)
{
  message("%s: %s", name, why);
  return status == PITH_NOMEM ? EXIT_ENVIRONMENT : EXIT_INPUT;
}

pith_slice
site_page_name(const site_run *run, size_t item)
{
  const char *name = run->list->items[item].name;
  pith_slice slice = {name, strlen(name)};
  return slice;
}

exit_code
site_page_end(site_run *run, size_t item, exit_code code)
{
  if (code == EXIT_INPUT) {
    run->pages[item].failed = true;
    code = EXIT_FINE;
  }
  progress_show(&run->bar, item + 1);
  return code == EXIT_FINE && interrupted() ? EXIT_INTERRUPTED : code;
}

static exit_code
write_report(const site_run *run, double took)
{
  text_out report;
  text_out_init(&report, -1);
  site_report_write(&report, run->site, run->list, run->pages, took);
  exit_code code = EXIT_ENVIRONMENT;
  if (report.error)
    message("%s/report.json: out of memory", run->tree->path);
  else
    code = output_write(run->tree, "report.json", "", report.data, report.len);
  text_out_done(&report);
  return code;
}

/* Write the records to an open file. */
static exit_code
write_records(site_run *run, int file, const char *name)
{
  text_out_init(&run->out, file);
  run->out.name = name;
  exit_code code = site_apply(run);
  exit_code written = text_out_end(&run->out);
  text_out_done(&run->out);
  return code != EXIT_FINE ? code : written;
}

static exit_code
write_results(site_run *run)
{
  int file;
  if (!run->records)
    return site_apply(run);
  if (!run->tree)
    return write_records(run, STDOUT_FILENO, "standard output");
  exit_code code = output_begin(run->tree, "pages.jsonl", &file);
  if (code != EXIT_FINE)
    return code;
  code = write_records(run, file, "pages.jsonl");
  bool keep = code == EXIT_FINE || code == EXIT_INTERRUPTED;
  exit_code closed = output_end(run->tree, "pages.jsonl", file, keep);
  return code != EXIT_FINE ? code : closed;
}

static void
sum_up(const site_run *run, site_summary *out)
{
  memset(out, 0, sizeof *out);
  out->pages = run->list->count;
  out->failed = run->list->failed;
  out->clusters = pith_site_cluster_count(run->site);
  for (size_t i = 0; i < run->list->count; i++) {
    const site_page *page = &run->pages[i];
    out->failed += page->failed;
    out->bytes += page->failed ? 0 : page->bytes;
    out->cut += page->failed ? 0 : page->cut;
  }
}

static exit_code
run_passes(site_run *run, site_summary *summary)
{
  double from = seconds();
  exit_code code = site_learn(run);
  if (code == EXIT_FINE)
    code = write_results(run);
  if (code == EXIT_FINE && run->tree)
    code = write_report(run, seconds() - from);
  if (code != EXIT_FINE)
    return code;
  sum_up(run, summary);
  return summary->failed > 0 ? EXIT_INPUT : EXIT_FINE;
}

exit_code
site_run_all(site_run *run, site_summary *summary)
{
  exit_code code = EXIT_ENVIRONMENT;
  pith_status status = PITH_NOMEM;
  run->pages = calloc(run->list->count + 1, sizeof *run->pages);
  if (run->pages)
    status = pith_site_new(run->context, &run->request->site, &run->site);
  if (status == PITH_OK)
    code = run_passes(run, summary);
  else
    site_refuse("site", status, pith_status_text(status));
  pith_site_free(run->site);
  free(run->pages);
  return code;
}
