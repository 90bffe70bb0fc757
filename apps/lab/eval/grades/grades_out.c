/* grades_out.c: grades as CSV, JSON and text; HTML is in grades_html.c.
 *
 * All forms show the same rows (grade_rows.h): our groups first, then those of
 * the papers. What is not known is NAN in the row; the writers make it an empty
 * field in CSV, null in JSON and a dash or nothing in text.
 */
#include "lab/eval/grades/grades_out.h"

#include "lab/eval/grades/grade_rows.h"
#include "lab/report/csv_out.h"

#include "common/json/json_out.h"

#include <math.h>
#include <string.h>

/* --- CSV ---------------------------------------------------------------------
 */

void
grades_out_csv(text_out *out, const grades_report *report)
{
  text_out_text(out, "table,source,collection,method,grade,count,percent,items,"
                     "mean,low,high\n");
  for (size_t i = 0; i < grade_rows_count(report); i++) {
    grade_row row = grade_rows_get(report, i);
    size_t grades = row.counted ? grade_kind_grades(row.group.kind) : 1;
    for (size_t g = 0; g < grades; g++) {
      /* A row for each grade, so that a spreadsheet can draw it. A figure of a
       * paper without counts is one row without a grade, with the mean as
       * printed; figures of layers have no printed mean, but one by their
       * points. */
      const grade_group *group = &row.group;
      bool own = row.counted || isnan(row.printed);
      csv_print(out, "%s,%s,%s,%s,%s,%.0f,%.2f,%zu,%.4f,%.4f,%.4f\n",
                grade_kind_name(group->kind), row.source, group->collection,
                group->method, row.counted ? grade_name(group->kind, g) : "",
                row.counted ? (double)group->counts[g] : NAN,
                row.counted ? grade_row_percent(&row, g) : NAN,
                (size_t)group->total, own ? group->mean : row.printed,
                group->range.low, group->range.high);
    }
  }
}

/* --- JSON --------------------------------------------------------------------
 */

/* Counts are left out where a paper prints none; "counts" is there always, so
 * that readers need no special case. */
static void
put_json_row(json_out *json, const grade_row *row)
{
  const grade_group *group = &row->group;
  json_out_print(json,
                 "kind %s source %s collection %s method %s items %zu "
                 "mean %.6f low %.6f high %.6f",
                 grade_kind_name(group->kind), row->source, group->collection,
                 group->method, (size_t)group->total, group->mean,
                 group->range.low, group->range.high);
  if (isfinite(row->printed))
    json_out_decimal(json, "printed", row->printed, 2);
  if (group->kind == GRADE_SIMILARITY)
    json_out_decimal(json, "similarity", grade_group_similarity(group), 6);
  json_out_object(json, "counts");
  for (size_t g = 0; row->counted && g < grade_kind_grades(group->kind); g++)
    json_out_number(json, grade_name(group->kind, g), group->counts[g]);
  json_out_end(json);
}

/* An object of an array, on a line of its own. */
static void
begin_item(json_out *json)
{
  json_out_line(json, 1);
  json_out_object(json, NULL);
}

/* Ends the array and begins the next line. */
static void
put_json_rows(json_out *json, const grades_report *report, size_t from,
              size_t to)
{
  for (size_t i = from; i < to; i++) {
    grade_row row = grade_rows_get(report, i);
    begin_item(json);
    put_json_row(json, &row);
    json_out_end(json);
  }
  json_out_end(json);
  json_out_line(json, 0);
}

/* The difference is second minus first, in grades. */
static void
put_json_contests(json_out *json, const grades_report *report)
{
  for (size_t i = 0; i < report->contest_count; i++) {
    const method_contest *contest = &report->contests[i];
    const paired_difference *found = &contest->difference;
    begin_item(json);
    json_out_print(json,
                   "kind %s collection %s first %s second %s items %zu "
                   "difference %.6f low %.6f high %.6f p %.6f p_holm %.6f",
                   grade_kind_name(contest->kind), contest->collection,
                   contest->first, contest->second, found->count, found->mean,
                   found->range.low, found->range.high, found->p,
                   contest->holm);
    json_out_end(json);
  }
}

/* Groups, papers, agreement and contests are there even when empty. A line for
 * each item, so that two reports can be compared by diff. */
