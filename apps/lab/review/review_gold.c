/* review_gold.c: corrections as gold for `pith-lab eval` (docs/lab/review.md).
 *
 *     corrections of a page                     spans: what was corrected
 *     and a grade of the page (N-S- to N+S+)    spans: every verdict of the
 *                                               graded method, corrections on
 *                                               top; gold_text: what is kept
 *
 * A grade says that the grader has seen the whole page. Without a correction
 * the method must have been right (N+S+), or the page is no gold.
 */
#include "lab/review/review_api.h"

#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

/* A correction or a grade, and where it belongs in the file. */
typedef struct gold_mark {
  int64_t page;
  int64_t order;
  pith_span span;
  char *grader; /* these four are owned */
  char *site;
  char *name;
  char *method; /* of a grade; NULL for a correction */
  bool right;   /* content, or both parts are right */
} gold_mark;

typedef struct gold_list {
  gold_mark *items;
  size_t count;
  size_t capacity;
} gold_list;

/* What one grader said of one page: marks of the list. */
typedef struct gold_page {
  const gold_mark *marks; /* lent */
  size_t count;
  const gold_mark *grade; /* one of them; NULL: none */
  size_t corrections;
} gold_page;

/* Copies what the line needs: the mark is lent for this call only. */
static void
take_mark(void *state, const review_mark *mark)
{
  gold_list *out = state;
  bool grade = mark->kind == REVIEW_PAGE_GRADE;
  if (!grade && mark->kind != REVIEW_CORRECTION)
    return;
  *NEED_ITEM(out, items, count, capacity) =
      (gold_mark){mark->page,
                  mark->id,
                  {(uint32_t)mark->from, (uint32_t)mark->to},
                  needed(strdup(mark->grader)),
                  needed(strdup(mark->site_name)),
                  needed(strdup(mark->page_name)),
                  grade ? needed(strdup(mark->method)) : NULL,
                  strcmp(mark->value, grade ? "N+S+" : "content") == 0};
}

/* By grader, page, and the order in which they were saved. */
static int
by_page(const void *a, const void *b)
{
  const gold_mark *x = a, *y = b;
  int order = strcmp(x->grader, y->grader);
  if (order == 0)
    order = (x->page > y->page) - (x->page < y->page);
  return order ? order : (x->order > y->order) - (x->order < y->order);
}

/* The marks of the page that begins at `first`; the list is sorted. The last
 * grade counts. */
static gold_page
group_marks(const gold_list *list, size_t first)
{
  const gold_mark *head = &list->items[first];
  gold_page out = {.marks = head};
  while (first + out.count < list->count &&
         head[out.count].page == head->page &&
         strcmp(head[out.count].grader, head->grader) == 0) {
    const gold_mark *mark = &head[out.count++];
    if (mark->method)
      out.grade = mark;
    else
      out.corrections++;
  }
  return out;
}

/* --- a finished page ------------------------------------------------------ */

/* Put the corrections on top of the verdicts that the page has; a span that
 * the page no longer has is passed over. */
static pith_status
set_corrected(const gold_page *in, pith_page *page, size_t page_len)
{
  uint32_t count;
  const pith_verdict *by_method = pith_page_verdicts(page, &count);
  pith_verdict *all = need(count + in->corrections + 1, sizeof *all);
  if (count > 0)
    memcpy(all, by_method, count * sizeof *all);
  for (size_t i = 0; i < in->count; i++) {
    const gold_mark *mark = &in->marks[i];
    if (!mark->method && mark->span.to <= page_len)
      all[count++] = (pith_verdict){
          mark->span, mark->right ? PITH_CONTENT : PITH_NAVIGATION, 1,
          "corrected"};
  }
  pith_status status = pith_page_set_verdicts(page, all, count);
  free(all);
  return status;
}

static void
write_span(json_out *json, pith_span span, bool content)
{
  json_out_object(json, NULL);
  json_out_print(json, "from %u to %u label %s", span.from, span.to,
                 content ? "content" : "navigation");
  json_out_end(json);
}

