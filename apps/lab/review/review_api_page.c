/* review_api_page.c: the part of review_api.h about one page, and about what
 * was learnt of its site. Pages are opened and classified under the lock of the
 * engine, one request at a time.
 */
#include "lab/review/review_api.h"
#include "lab/review/review_losses.h"

#include "common/system/ascii_text.h"
#include "common/system/number.h"

#include "pith_experimental.h"

#include <string.h>

enum { PARTNERS_SHOWN = 8, TEXTS_SHOWN = 200, CLUSTERS_SHOWN = 40 };

/* The place of a page; NULL after a 404. */
static const review_place *
find_place(const http_request *request, http_response *response, int64_t id)
{
  const review_session *session = request->context;
  const review_place *place = review_source_find(&session->source, id);
  if (!place)
    http_response_fail(response, 404, "no-page",
                       "there is no such page, or it was not found this time",
                       NULL);
  return place;
}

/* The page cannot be read any more: note it in the store, answer 410. */
static void
answer_gone(review_session *session, int64_t page, http_response *response)
{
  review_store_gone(session->store, page, true);
  http_response_fail(response, 410, "vanished",
                     "the page has vanished, or cannot be read any more",
                     "its grades are kept; go on with the next page");
}

/* Find the view that a request is about, with the engine locked. NULL after
 * an answer. The engine is locked by the caller and stays so while the view
 * is used. */
static const review_view *
find_view(const http_request *request, http_response *response, int64_t id)
{
  review_session *session = request->context;
  const review_view *view = NULL;
  const char *with = review_text(request, "with", "");
  review_view_request wanted = {
      .place = find_place(request, response, id),
      .first = review_method_find(review_text(request, "method", "auto")),
      .second = review_method_find(with),
      .grader = review_grader(request)};
  if (!wanted.place)
    return NULL;
  if (!wanted.first || (with[0] && !wanted.second)) {
    http_response_fail(response, 400, "no-method", "there is no such method",
                       NULL);
    return NULL;
  }
  switch (review_views_get(&session->views, &wanted, &view)) {
  case REVIEW_VIEW_MADE:
    return view;
  case REVIEW_VIEW_GONE:
    answer_gone(session, id, response);
    return NULL;
  case REVIEW_VIEW_FAILED:
    break;
  }
  http_response_fail(response, 503, "unseen",
                     "the page could not be classified: memory or a limit",
                     NULL);
  return NULL;
}

/* The bytes are copied while the engine is locked: a view is lent until then
 * only. */
void
review_get_page(const http_request *request, http_response *response)
{
  review_session *session = request->context;
  pthread_mutex_lock(&session->engine.lock);
  const review_view *view =
      find_view(request, response, review_number(request, "id", 0));
  if (view) {
    response->type = "application/json";
    text_out_bytes(&response->body, view->json.data, view->json.len);
  }
  pthread_mutex_unlock(&session->engine.lock);
}

/* The page itself, as review_frame.h writes it. The policy is set first, so
 * that error answers have it too. */
void
review_get_frame(const http_request *request, http_response *response)
{
  review_session *session = request->context;
  uint64_t id = 0;
  number_read(request->parameters[0], INT64_MAX, &id);
  review_set_policy(request, response);
  pthread_mutex_lock(&session->engine.lock);
  const review_view *view = find_view(request, response, (int64_t)id);
  if (view) {
    response->type = "text/html; charset=utf-8";
    text_out_bytes(&response->body, view->frame.data, view->frame.len);
  }
  pthread_mutex_unlock(&session->engine.lock);
}

/* --- parts ---------------------------------------------------------------- */

/* A style sheet is written anew, with the addresses in it; they are relative to
 * the style sheet. */
static void
write_style_sheet(review_parts *parts, const review_place *place,
                  const char *of, const review_part *part,
                  http_response *response)
{
  review_page_links links = review_parts_links(parts, place, text_slice(of));
  review_css_write(&response->body,
                   (pith_slice){part->bytes.data, part->bytes.len},
                   &links.links);
}

/* A style sheet, image or font of a page, by its address. The policy is for
 * those who open a picture by itself. No lock: files are read by any thread. */
