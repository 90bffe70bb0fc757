/* review_report.c: the part of review_api.h about the report: all grades added
 * up by lab/eval, and the comments of the graders.
 */
#include "lab/review/review_api.h"

#include "common/system/grow.h"
#include "lab/eval/grades/grades_out.h"
#include "lab/report/report_html.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Grades as the report takes them; all texts are owned. */
typedef struct grade_list {
  grade_record *items;
  size_t count;
  size_t capacity;
  const char *collection;
  bool failed;
} grade_list;

/* The name of what was graded: SITE, SITE/PAGE or SITE/PAGE~PARTNER. Enough
 * to find it again, and unique in a collection. */
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

/* The kind and grade of a mark; false for corrections and losses. The points of
 * a similarity are how many of its four parts are alike. */
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

/* A sink of the store; failures are noted and reported at the end. */
static void
take_grade(void *state, const review_mark *mark)
{
  grade_list *out = state;
  grade_record record = {.collection = out->collection, .count = 1};
  if (!read_grade(mark, &record))
    return;
  if (!GROW(out->items, out->capacity, out->count + 1)) {
    out->failed = true;
    return;
  }
  record.method = strdup(mark->method);
  record.grader = strdup(mark->grader);
  record.item = item_name(mark);
  record.comment = strdup(mark->comment);
  out->failed = out->failed || !record.method || !record.grader ||
                !record.item || !record.comment;
  out->items[out->count++] = record;
}

/* The texts are const to the report, but ours to free. */
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

/* The comments: they are the reasons of the grades. Only grades with a
 * comment have a row; without any there is no table. */
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

/* The same tables as `pith-lab eval --grades`, then the comments. */
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

/* HTML for people, CSV and JSON for programs. */
static void
write_report(http_response *response, const grade_list *list,
             const grades_report *report, const char *form)
{
  text_out *out = &response->body;
  if (strcmp(form, "html") == 0) {
    response->type = "text/html; charset=utf-8";
    http_response_header(response, "Content-Security-Policy",
                         review_document_policy);
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

/* All graders, or one (?grader=). No grades at all make an empty report, not
 * an error. */
void
review_get_report(const http_request *request, http_response *response)
{
  const review_session *session = request->context;
  grade_list list = {.collection = session->title};
  grades_report report = {.groups = NULL};
  review_outcome outcome =
      review_store_marks(session->store, review_text(request, "grader", NULL),
                         0, 0, take_grade, &list);
  if (outcome == REVIEW_DONE &&
      (list.failed || !grades_report_make(list.items, list.count, &report)))
    outcome = REVIEW_FAILED;
  if (!review_refuse(response, outcome)) {
    write_report(response, &list, &report, request->parameters[0]);
    grades_report_done(&report);
  }
  grade_list_done(&list);
}
