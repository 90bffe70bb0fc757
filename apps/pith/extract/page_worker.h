/* page_worker.h: what a thread needs to bring one page from its bytes to its
 * verdicts, with an end to the work on a page that takes too long.
 */
#ifndef CLI_PAGE_WORKER_H
#define CLI_PAGE_WORKER_H

#include "pith/extract/extract_request.h"
#include "common/input/page_cursor.h"
#include "common/system/work_clock.h"

#include "pith_experimental.h"

typedef struct page_worker {
  const app_request *request; /* borrowed */
  pith_context *context;
  work_clock clock;

  /* The page being worked on. */
  page_taken taken;
  pith_page *page; /* NULL: none */

  /* -m layer: the pages it is compared with, read once. */
  input_bytes with_inputs[PITH_PARTNERS_MOST];
  pith_page *with[PITH_PARTNERS_MOST];
  uint32_t with_count;
} page_worker;

/* Make a worker for one thread; borrows the request. NULL after a message. */
page_worker *page_worker_new(const app_request *request);
void page_worker_free(page_worker *worker);

/* Read a page, by its number; it stays until the next one or
 * page_worker_close(). EXIT_INPUT or EXIT_ENVIRONMENT after a message. With
 * taken.end there is none. */
exit_code page_worker_read(page_worker *worker, page_cursor *cursor,
                           size_t number);

/* Parse and classify the page that was read. */
exit_code page_worker_classify(page_worker *worker);

/* Both. */
exit_code page_worker_open(page_worker *worker, page_cursor *cursor,
                           size_t number);
void page_worker_close(page_worker *worker);

/* Report on stderr why the page failed: EXIT_INPUT or EXIT_ENVIRONMENT. */
exit_code page_worker_refuse(const page_worker *worker, pith_status status,
                             const char *why);

/* The name of the method in use. */
const char *page_worker_method(const page_worker *worker);

#endif
