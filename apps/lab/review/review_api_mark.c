/* review_api_mark.c: the part of review_desk.h about grades and corrections:
 * given, taken back, told, added up.
 */
#include "lab/review/review_desk.h"

#include "lab/eval/grades/grades_out.h"
#include "lab/report/report_html.h"
#include "common/system/array_grow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- telling -------------------------------------------------------------- */

static void
write_mark(void *state, const review_mark *mark)
{
  text_out *out = state;
  char last = out->len > 0 ? out->data[out->len - 1] : '[';
  text_out_text(out, last == '[' || last == ':' ? "{" : ",{");
  review_member(out, "id", mark->id);
  review_member_text(out, "grader", mark->grader);
  review_member_text(out, "kind", review_kind_name(mark->kind));
  review_member(out, "site", mark->site);
  review_member(out, "page", mark->page);
  review_member(out, "partner", mark->partner);
  review_member_text(out, "method", mark->method);
  review_member_text(out, "topic", mark->topic);
  review_member(out, "from", mark->from);
  review_member(out, "to", mark->to);
  review_member_text(out, "value", mark->value);
  review_member_text(out, "comment", mark->comment);
  review_member_text(out, "made", mark->made);
  review_member_text(out, "siteName", mark->site_name);
  review_member_text(out, "pageName", mark->page_name);
  text_out_text(out, "}");
}

void
review_get_marks(const http_request *request, http_response *response)
{
  const review_desk *desk = request->context;
  text_out *out = review_answer(response);
  text_out_text(out, "{\"marks\":[");
  review_outcome outcome =
      review_store_marks(desk->store, review_text(request, "grader", NULL),
                         review_number(request, "site", 0),
                         review_number(request, "page", 0), write_mark, out);
  text_out_text(out, "]}");
  review_refuse(response, outcome);
}

/* --- giving --------------------------------------------------------------- */

/* The body of a request as a text; NULL when it is none or memory ends. */
static char *
body_text(const http_request *request)
{
  pith_slice body = request->body;
  if (body.len > 0 && memchr(body.data, '\0', body.len))
    return NULL;
  char *text = malloc(body.len + 1);
  if (text && body.len > 0)
    memcpy(text, body.data, body.len);
  if (text)
    text[body.len] = '\0';
  return text;
}

static void
forget_page(review_desk *desk, int64_t page)
{
  pthread_mutex_lock(&desk->engine.lock);
  review_views_forget(&desk->views, page);
  pthread_mutex_unlock(&desk->engine.lock);
}

void
review_post_mark(const http_request *request, http_response *response)
{
  review_desk *desk = request->context;
  char *comment = body_text(request);
  review_mark mark = {.grader = review_grader(request),
                      .site = review_number(request, "site", 0),
                      .page = review_number(request, "page", 0),
                      .partner = review_number(request, "partner", 0),
                      .method = review_text(request, "method", ""),
                      .topic = review_text(request, "topic", ""),
                      .from = review_number(request, "from", 0),
                      .to = review_number(request, "to", 0),
                      .value = review_text(request, "value", ""),
                      .comment = comment};
  review_outcome outcome = REVIEW_WRONG;
  if (comment &&
      review_kind_read(review_text(request, "kind", ""), &mark.kind)) {
    if (mark.kind == REVIEW_CORRECTION)
      mark.method = "";
    outcome = review_store_mark(desk->store, &mark);
  }
  free(comment);
  if (review_refuse(response, outcome))
    return;
  if (mark.kind == REVIEW_CORRECTION)
    forget_page(desk, mark.page);
  text_out_text(review_answer(response), "{\"done\":true}");
}

static void
note_page(void *state, const review_mark *mark)
{
  *(int64_t *)state = mark->kind == REVIEW_CORRECTION ? mark->page : 0;
}

/* What an undoing is told to. */
typedef struct undoing {
  text_out *out;
  int64_t page;
} undoing;

static void
tell_undone(void *state, const review_mark *mark)
{
  undoing *in = state;
  write_mark(in->out, mark);
  note_page(&in->page, mark);
}

void
review_post_undo(const http_request *request, http_response *response)
{
  review_desk *desk = request->context;
  undoing in = {review_answer(response), 0};
  text_out_text(in.out, "{\"undone\":");
  review_outcome outcome =
      review_store_undo(desk->store, review_grader(request), tell_undone, &in);
  text_out_text(in.out, outcome == REVIEW_NOTHING ? "null}" : "}");
  if (!review_refuse(response, outcome) && in.page > 0)
    forget_page(desk, in.page);
}

/* --- gold ----------------------------------------------------------------- */

