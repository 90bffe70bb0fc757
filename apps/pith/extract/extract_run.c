/* extract_run.c: see the header.
 *
 *     page i ──► extract_page()   any thread, into a slot of memory
 *            ──► take_page()      in the order of the list, into the stream
 *
 * Only with a directory do the threads write themselves, a file for each page;
 * its text is then empty. `failed`, `out` and `bar` are touched by take_page()
 * alone and need no lock; what threads share is atomic.
 */
#include "pith/extract/extract_run.h"

#include "pith/extract/page_worker.h"
#include "common/input/page_origin.h"
#include "common/system/interrupt.h"
#include "common/system/near_text.h"
#include "common/output/output_tree.h"
#include "common/output/page_filter.h"
#include "common/output/page_warnings.h"
#include "common/output/run_manifest.h"
#include "common/output/text_out.h"
#include "common/system/workers.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct extract_run {
  const app_request *request;
  page_list list;
  page_cursor *cursor;   /* over the list */
  output_tree tree;      /* for the files of many pages; directory -1: none */
  run_manifest manifest; /* of the tree */
  text_out out;          /* for all that is one stream */
  progress bar;
  size_t failed;
  page_warnings warnings;
  page_filter filter;
  near_table *near; /* the texts so far, for --dedup; or NULL */
  bool written;     /* a page, so that the next is set apart from it */
} extract_run;

/* The result of a page on its way to its turn. */
typedef struct extracted_page {
  text_out text;
  manifest_row row; /* of its file; `name` NULL: none. Facts: its warnings */
  char *name;       /* owned: of the page, for --dedup; or NULL */
  uint64_t fingerprint; /* of its text, the same */
  exit_code code;
  bool made;    /* `text` is there */
  bool skipped; /* its file is as it would become */
  bool refused; /* by the filter: nothing is written */
  bool end;     /* no page of this number */
} extracted_page;

/* From take_page(): there is no more to do, and nothing is wrong. */
enum { WORK_DONE = -1 };

static double
milliseconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* The row of a page with a file of its own: whether an earlier run wrote it
 * from the same bytes in the same way. */
static exit_code
find_written(extract_run *run, const page_taken *taken, extracted_page *result)
{
  if (run->tree.directory < 0)
    return EXIT_FINE;
  const page_item *item = taken->item;
  uint64_t digest =
      bytes_digest((pith_slice){taken->input.data, taken->input.len});
  char *file = manifest_file(item, request_format(run->request));
  manifest_row *row = &result->row;
  if (!manifest_row_begin(&run->manifest, item, digest, file, row))
    return report_out_of_memory_for(item->name);
  const manifest_row *old = manifest_find(&run->manifest, row);
  if (!old)
    return EXIT_FINE;
  row->size = old->size;
  row->facts[0] = old->facts[0];
  page_warnings_repeat(&run->warnings, taken->input.name,
                       (unsigned)row->facts[0]);
  result->skipped = true;
  return EXIT_FINE;
}

/* Classify the page, and ask the filter whether it is wanted. */
static exit_code
classify_page(extract_run *run, page_worker *worker, extracted_page *result)
{
  page_refusal refusal;
  const char *url = worker->taken.item->url;
  TRY(page_worker_classify(worker));
  pith_status status =
      page_filter_check(&run->filter, worker->page,
                        url ? url : run->request->page.base_url, &refusal);
  result->refused = refusal != REFUSED_NOT;
  return status == PITH_OK
             ? EXIT_FINE
             : page_worker_refuse(worker, status, pith_status_text(status));
}

/* --dedup: what the page is recognised by. Pages are compared in take_page(),
 * in their order, so that the first one is the original whatever the threads.
 */
static exit_code
take_fingerprint(const extract_run *run, page_worker *worker,
                 extracted_page *result)
{
  pith_slice text;
  if (!run->near)
    return EXIT_FINE;
  pith_status status = pith_page_render(worker->page, PITH_FORMAT_TEXT,
                                        &run->request->page, &text);
  if (status != PITH_OK)
    return page_worker_refuse(worker, status, pith_status_text(status));
  result->fingerprint = near_fingerprint(text);
  result->name = strdup(worker->taken.item->name);
  return result->name ? EXIT_FINE
                      : report_out_of_memory_for(worker->taken.item->name);
}

