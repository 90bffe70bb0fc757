/* site_apply.c: the second pass of site_run.h: every page without what it
 * shares.
 */
#include "common/system/workers.h"
#include "pith/site/site_address.h"
#include "pith/site/site_layer.h"
#include "pith/site/site_run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The result of a page on its way to its turn. */
typedef struct applied_page {
  text_out record;
  exit_code code;
} applied_page;

/* How a page is written for each site_output. */
typedef struct page_form {
  pith_format format;
  const char *ending;
} page_form;

static const page_form forms[] = {
    [SITE_JSON] = {PITH_FORMAT_TEXT, NULL},
    [SITE_HTML] = {PITH_FORMAT_HTML, ""},
    [SITE_MARKED] = {PITH_FORMAT_MARKED, ""},
    [SITE_TEXT] = {PITH_FORMAT_TEXT, ".txt"},
    [SITE_MARKDOWN] = {PITH_FORMAT_MARKDOWN, ".md"},
};

/* A 64-bit hash of the bytes of a page, to tell copies. */
static uint64_t
digest_bytes(const input_bytes *page)
{
  uint64_t hash = page->len * 0x9E3779B97F4A7C15u + 1;
  size_t i = 0;
  for (; i + 8 <= page->len; i += 8) {
    uint64_t word = 0;
    for (unsigned k = 0; k < 8; k++) /* one load, whatever the byte order */
      word |= (uint64_t)(unsigned char)page->data[i + k] << (8 * k);
    hash = (hash ^ word) * 0xFF51AFD7ED558CCDu;
    hash ^= hash >> 32;
  }
  for (; i < page->len; i++)
    hash = (hash ^ (unsigned char)page->data[i]) * 0x100000001B3u;
  return hash ^ hash >> 29;
}

static uint32_t
count_cut(const pith_page *page)
{
  uint32_t count;
  uint32_t cut = 0;
  const pith_verdict *verdicts = pith_page_verdicts(page, &count);
  for (uint32_t i = 0; i < count; i++)
    if (verdicts[i].label == PITH_NAVIGATION)
      cut += verdicts[i].span.to - verdicts[i].span.from;
  return cut;
}

/* Write the page in the form that was asked for. */
static exit_code
write_page(const site_run *run, size_t item, const pith_options *style,
           pith_page *page)
{
  const page_form *form = &forms[run->request->to];
  pith_slice out;
  if (!run->tree || !form->ending)
    return EXIT_FINE;
  const char *name = run->list->items[item].name;
  pith_status status = pith_page_render(page, form->format, style, &out);
  if (status != PITH_OK)
    return site_refuse(name, status, pith_status_text(status));
  char *file = output_name(name);
  if (!file)
    return site_refuse(name, PITH_NOMEM, pith_status_text(PITH_NOMEM));
  bool from_line = run->list->items[item].store >= 0; /* an id, no file name */
  const char *ending = from_line && !*form->ending ? ".html" : form->ending;
  exit_code code = output_write(run->tree, file, ending, out.data, out.len);
  free(file);
  return code;
}

static exit_code
write_record(const site_run *run, size_t item, const pith_options *style,
             pith_page *page, text_out *out)
{
  const page_item *which = &run->list->items[item];
  text_out_init(out, -1);
  pith_status status = site_record_write(out, which, &run->pages[item], style,
                                         run->request, page);
  if (status == PITH_OK)
    return EXIT_FINE;
  text_out_done(out);
  return site_refuse(which->name, status, pith_status_text(status));
}

/* Write what was asked for of a judged page. */
static exit_code
write_results(const site_run *run, size_t item, pith_page *page, text_out *out)
{
  const page_item *which = &run->list->items[item];
  pith_options style = run->request->page;
  char *address = site_address(style.base_url, which);
  if (!address)
    return site_refuse(which->name, PITH_NOMEM, pith_status_text(PITH_NOMEM));
  style.base_url = *address ? address : NULL;
  exit_code code = write_page(run, item, &style, page);
  if (code == EXIT_FINE && run->records)
    code = write_record(run, item, &style, page, out);
  free(address);
  return code;
}

