/* serve_site.h: learning from the pages of a request. */
#ifndef SERVER_SERVE_SITE_H
#define SERVER_SERVE_SITE_H

#include "pith/serve/serve.h"
#include "pith/serve/serve_pages.h"

/* Let a model learn from all pages that can be read. False after an answer:
 * memory has ended. */
bool serve_learn(serve_worker *worker, const serve_pages *pages,
                 const serve_ask *ask, pith_site_model *model,
                 http_response *response);

/* One page: its record, or the line of its failure, is added to `out`. `site`:
 * classify with it; NULL: the page alone. False: memory has ended. */
bool serve_apply(serve_worker *worker, const serve_item *item,
                 const serve_ask *ask, pith_site *site, text_out *out);

/* The line of a page that failed: {"v":1,"id","error":{"code","message"}}. */
void serve_failure_write(text_out *out, const char *name, const char *code,
                         const char *why);

/* Whether an answer is not too large yet; false after an error answer. */
bool serve_answer_fits(const serve_worker *worker, http_response *response);

#endif
