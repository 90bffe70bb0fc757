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

#endif
