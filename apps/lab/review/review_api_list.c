/* review_api_list.c: the part of review_api.h about what there is: the session,
 * its sites and pages, and samples of them.
 */
#include "lab/review/review_api.h"
#include "lab/review/review_losses.h"

#include <stdio.h>
#include <string.h>

/* Bounds of one answer; the browser asks for the next lines when it needs them.
 */
enum { LINES_MOST = 1000, SAMPLE_MOST = 1000000 };

/* --- state ---------------------------------------------------------------- */

/* "site" and "paper" are numbers, not booleans, as everywhere in this API: 0
 * and 1 are what the query of a request has, too. */
static void
write_methods(json_out *json)
{
  const review_method *method;
  json_out_array(json, "methods");
  for (size_t i = 0; (method = review_method_at(i)); i++) {
    unsigned evidence = method->choice.evidence;
    unsigned learnt = PITH_EVIDENCE_SHARED | PITH_EVIDENCE_LAYER;
    json_out_object(json, NULL);
    json_out_print(json, "id %s label %s site %d paper %d", method->choice.name,
                   method->label, (evidence & learnt) != 0,
                   (evidence & PITH_EVIDENCE_PAPER) != 0);
    json_out_end(json);
  }
  json_out_end(json);
}

/* Called by the store for each grader. */
static void
write_name(void *state, const char *name)
{
  json_out_text(state, NULL, name);
}

/* A server on every address does not know which of them leads here; a client
 * does, and http_guard.h has checked it. Lent by the request or the session. */
static const char *
review_place_of(const http_request *request)
{
  const review_session *session = request->context;
  const char *host = session->shared ? http_header(request, "Host") : NULL;
  return host ? host : session->address;
}

/* All that does not change during a session, and the graders so far. With one
 * site its id comes along. */
void
review_get_state(const http_request *request, http_response *response)
{
  const review_session *session = request->context;
  const review_source *source = &session->source;
  json_out json = review_answer(response);
  json_out_print(
      &json,
      "title %s version %s grader %s sites %zu pages %zu sample %lld "
      "losses %d",
      session->title, pith_version(), review_grader(request), source->count,
      source->place_count, (long long)session->sample,
      review_losses_present(source));
  json_out_print(&json, "store %s address %s also %s guest %d",
                 session->identity, review_place_of(request), session->also,
                 review_guest(request) != NULL);
  if (source->count == 1)
    json_out_print(&json, "site %lld", (long long)source->sites[0].id);
  json_out_array(&json, "graders");
  review_outcome outcome =
      review_store_graders(session->store, write_name, &json);
  json_out_end(&json);
  write_methods(&json);
  json_out_end(&json);
  review_refuse(response, outcome);
}

/* --- lists ---------------------------------------------------------------- */

/* Zero is left out, see write_line(). */
static void
write_count(json_out *json, const char *key, int64_t count)
{
  if (count > 0)
    json_out_number(json, key, (uint64_t)count);
}

/* Members that are zero are left out: a list has thousands of lines. */
static void
write_line(void *state, const review_line *line)
{
  json_out *json = state;
  json_out_object(json, NULL);
  json_out_print(json, "id %lld name %s", (long long)line->id, line->name);
  if (line->pages > 0)
    json_out_print(json, "pages %lld graded %lld", (long long)line->pages,
                   (long long)line->graded);
  write_count(json, "corrected", line->corrected);
  write_count(json, "sorted", line->sorted);
  if (line->grade)
    json_out_text(json, "grade", line->grade);
  if (line->aside)
    json_out_text(json, "aside", line->aside);
  if (line->title[0])
    json_out_text(json, "title", line->title);
  if (line->confidence >= 0)
    json_out_decimal(json, "confidence", line->confidence, 2);
  write_count(json, "disagree", line->disagree);
  write_count(json, "sampled", line->sampled);
  write_count(json, "gone", line->gone);
  write_count(json, "changed", line->changed);
  json_out_end(json);
}

