/* serve.h: pith as an HTTP API for programs (docs/manual/serve.md,
 * openapi.json).
 *
 *   http_server.h ──► serve.c, routes ──► serve_extract.c      one page
 *                                         serve_site.c         pages of a site
 *                                         serve_model_routes.c models by name
 *
 * Handlers make the same library calls as the command, hence the same answers.
 */
#ifndef SERVER_SERVE_H
#define SERVER_SERVE_H

#include "common/http/http_server.h"
#include "pith/serve/serve_ask.h"
#include "pith/serve/serve_fetch.h"
#include "pith/serve/serve_models.h"
#include "common/system/work_clock.h"

typedef struct serve_options {
  http_options http;  /* routes, context and workers are set by serve_run() */
  pith_options page;  /* limits of a page */
  double timeout;     /* seconds of work on one page; 0: no end */
  size_t site_most;   /* bytes of a request with many pages */
  const char *models; /* folder; NULL: keep models in memory */
  const fetch_options *fetch; /* borrowed; NULL: no page is fetched */
  bool quiet;
  bool unconfined; /* do not enter the sandbox */
} serve_options;

/* Serve until SIGINT or SIGTERM. Prints the address on stderr. */
exit_code serve_run(const serve_options *options);

/* --- for the parts ------------------------------------------------------- */

/* What all threads use together. */
typedef struct serve_shared {
  const serve_options *options;
  serve_models *models;
  serve_fetchers *fetchers; /* NULL: no page is fetched */
  http_server *server;      /* set once it is there */
} serve_shared;

/* The state of a thread. */
typedef struct serve_worker {
  serve_shared *shared;
  work_clock clock;
  pith_context *context; /* for pages; its allocator fails when time is up */
  pith_context *plain;   /* for models, which outlive requests */
  serve_model *held;     /* the model used last; NULL: none */
  pith_site *site;       /* opened from it */
} serve_worker;

/* State of a worker, for http_options; the argument is the shared state. */
void *serve_worker_new(void *shared);
void serve_worker_free(void *shared, void *state);

/* The opened site of a model, kept for the next request. NULL after an error
 * answer. */
pith_site *serve_worker_site(serve_worker *worker, const char *name,
                             http_response *response);

/* Answer with the error of a page that failed. */
void serve_refuse(const serve_worker *worker, pith_status status,
                  const char *why, http_response *response);

/* Answer with the error of a model's state; false when it is none. */
bool serve_refuse_model(models_state state, http_response *response);

/* Handlers. */
void serve_extract(const http_request *request, http_response *response);
void serve_extract_url(const http_request *request, http_response *response);
void serve_batch(const http_request *request, http_response *response);
void serve_site(const http_request *request, http_response *response);
void serve_model_list(const http_request *request, http_response *response);
void serve_model_get(const http_request *request, http_response *response);
void serve_model_put(const http_request *request, http_response *response);
void serve_model_delete(const http_request *request, http_response *response);
void serve_model_learn(const http_request *request, http_response *response);

/* Append the record of a classified page to `out`. PITH_NOMEM, PITH_LIMIT:
 * nothing is appended. */
pith_status serve_record_write(const serve_ask *ask, pith_page *page,
                               text_out *out);

#endif
