/* review_api_mark.c: the part of review_api.h about grades and corrections:
 * they are saved, undone and listed.
 */
#include "lab/review/review_api.h"

#include "common/system/ascii_text.h"
#include "common/system/need.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of one request: a target has no room for more. */
enum { SPANS_MOST = 600 };

/* --- listing -------------------------------------------------------------- */

/* Writes to `json`, under `key`; NULL in an array. */
typedef struct mark_writer {
  json_out json;
  const char *key;
  int64_t corrected; /* page of the last mark, if that was a correction */
} mark_writer;

/* Names come along with ids: a list of marks is read without further requests.
 */
static void
write_mark(void *state, const review_mark *mark)
{
  mark_writer *to = state;
  json_out_object(&to->json, to->key);
  json_out_print(&to->json,
                 "id %lld grader %s kind %s site %lld page %lld partner %lld "
                 "method %s topic %s",
                 (long long)mark->id, mark->grader,
                 review_kind_name(mark->kind), (long long)mark->site,
                 (long long)mark->page, (long long)mark->partner, mark->method,
                 mark->topic);
  json_out_print(&to->json,
                 "from %lld to %lld value %s comment %s made %s siteName %s "
                 "pageName %s",
                 (long long)mark->from, (long long)mark->to, mark->value,
                 mark->comment, mark->made, mark->site_name, mark->page_name);
  json_out_end(&to->json);
  to->corrected = mark->kind == REVIEW_CORRECTION ? mark->page : 0;
}

/* Current marks only, in the order they were made. With a site and no page,
 * those about the site itself; with neither, all of them. */
void
review_get_marks(const http_request *request, http_response *response)
{
  const review_session *session = request->context;
  mark_writer to = {.json = review_answer(response)};
  json_out_array(&to.json, "marks");
  review_outcome outcome =
      review_store_marks(session->store, review_text(request, "grader", NULL),
                         review_number(request, "site", 0),
                         review_number(request, "page", 0), write_mark, &to);
  json_out_end(&to.json);
  json_out_end(&to.json);
  review_refuse(response, outcome);
}

/* --- saving --------------------------------------------------------------- */

/* Views of a page with other corrections are out of date. */
static void
forget_page(review_session *session, int64_t page)
{
  pthread_mutex_lock(&session->engine.lock);
  review_views_forget(&session->views, page);
  pthread_mutex_unlock(&session->engine.lock);
}

/* The comment is the body; a NUL in it would cut it short unnoticed. */
static char *
read_comment(const http_request *request)
{
  pith_slice body = request->body;
  if (body.len > 0 && memchr(body.data, '\0', body.len))
    return NULL;
  return text_copy(body);
}

/* The spans of a mark: "310-371,400-412" of the query, else from= and to=.
 * Returns how many; 0 when the text is none. */
static size_t
read_spans(const http_request *request, review_span *room, size_t most)
{
  const char *at = http_query(request, "spans");
  size_t count = 0;
  if (!at) {
    room[0] = (review_span){review_number(request, "from", 0),
                            review_number(request, "to", 0)};
    return 1;
  }
  for (;;) {
    long long from, to;
    int len = 0;
    if (count == most || sscanf(at, "%18lld-%18lld%n", &from, &to, &len) != 2)
      return 0;
    room[count++] = (review_span){from, to};
    at += len;
    if (*at == '\0')
      return count;
    if (*at++ != ',')
      return 0;
  }
}

/* Answers only after the mark is on disk, because the browser then forgets
 * it. */
void
review_post_mark(const http_request *request, http_response *response)
{
  review_session *session = request->context;
  char *comment = read_comment(request);
  review_mark mark = {
      .grader = review_grader(request),
      .site = review_number(request, "site", 0),
      .page = review_number(request, "page", 0),
      .partner = review_number(request, "partner", 0),
      .method = review_text(request, "method", ""),
      .topic = review_text(request, "topic", ""),
      .value = review_text(request, "value", ""),
      .comment = comment,
      .client = review_text(request, "id", ""),
      .bundle = review_text(request, "bundle", review_text(request, "id", ""))};
  review_span spans[SPANS_MOST];
  size_t count = read_spans(request, spans, SPANS_MOST);
  review_outcome outcome = REVIEW_WRONG;
  if (comment && count > 0 &&
      review_kind_read(review_text(request, "kind", ""), &mark.kind)) {
    if (mark.kind == REVIEW_CORRECTION)
      mark.method = "";
    /* A grade of a method that does not exist would be counted by nobody. A
     * loss (it has a topic) names a run of an experiment instead. */
    if (!mark.method[0] || mark.topic[0] || review_method_find(mark.method))
      outcome = review_store_mark_spans(session->store, &mark, spans, count);
  }
  free(comment);
  if (review_refuse(response, outcome))
    return;
  if (mark.kind == REVIEW_CORRECTION)
    forget_page(session, mark.page);
  json_out json = review_answer(response);
  json_out_bool(&json, "done", true);
  json_out_end(&json);
}

/* The undone mark is sent back, so that the browser can show what was
 * undone. */
void
review_post_undo(const http_request *request, http_response *response)
{
  review_session *session = request->context;
  mark_writer to = {.json = review_answer(response), .key = "undone"};
  review_outcome outcome = review_store_undo(
      session->store, review_grader(request), write_mark, &to);
  if (outcome == REVIEW_NOTHING)
    json_out_null(&to.json, "undone");
  json_out_end(&to.json);
  if (!review_refuse(response, outcome) && to.corrected > 0)
    forget_page(session, to.corrected);
}
