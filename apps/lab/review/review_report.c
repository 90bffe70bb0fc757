/* review_report.c: the part of review_api.h about the report: all grades added
 * up by lab/eval, and the comments of the graders.
 */
#include "lab/review/review_api.h"

#include "lab/eval/grades/grades_out.h"
#include "lab/eval/grades/grades_raw.h"
#include "lab/review/review_grades.h"
#include "lab/report/report_html.h"

#include <stdio.h>
#include <string.h>

/* The comments: they are the reasons of the grades. Only grades with a
 * comment have a row; without any there is no table. */
static void
write_comments(text_out *out, const review_grades *list)
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

/* HTML for people, CSV and JSON for programs. */
static void
write_report(http_response *response, const review_grades *list,
             const grades_report *report, const char *form)
{
  text_out *out = &response->body;
  if (strcmp(form, "html") == 0) {
    response->type = "text/html; charset=utf-8";
    /* The same tables as `pith-lab eval --grades`, then the comments. */
    char title[256];
    snprintf(title, sizeof title, "Review of %s", list->collection);
    report_begin(out, title);
    report_paragraph(
        out, "%zu grades, %zu %s; pith %s.", list->count, report->graders,
        report->graders == 1 ? "grader" : "graders", pith_version());
    grades_out_html(out, report);
    write_comments(out, list);
    report_end(out);
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

/* Every current grade, as `pith eval --grades` reads it. */
void
review_get_grades(const http_request *request, http_response *response)
{
  const review_session *session = request->context;
  const char *form = request->parameters[0];
  bool csv = strcmp(form, "csv") == 0;
  review_grades list;
  if (!csv && strcmp(form, "jsonl") != 0) {
    http_response_fail(response, 404, "no-form", "there is no such form",
                       "csv or jsonl");
    return;
  }
  review_outcome outcome =
      review_grades_read(session->store, review_text(request, "grader", NULL),
                         session->title, &list);
  if (!review_refuse(response, outcome)) {
    response->type = csv ? "text/csv; charset=utf-8" : "application/jsonl";
    (csv ? grades_raw_csv : grades_raw_lines)(&response->body, list.items,
                                              list.count);
  }
  review_grades_done(&list);
}

/* All graders, or one (?grader=). No grades at all make an empty report, not
 * an error. */
void
review_get_report(const http_request *request, http_response *response)
{
  const review_session *session = request->context;
  review_grades list;
  grades_report report = {.groups = NULL};
  review_outcome outcome =
      review_grades_read(session->store, review_text(request, "grader", NULL),
                         session->title, &list);
  if (outcome == REVIEW_DONE)
    grades_report_make(list.items, list.count, &report);
  review_set_policy(request, response);
  if (!review_refuse(response, outcome)) {
    write_report(response, &list, &report, request->parameters[0]);
    grades_report_done(&report);
  }
  review_grades_done(&list);
}