/* Render the page and write it. A record has all options; the other formats
 * leave out those of the record. */
static exit_code
write_page(extract_run *run, page_worker *worker, double began,
           extracted_page *result)
{
  const app_request *request = run->request;
  const page_item *item = worker->taken.item;
  text_out *out = &result->text;
  pith_options options = request->page;
  pith_slice bytes;
  options.id = item->name;
  options.path = item->store < 0 ? item->path : item->name;
  options.url = item->url;
  if (!options.base_url) /* a page's own address is its base */
    options.base_url = item->url;
  TRY(take_fingerprint(run, worker, result));
  if (request->output.verbose)
    options.milliseconds = milliseconds() - began;
  pith_status status = pith_page_render(
      worker->page, request_format(request)->format, &options, &bytes);
  if (status != PITH_OK)
    return page_worker_refuse(worker, status, pith_status_text(status));
  result->row.facts[0] = page_warnings_print(
      &run->warnings, worker->taken.input.name, worker->page);
  result->row.size = bytes.len;
  if (request->output.verbose && !request_is_record(request))
    message("%s: %s, read as %s", worker->taken.input.name,
            page_worker_method(worker), pith_page_encoding(worker->page, NULL));
  if (run->tree.directory >= 0)
    return output_write(&run->tree, result->row.file, "", bytes.data,
                        bytes.len);
  if (request_is_record(request))
    page_origin_write(item, bytes, out);
  else if (request_is_wet(request))
    page_origin_wet(item, bytes, out);
  else
    text_out_bytes(out, bytes.data, bytes.len);
  return EXIT_FINE;
}

/* Runs in any thread. The time that is reported contains reading and parsing,
 * so it starts before the page is opened. */
static void
extract_page(void *shared, void *state, size_t item, void *slot)
{
  extract_run *run = shared;
  page_worker *worker = state;
  extracted_page *result = slot;
  double began = milliseconds();
  result->code = page_worker_read(worker, run->cursor, item);
  result->end = worker->taken.end;
  if (result->code == EXIT_FINE && !result->end)
    result->code = find_written(run, &worker->taken, result);
  if (result->code == EXIT_FINE && !result->end && !result->skipped)
    result->code = classify_page(run, worker, result);
  if (result->code == EXIT_FINE && !result->end && !result->skipped &&
      !result->refused) {
    text_out_init(&result->text, -1);
    result->made = true;
    result->code = write_page(run, worker, began, result);
  }
  page_worker_close(worker);
}

static void *
start_thread(void *shared)
{
  extract_run *run = shared;
  return page_worker_new(run->request);
}

static void
end_thread(void *shared, void *state)
{
  (void)shared;
  page_worker_free(state);
}

/* Leaves the slot zeroed, as the next item of the ring expects it. */
static void
drop_page(void *shared, void *slot)
{
  extracted_page *result = slot;
  (void)shared;
  if (result->made)
    text_out_done(&result->text);
  manifest_row_done(&result->row);
  free(result->name);
  memset(result, 0, sizeof *result);
}

/* An empty line between the texts of two pages. */
static bool
separates(const app_request *request)
{
  return !request_is_stream(request);
}

/* Every page of CSV comes with the names of its columns; a table has them
 * once. */
static size_t
columns_length(const text_out *text)
{
  const char *end = text->len > 0 ? memchr(text->data, '\n', text->len) : NULL;
  return end ? (size_t)(end - text->data) + 1 : 0;
}

/* The page that this one is nearly a copy of, or NULL. */
static const char *
find_original(extract_run *run, const extracted_page *result)
{
  const char *original =
      result->name
          ? near_table_take(run->near, result->fingerprint, result->name)
          : NULL;
  if (original)
    page_warnings_duplicate(&run->warnings, result->name, original);
  return original;
}