/* Corrections of one page after the other. */
typedef struct gold_list {
  struct gold_line {
    int64_t page;
    int64_t order;
    int64_t from;
    int64_t to;
    char *grader;
    char *site;
    char *name;
    bool content;
  } * items;
  size_t count;
  size_t capacity;
  bool several; /* sites: the name of a page alone says too little */
  bool failed;
} gold_list;

static void
take_gold(void *state, const review_mark *mark)
{
  gold_list *out = state;
  if (mark->kind != REVIEW_CORRECTION)
    return;
  void *grown =
      array_grow(out->items, out->count, &out->capacity, sizeof *out->items);
  if (!grown) {
    out->failed = true;
    return;
  }
  out->items = grown;
  struct gold_line line = {mark->page,
                           mark->id,
                           mark->from,
                           mark->to,
                           strdup(mark->grader),
                           strdup(mark->site_name),
                           strdup(mark->page_name),
                           strcmp(mark->value, "content") == 0};
  out->failed = out->failed || !line.grader || !line.site || !line.name;
  out->items[out->count++] = line;
}

/* By grader, page and the order in which they were given. */
static int
by_page(const void *a, const void *b)
{
  const struct gold_line *x = a;
  const struct gold_line *y = b;
  int order = strcmp(x->grader, y->grader);
  if (order == 0)
    order = (x->page > y->page) - (x->page < y->page);
  return order ? order : (x->order > y->order) - (x->order < y->order);
}

/* "id": NAME, or SITE/NAME. */
static void
write_id(text_out *out, const char *site, const char *name)
{
  text_out id;
  text_out_init(&id, -1);
  text_out_text(&id, site);
  text_out_text(&id, site[0] ? "/" : "");
  text_out_text(&id, name);
  text_out_text(out, ",\"id\":");
  if (id.error)
    out->error = id.error;
  else
    text_out_json_name(out, id.data, id.len);
  text_out_done(&id);
}

static void
write_gold_line(text_out *out, const struct gold_line *line, bool first,
                bool several)
{
  char room[96];
  if (first) {
    text_out_text(out, "{\"v\":1");
    write_id(out, several ? line->site : "", line->name);
    review_member_text(out, "site", line->site);
    review_member_text(out, "grader", line->grader);
    text_out_text(out, ",\"spans\":[");
  }
  snprintf(room, sizeof room, "%s{\"from\":%lld,\"to\":%lld,\"label\":\"%s\"}",
           first ? "" : ",", (long long)line->from, (long long)line->to,
           line->content ? "content" : "navigation");
  text_out_text(out, room);
}

static void
write_gold(text_out *out, const gold_list *list)
{
  for (size_t i = 0; i < list->count; i++) {
    const struct gold_line *line = &list->items[i];
    const struct gold_line *next = line + 1;
    bool first = i == 0 || line[-1].page != line->page ||
                 strcmp(line[-1].grader, line->grader) != 0;
    write_gold_line(out, line, first, list->several);
    if (i + 1 == list->count || next->page != line->page ||
        strcmp(next->grader, line->grader) != 0)
      text_out_text(out, "]}\n");
  }
}

void
review_get_gold(const http_request *request, http_response *response)
{
  const review_desk *desk = request->context;
  gold_list list = {.several = desk->source.count > 1};
  review_outcome outcome =
      review_store_marks(desk->store, review_text(request, "grader", NULL), 0,
                         0, take_gold, &list);
  if (list.failed)
    outcome = REVIEW_FAILED;
  if (!review_refuse(response, outcome)) {
    if (list.count > 0)
      qsort(list.items, list.count, sizeof *list.items, by_page);
    response->type = "application/x-ndjson";
    http_response_header(response, "Content-Disposition",
                         "attachment; filename=\"gold.jsonl\"");
    write_gold(&response->body, &list);
  }
  for (size_t i = 0; i < list.count; i++) {
    free(list.items[i].grader);
    free(list.items[i].site);
    free(list.items[i].name);
  }
  free(list.items);
}

/* --- reports -------------------------------------------------------------- */

/* Grades as the report wants them; all texts are owned. */
typedef struct grade_list {
  grade_record *items;
  size_t count;
  size_t capacity;
  const char *collection;
  bool failed;
} grade_list;

/* The name of what was graded: SITE, SITE/PAGE or SITE/PAGE~PARTNER. */
static char *
item_name(const review_mark *mark)
{
  size_t room = strlen(mark->site_name) + strlen(mark->page_name) +
                strlen(mark->partner_name) + 3;
  char *name = malloc(room);
  if (name)
    snprintf(name, room, "%s%s%s%s%s", mark->site_name,
             mark->page > 0 ? "/" : "", mark->page_name,
             mark->partner > 0 ? "~" : "", mark->partner_name);
  return name;
}

