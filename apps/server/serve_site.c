/* serve_site.c: POST /v1/site: the pages of a site in, a record of each out, as
 * `pith site` writes them; and learning from pages, which models need too.
 */
#include "serve_site.h"

#include "shared/record_out.h"

#include <string.h>

/* Parse a page; the page borrows `from`. Gives what is wrong, NULL: nothing. */
static const char *
open_page(serve_worker *worker, const serve_item *item, const serve_ask *ask,
          serve_page *from, pith_page **out)
{
  *out = NULL;
  work_clock_start(&worker->clock, worker->house->options->timeout);
  const char *wrong = serve_item_open(item, from);
  if (wrong)
    return wrong;
  pith_options options = serve_page_options(from, ask);
  pith_status status =
      pith_page_parse(worker->context, from->html, &options, out, NULL);
  return status == PITH_OK ? NULL : serve_why(worker, status);
}

static void
close_page(serve_worker *worker, serve_page *from, pith_page *page)
{
  work_clock_stop(&worker->clock);
  pith_page_free(page);
  serve_page_done(from);
}

const char *
serve_why(const serve_worker *worker, pith_status status)
{
  return worker->clock.late ? "it takes too much work"
                            : pith_status_text(status);
}

bool
serve_learn(serve_worker *worker, const serve_pages *pages,
            const serve_ask *ask, pith_model *model, http_response *response)
{
  for (size_t i = 0; i < pages->count; i++) {
    serve_page from;
    pith_page *page;
    pith_status status = PITH_OK;
    const char *wrong = open_page(worker, &pages->items[i], ask, &from, &page);
    if (!wrong) /* one that cannot be read is told of when it is judged */
      status = pith_model_add(model, page);
    close_page(worker, &from, page);
    if (status == PITH_NOMEM) {
      serve_refuse(worker, status, pith_status_text(status), response);
      return false;
    }
  }
  return true;
}

/* A page that failed has a line, too. */
static void
write_failure(text_out *out, const serve_item *item, const char *wrong)
{
  text_out_text(out, "{\"v\":1,\"id\":");
  text_out_json_name(out, item->name, strlen(item->name));
  text_out_text(out, ",\"error\":{\"code\":\"page-failed\",\"message\":");
  text_out_json(out, wrong, strlen(wrong));
  text_out_text(out, "}}\n");
}

static pith_status
write_record(const serve_item *item, const serve_ask *ask,
             const pith_judgement *judgement, pith_page *page, text_out *out)
{
  const char *warnings[2];
  pith_render_style style = ask->render;
  record_out record = RECORD_OUT_NONE;
  style.base_url = item->url;
  record.id = record.path = item->name;
  record.url = item->url;
  record.style = &style;
  record.method = ask->judge.method;
  record.markdown = ask->markdown;
  record.cluster = judgement->cluster;
  record.warnings = warnings;
  if (judgement->alone && judgement->words > 0)
    warnings[record.warning_count++] = "alone";
  if (judgement->spared)
    warnings[record.warning_count++] = "spared";
  return record_out_write(out, &record, page);
}

/* One page: its record, or the line of its failure. */
static void
apply(serve_worker *worker, const serve_item *item, const serve_ask *ask,
      pith_judge *judge, text_out *out)
{
  serve_page from;
  pith_page *page;
  pith_judgement judgement;
  size_t before = out->len;
  const char *wrong = open_page(worker, item, ask, &from, &page);
  if (!wrong) {
    pith_status status =
        pith_judge_page_by(judge, page, &ask->judge, &judgement);
    if (status == PITH_OK)
      status = write_record(item, ask, &judgement, page, out);
    if (status != PITH_OK)
      wrong = serve_why(worker, status);
  }
  if (wrong) {
    out->len = before; /* half a record is none */
    write_failure(out, item, wrong);
  }
  close_page(worker, &from, page);
}

static void
apply_all(serve_worker *worker, const serve_pages *pages, const serve_ask *ask,
          const pith_model *model, http_response *response)
{
  pith_judge *judge;
  pith_status status = pith_judge_new(worker->context, model, &judge);
  if (status != PITH_OK) {
    serve_refuse(worker, status, pith_status_text(status), response);
    return;
  }
  response->type = "application/x-ndjson";
  for (size_t i = 0; i < pages->count && !response->body.error; i++)
    apply(worker, &pages->items[i], ask, judge, &response->body);
  pith_judge_free(judge);
}

static void
learn_and_apply(serve_worker *worker, const serve_pages *pages,
                const serve_ask *ask, http_response *response)
{
  pith_model *model;
  pith_status status = pith_model_new(worker->plain, 0, &model);
  if (status == PITH_OK && !serve_learn(worker, pages, ask, model, response)) {
    pith_model_free(model);
    return;
  }
  if (status == PITH_OK)
    status = pith_model_open(model);
  if (status == PITH_OK)
    apply_all(worker, pages, ask, model, response);
  else
    serve_refuse(worker, status, pith_status_text(status), response);
  pith_model_free(model);
}

void
serve_site(const http_request *request, http_response *response)
{
  serve_worker *worker = request->worker;
  serve_ask ask;
  serve_pages pages;
  serve_ask_init(&ask, &worker->house->options->page);
  ask.to = SERVE_JSON;
  ask.to_given = true;
  if (serve_ask_request(&ask, request, response) &&
      serve_ask_check(&ask, true, response)) {
    if (ask.to != SERVE_JSON || ask.id || ask.url)
      http_response_fail(response, 400, "bad-combination",
                         "a site comes back as records, each with the id and "
                         "url of its page",
                         "leave out to, id and url");
    else if (serve_pages_read(request, &pages, response)) {
      learn_and_apply(worker, &pages, &ask, response);
      serve_pages_done(&pages);
    }
  }
  serve_ask_done(&ask);
}