/* --compat: by the clusters of the site. */
static pith_status
classify_by_site(const site_run *run, pith_slice name, pith_page *page,
                 site_page *about)
{
  pith_status status = pith_chain_site_classify(run->site, name, page);
  about->fit = 1000;
  about->cluster =
      pith_chain_site_cluster_of(run->site, name, &about->leftover);
  return status;
}

static pith_status
classify_by_model(const site_run *run, pith_site *judge, pith_page *page,
                  site_page *about)
{
  pith_site_facts said;
  pith_options style;
  pith_options_default(&style);
  style.method = run->request->method;
  pith_status status = pith_site_classify(judge, page, &style, &said);
  about->fit = said.fit;
  about->cluster = said.cluster;
  about->alone = said.alone && said.words > 0;
  about->spared = said.spared;
  return status;
}

static exit_code
classify_page(const site_run *run, const site_thread *thread, size_t item,
              pith_page *page, text_out *out)
{
  pith_slice name = site_page_name(run, item);
  site_page *about = &run->pages[item];
  pith_status status = PITH_OK;
  exit_code code = EXIT_FINE;
  if (run->layers)
    code = site_layer_classify(run, thread, item, page);
  else if (run->request->compat)
    status = classify_by_site(run, name, page, about);
  else
    status = classify_by_model(run, thread->judge, page, about);
  if (code != EXIT_FINE)
    return code;
  if (status == PITH_USAGE)
    return site_refuse(name.data, status, "changed while it was being read");
  if (status != PITH_OK)
    return site_refuse(name.data, status, pith_status_text(status));
  about->cut = count_cut(page);
  return write_results(run, item, page, out);
}

static void
apply_page(void *shared, void *state, size_t item, void *slot)
{
  site_run *run = shared;
  site_thread *thread = state;
  applied_page *result = slot;
  input_bytes input;
  pith_page *page;
  if (run->pages[item].failed || atomic_load(&run->reader_gone))
    return;
  result->code = site_page_open(run, thread->context, item, &input, &page);
  if (result->code != EXIT_FINE)
    return;
  run->pages[item].bytes = (uint32_t)input.len;
  run->pages[item].digest = digest_bytes(&input);
  result->code = classify_page(run, thread, item, page, &result->record);
  pith_page_free(page);
  input_bytes_done(&input);
}

static void *
start_thread(void *shared)
{
  site_run *run = shared;
  site_thread *thread = site_thread_new(run);
  if (!thread || run->request->compat || run->layers ||
      pith_site_new(thread->context, run->model, &thread->judge) == PITH_OK)
    return thread;
  report_out_of_memory();
  site_thread_free(run, thread);
  return NULL;
}

static void
end_thread(void *shared, void *state)
{
  site_thread_free(shared, state);
}

static void
drop_record(void *shared, void *slot)
{
  applied_page *result = slot;
  (void)shared;
  text_out_done(&result->record);
  memset(result, 0, sizeof *result);
}

static exit_code
take_record(void *shared, size_t item, void *slot)
{
  site_run *run = shared;
  applied_page *result = slot;
  exit_code code = result->code;
  if (result->record.error)
    code = report_out_of_memory_for(run->list->items[item].name);
  if (code == EXIT_FINE && result->record.len > 0)
    text_out_bytes(&run->out, result->record.data, result->record.len);
  drop_record(shared, slot);
  if (code == EXIT_FINE && run->out.error == EPIPE)
    atomic_store(&run->reader_gone, true);
  else if (code == EXIT_FINE && run->out.error)
    code = EXIT_ENVIRONMENT; /* said when the stream is ended */
  return site_page_end(run, item, code);
}

exit_code
site_apply(site_run *run)
{
  work what = {.items = run->list->count,
               .threads = run->jobs,
               .slot_bytes = sizeof(applied_page),
               .shared = run,
               .start = start_thread,
               .end = end_thread,
               .run = apply_page,
               .take = take_record,
               .drop = drop_record};
  run->bar =
      progress_start(run->request->progress, "writing", run->list->count);
  exit_code code = workers_run(&what);
  progress_end(&run->bar);
  return code;
}
