/* serve_extract.c: POST /v1/extract: one page in, its content out. The clock
 * runs from parsing to rendering; reading the body is limited by size alone.
 */
#include "pith/serve/serve.h"
#include "pith/serve/serve_pages.h"

#include <stdio.h>
#include <string.h>

/* HTML is in the encoding of its page, and nothing in it may run here. */
static void
set_html_headers(const pith_page *page, http_response *response)
{
  char type[128];
  snprintf(type, sizeof type, "text/html; charset=%s",
           pith_page_encoding(page, NULL));
  http_response_header(response, "Content-Type", type);
  http_response_header(response, "Content-Security-Policy",
                       "default-src 'none'; sandbox");
}

/* A page of a request has no file, so its id is its path as well. What was
 * written before a failure is the caller's to drop. */
pith_status
serve_record_write(const serve_ask *ask, pith_page *page, text_out *out)
{
  pith_options options = ask->request.page;
  pith_slice record;
  options.path = options.id;
  pith_status status =
      pith_page_render(page, PITH_FORMAT_JSON, &options, &record);
  text_out_bytes(out, record.data, record.len);
  return status;
}

/* JSON is the record of `pith -t json`; other formats are the rendering
 * alone. */
static pith_status
write_page(const serve_ask *ask, pith_page *page, http_response *response)
{
  pith_slice bytes;
  const pith_format_facts *format = request_format(&ask->request);
  response->type = format->type;
  if (format->format == PITH_FORMAT_JSON)
    return serve_record_write(ask, page, &response->body);
  pith_status status =
      pith_page_render(page, format->format, &ask->request.page, &bytes);
  if (status != PITH_OK)
    return status;
  if (!*format->ending)
    set_html_headers(page, response);
  text_out_bytes(&response->body, bytes.data, bytes.len);
  return PITH_OK;
}

/* From bytes to the response. `site`: classify with a site model; NULL: the
 * page alone. */
static void
extract(serve_worker *worker, const serve_page *from, const serve_ask *ask,
        pith_site *site, http_response *response)
{
  pith_options options = serve_page_options(from, ask);
  pith_slice unnamed = {"", 0};
  pith_page *page;
  pith_error error;
  pith_status status =
      pith_page_parse(worker->context, from->html, &options, &page, &error);
  if (status != PITH_OK) {
    serve_refuse(worker, status, error.message, response);
    return;
  }
  status =
      site ? pith_site_classify(site, page, unnamed, &ask->request.page, NULL)
           : pith_page_classify(page, &ask->request.page);
  if (status == PITH_OK)
    status = write_page(ask, page, response);
  if (status != PITH_OK)
    serve_refuse(worker, status, pith_status_text(status), response);
  pith_page_free(page);
}

/* All options are read and checked before the clock starts, so a bad request
 * costs no time of a page. */
void
serve_extract(const http_request *request, http_response *response)
{
  serve_worker *worker = request->worker;
  const serve_options *options = worker->shared->options;
  serve_ask ask;
  serve_page page;
  serve_ask_init(&ask, ROUTE_EXTRACT, &options->page);
  if (serve_ask_request(&ask, request, response) &&
      serve_page_read(request, &ask, &page, response)) {
    if (serve_ask_check(&ask, response)) {
      pith_site *site =
          ask.request.input.model
              ? serve_worker_site(worker, ask.request.input.model, response)
              : NULL;
      work_clock_start(&worker->clock, options->timeout);
      if (site || !ask.request.input.model)
        extract(worker, &page, &ask, site, response);
      work_clock_stop(&worker->clock);
    }
    serve_page_done(&page);
  }
  serve_ask_done(&ask);
}
