/* extract_run.h: `pith extract` at work: pages in, what they say out.
 *
 *     pages ──► workers: read, parse, classify, write ──► in the order of the
 * input
 *
 * Records, and the text of a single page, go through one stream; the files of
 * many pages are written by the threads that made them.
 */
#ifndef CLI_EXTRACT_RUN_H
#define CLI_EXTRACT_RUN_H

#include "pith/extract/extract_fetch.h"

/* Do what the request says. EXIT_INPUT when a page failed and the others were
 * written. */
exit_code extract_run_all(const app_request *request,
                          const extract_fetched *fetched);

#endif