void
grades_out_json(text_out *out, const grades_report *report)
{
  json_out json = json_out_begin(out);
  json_out_object(&json, NULL);
  json_out_number(&json, "v", 1);
  json_out_array(&json, "groups");
  put_json_rows(&json, report, 0, report->group_count);
  json_out_array(&json, "papers");
  put_json_rows(&json, report, report->group_count, grade_rows_count(report));
  json_out_array(&json, "agreement");
  /* Both kappas: "weighted" is null for pages, whose grades have no order. */
  for (size_t i = 0; i < report->pair_count; i++) {
    const grader_pair *pair = &report->pairs[i];
    begin_item(&json);
    json_out_print(&json,
                   "kind %s first %s second %s items %zu agreed %.6f "
                   "kappa %.6f weighted %.6f",
                   grade_kind_name(pair->kind), pair->first, pair->second,
                   (size_t)pair->items, pair->agreed, pair->kappa,
                   pair->weighted);
    json_out_end(&json);
  }
  json_out_end(&json);
  json_out_line(&json, 0);
  json_out_array(&json, "contests");
  put_json_contests(&json, report);
  json_out_end(&json);
  json_out_line(&json, 0);
  json_out_number(&json, "repeated", report->repeated);
  json_out_end(&json);
  text_out_text(out, "\n");
}

/* --- text --------------------------------------------------------------------
 */

/* Wide enough for "N+S+" and three digits. */
static void
put_text_head(text_out *out, grade_kind kind)
{
  static const char *const titles[] = {"Grades of sites", "Grades of pages",
                                       "Similarity of pages of a layer"};
  text_out_show(out, "%s\n%-18s %-26s %-9s items", titles[kind], "", "", "");
  for (size_t g = 0; g < grade_kind_grades(kind); g++)
    text_out_show(out, "%12s", grade_name(kind, g));
  text_out_text(out, kind == GRADE_PAGE ? "\n" : "   mean (95 %)\n");
}

/* What a paper prints is shown beside what its counts give. */
static void
put_text_mean(text_out *out, const grade_row *row)
{
  const grade_group *group = &row->group;
  bool mean = isfinite(group->mean);
  if (mean)
    text_out_show(out, "%7.2f", group->mean);
  if (mean && isfinite(group->range.low))
    text_out_show(out, " (%.2f to %.2f)", group->range.low, group->range.high);
  if (mean && group->kind == GRADE_SIMILARITY)
    text_out_show(out, ", %.1f %%", 100 * grade_group_similarity(group));
  if (isfinite(row->printed))
    text_out_show(out, "%s printed %.2f", mean ? "," : " ", row->printed);
}

/* Counts and their share. Long names are cut off: columns matter more on a
 * terminal, and CSV and JSON have the whole name. */
static void
put_text_row(text_out *out, const grade_row *row)
{
  const grade_group *group = &row->group;
  text_out_show(out, "%-18.18s %-26.26s %-9.9s %5zu", row->source,
                group->collection, group->method, (size_t)group->total);
  for (size_t g = 0; g < grade_kind_grades(group->kind); g++)
    if (row->counted)
      text_out_show(out, "%5zu%4.0f %% ", (size_t)group->counts[g],
                    grade_row_percent(row, g));
    else
      text_out_show(out, "%5s%7s", "-", "");
  put_text_mean(out, row);
  text_out_text(out, "\n");
}

/* No heading without pairs: most files have one grader. */
static void
put_text_pairs(text_out *out, const grades_report *report)
{
  if (report->pair_count > 0)
    text_out_text(out, "Agreement of graders\n");
  for (size_t i = 0; i < report->pair_count; i++) {
    const grader_pair *pair = &report->pairs[i];
    text_out_show(out,
                  "%-12.12s %-16.16s %-16.16s %6zu items, kappa %.3f, "
                  "weighted %.3f\n",
                  grade_kind_name(pair->kind), pair->first, pair->second,
                  (size_t)pair->items, pair->kappa, pair->weighted);
  }
}

static void
put_text_contests(text_out *out, const grades_report *report)
{
  if (report->contest_count > 0)
    text_out_text(out, "Methods on the same items\n");
  for (size_t i = 0; i < report->contest_count; i++) {
    const method_contest *contest = &report->contests[i];
    const paired_difference *found = &contest->difference;
    text_out_show(out,
                  "%-26.26s %-12.12s %-12.12s %6zu items, difference %.3f "
                  "(%.3f to %.3f), p %.4f, by Holm %.4f\n",
                  contest->collection, contest->first, contest->second,
                  found->count, found->mean, found->range.low,
                  found->range.high, found->p, contest->holm);
  }
}

void
grades_out_text(text_out *out, const grades_report *report)
{
  size_t rows = grade_rows_count(report);
  for (int kind = 0; kind < GRADE_KINDS; kind++) {
    if (!grades_report_has(report, (grade_kind)kind))
      continue;
    put_text_head(out, (grade_kind)kind);
    for (size_t i = 0; i < rows; i++) {
      grade_row row = grade_rows_get(report, i);
      if (row.group.kind == (grade_kind)kind)
        put_text_row(out, &row);
    }
  }
  put_text_pairs(out, report);
  put_text_contests(out, report);
}
