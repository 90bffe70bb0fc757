/* review_api_page.c: the part of review_desk.h about one page, and about what
 * was learnt of its site.
 */
#include "lab/review/review_desk.h"
#include "lab/review/review_losses.h"

#include "pith_blocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTNERS_SHOWN = 8, TEXTS_SHOWN = 200, CLUSTERS_SHOWN = 40 };

/* Second wall behind review_frame.h: whatever might be left in a frame loads
 * nothing, runs nothing, sends nothing and leads nowhere. */
static const char frame_policy[] =
    "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors "
    "'self'";

static const review_place *
find_place(const http_request *request, http_response *response, int64_t id)
{
  const review_desk *desk = request->context;
  const review_place *place = review_source_find(&desk->source, id);
  if (!place)
    http_response_fail(response, 404, "no-page",
                       "there is no such page, or it was not found this time",
                       NULL);
  return place;
}

static void
say_vanished(review_desk *desk, int64_t page, http_response *response)
{
  review_store_gone(desk->store, page, true);
  http_response_fail(response, 410, "vanished",
                     "the page has vanished, or cannot be read any more",
                     "its grades are kept; go on with the next page");
}

/* Find the view that a request is about, with the engine locked. NULL after an
 * answer. */
static const review_view *
find_view(const http_request *request, http_response *response, int64_t id)
{
  review_desk *desk = request->context;
  const review_view *view = NULL;
  const char *with = review_text(request, "with", "");
  review_wish wish = {
      .place = find_place(request, response, id),
      .first = review_method_find(review_text(request, "method", "auto")),
      .second = review_method_find(with),
      .grader = review_grader(request)};
  if (!wish.place)
    return NULL;
  if (!wish.first || (with[0] && !wish.second)) {
    http_response_fail(response, 400, "no-method", "there is no such method",
                       NULL);
    return NULL;
  }
  switch (review_views_get(&desk->views, &wish, &view)) {
  case REVIEW_SEEN:
    return view;
  case REVIEW_VANISHED:
    say_vanished(desk, id, response);
    return NULL;
  case REVIEW_UNSEEN:
    break;
  }
  http_response_fail(response, 503, "unseen",
                     "the page could not be judged: memory or a limit", NULL);
  return NULL;
}

void
review_get_page(const http_request *request, http_response *response)
{
  review_desk *desk = request->context;
  pthread_mutex_lock(&desk->engine.lock);
  const review_view *view =
      find_view(request, response, review_number(request, "id", 0));
  if (view)
    text_out_bytes(review_answer(response), view->json.data, view->json.len);
  pthread_mutex_unlock(&desk->engine.lock);
}

void
review_get_frame(const http_request *request, http_response *response)
{
  review_desk *desk = request->context;
  char *end = NULL;
  long long id = strtoll(request->parameters[0], &end, 10);
  http_response_header(response, "Content-Security-Policy", frame_policy);
  pthread_mutex_lock(&desk->engine.lock);
  const review_view *view = find_view(request, response, *end ? 0 : id);
  if (view) {
    response->type = "text/html; charset=utf-8";
    text_out_bytes(&response->body, view->frame.data, view->frame.len);
  }
  pthread_mutex_unlock(&desk->engine.lock);
}

/* --- VIPS ----------------------------------------------------------------- */

static void
write_vips(text_out *out, const pith_visual_block *blocks, uint32_t count)
{
  char room[160];
  text_out_text(out, "{\"blocks\":[");
  for (uint32_t i = 0; i < count; i++) {
    const pith_visual_block *block = &blocks[i];
    snprintf(room, sizeof room, "%s[%u,%u,%d,%u,%u,%u,%u,%d]", i ? "," : "",
             (unsigned)block->span.from, (unsigned)block->span.to,
             block->parent == UINT32_MAX ? -1 : (int)block->parent,
             (unsigned)block->depth, block->doc, block->rule, block->separator,
             block->leaf);
    text_out_text(out, room);
  }
  text_out_text(out, "]}");
}

void
review_get_vips(const http_request *request, http_response *response)
{
  review_desk *desk = request->context;
  review_opened opened;
  const pith_visual_block *blocks;
  uint32_t count;
  int64_t id = review_number(request, "id", 0);
  int64_t pdoc = review_number(request, "pdoc", 0);
  const review_place *place = find_place(request, response, id);
  if (!place)
    return;
  pthread_mutex_lock(&desk->engine.lock);
  exit_code code = review_engine_open(&desk->engine, place, &opened);
  if (code != EXIT_FINE)
    say_vanished(desk, id, response);
  else if (pdoc < 0 || pdoc > 10 ||
           pith_page_vips(opened.page, (uint32_t)pdoc, &blocks, &count) !=
               PITH_OK)
    http_response_fail(response, 400, "no-blocks", "the page has no blocks",
                       "pdoc is 1 to 10");
  else
    write_vips(review_answer(response), blocks, count);
  if (code == EXIT_FINE)
    review_opened_done(&opened);
  pthread_mutex_unlock(&desk->engine.lock);
}

/* --- losses --------------------------------------------------------------- */

void
review_get_losses(const http_request *request, http_response *response)
{
  review_desk *desk = request->context;
  int64_t id = review_number(request, "id", 0);
  const review_place *place = find_place(request, response, id);
  if (!place)
    return;
  text_out *out = review_answer(response);
  text_out_text(out, "{\"losses\":[");
  if (review_losses_write(&desk->source, place, out) != EXIT_FINE)
    say_vanished(desk, id, response);
  else
    text_out_text(out, "]}");
}

