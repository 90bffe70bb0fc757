/* page_worker.c: see the header.
 *
 * The clock works through the allocator of the context: when a page is late,
 * the next allocation fails, and the library returns PITH_NOMEM. So NOMEM
 * means "too late" or "no memory", and the clock has the answer.
 */
#include "pith/extract/page_worker.h"

#include "common/input/page_read.h"

#include <stdlib.h>

/* The allocator points to the clock inside the worker, so a worker never moves.
 */
page_worker *
page_worker_new(const app_request *request)
{
  page_worker *worker = calloc(1, sizeof *worker);
  if (worker) {
    pith_allocator allocator = work_clock_memory(&worker->clock);
    worker->request = request;
    if (pith_context_new(&allocator, &worker->context) == PITH_OK)
      return worker;
  }
  free(worker);
  report_out_of_memory();
  return NULL;
}

/* Pages before their inputs, whose bytes they borrow, and all before the
 * context. */
void
page_worker_free(page_worker *worker)
{
  page_worker_close(worker);
  for (uint32_t p = 0; p < worker->with_count; p++) {
    pith_page_free(worker->with[p]);
    input_bytes_done(&worker->with_inputs[p]);
  }
  pith_context_free(worker->context);
  free(worker);
}

/* A page that took too long is the fault of the page, so EXIT_INPUT: the others
 * may be fine. */
exit_code
page_worker_refuse(const page_worker *worker, pith_status status,
                   const char *why)
{
  const char *name = worker->taken.input.name;
  if (worker->clock.late) {
    message("%s: more than %g s of work; raise --timeout ", name,
            worker->request->timeout);
    return EXIT_INPUT;
  }
  message("%s: %s", name, why);
  return status == PITH_NOMEM ? EXIT_ENVIRONMENT : EXIT_INPUT;
}

const char *
page_worker_method(const page_worker *worker)
{
  const char *named = worker->request->page.method;
  return named ? named : pith_method_default();
}

/* Read and parse the pages to compare with, the first time. */
static exit_code
open_partners(page_worker *worker)
{
  const app_request *request = worker->request;
  pith_error error;
  while (worker->with_count < request->input.with.count) {
    uint32_t n = worker->with_count;
    input_bytes *input = &worker->with_inputs[n];
    exit_code code =
        page_read(request->input.with.items[n], request->page.max_bytes, input);
    if (code != EXIT_FINE)
      return code;
    pith_slice html = {input->data, input->len};
    pith_status status = pith_page_parse(worker->context, html, &request->page,
                                         &worker->with[n], &error);
    if (status != PITH_OK) {
      message("%s: %s", request->input.with.items[n], error.message);
      input_bytes_done(input);
      return status == PITH_NOMEM ? EXIT_ENVIRONMENT : EXIT_INPUT;
    }
    worker->with_count++;
  }
  return EXIT_FINE;
}

/* Layer is the only method of one page that needs other pages, so it has a call
 * of its own. */
static pith_status
classify(page_worker *worker)
{
  const app_request *request = worker->request;
  if (!request_uses(request, "layer"))
    return pith_page_classify(worker->page, &request->page);
  return pith_page_classify_layer(
      worker->page, (const pith_page *const *)worker->with, worker->with_count,
      &request->page, &request->layer);
}

exit_code
page_worker_read(page_worker *worker, page_cursor *cursor, size_t number)
{
  page_worker_close(worker);
  page_cursor_take(cursor, number, &worker->taken);
  return worker->taken.code;
}

/* The clock starts after reading: a slow disk or pipe is no fault of the page.
 */
exit_code
page_worker_classify(page_worker *worker)
{
  const app_request *request = worker->request;
  const page_taken *taken = &worker->taken;
  exit_code code = EXIT_FINE;
  pith_error error;
  pith_slice html = {taken->input.data, taken->input.len};
  pith_options options = page_item_options(taken->item, &request->page);
  work_clock_start(&worker->clock, request->timeout);
  pith_status status =
      pith_page_parse(worker->context, html, &options, &worker->page, &error);
  if (status != PITH_OK)
    return page_worker_refuse(worker, status, error.message);
  if (request_uses(request, "layer"))
    code = open_partners(worker);
  if (code != EXIT_FINE)
    return code;
  status = classify(worker);
  return status == PITH_OK
             ? EXIT_FINE
             : page_worker_refuse(worker, status, pith_status_text(status));
}

exit_code
page_worker_open(page_worker *worker, page_cursor *cursor, size_t number)
{
  exit_code code = page_worker_read(worker, cursor, number);
  return code != EXIT_FINE || worker->taken.end ? code
                                                : page_worker_classify(worker);
}

/* Safe without an open page, and twice. */
void
page_worker_close(page_worker *worker)
{
  work_clock_stop(&worker->clock);
  pith_page_free(worker->page);
  worker->page = NULL;
  page_taken_done(&worker->taken);
}