/* Text and spans of a page that has its final verdicts. */
static void
write_page(pith_page *page, json_out *json)
{
  uint32_t count;
  pith_slice text;
  if (pith_page_render(page, PITH_FORMAT_TEXT, NULL, &text) == PITH_OK)
    json_out_slice(json, "gold_text", text);
  const pith_verdict *verdicts = pith_page_verdicts(page, &count);
  json_out_array(json, "spans");
  for (uint32_t i = 0; i < count; i++)
    write_span(json, verdicts[i].span, verdicts[i].label == PITH_CONTENT);
  json_out_end(json);
}

/* False when the page cannot be classified now: it has vanished, or its site
 * is still being learnt. */
static bool
write_whole(review_session *session, const gold_page *in, json_out *json)
{
  const review_place *place =
      review_source_find(&session->source, in->marks->page);
  const review_method *method =
      in->grade ? review_method_find(in->grade->method) : NULL;
  bool finished = in->grade && (in->corrections > 0 || in->grade->right);
  review_opened opened;
  pith_site_facts facts;
  bool done = false;
  if (!finished || !place || !method)
    return false;
  pthread_mutex_lock(&session->engine.lock);
  if (review_engine_open(&session->engine, place, &opened) == EXIT_FINE) {
    done = review_engine_classify(&session->engine, &opened, method, &facts) ==
               REVIEW_CLASSIFIED &&
           set_corrected(in, opened.page, opened.bytes.input.len) == PITH_OK;
    if (done) {
      json_out_text(json, "method", in->grade->method);
      write_page(opened.page, json);
    }
    review_opened_done(&opened);
  }
  pthread_mutex_unlock(&session->engine.lock);
  return done;
}

/* --- the file ------------------------------------------------------------- */

/* Its id is NAME or, with several sites, SITE/NAME. */
static void
begin_line(const review_session *session, const gold_mark *mark, json_out *json)
{
  bool several = session->source.count > 1;
  text_out id;
  text_out_init(&id, -1);
  text_out_print(&id, "%s%s%s", several ? mark->site : "", several ? "/" : "",
                 mark->name);
  json_out_object(json, NULL);
  json_out_number(json, "v", 1);
  json_out_text(json, "id", need_text(&id));
  json_out_print(json, "site %s grader %s", mark->site, mark->grader);
  text_out_done(&id);
}

/* One line for each page and grader, unless nothing is known of it. A line is
 * made apart, because only then it is known whether there is one. */
static void
write_line(review_session *session, const gold_page *in, text_out *out)
{
  text_out line;
  text_out_init(&line, -1);
  json_out json = json_out_begin(&line);
  begin_line(session, in->marks, &json);
  bool whole = write_whole(session, in, &json);
  if (!whole) {
    json_out_array(&json, "spans");
    for (size_t i = 0; i < in->count; i++)
      if (!in->marks[i].method)
        write_span(&json, in->marks[i].span, in->marks[i].right);
    json_out_end(&json);
  }
  json_out_end(&json);
  if (whole || in->corrections > 0) {
    text_out_bytes(out, line.data, line.len);
    text_out_text(out, "\n");
  }
  text_out_done(&line);
}

static void
free_list(gold_list *list)
{
  for (size_t i = 0; i < list->count; i++) {
    free(list->items[i].grader);
    free(list->items[i].site);
    free(list->items[i].name);
    free(list->items[i].method);
  }
  free(list->items);
}

/* Of all graders, or of the one that is asked for. */
void
review_get_gold(const http_request *request, http_response *response)
{
  review_session *session = request->context;
  gold_list list = {NULL, 0, 0};
  review_outcome outcome =
      review_store_marks(session->store, review_text(request, "grader", NULL),
                         0, 0, take_mark, &list);
  if (!review_refuse(response, outcome)) {
    if (list.count > 0)
      qsort(list.items, list.count, sizeof *list.items, by_page);
    response->type = "application/x-ndjson";
    http_response_header(response, "Content-Disposition",
                         "attachment; filename=\"gold.jsonl\"");
    for (size_t i = 0; i < list.count;) {
      gold_page page = group_marks(&list, i);
      write_line(session, &page, &response->body);
      i += page.count;
    }
  }
  free_list(&list);
}
