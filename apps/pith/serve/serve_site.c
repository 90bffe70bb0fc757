/* serve_site.c: POST /v1/site: the pages of a site in, a record of each out, as
 * `pith site` writes them, by any method; and learning from pages, which models
 * need too.
 *
 *     pages of the body ──► learn ──► model ──► each page again ──► records
 *
 * Pages are decoded and parsed one at a time: a request holds its body, the
 * model and, for the layer method, the partners of one page.
 */
#include "pith/serve/serve_site.h"

#include "common/json/json_out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWER_TIMES = 4 }; /* as large as a request, at most */

/* Parse a page, which borrows `from`; both are closed by close_page(), also
 * after a failure. */
static pith_status
open_page(serve_worker *worker, const serve_item *item, const serve_ask *ask,
          serve_page *from, pith_page **out)
{
  *out = NULL;
  work_clock_start(&worker->clock, worker->shared->options->timeout);
  pith_status status = serve_item_open(item, from);
  if (status != PITH_OK)
    return status;
  pith_options options = serve_page_options(from, ask);
  return pith_page_parse(worker->context, from->html, &options, out, NULL);
}

/* The clock is stopped first: releasing memory is no work of the page. */
static void
close_page(serve_worker *worker, serve_page *from, pith_page *page)
{
  work_clock_stop(&worker->clock);
  pith_page_free(page);
  serve_page_done(from);
}

/* Whether a failure is the page's own: the others are not harmed. */
static bool
is_of_page(const serve_worker *worker, pith_status status)
{
  return status != PITH_NOMEM || worker->clock.late;
}

/* Memory has ended: the whole request is given up, as half of it would look
 * like an answer. */
static bool
give_up(const serve_worker *worker, http_response *response)
{
  serve_refuse(worker, PITH_NOMEM, pith_status_text(PITH_NOMEM), response);
  return false;
}

static pith_slice
item_name(const serve_item *item)
{
  return (pith_slice){item->name, strlen(item->name)};
}

/* A page that fails is left out of the model; the others are learnt. False,
 * after an answer was written, when memory has ended. */
bool
serve_learn(serve_worker *worker, const serve_pages *pages,
            const serve_ask *ask, pith_site_model *model,
            http_response *response)
{
  for (size_t i = 0; i < pages->count; i++) {
    serve_page from;
    pith_page *page;
    pith_status status = open_page(worker, &pages->items[i], ask, &from, &page);
    bool memory = !is_of_page(worker, status);
    if (status == PITH_OK) /* a failure is reported when it is classified */
      memory = pith_site_model_learn(model, page,
                                     item_name(&pages->items[i])) == PITH_NOMEM;
    close_page(worker, &from, page);
    if (memory)
      return give_up(worker, response);
  }
  return true;
}

/* The shape of a record, so that readers of lines find the id at its place. */
void
serve_failure_write(text_out *out, const char *name, const char *code,
                    const char *why)
{
  json_out json = json_out_begin(out);
  json_out_object(&json, NULL);
  json_out_print(&json, "v %d id %s", 1, name);
  json_out_object(&json, "error");
  json_out_print(&json, "code %s message %s", code, why);
  json_out_end(&json);
  json_out_end(&json);
  text_out_text(out, "\n");
}

/* A page that failed has a line, too. */
static void
write_failure(const serve_worker *worker, text_out *out, const serve_item *item,
              pith_status status)
{
  const char *why = pith_status_text(status);
  if (worker->clock.late)
    why = "it takes too much work";
  else if (status == PITH_FORMAT)
    why = "\"html_b64\" is no base64";
  serve_failure_write(out, item->name, "page-failed", why);
}

/* A page has its own id and address; the rest of the options is the request's.
 * The base of its links is its own address, never the site's. */
static pith_status
write_record(const serve_item *item, const serve_ask *ask, pith_page *page,
             text_out *out)
{
  serve_ask mine = *ask;
  mine.request.page.id = item->name;
  mine.request.page.url = mine.request.page.base_url = item->url;
  return serve_record_write(&mine, page, out);
}

bool
serve_apply(serve_worker *worker, const serve_item *item, const serve_ask *ask,
            pith_site *site, text_out *out)
{
  serve_page from;
  pith_page *page;
  size_t before = out->len;
  pith_status status = open_page(worker, item, ask, &from, &page);
  if (status == PITH_OK)
    status = site ? pith_site_classify(site, page, item_name(item),
                                       &ask->request.page, NULL)
                  : pith_page_classify(page, &ask->request.page);
  if (status == PITH_OK)
    status = write_record(item, ask, page, out);
  bool goes_on = is_of_page(worker, status);
  if (status != PITH_OK) {
    out->len = before; /* half a record is none */
    write_failure(worker, out, item, status);
  }
  close_page(worker, &from, page);
  return goes_on;
}

/* --- partners ------------------------------------------------------------- */