void
review_get_part(const http_request *request, http_response *response)
{
  review_session *session = request->context;
  review_part part;
  uint64_t id = 0;
  number_read(request->parameters[0], INT64_MAX, &id);
  http_response_header(response, "Content-Security-Policy",
                       "sandbox; default-src 'none'; style-src "
                       "'unsafe-inline'");
  const review_place *place = find_place(request, response, (int64_t)id);
  const char *of = review_text(request, "of", "");
  bool css = review_number(request, "css", 0) == 1;
  if (!place)
    return;
  if (!review_parts_read(&session->parts, place, of, css, &part)) {
    http_response_fail(response, 404, "no-part",
                       "no style css, image or font of that address lies "
                       "beside the page",
                       NULL);
    return;
  }
  http_response_header(response, "Cache-Control", "private, max-age=60");
  response->type = part.type;
  if (css)
    write_style_sheet(&session->parts, place, of, &part, response);
  else
    text_out_bytes(&response->body, part.bytes.data, part.bytes.len);
  input_bytes_done(&part.bytes);
}

/* --- VIPS ----------------------------------------------------------------- */

/* [from, to, parent, depth, coherence, rule, separator, leaf]. */
static void
write_vips(http_response *response, const pith_visual_block *blocks,
           uint32_t count)
{
  json_out json = review_answer(response);
  json_out_array(&json, "blocks");
  for (uint32_t i = 0; i < count; i++) {
    const pith_visual_block *block = &blocks[i];
    json_out_array(&json, NULL);
    json_out_print(
        &json, "%u %u %d %u %u %u %u %d", block->span.from, block->span.to,
        block->parent == UINT32_MAX ? -1 : (int)block->parent, block->depth,
        block->doc, block->rule, block->separator, block->leaf);
    json_out_end(&json);
  }
  json_out_end(&json);
  json_out_end(&json);
}

/* Visual blocks are cut anew for each degree of coherence; they are quick to
 * make and large to keep. */
void
review_get_vips(const http_request *request, http_response *response)
{
  review_session *session = request->context;
  review_opened opened;
  const pith_visual_block *blocks;
  uint32_t count;
  int64_t id = review_number(request, "id", 0);
  int64_t pdoc = review_number(request, "pdoc", 0);
  const review_place *place = find_place(request, response, id);
  if (!place)
    return;
  pthread_mutex_lock(&session->engine.lock);
  exit_code code = review_engine_open(&session->engine, place, &opened);
  if (code != EXIT_FINE)
    answer_gone(session, id, response);
  else if (pdoc < 0 || pdoc > 10 ||
           pith_page_vips(opened.page, (uint32_t)pdoc, &blocks, &count) !=
               PITH_OK)
    http_response_fail(response, 400, "no-blocks", "the page has no blocks",
                       "pdoc is 1 to 10");
  else
    write_vips(response, blocks, count);
  if (code == EXIT_FINE)
    review_opened_done(&opened);
  pthread_mutex_unlock(&session->engine.lock);
}

/* --- losses --------------------------------------------------------------- */

/* Only files that the retrieval experiment wrote have losses. */
void
review_get_losses(const http_request *request, http_response *response)
{
  review_session *session = request->context;
  int64_t id = review_number(request, "id", 0);
  const review_place *place = find_place(request, response, id);
  if (!place)
    return;
  json_out json = review_answer(response);
  json_out_array(&json, "losses");
  exit_code code = review_losses_write(&session->source, place, &json);
  json_out_end(&json);
  json_out_end(&json);
  if (code != EXIT_FINE)
    answer_gone(session, id, response);
}

/* --- partners ------------------------------------------------------------- */

/* Pages of the same layer that look most alike to the library. */
static void
write_partners(const review_job *job, const review_site *site,
               const review_place *place, json_out *json)
{
  pith_slice names[PARTNERS_SHOWN];
  const char *name = site->list.items[place->item].name;
  uint32_t count = pith_site_model_partners(
      job->model, (pith_slice){name, strlen(name)}, PARTNERS_SHOWN, names);
  for (uint32_t i = 0; i < count; i++) {
    size_t item = review_site_item(site, names[i]);
    if (item == site->list.count)
      continue;
    json_out_object(json, NULL);
    json_out_print(json, "id %lld name %s", (long long)site->ids[item],
                   site->list.items[item].name);
    json_out_end(json);
  }
}

/* Until the site is learnt the list is empty and "learnt" is 0; the browser
 * then shows the progress instead. */