/* The bytes of a page to the stream, `skip` of them left out. */
static void
write_made(extract_run *run, const extracted_page *result, size_t skip)
{
  const char *original = find_original(run, result);
  pith_slice bytes = {result->text.data + skip, result->text.len - skip};
  if (run->written && separates(run->request))
    text_out_text(&run->out, "\n");
  run->written = true;
  page_duplicate_write(request_is_record(run->request) ? original : NULL, bytes,
                       &run->out);
}

/* Runs for one item at a time, in order. Without --stop a page that failed is
 * counted and the work goes on. A reader that has gone is no failure. */
static exit_code
take_page(void *shared, size_t item, void *slot)
{
  extract_run *run = shared;
  extracted_page *result = slot;
  exit_code code = result->code;
  size_t skip = 0;
  if (result->made && result->text.error)
    code = report_out_of_memory();
  run->manifest.skipped += result->skipped;
  if (code != EXIT_FINE) /* the page is there, its file is the existing one */
    result->row.key = 0;
  if (result->row.name && !result->refused &&
      !manifest_add(&run->manifest, &result->row))
    code = report_out_of_memory();
  if (code == EXIT_FINE && result->made && request_is_csv(run->request))
    skip = run->written ? columns_length(&result->text) : 0;
  if (code == EXIT_FINE && result->made)
    write_made(run, result, skip);
  bool end = result->end || run->out.error == EPIPE;
  drop_page(shared, slot);
  if (end && code == EXIT_FINE)
    return (exit_code)WORK_DONE;
  if (run->out.error && !end)
    return EXIT_ENVIRONMENT; /* said when the stream is ended */
  if (code == EXIT_INPUT) {
    run->failed++;
    code = run->request->output.stop ? EXIT_INPUT : EXIT_FINE;
  }
  progress_show(&run->bar, item + 1);
  return code == EXIT_FINE && interrupted() ? EXIT_INTERRUPTED : code;
}

/* Never more threads than pages: each has a context of its own. */
static exit_code
work_through(extract_run *run)
{
  bool counted = page_list_is_counted(&run->list);
  size_t items = counted ? run->list.count : SIZE_MAX;
  unsigned jobs = run->request->jobs;
  work what = {.items = items,
               .threads = jobs < items ? jobs : (unsigned)items,
               .slot_bytes = sizeof(extracted_page),
               .shared = run,
               .start = start_thread,
               .end = end_thread,
               .run = extract_page,
               .take = take_page,
               .drop = drop_page};
  /* The total is known before the first page, so the bar can show a share. */
  if (request_is_wet(run->request))
    page_origin_wet_info(&run->out);
  run->bar = progress_start(run->request->output.progress, "reading",
                            counted ? items : 0);
  exit_code code = workers_run(&what);
  progress_end(&run->bar);
  return code == (exit_code)WORK_DONE ? EXIT_FINE : code;
}

/* All of it through the stream `file`. */
static exit_code
work_to_stream(extract_run *run, int file, const char *name)
{
  text_out_init(&run->out, file);
  run->out.name = name;
  exit_code code = work_through(run);
  exit_code written = text_out_end(&run->out);
  text_out_done(&run->out);
  return code != EXIT_FINE ? code : written;
}

/* One page to the file that the user named, once it is there; none if the
 * filter left it out. */
static exit_code
work_to_file(extract_run *run, const char *path)
{
  text_out_init(&run->out, -1);
  exit_code code = work_through(run);
  if (code == EXIT_FINE && run->out.error)
    code = report_out_of_memory_for(path);
  if (code == EXIT_FINE && run->written && run->failed == 0)
    code = output_file_write(path, run->out.data, run->out.len);
  text_out_done(&run->out);
  return code;
}

/* Records of many pages, as they come. */
static exit_code
work_to_records(extract_run *run, const char *path)
{
  output_file file;
  exit_code code = output_file_begin(path, &file);
  if (code != EXIT_FINE)
    return code;
  code = work_to_stream(run, file.descriptor, path);
  bool keep = code == EXIT_INTERRUPTED || code == EXIT_FINE;
  exit_code closed = output_file_end(&file, keep);
  return code != EXIT_FINE ? code : closed;
}

