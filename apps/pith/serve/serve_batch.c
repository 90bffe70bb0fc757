/* serve_batch.c: POST /v1/batch: pages in, a line of JSON each; records out in
 * the same order, a line each. Pages have nothing to do with one another: what
 * is learnt from them together is /v1/site.
 *
 * A line that cannot be read is answered by a line that says why, and the next
 * ones are worked on. Lines are read where they are, one at a time.
 */
#include "pith/serve/serve_site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The answer of one line. False: memory has ended. */
static bool
answer_line(serve_worker *worker, const serve_ask *ask, pith_site *site,
            pith_slice line, size_t number, text_out *out)
{
  serve_item item;
  const char *why;
  char name[32];
  pith_status status = serve_item_find(line, number, &item, &why);
  if (status == PITH_FORMAT) {
    snprintf(name, sizeof name, "%zu", number);
    serve_failure_write(out, name, "bad-json", why);
    return true;
  }
  bool goes_on =
      status == PITH_OK && serve_apply(worker, &item, ask, site, out);
  serve_item_done(&item);
  return goes_on;
}

/* All lines; blank ones have a number but no answer. */
static void
answer_all(serve_worker *worker, const serve_ask *ask, pith_site *site,
           pith_slice body, http_response *response)
{
  const char *at = body.data, *end = at + body.len;
  response->type = "application/x-ndjson";
  for (size_t number = 1; at < end && !response->body.error; number++) {
    const char *to = memchr(at, '\n', (size_t)(end - at));
    pith_slice line = {at, (size_t)((to ? to : end) - at)};
    json_scan blank = {at, at + line.len};
    at = to ? to + 1 : end;
    if (json_at_end(&blank))
      continue;
    if (!answer_line(worker, ask, site, line, number, &response->body)) {
      serve_refuse(worker, PITH_NOMEM, pith_status_text(PITH_NOMEM), response);
      return;
    }
    if (!serve_answer_fits(worker, response))
      return;
  }
}

/* Options are those of the query and hold for all lines. */
void
serve_batch(const http_request *request, http_response *response)
{
  serve_worker *worker = request->worker;
  serve_ask ask;
  pith_site *site = NULL;
  serve_ask_init(&ask, ROUTE_BATCH, &worker->shared->options->page);
  if (serve_ask_request(&ask, request, response) &&
      serve_ask_check(&ask, response) && serve_lines_check(request, response)) {
    const char *model = ask.request.input.model;
    if (model)
      site = serve_worker_site(worker, model, response);
    if (site || !model)
      answer_all(worker, &ask, site, request->body, response);
  }
  serve_ask_done(&ask);
}
