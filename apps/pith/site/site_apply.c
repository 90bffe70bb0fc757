/* site_apply.c: the second pass of site_job.h: every page classified by what
 * its site has in common, and written.
 *
 *     apply_page()    any thread; touches pages[item] of its own item only
 *     take_record()   in the order of pages, never two at once
 *
 *     bytes ──► key ──┬─ in the manifest ──► record and facts of the last run
 *                     └─ else ──► parse, classify, filter, write
 */
#include "common/input/page_origin.h"
#include "common/system/interrupt.h"
#include "common/system/workers.h"
#include "pith/site/site_address.h"
#include "pith/site/site_job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A record of an earlier run that is longer is made anew. */
enum { RECORD_BYTES_MOST = 1 << 30 };

/* The result of a page on its way to its turn. */
typedef struct applied_page {
  text_out record;
  manifest_row row;     /* `name` NULL: without a tree, or it has failed */
  uint64_t fingerprint; /* of its text, for --dedup; 0: none */
  exit_code code;
  bool skipped; /* its output is as it would become */
} applied_page;

/* What the manifest keeps of a page for report.json, and where its record is in
 * pages.jsonl. */
enum {
  FACT_WARNINGS,
  FACT_CUT,
  FACT_CLUSTER,
  FACT_FIT,
  FACT_LIMITED,
  FACT_RECORD_AT,
  FACT_RECORD_LEN,
  FACT_RECORD_DIGEST
};
_Static_assert((int)FACT_RECORD_DIGEST < (int)MANIFEST_FACTS,
               "a place for each");

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

/* Write the page as a file, in the format of the request. */
static exit_code
write_page(const site_job *job, size_t item, const pith_options *options,
           pith_page *page, manifest_row *row)
{
  const page_item *which = &job->list->items[item];
  pith_slice out;
  if (!job->tree || request_is_record(job->request))
    return EXIT_FINE;
  pith_status status = pith_page_render(
      page, request_format(job->request)->format, options, &out);
  if (status != PITH_OK)
    return site_refuse(which->name, status, pith_status_text(status));
  row->size = out.len;
  return output_write(job->tree, row->file, "", out.data, out.len);
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
  page_origin_write(which, record, out);
  return EXIT_FINE;
}

/* Ask the filter whether the page is wanted. It was learnt from in any case:
 * the boilerplate of a page is evidence whatever its language. */
static exit_code
filter_page(site_job *job, size_t item, pith_page *page, const char *address)
{
  page_refusal refusal;
  pith_status status = page_filter_check(&job->filter, page, address, &refusal);
  job->pages[item].refusal = refusal;
  return status == PITH_OK ? EXIT_FINE
                           : site_refuse(job->list->items[item].name, status,
                                         pith_status_text(status));
}

/* --dedup: what the page is recognised by. Done here, in any thread; pages are
 * compared in their order, when records are taken. */
static exit_code
take_fingerprint(const site_job *job, size_t item, pith_page *page,
                 applied_page *result)
{
  pith_slice text;
  if (!job->near)
    return EXIT_FINE;
  pith_status status =
      pith_page_render(page, PITH_FORMAT_TEXT, &job->options, &text);
  if (status != PITH_OK)
    return site_refuse(job->list->items[item].name, status,
                       pith_status_text(status));
  result->fingerprint = near_fingerprint(text);
  return EXIT_FINE;
}

/* The outputs of a classified page: file and record.
 * Links are made absolute by the address of this page, not of the site. */