void
review_get_partners(const http_request *request, http_response *response)
{
  review_session *session = request->context;
  const review_place *place =
      find_place(request, response, review_number(request, "id", 0));
  if (!place)
    return;
  review_job job =
      review_learner_job(session->learner, place->site, REVIEW_MODEL, true);
  json_out json = review_answer(response);
  json_out_print(&json, "learnt %d", job.stage == REVIEW_LEARNT);
  json_out_array(&json, "items");
  if (job.stage == REVIEW_LEARNT)
    write_partners(&job, &session->source.sites[place->site], place, &json);
  json_out_end(&json);
  json_out_end(&json);
}

/* --- what was learnt ------------------------------------------------------ */

/* The number of the site in the source; the count of sites after a 404. */
static size_t
find_site(const http_request *request, http_response *response)
{
  const review_session *session = request->context;
  const review_site *site =
      review_source_site(&session->source, review_number(request, "site", 0));
  if (site)
    return (size_t)(site - session->source.sites);
  http_response_fail(response, 404, "no-site", "there is no such site", NULL);
  return session->source.count;
}

/* The words are part of the API; they follow the order of review_stage. */
static void
write_job(json_out *json, const review_job *job)
{
  static const char *const stages[] = {"unasked", "waiting", "learning",
                                       "learnt", "hopeless"};
  json_out_print(json, "stage %s done %u total %u", stages[job->stage],
                 job->done, job->total);
}

/* Polled by the browser. With ask=1, the default, learning is started. */
void
review_get_job(const http_request *request, http_response *response)
{
  review_session *session = request->context;
  size_t site = find_site(request, response);
  if (site == session->source.count)
    return;
  review_subject subject =
      review_number(request, "paper", 0) == 1 ? REVIEW_PAPER : REVIEW_MODEL;
  review_job job = review_learner_job(session->learner, site, subject,
                                      review_number(request, "ask", 1) == 1);
  json_out json = review_answer(response);
  write_job(&json, &job);
  json_out_end(&json);
}

/* Texts that at least half of the pages of a cluster share. */
static void
write_texts(json_out *json, pith_site_model *model,
            const pith_site_model_cluster *cluster)
{
  const pith_shared_text *texts;
  uint32_t count = 0;
  json_out_array(json, "texts");
  if (pith_site_model_texts(model, cluster->id, (cluster->pages + 1) / 2,
                            TEXTS_SHOWN, &texts, &count) != PITH_OK)
    count = 0;
  for (uint32_t i = 0; i < count; i++) {
    json_out_array(json, NULL);
    json_out_number(json, NULL, texts[i].pages);
    json_out_slice(json, NULL, texts[i].text);
    json_out_end(json);
  }
  json_out_end(json);
}

/* What the model knows: how many pages, and per cluster the texts they
 * share. */
static void
write_template(json_out *json, pith_site_model *model)
{
  const pith_site_model_cluster *clusters;
  uint32_t count = 0;
  pith_site_model_facts facts = {.size = sizeof facts};
  pith_site_model_describe(model, &facts);
  json_out_number(json, "pages", facts.pages);
  json_out_number(json, "mostPages", facts.most_pages);
  json_out_number(json, "estimate", facts.estimate);
  json_out_array(json, "clusters");
  if (pith_site_model_clusters(model, &clusters, &count) != PITH_OK)
    count = 0;
  for (uint32_t i = 0; i < count && i < CLUSTERS_SHOWN; i++) {
    json_out_object(json, NULL);
    json_out_number(json, "id", clusters[i].id);
    json_out_number(json, "pages", clusters[i].pages);
    write_texts(json, model, &clusters[i]);
    json_out_end(json);
  }
  json_out_end(json);
}

/* The engine is locked because the model lends texts to one caller at a time.
 */
void
review_get_template(const http_request *request, http_response *response)
{
  review_session *session = request->context;
  size_t site = find_site(request, response);
  if (site == session->source.count)
    return;
  json_out json = review_answer(response);
  pthread_mutex_lock(&session->engine.lock);
  review_job job =
      review_learner_job(session->learner, site, REVIEW_MODEL, true);
  write_job(&json, &job);
  if (job.stage == REVIEW_LEARNT)
    write_template(&json, job.model);
  pthread_mutex_unlock(&session->engine.lock);
  json_out_end(&json);
}
