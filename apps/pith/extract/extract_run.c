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
#include "common/system/interrupt.h"
#include "common/output/output_tree.h"
#include "common/output/text_out.h"
#include "common/system/workers.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct extract_run {
  const app_request *request;
  page_list list;
  output_tree tree; /* for the files of many pages; directory -1: none */
  text_out out;     /* for all that is one stream */
  progress bar;
  size_t failed;
  atomic_bool reader_gone; /* nobody reads the rest */
  atomic_bool warned;      /* --strict: a page had a warning */
} extract_run;

/* The result of a page on its way to its turn. */
typedef struct extracted_page {
  text_out text;
  exit_code code;
  bool made; /* `text` is there */
} extracted_page;

static double
milliseconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* Names of pages come from anywhere; output_name() makes one that stays below
 * the directory. */
static exit_code
write_file(const extract_run *run, const page_item *item, pith_slice bytes)
{
  const char *ending = request_format(run->request)->ending;
  char *file = output_name(item->name);
  if (!file)
    return report_out_of_memory_for(item->name);
  if (item->store >= 0 && !*ending) /* an id, no name of a file */
    ending = ".html";
  exit_code code =
      output_write(&run->tree, file, ending, bytes.data, bytes.len);
  free(file);
  return code;
}

/* What --compat and marks may do to a page, where no record has a member for
 * it. */
static void
report_oddities(const extract_run *run, const page_worker *worker,
                pith_slice out)
{
  const app_request *request = run->request;
  uint32_t verdicts;
  pith_page_verdicts(worker->page, &verdicts);
  if (request->page.compat && out.len == 0 && verdicts > 0)
    message(
        "%s: everything was cut, as by the paper; leave out --compat to keep "
        "the content",
        worker->input.name);
  if (request_format(request)->format == PITH_FORMAT_MARKED &&
      pith_page_marks_present(worker->page))
    message("%s: already has marks and was copied unchanged",
            worker->input.name);
  if (request->output.verbose)
    message("%s: %s, read as %s%s", worker->input.name,
            page_worker_method(worker), pith_page_encoding(worker->page, NULL),
            pith_page_limits_hit(worker->page) ? ", a limit was hit" : "");
}

/* With --strict every warning of the record is a message too. */
static void
report_warnings(extract_run *run, const page_worker *worker)
{
  const char *warning;
  for (uint32_t i = 0; (warning = pith_page_warning(worker->page, i)); i++) {
    message("%s: warning: %s", worker->input.name, warning);
    atomic_store(&run->warned, true);
  }
}

/* Render the page and write it. A record has all options; the other formats
 * leave out those of the record. */
static exit_code
write_page(extract_run *run, page_worker *worker, const page_item *item,
           double began, text_out *out)
{
  const app_request *request = run->request;
  pith_options options = request->page;
  pith_slice bytes;
  options.id = item->name;
  options.path = item->store < 0 ? item->path : item->name;
  options.url = item->url;
  if (!options.base_url) /* a page's own address is its base */
    options.base_url = item->url;
  if (request->output.verbose)
    options.milliseconds = milliseconds() - began;
  pith_status status = pith_page_render(
      worker->page, request_format(request)->format, &options, &bytes);
  if (status != PITH_OK)
    return page_worker_refuse(worker, status, pith_status_text(status));
  if (!request_is_record(request))
    report_oddities(run, worker, bytes);
  if (request->output.strict)
    report_warnings(run, worker);
  if (run->tree.directory >= 0)
    return write_file(run, item, bytes);
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
  const page_item *page = &run->list.items[item];
  double began = milliseconds();
  if (atomic_load(&run->reader_gone))
    return;
  result->code = page_worker_open(worker, &run->list, item);
  if (result->code == EXIT_FINE) {
    text_out_init(&result->text, -1);
    result->made = true;
    result->code = write_page(run, worker, page, began, &result->text);
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
  memset(result, 0, sizeof *result);
}

/* Runs for one item at a time, in order. Without --stop a page that failed is
 * counted and the work goes on. A reader that has gone is no failure: the
 * threads are stopped by the flag and what is left is skipped. */
static exit_code
take_page(void *shared, size_t item, void *slot)
{
  extract_run *run = shared;
  extracted_page *result = slot;
  exit_code code = result->code;
  if (result->made && result->text.error)
    code = report_out_of_memory_for(run->list.items[item].name);
  if (code == EXIT_FINE && result->made)
    text_out_bytes(&run->out, result->text.data, result->text.len);
  drop_page(shared, slot);
  if (run->out.error == EPIPE)
    atomic_store(&run->reader_gone, true);
  else if (run->out.error)
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
  size_t items = run->list.count;
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
  run->bar = progress_start(run->request->output.progress, "reading", items);
  exit_code code = workers_run(&what);
  progress_end(&run->bar);
  return code;
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

/* One page to the file that the user named, once it is there. */
static exit_code
work_to_file(extract_run *run, const char *path)
{
  text_out_init(&run->out, -1);
  exit_code code = work_through(run);
  if (code == EXIT_FINE && run->out.error)
    code = report_out_of_memory_for(path);
  if (code == EXIT_FINE && run->failed == 0)
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

/* Settle the list first: two pages must not get one name of a file. */
static exit_code
work_to_directory(extract_run *run, const char *path)
{
  exit_code code = page_list_settle(&run->list);
  if (code == EXIT_FINE)
    code = output_tree_open(path, &run->tree);
  if (code != EXIT_FINE)
    return code;
  text_out_init(&run->out, -1);
  code = work_through(run);
  text_out_done(&run->out);
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
  if (directory && request_is_record(request)) {
    message("%s: is a directory; name a file for the records",
            request->output.path);
    return EXIT_USAGE;
  }
  if (directory || (request->input.many && !request_is_record(request)))
    return work_to_directory(run, request->output.path);
  return request->input.many ? work_to_records(run, request->output.path)
                             : work_to_file(run, request->output.path);
}

/* A page that failed makes the result EXIT_INPUT even when all others were
 * written, so that a script notices. */
exit_code
extract_run_all(const app_request *request)
{
  extract_run run = {.request = request, .tree = {-1, NULL}};
  page_list_init(&run.list, request->page.max_bytes);
  run.list.once = true;
  exit_code code =
      page_list_add_all(&run.list, request->inputs, request->input_count);
  run.failed = run.list.failed;
  if (code == EXIT_FINE)
    code = work_by_request(&run);
  if (code == EXIT_INTERRUPTED)
    message("interrupted; completed output is intact");
  page_list_done(&run.list);
  bool failed = run.failed > 0 || atomic_load(&run.warned);
  return code == EXIT_FINE && failed ? EXIT_INPUT : code;
}