static exit_code
write_outputs(site_job *job, size_t item, pith_page *page, applied_page *result)
{
  const page_item *which = &job->list->items[item];
  pith_options options = job->options;
  char *address = site_address(options.base_url, which);
  if (!address)
    return report_out_of_memory_for(which->name);
  options.base_url = *address ? address : NULL;
  exit_code code = filter_page(job, item, page, options.base_url);
  bool wanted = job->pages[item].refusal == REFUSED_NOT;
  if (wanted)
    THEN(code, take_fingerprint(job, item, page, result));
  if (wanted)
    THEN(code, write_page(job, item, &options, page, &result->row));
  if (wanted && job->records)
    THEN(code, write_record(job, item, &options, page, &result->record));
  /* After rendering, which is when an empty page is known to be one. */
  if (wanted)
    job->pages[item].warnings =
        page_warnings_print(&job->warnings, which->name, page);
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

/* --- pages that are as they were ------------------------------------------ */

/* The record of the last run, if its bytes are still those: pages.jsonl may
 * have been edited, or written by a run without a manifest. */
static bool
read_old_record(const site_job *job, const manifest_row *old, text_out *out)
{
  size_t len = (size_t)old->facts[FACT_RECORD_LEN];
  bool fits = job->old_records >= 0 && len <= RECORD_BYTES_MOST;
  char *data = fits ? malloc(len + 1) : NULL;
  ssize_t got = data ? pread(job->old_records, data, len,
                             (off_t)old->facts[FACT_RECORD_AT])
                     : -1;
  bool same =
      got >= 0 && (size_t)got == len &&
      bytes_digest((pith_slice){data, len}) == old->facts[FACT_RECORD_DIGEST];
  if (same) {
    text_out_init(out, -1);
    text_out_bytes(out, data, len);
  }
  free(data);
  return same;
}

/* What report.json and the summary need, to and from the row of a page: a
 * report covers all pages, whenever they were done. */
static void
keep_facts(const site_page *page, manifest_row *row)
{
  row->facts[FACT_WARNINGS] = page->warnings;
  row->facts[FACT_CUT] = page->cut;
  row->facts[FACT_CLUSTER] = page->facts.cluster;
  row->facts[FACT_FIT] = page->facts.fit;
  row->facts[FACT_LIMITED] = page->facts.limited;
}

/* The counts of words are not kept: nothing reads them after this. */
static void
recall_facts(const manifest_row *row, site_page *page)
{
  page->warnings = (unsigned)row->facts[FACT_WARNINGS];
  page->cut = (uint32_t)row->facts[FACT_CUT];
  page->facts.cluster = (uint32_t)row->facts[FACT_CLUSTER];
  page->facts.fit = (uint32_t)row->facts[FACT_FIT];
  page->facts.limited = row->facts[FACT_LIMITED] != 0;
}

/* Whether an earlier run made the same of the same page; its record is then
 * taken over. The digest of the model is part of the key, so a page is done
 * again when the site around it has changed. */
static exit_code
find_written(site_job *job, size_t item, applied_page *result)
{
  const page_item *which = &job->list->items[item];
  site_page *about = &job->pages[item];
  if (!job->tree)
    return EXIT_FINE;
  char *file = request_is_record(job->request)
                   ? strdup("")
                   : manifest_file(which, request_format(job->request));
  if (!manifest_row_begin(&job->manifest, which, about->digest, file,
                          &result->row))
    return report_out_of_memory_for(which->name);
  const manifest_row *old = manifest_find(&job->manifest, &result->row);
  if (!old || (job->records && !read_old_record(job, old, &result->record)))
    return EXIT_FINE;
  result->row.size = old->size;
  recall_facts(old, about);
  page_warnings_repeat(&job->warnings, which->name, about->warnings);
  result->skipped = true;
  return EXIT_FINE;
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
  result->code = site_worker_read(state, item, &opened);
  if (result->code != EXIT_FINE)
    return;
  job->pages[item].bytes = (uint32_t)opened.bytes.html.len;
  job->pages[item].digest = bytes_digest(opened.bytes.html);
  result->code = find_written(job, item, result);
  if (result->code == EXIT_FINE && !result->skipped) {
    result->code = site_worker_parse(state, &opened);
    if (result->code != EXIT_FINE)
      return; /* and it is closed */
    result->code = classify_page(job, state, item, opened.page);
    THEN(result->code, write_outputs(job, item, opened.page, result));
  }
  site_opened_close(&opened);
}

/* A worker for each thread: contexts are not shared. */
static void *
start_thread(void *shared)
{
  site_job *job = shared;
  return site_worker_new(&job->run);
}

/* Pages that the worker kept belong to the run and stay. */
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
  manifest_row_done(&result->row);
  memset(result, 0, sizeof *result);
}

/* Hand the row of a page to the manifest, before its record is written. A page
 * that has failed is named, too: it is not gone. */
static exit_code
take_row(site_job *job, size_t item, applied_page *result)
{
  manifest_row *row = &result->row;
  const char *name = job->list->items[item].name;
  const text_out *record = &result->record;
  if (!job->tree || job->pages[item].refusal != REFUSED_NOT)
    return EXIT_FINE;
  if (!row->name) {
    row->name = strdup(name);
    row->file = strdup("");
  }
  if (!row->name || !row->file)
    return report_out_of_memory_for(name);
  if (result->code != EXIT_FINE || job->pages[item].failed)
    row->key = 0;
  keep_facts(&job->pages[item], row);
  row->facts[FACT_RECORD_AT] = job->record_at;
  row->facts[FACT_RECORD_LEN] = record->len;
  row->facts[FACT_RECORD_DIGEST] =
      bytes_digest((pith_slice){record->data, record->len});
  job->record_at += record->len;
  job->manifest.skipped += result->skipped;
  return manifest_add(&job->manifest, row) ? EXIT_FINE
                                           : report_out_of_memory_for(name);
}

/* In the order of pages, so that the first one is the original. */
static void
find_original(site_job *job, size_t item, uint64_t fingerprint)
{
  site_page *about = &job->pages[item];
  const char *name = job->list->items[item].name;
  if (job->near)
    about->original = near_table_take(job->near, fingerprint, name);
  if (about->original)
    about->warnings |=
        page_warnings_duplicate(&job->warnings, name, about->original);
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
  exit_code noted = take_row(job, item, result);
  if (noted != EXIT_FINE)
    code = noted;
  if (code == EXIT_FINE)
    find_original(job, item, result->fingerprint);
  if (code == EXIT_FINE && result->record.len > 0)
    page_duplicate_write(job->pages[item].original,
                         (pith_slice){result->record.data, result->record.len},
                         &job->out);
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