/* The partners of the page at hand. They are parsed on its clock: what they
 * cost is the page's own work. */
typedef struct partner_pages {
  serve_worker *worker;
  const serve_pages *pages;
  const serve_ask *ask;
  serve_page from[PITH_PARTNERS_MOST];
  pith_page *held[PITH_PARTNERS_MOST];
  uint32_t count;
} partner_pages;

/* Pages of a request were sorted by name, see serve_pages.c. */
static int
compare_name(const void *name, const void *item)
{
  return strcmp(name, ((const serve_item *)item)->name);
}

/* pith_page_loader.load; a page that cannot be had is no partner. */
static const pith_page *
load_partner(void *state, pith_slice name)
{
  partner_pages *with = state;
  char *key = strndup(name.data, name.len);
  const serve_item *item =
      key ? bsearch(key, with->pages->items, with->pages->count, sizeof *item,
                    compare_name)
          : NULL;
  free(key);
  if (!item || with->count == PITH_PARTNERS_MOST)
    return NULL;
  serve_page *from = &with->from[with->count];
  pith_page *page = NULL;
  if (serve_item_open(item, from) != PITH_OK)
    return NULL;
  pith_options options = serve_page_options(from, with->ask);
  if (pith_page_parse(with->worker->context, from->html, &options, &page,
                      NULL) != PITH_OK) {
    serve_page_done(from);
    return NULL;
  }
  return with->held[with->count++] = page;
}

/* pith_page_loader.release; pages are released in the order of loading. */
static void
release_partner(void *state, const pith_page *page)
{
  partner_pages *with = state;
  for (uint32_t i = 0; i < with->count; i++)
    if (with->held[i] == page) {
      pith_page_free(with->held[i]);
      serve_page_done(&with->from[i]);
      with->held[i] = NULL;
    }
  while (with->count > 0 && !with->held[with->count - 1])
    with->count--;
}

/* --- records -------------------------------------------------------------- */

/* Spans of many small blocks can be far larger than their page. */
bool
serve_answer_fits(const serve_worker *worker, http_response *response)
{
  char text[96];
  size_t most = ANSWER_TIMES * worker->shared->options->site_most;
  if (response->body.len <= most)
    return true;
  snprintf(text, sizeof text, "the answer is larger than %zu bytes", most);
  http_response_fail(response, 413, "too-large", text,
                     "send fewer pages at once");
  return false;
}

/* Records are in the order of names. The answer is collected in memory and sent
 * when it is whole, so a failure in the middle still has a status of its own.
 */
static void
apply_all(serve_worker *worker, const serve_pages *pages, const serve_ask *ask,
          const pith_site_model *model, http_response *response)
{
  pith_site *site;
  partner_pages with = {.worker = worker, .pages = pages, .ask = ask};
  pith_page_loader loader = {load_partner, release_partner, &with};
  pith_status status = pith_site_open(worker->context, model, &loader, &site);
  if (status != PITH_OK) {
    serve_refuse(worker, status, pith_status_text(status), response);
    return;
  }
  response->type = "application/x-ndjson";
  for (size_t i = 0; i < pages->count && !response->body.error; i++) {
    if (!serve_apply(worker, &pages->items[i], ask, site, &response->body)) {
      give_up(worker, response);
      break;
    }
    if (!serve_answer_fits(worker, response))
      break;
  }
  pith_site_free(site);
}

/* Two passes, as a page can be classified only when all were learnt. The model
 * lives in the context without a clock, because it outlives the work on each
 * page. */
static void
learn_and_apply(serve_worker *worker, const serve_pages *pages,
                const serve_ask *ask, http_response *response)
{
  pith_site_model *model;
  pith_site_options learns;
  pith_site_options_default(&learns);
  learns.evidence =
      pith_method_evidence(ask->request.page.method, ask->request.page.compat);
  pith_status status = pith_site_model_new(worker->plain, &learns, &model);
  if (status == PITH_OK && !serve_learn(worker, pages, ask, model, response)) {
    pith_site_model_free(model);
    return;
  }
  if (status == PITH_OK)
    status = pith_site_model_finish(model);
  if (status == PITH_OK)
    apply_all(worker, pages, ask, model, response);
  else
    serve_refuse(worker, status, pith_status_text(status), response);
  pith_site_model_free(model);
}

/* Options are checked before the pages are read, so that a bad combination is
 * cheap to refuse. */
void
serve_site(const http_request *request, http_response *response)
{
  serve_worker *worker = request->worker;
  serve_ask ask;
  serve_pages pages;
  serve_ask_init(&ask, ROUTE_SITE, &worker->shared->options->page);
  if (serve_ask_request(&ask, request, response) &&
      serve_ask_check(&ask, response) &&
      serve_pages_read(request, &pages, response)) {
    learn_and_apply(worker, &pages, &ask, response);
    serve_pages_done(&pages);
  }
  serve_ask_done(&ask);
}