/* --- partners ------------------------------------------------------------- */

static void
write_item(text_out *out, const review_site *site, size_t item)
{
  text_out_text(out, out->data[out->len - 1] == '[' ? "{" : ",{");
  review_member(out, "id", site->ids[item]);
  review_member_text(out, "name", site->list.items[item].name);
  text_out_text(out, "}");
}

/* Pages of the same layer, and what the library itself says of how alike the
 * best of them looks. */
static void
write_partners(review_desk *desk, const review_place *place, text_out *out)
{
  pith_slice names[PARTNERS_SHOWN];
  const review_site *site = &desk->source.sites[place->site];
  review_job job =
      review_learner_job(desk->learner, place->site, REVIEW_MODEL, true);
  text_out_text(out, "{");
  review_member(out, "learnt", job.stage == REVIEW_LEARNT);
  text_out_text(out, ",\"items\":[");
  if (job.stage == REVIEW_LEARNT) {
    const char *name = site->list.items[place->item].name;
    uint32_t count = pith_site_model_partners(
        job.model, (pith_slice){name, strlen(name)}, PARTNERS_SHOWN, names);
    for (uint32_t i = 0; i < count; i++) {
      size_t item = review_site_item(site, names[i]);
      if (item < site->list.count)
        write_item(out, site, item);
    }
  }
  text_out_text(out, "]}");
}

void
review_get_partners(const http_request *request, http_response *response)
{
  review_desk *desk = request->context;
  const review_place *place =
      find_place(request, response, review_number(request, "id", 0));
  if (place)
    write_partners(desk, place, review_answer(response));
}

/* --- what was learnt ------------------------------------------------------ */

/* The number of the site in the source; its count after an answer. */
static size_t
find_site(const http_request *request, http_response *response)
{
  const review_desk *desk = request->context;
  const review_site *site =
      review_source_site(&desk->source, review_number(request, "site", 0));
  if (site)
    return (size_t)(site - desk->source.sites);
  http_response_fail(response, 404, "no-site", "there is no such site", NULL);
  return desk->source.count;
}

static void
write_job(text_out *out, const review_job *job)
{
  static const char *const stages[] = {"unasked", "waiting", "learning",
                                       "learnt", "hopeless"};
  review_member_text(out, "stage", stages[job->stage]);
  review_member(out, "done", job->done);
  review_member(out, "total", job->total);
}

void
review_get_job(const http_request *request, http_response *response)
{
  review_desk *desk = request->context;
  size_t site = find_site(request, response);
  if (site == desk->source.count)
    return;
  review_subject subject =
      review_number(request, "paper", 0) == 1 ? REVIEW_PAPER : REVIEW_MODEL;
  review_job job = review_learner_job(desk->learner, site, subject,
                                      review_number(request, "ask", 1) == 1);
  text_out *out = review_answer(response);
  text_out_text(out, "{");
  write_job(out, &job);
  text_out_text(out, "}");
}

static void
write_texts(text_out *out, pith_site_model *model,
            const pith_site_model_cluster *cluster)
{
  const pith_shared_text *texts;
  uint32_t count = 0;
  text_out_text(out, ",\"texts\":[");
  if (pith_site_model_texts(model, cluster->id, (cluster->pages + 1) / 2,
                            TEXTS_SHOWN, &texts, &count) != PITH_OK)
    count = 0;
  for (uint32_t i = 0; i < count; i++) {
    text_out_text(out, i ? ",[" : "[");
    text_out_number(out, texts[i].pages, 0);
    text_out_text(out, ",");
    text_out_json(out, texts[i].text.data, texts[i].text.len);
    text_out_text(out, "]");
  }
  text_out_text(out, "]");
}

static void
write_template(text_out *out, pith_site_model *model)
{
  const pith_site_model_cluster *clusters;
  uint32_t count = 0;
  pith_site_model_facts facts = {.size = sizeof facts};
  pith_site_model_describe(model, &facts);
  review_member(out, "pages", facts.pages);
  review_member(out, "mostPages", facts.most_pages);
  review_member(out, "estimate", (int64_t)facts.estimate);
  text_out_text(out, ",\"clusters\":[");
  if (pith_site_model_clusters(model, &clusters, &count) != PITH_OK)
    count = 0;
  for (uint32_t i = 0; i < count && i < CLUSTERS_SHOWN; i++) {
    text_out_text(out, i ? ",{" : "{");
    review_member(out, "id", clusters[i].id);
    review_member(out, "pages", clusters[i].pages);
    write_texts(out, model, &clusters[i]);
    text_out_text(out, "}");
  }
  text_out_text(out, "]");
}

void
review_get_template(const http_request *request, http_response *response)
{
  review_desk *desk = request->context;
  size_t site = find_site(request, response);
  if (site == desk->source.count)
    return;
  text_out *out = review_answer(response);
  text_out_text(out, "{");
  pthread_mutex_lock(&desk->engine.lock); /* the model lends to one at a time */
  review_job job = review_learner_job(desk->learner, site, REVIEW_MODEL, true);
  write_job(out, &job);
  if (job.stage == REVIEW_LEARNT)
    write_template(out, job.model);
  pthread_mutex_unlock(&desk->engine.lock);
  text_out_text(out, "}");
}
