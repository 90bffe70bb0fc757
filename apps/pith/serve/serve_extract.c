/* serve_extract.c: /v1/extract: one page in, its content out. The clock
 * runs from parsing to rendering; reading the body is limited by size alone.
 */
#include "pith/serve/serve.h"
#include "pith/serve/serve_pages.h"

#include <stdio.h>
#include <string.h>

/* Where the format leaves the charset open, the output is in the encoding of
 * the page. Nothing in HTML may run here. */
static void
set_html_headers(const pith_page *page, const pith_format_facts *format,
                 http_response *response)
{
  char type[128];
  if (!strchr(format->type, ';')) {
    snprintf(type, sizeof type, "%s; charset=%s", format->type,
             pith_page_encoding(page, NULL));
    http_response_header(response, "Content-Type", type);
  }
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
    set_html_headers(page, format, response);
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

/* The page is there: the rest is the same wherever it came from. The clock
 * starts when all options were checked, so a bad request costs no time of a
 * page. */
static void
answer_page(serve_worker *worker, const serve_page *page, serve_ask *ask,
            http_response *response)
{
  const char *model = ask->request.input.model;
  if (!serve_ask_check(ask, response))
    return;
  pith_site *site = model ? serve_worker_site(worker, model, response) : NULL;
  work_clock_start(&worker->clock, worker->shared->options->timeout);
  if (site || !model)
    extract(worker, page, ask, site, response);
  work_clock_stop(&worker->clock);
}

void
serve_extract(const http_request *request, http_response *response)
{
  serve_worker *worker = request->worker;
  serve_ask ask;
  serve_page page;
  serve_ask_init(&ask, ROUTE_EXTRACT, &worker->shared->options->page);
  if (serve_ask_request(&ask, request, response) &&
      serve_page_read(request, &ask, &page, response)) {
    answer_page(worker, &page, &ask, response);
    serve_page_done(&page);
  }
  serve_ask_done(&ask);
}

/* Links of a page that was fetched are relative to where it came from at last.
 */
static void
fetch_and_answer(serve_worker *worker, serve_ask *ask, http_response *response)
{
  serve_page page;
  web_url final;
  if (!serve_fetch_page(worker->shared->fetchers, ask->request.page.url, &page,
                        &final, response))
    return;
  ask->request.page.url = final.text;
  answer_page(worker, &page, ask, response);
  serve_page_done(&page);
}

/* Whether it may is checked first: a server that does not fetch must not tell
 * what it thinks of an address. */
void
serve_extract_url(const http_request *request, http_response *response)
{
  serve_worker *worker = request->worker;
  serve_ask ask;
  serve_ask_init(&ask, ROUTE_EXTRACT, &worker->shared->options->page);
  if (!worker->shared->fetchers)
    http_response_fail(response, 403, "fetch-off",
                       "this server fetches no pages",
                       "send the page by POST, or start the server with "
                       "--allow-fetch");
  else if (serve_ask_request(&ask, request, response)) {
    if (ask.request.page.url)
      fetch_and_answer(worker, &ask, response);
    else
      http_response_fail(response, 400, "bad-value", "there is no url",
                         "write ?url=http://..., or send a page by POST");
  }
  serve_ask_done(&ask);
}