/* The kind and grade of a mark; false for what is no grade. */
static bool
read_grade(const review_mark *mark, grade_record *out)
{
  char points[2] = "0";
  switch (mark->kind) {
  case REVIEW_SITE_GRADE:
    out->kind = GRADE_SITE;
    return grade_find(GRADE_SITE, mark->value, &out->grade);
  case REVIEW_PAGE_GRADE:
    out->kind = GRADE_PAGE;
    return grade_find(GRADE_PAGE, mark->value, &out->grade);
  case REVIEW_SIMILARITY_MARK:
    for (const char *at = mark->value; *at; at++)
      points[0] = (char)(points[0] + (*at == '1'));
    out->kind = GRADE_SIMILARITY;
    return grade_find(GRADE_SIMILARITY, points, &out->grade);
  case REVIEW_CORRECTION:
  case REVIEW_LOSS_CLASS:
  case REVIEW_KINDS:
    break;
  }
  return false;
}

static void
take_grade(void *state, const review_mark *mark)
{
  grade_list *out = state;
  grade_record record = {.collection = out->collection, .count = 1};
  if (!read_grade(mark, &record))
    return;
  grade_record *grown =
      array_grow(out->items, out->count, &out->capacity, sizeof *grown);
  if (!grown) {
    out->failed = true;
    return;
  }
  out->items = grown;
  record.method = strdup(mark->method);
  record.grader = strdup(mark->grader);
  record.item = item_name(mark);
  record.comment = strdup(mark->comment);
  out->failed = out->failed || !record.method || !record.grader ||
                !record.item || !record.comment;
  out->items[out->count++] = record;
}

static void
grade_list_done(grade_list *list)
{
  for (size_t i = 0; i < list->count; i++) {
    free((void *)list->items[i].method);
    free((void *)list->items[i].grader);
    free((void *)list->items[i].item);
    free((void *)list->items[i].comment);
  }
  free(list->items);
}

/* The comments, since a grade without its reason is half a grade. */
static void
write_comments(text_out *out, const grade_list *list)
{
  bool any = false;
  for (size_t i = 0; i < list->count; i++) {
    const grade_record *record = &list->items[i];
    if (record->comment[0] == '\0')
      continue;
    if (!any) {
      report_heading(out, "Comments");
      report_table_begin(out, NULL, "what|method|grader|grade|comment");
    }
    any = true;
    report_row(out, "%s|%s|%s|%s|%s", record->item, record->method,
               record->grader, grade_name(record->kind, record->grade),
               record->comment);
  }
  if (any)
    report_table_end(out);
}

static void
write_document(text_out *out, const grade_list *list,
               const grades_report *report)
{
  char title[256];
  snprintf(title, sizeof title, "Review of %s", list->collection);
  report_begin(out, title);
  report_paragraph(out, "%zu grades, %zu %s; pith %s.", list->count,
                   report->graders, report->graders == 1 ? "grader" : "graders",
                   pith_version());
  grades_out_html(out, report);
  write_comments(out, list);
  report_end(out);
}

static const char document_policy[] =
    "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors "
    "'self'";

static void
write_report(http_response *response, const grade_list *list,
             const grades_report *report, const char *form)
{
  text_out *out = &response->body;
  if (strcmp(form, "html") == 0) {
    response->type = "text/html; charset=utf-8";
    http_response_header(response, "Content-Security-Policy", document_policy);
    write_document(out, list, report);
  } else if (strcmp(form, "csv") == 0) {
    response->type = "text/csv; charset=utf-8";
    grades_out_csv(out, report);
  } else if (strcmp(form, "json") == 0) {
    response->type = "application/json";
    grades_out_json(out, report);
  } else {
    http_response_fail(response, 404, "no-form", "there is no such form",
                       "html, csv or json");
  }
}

void
review_get_report(const http_request *request, http_response *response)
{
  const review_desk *desk = request->context;
  grade_list list = {.collection = desk->title};
  grades_report report = {.groups = NULL};
  review_outcome outcome =
      review_store_marks(desk->store, review_text(request, "grader", NULL), 0,
                         0, take_grade, &list);
  if (outcome == REVIEW_DONE &&
      (list.failed || !grades_report_make(list.items, list.count, &report)))
    outcome = REVIEW_FAILED;
  if (!review_refuse(response, outcome)) {
    write_report(response, &list, &report, request->parameters[0]);
    grades_report_done(&report);
  }
  grade_list_done(&list);
}