/* The summary of a folder that was used before. */
static void
report_skipped(const run_manifest *manifest)
{
  if (manifest->skipped > 0 && !manifest->quiet)
    message("%s: %zu of %zu pages are unchanged and were skipped",
            manifest->tree->path, manifest->skipped, manifest->count);
}

/* Settle the list first: two pages must not get one name of a file. Pages of
 * --with are part of every result, and --dedup compares all, so nothing is
 * skipped then. */
static exit_code
work_to_directory(extract_run *run, const char *path)
{
  const app_request *request = run->request;
  exit_code code = page_list_settle(&run->list);
  if (code == EXIT_FINE)
    code = output_tree_open(path, &run->tree);
  if (code != EXIT_FINE)
    return code;
  run->manifest = (run_manifest){
      .tree = &run->tree,
      .source = manifest_source(request->inputs, request->input_count),
      .many = request->input.many,
      .prune = request->output.prune,
      .quiet = request->output.quiet};
  bool by_itself = request->input.with.count == 0 && !request->output.dedup;
  code = manifest_open(&run->manifest, by_itself ? request->digest : 0);
  text_out_init(&run->out, -1);
  THEN(code, work_through(run));
  text_out_done(&run->out);
  report_skipped(&run->manifest);
  /* What could not be read may be a page that seems to be missing. */
  code = manifest_end(&run->manifest, code, run->failed == 0);
  manifest_done(&run->manifest);
  output_tree_close(&run->tree);
  return code;
}

/* Where the output goes, by -o and the number of pages:
 *
 *     -o            one page    many pages
 *     none          stdout      stdout
 *     a folder      a file in it, never records
 *     anything else the file    records: the file, else a folder
 */
static exit_code
work_by_request(extract_run *run)
{
  const app_request *request = run->request;
  if (!request->output.path)
    return work_to_stream(run, STDOUT_FILENO, "standard output");
  struct stat about;
  bool directory =
      stat(request->output.path, &about) == 0 && S_ISDIR(about.st_mode);
  bool one_file = request_is_stream(request);
  if (directory && one_file) {
    message("%s: is a directory; name a file for the records",
            request->output.path);
    return EXIT_USAGE;
  }
  if (directory || (request->input.many && !one_file))
    return work_to_directory(run, request->output.path);
  return request->input.many ? work_to_records(run, request->output.path)
                             : work_to_file(run, request->output.path);
}

/* Files need names of their own, so archives are listed first. */
static bool
writes_files(const app_request *request)
{
  return request->output.path && request->input.many &&
         !request_is_stream(request);
}

/* A page that failed makes the result EXIT_INPUT even when all others were
 * written, so that a script notices. */
exit_code
extract_run_all(const app_request *request, const extract_fetched *fetched)
{
  extract_run run = {.request = request, .tree = {-1, NULL}};
  run.warnings.limits = &request->page;
  run.warnings.quiet = request->output.quiet;
  run.warnings.strict = request->output.strict;
  run.filter.metadata = request->output.only_with_metadata;
  run.filter.language = request->output.language;
  run.near = request->output.dedup ? near_table_new() : NULL;
  if (request->output.dedup && !run.near)
    return report_out_of_memory();
  page_list_init(&run.list, request->page.max_bytes);
  run.list.once = !writes_files(request);
  run.list.filter = request->input.filter;
  exit_code code = extract_list(request, fetched, &run.list);
  run.failed = run.list.failed;
  run.cursor = page_cursor_new(&run.list);
  if (!run.cursor)
    code = report_out_of_memory();
  if (code == EXIT_FINE)
    code = work_by_request(&run);
  run.failed += run.cursor ? page_cursor_failed(run.cursor) : 0;
  page_cursor_free(run.cursor);
  if (code == EXIT_INTERRUPTED)
    message("interrupted; completed output is intact");
  page_list_done(&run.list);
  near_table_free(run.near);
  if (!request->output.quiet)
    page_filter_end(&run.filter);
  bool warned = page_warnings_end(&run.warnings) && request->output.strict;
  bool failed = run.failed > 0 || warned;
  return code == EXIT_FINE && failed ? EXIT_INPUT : code;
}
