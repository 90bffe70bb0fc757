/* page_worker.h: what a thread needs to bring one page from its bytes to its
 * verdicts, with an end to the work on a page that takes too long.
 */
#ifndef CLI_PAGE_WORKER_H
#define CLI_PAGE_WORKER_H

#include "pith/extract/extract_request.h"
#include "common/input/page_list.h"
#include "common/system/work_clock.h"

#include "pith_experimental.h"

typedef struct page_worker {
  const app_request *request; /* borrowed */
  pith_context *context;
  work_clock clock;

  /* The page being worked on. */
  input_bytes input;
  pith_page *page; /* NULL: none */

  /* -m layer: the pages it is compared with, read once. */
  input_bytes with_inputs[PITH_PARTNERS_MOST];
  pith_page *with[PITH_PARTNERS_MOST];
  uint32_t with_count;
} page_worker;

/* Make a worker for one thread; borrows the request. NULL after a message. */
page_worker *page_worker_new(const app_request *request);
void page_worker_free(page_worker *worker);

/* Read, parse and classify a page of the list; it stays until the next one or
 * page_worker_close(). EXIT_INPUT or EXIT_ENVIRONMENT after a message. */
exit_code page_worker_open(page_worker *worker, const page_list *list,
                           size_t item);
void page_worker_close(page_worker *worker);

/* Report on stderr why the page failed: EXIT_INPUT or EXIT_ENVIRONMENT. */
exit_code page_worker_refuse(const page_worker *worker, pith_status status,
                             const char *why);

/* The name of the method in use. */
const char *page_worker_method(const page_worker *worker);

#endif
