/* site_apply.c: the second pass of site_job.h: every page classified by what
 * its site has in common, and written.
 *
 *     apply_page()    any thread; touches pages[item] of its own item only
 *     take_record()   in the order of pages, never two at once
 */
#include "common/system/interrupt.h"
#include "common/system/workers.h"
#include "pith/site/site_address.h"
#include "pith/site/site_job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The result of a page on its way to its turn. */
typedef struct applied_page {
  text_out record;
  exit_code code;
} applied_page;

/* A 64-bit hash of the bytes of a page, to find copies.
 * Only for finding equal pages of one run, so it is no stored format and need
 * not resist attacks: a page that fakes a digest is listed as a copy. */
static uint64_t
digest_bytes(pith_slice page)
{
  uint64_t hash = page.len * 0x9E3779B97F4A7C15u + 1;
  size_t i = 0;
  for (; i + 8 <= page.len; i += 8) {
    uint64_t word = 0;
    for (unsigned k = 0; k < 8; k++) /* one load, whatever the byte order */
      word |= (uint64_t)(unsigned char)page.data[i + k] << (8 * k);
    hash = (hash ^ word) * 0xFF51AFD7ED558CCDu;
    hash ^= hash >> 32;
  }
  for (; i < page.len; i++)
    hash = (hash ^ (unsigned char)page.data[i]) * 0x100000001B3u;
  return hash ^ hash >> 29;
}

/* Bytes as the page arrived, which is what report.json compares. */
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

/* Write the page as a file, in the format of the request.
 * A page of a collection of lines has an id and no file name; HTML then gets
 * an ending. */
static exit_code
write_page(const site_job *job, size_t item, const pith_options *options,
           pith_page *page)
{
  const pith_format_facts *form = request_format(job->request);
  const page_item *which = &job->list->items[item];
  pith_slice out;
  if (!job->tree || request_is_record(job->request))
    return EXIT_FINE;
  pith_status status = pith_page_render(page, form->format, options, &out);
  if (status != PITH_OK)
    return site_refuse(which->name, status, pith_status_text(status));
  char *file = output_name(which->name);
  if (!file)
    return report_out_of_memory_for(which->name);
  bool from_line = which->store >= 0; /* an id, no file name */
  const char *ending = from_line && !*form->ending ? ".html" : form->ending;
  exit_code code = output_write(job->tree, file, ending, out.data, out.len);
  free(file);
  return code;
}

/* The library writes the record; cluster and warnings are on the page since it
 * was classified. */
static exit_code
write_record(const site_job *job, size_t item, const pith_options *options,
             pith_page *page, text_out *out)
{
  const page_item *which = &job->list->items[item];
  pith_options how = *options;
  pith_slice record;
  how.id = how.path = which->name;
  pith_status status = pith_page_render(page, PITH_FORMAT_JSON, &how, &record);
  if (status != PITH_OK)
    return site_refuse(which->name, status, pith_status_text(status));
  text_out_init(out, -1);
  text_out_bytes(out, record.data, record.len);
  return EXIT_FINE;
}

/* The outputs of a classified page: file and record.
 * Links are made absolute by the address of this page, not of the site. */
static exit_code
write_outputs(const site_job *job, size_t item, pith_page *page, text_out *out)
{
  const page_item *which = &job->list->items[item];
  pith_options options = job->options;
  char *address = site_address(options.base_url, which);
  if (!address)
    return report_out_of_memory_for(which->name);
  options.base_url = *address ? address : NULL;
  exit_code code = write_page(job, item, &options, page);
  if (code == EXIT_FINE && job->records)
    code = write_record(job, item, &options, page, out);
  free(address);
  return code;
}

/* Only a page whose bytes differ from those that were learnt is PITH_USAGE. */
static exit_code
classify_page(site_job *job, site_worker *worker, size_t item, pith_page *page)
{
  const char *name = job->list->items[item].name;
  site_page *about = &job->pages[item];
  about->facts.size = sizeof about->facts;
  pith_status status =
      site_worker_classify(worker, item, page, &job->options, &about->facts);
  if (status == PITH_OK) {
    about->cut = count_cut(page);
    return EXIT_FINE;
  }
  return site_refuse(name, status,
                     status == PITH_USAGE ? "changed while it was being read"
                                          : pith_status_text(status));
}

/* In any thread: all that takes time is done here, and only the finished
 * record waits for its turn. */
static void
apply_page(void *shared, void *state, size_t item, void *slot)
{
  site_job *job = shared;
  applied_page *result = slot;
  site_opened opened;
  if (job->pages[item].failed || atomic_load(&job->reader_gone))
    return;
  result->code = site_worker_open(state, item, &opened);
  if (result->code != EXIT_FINE)
    return;
  job->pages[item].bytes = (uint32_t)opened.bytes.html.len;
  job->pages[item].digest = digest_bytes(opened.bytes.html);
  result->code = classify_page(job, state, item, opened.page);
  if (result->code == EXIT_FINE)
    result->code = write_outputs(job, item, opened.page, &result->record);
  site_opened_close(&opened);
}

/* A worker for each thread: contexts are not shared. */
static void *
start_thread(void *shared)
{
  site_job *job = shared;
  return site_worker_new(&job->run);
}

static void
end_thread(void *shared, void *state)
{
  (void)shared;
  site_worker_free(state);
}

/* Also for records that nobody takes because the run was stopped. */
static void
drop_record(void *shared, void *slot)
{
  applied_page *result = slot;
  (void)shared;
  text_out_done(&result->record);
  memset(result, 0, sizeof *result);
}

/* In the order of pages, one at a time. A reader that has gone away
 * (`pith site ... | head`) is no failure: the rest is not written. */
static exit_code
take_record(void *shared, size_t item, void *slot)
{
  site_job *job = shared;
  applied_page *result = slot;
  exit_code code = result->code;
  if (result->record.error)
    code = report_out_of_memory_for(job->list->items[item].name);
  if (code == EXIT_FINE && result->record.len > 0)
    text_out_bytes(&job->out, result->record.data, result->record.len);
  drop_record(shared, slot);
  progress_show(&job->bar, item + 1);
  if (code == EXIT_INPUT) {
    job->pages[item].failed = true;
    code = EXIT_FINE;
  }
  if (code == EXIT_FINE && job->out.error == EPIPE)
    atomic_store(&job->reader_gone, true);
  else if (code == EXIT_FINE && job->out.error)
    code = EXIT_ENVIRONMENT; /* reported when the stream is ended */
  return code == EXIT_FINE && interrupted() ? EXIT_INTERRUPTED : code;
}

/* Slots hold finished records only, so memory is that of a few pages, whatever
 * their number. */
exit_code
site_apply(site_job *job)
{
  work what = {.items = job->list->count,
               .threads = job->run.jobs,
               .slot_bytes = sizeof(applied_page),
               .shared = job,
               .start = start_thread,
               .end = end_thread,
               .run = apply_page,
               .take = take_record,
               .drop = drop_record};
  job->bar = progress_start(job->run.progress, "writing", job->list->count);
  exit_code code = workers_run(&what);
  progress_end(&job->bar);
  return code;
}