/* Words of a query, in the order of review_filter and review_order. */
static const char *const filters[REVIEW_FILTERS] = {
    "all",    "graded",  "ungraded",  "corrected", "gone",
    "unsure", "skipped", "disagreed", "doubtful"};
static const char *const orders[REVIEW_ORDERS] = {
    "name", "confidence", "disagreement", "grade", "title"};

/* The place of a word; 0 when it is unknown, which shows everything by name: an
 * old bookmark should still work. */
static int
find_word(const char *const *words, int count, const char *word)
{
  for (int i = 0; i < count; i++)
    if (strcmp(word, words[i]) == 0)
      return i;
  return 0;
}

/* Numbers of a query are typed by hand at times, so they are brought into range
 * and not refused. */
static int64_t
within(int64_t number, int64_t least, int64_t most)
{
  return number < least ? least : number > most ? most : number;
}

/* Sites, or the pages of one site, which only differ by `site` of the query.
 * The answer is made before the outcome is known; an error replaces it. */
static void
answer_list(const http_request *request, http_response *response, int64_t site)
{
  const review_session *session = request->context;
  review_query query = {
      .site = site,
      .search = review_text(request, "q", ""),
      .grader = review_grader(request),
      .method = review_text(request, "method", ""),
      .filter = (review_filter)find_word(filters, REVIEW_FILTERS,
                                         review_text(request, "filter", "all")),
      .order = (review_order)find_word(orders, REVIEW_ORDERS,
                                       review_text(request, "order", "name")),
      .sample = review_number(request, "sample", 0),
      .from = within(review_number(request, "from", 0), 0, INT64_MAX),
      .count = within(review_number(request, "count", 200), 0, LINES_MOST)};
  int64_t total = 0;
  json_out json = review_answer(response);
  json_out_array(&json, "items");
  review_outcome outcome =
      review_store_list(session->store, &query, &total, write_line, &json);
  json_out_end(&json);
  json_out_print(&json, "total %lld from %lld", (long long)total,
                 (long long)query.from);
  json_out_end(&json);
  review_refuse(response, outcome);
}

/* Site 0 is the list of sites itself. */
void
review_get_sites(const http_request *request, http_response *response)
{
  answer_list(request, response, 0);
}

/* Ids begin with 1: 0 is a query without a site. */
void
review_get_pages(const http_request *request, http_response *response)
{
  int64_t site = review_number(request, "site", 0);
  if (site > 0)
    answer_list(request, response, site);
  else
    http_response_fail(response, 400, "no-site", "name the site", NULL);
}

/* The owner invites a grader: the answer has the address to hand on. */
void
review_post_grader(const http_request *request, http_response *response)
{
  review_session *session = request->context;
  const review_person *made = NULL;
  if (review_guest(request)) {
    http_response_fail(response, 403, "not-yours",
                       "only the owner of the review invites graders",
                       "ask who started it");
    return;
  }
  review_outcome outcome =
      review_people_invite(&session->people, session->store,
                           review_text(request, "name", ""), &made);
  json_out json = review_answer(response);
  if (made) {
    char url[256];
    snprintf(url, sizeof url, "http://%s/?token=%s", review_place_of(request),
             made->token);
    json_out_print(&json, "name %s url %s", made->name, url);
  }
  json_out_end(&json);
  review_refuse(response, outcome);
}

/* The same numbers give the same sample again, so a repeated request is
 * harmless. */
void
review_post_sample(const http_request *request, http_response *response)
{
  const review_session *session = request->context;
  int64_t count = review_number(request, "count", 0);
  int64_t seed = review_number(request, "seed", 1);
  int64_t id = 0;
  if (count < 1 || count > SAMPLE_MOST) {
    http_response_fail(response, 400, "bad-count",
                       "a sample has at least one item", NULL);
    return;
  }
  review_outcome outcome = review_store_sample(
      session->store, review_number(request, "pages", 0) == 1,
      review_number(request, "site", 0), count, (uint64_t)seed, &id);
  json_out json = review_answer(response);
  json_out_print(&json, "sample %lld", (long long)id);
  json_out_end(&json);
  review_refuse(response, outcome);
}
