/* site_run.c: see the header. */
#include "pith/site/site_run.h"

#include "common/system/interrupt.h"
#include "pith/site/site_layer.h"

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

exit_code
site_refuse(const char *name, pith_status status, const char *why)
{
  message("%s: %s", name, why);
  return status == PITH_NOMEM ? EXIT_ENVIRONMENT : EXIT_INPUT;
}

site_thread *
site_thread_new(const site_run *run)
{
  site_thread *thread = calloc(1, sizeof *thread);
  if (thread && run->jobs == 1)
    thread->context = run->context;
  else if (thread && pith_context_new(NULL, &thread->context) != PITH_OK) {
    free(thread);
    thread = NULL;
  }
  if (!thread)
    report_out_of_memory();
  return thread;
}

void
site_thread_free(const site_run *run, site_thread *thread)
{
  pith_site_free(thread->judge);
  pith_site_model_free(thread->model);
  pith_layers_free(thread->layers);
  if (run->jobs > 1)
    pith_context_free(thread->context);
  free(thread);
}

exit_code
site_page_open(const site_run *run, pith_context *context, size_t item,
               input_bytes *input, pith_page **page)
{
  pith_error error;
  exit_code code = page_list_read(run->list, item, input);
  if (code != EXIT_FINE)
    return code;
  pith_slice html = {input->data, input->len};
  pith_options options = run->request->page;
  if (run->list->items[item].utf8)
    options.encoding = "utf-8";
  pith_status status = pith_page_parse(context, html, &options, page, &error);
  if (status == PITH_OK)
    return EXIT_FINE;
  code = site_refuse(input->name, status, error.message);
  input_bytes_done(input);
  return code;
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
  uint64_t fit = 0;
  memset(out, 0, sizeof *out);
  out->pages = run->list->count;
  out->failed = run->list->failed;
  for (size_t i = 0; i < run->list->count; i++) {
    const site_page *page = &run->pages[i];
    out->failed += page->failed;
    out->bytes += page->failed ? 0 : page->bytes;
    out->cut += page->failed ? 0 : page->cut;
    fit += page->failed ? 1000 : page->fit;
  }
  out->fit = out->pages > 0 ? (uint32_t)(fit / out->pages) : 1000;
  out->clusters = site_cluster_count(run->site, run->list, run->pages);
}

static exit_code
run_passes(site_run *run, site_summary *summary)
{
  double from = seconds();
  site_command command = run->request->command;
  exit_code code = EXIT_FINE;
  if (command != COMMAND_APPLY)
    code = site_learn(run);
  if (run->request->similarity)
    return code == EXIT_FINE ? site_layer_similarity(run) : code;
  if (command != COMMAND_LEARN) {
    if (code == EXIT_FINE)
      code = write_results(run);
    if (code == EXIT_FINE && run->tree)
      code = write_report(run, seconds() - from);
  }
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
  pthread_mutex_init(&run->merging, NULL);
  if (run->pages && run->request->layer)
    status = pith_layers_new(run->context, &run->layers);
  else if (run->pages && run->request->compat)
    status = pith_chain_site_new(run->context, &run->request->site, &run->site);
  else if (run->pages && !run->model)
    status = pith_site_model_new(run->context, 0, &run->model);
  else if (run->pages)
    status = PITH_OK;
  if (status == PITH_OK)
    code = run_passes(run, summary);
  else
    site_refuse("site", status, pith_status_text(status));
  pthread_mutex_destroy(&run->merging);
  return code;
}

void
site_run_done(site_run *run)
{
  pith_chain_site_free(run->site);
  pith_site_model_free(run->model);
  pith_layers_free(run->layers);
  free(run->pages);
  run->site = NULL;
  run->model = NULL;
  run->layers = NULL;
  run->pages = NULL;
}
