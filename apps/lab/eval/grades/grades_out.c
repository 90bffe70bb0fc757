/* grades_out.c: CSV, JSON and text; HTML stands in grades_html.c. */
#include "lab/eval/grades/grades_out.h"

#include "lab/eval/grades/grade_rows.h"
#include "lab/eval/report/table_out.h"

#include <math.h>
#include <string.h>

/* --- CSV ---------------------------------------------------------------------
 */

static void
put_csv_row(text_out *out, const grade_row *row, size_t grade)
{
  const grade_group *group = &row->group;
  const char *texts[] = {grade_kind_name(group->kind), row->source,
                         group->collection, group->method,
                         row->counted ? grade_name(group->kind, grade) : ""};
  for (size_t i = 0; i < 5; i++) {
    text_out_text(out, i > 0 ? "," : "");
    csv_text(out, texts[i]);
  }
  csv_number(out, row->counted ? (double)group->counts[grade] : NAN, 0);
  csv_number(out, row->counted ? grade_row_percent(row, grade) : NAN, 2);
  csv_number(out, (double)group->total, 0);
  csv_number(
      out, row->counted || isnan(row->printed) ? group->mean : row->printed, 4);
  csv_number(out, group->range.low, 4);
  csv_number(out, group->range.high, 4);
  text_out_text(out, "\n");
}

void
grades_out_csv(text_out *out, const grades_report *report)
{
  text_out_text(out, "table,source,collection,method,grade,count,percent,items,"
                     "mean,low,high\n");
  for (size_t i = 0; i < grade_rows_count(report); i++) {
    grade_row row = grade_rows_get(report, i);
    size_t grades = row.counted ? grade_kind_grades(row.group.kind) : 1;
    for (size_t g = 0; g < grades; g++)
      put_csv_row(out, &row, g);
  }
}

/* --- JSON --------------------------------------------------------------------
 */

static void
put_json_row(text_out *out, const grade_row *row)
{
  const grade_group *group = &row->group;
  json_put_name(out, "{\"kind\":", grade_kind_name(group->kind));
  json_put_name(out, ",\"source\":", row->source);
  json_put_name(out, ",\"collection\":", group->collection);
  json_put_name(out, ",\"method\":", group->method);
  json_put_figure(out, ",\"items\":", (double)group->total, 0);
  json_put_figure(out, ",\"mean\":", group->mean, 6);
  json_put_figure(out, ",\"low\":", group->range.low, 6);
  json_put_figure(out, ",\"high\":", group->range.high, 6);
  if (isfinite(row->printed))
    json_put_figure(out, ",\"printed\":", row->printed, 2);
  if (group->kind == GRADE_SIMILARITY)
    json_put_figure(out, ",\"similarity\":", grade_group_similarity(group), 6);
  text_out_text(out, ",\"counts\":{");
  for (size_t g = 0; row->counted && g < grade_kind_grades(group->kind); g++) {
    text_out_text(out, g > 0 ? ",\"" : "\"");
    text_out_text(out, grade_name(group->kind, g));
    json_put_figure(out, "\":", (double)group->counts[g], 0);
  }
  text_out_text(out, "}}");
}

static void
put_json_rows(text_out *out, const grades_report *report, size_t from,
              size_t to)
{
  for (size_t i = from; i < to; i++) {
    grade_row row = grade_rows_get(report, i);
    text_out_text(out, i > from ? ",\n " : "\n ");
    put_json_row(out, &row);
  }
}

static void
put_json_pair(text_out *out, const grader_pair *pair)
{
  json_put_name(out, "{\"kind\":", grade_kind_name(pair->kind));
  json_put_name(out, ",\"first\":", pair->first);
  json_put_name(out, ",\"second\":", pair->second);
  json_put_figure(out, ",\"items\":", (double)pair->items, 0);
  json_put_figure(out, ",\"agreed\":", pair->agreed, 6);
  json_put_figure(out, ",\"kappa\":", pair->kappa, 6);
  json_put_figure(out, ",\"weighted\":", pair->weighted, 6);
  text_out_text(out, "}");
}

static void
put_json_contest(text_out *out, const method_contest *contest)
{
  const paired_difference *found = &contest->difference;
  json_put_name(out, "{\"kind\":", grade_kind_name(contest->kind));
  json_put_name(out, ",\"collection\":", contest->collection);
  json_put_name(out, ",\"first\":", contest->first);
  json_put_name(out, ",\"second\":", contest->second);
  json_put_figure(out, ",\"items\":", (double)found->count, 0);
  json_put_figure(out, ",\"difference\":", found->mean, 6);
  json_put_figure(out, ",\"low\":", found->range.low, 6);
  json_put_figure(out, ",\"high\":", found->range.high, 6);
  json_put_figure(out, ",\"p\":", found->p, 6);
  text_out_text(out, "}");
}

void
grades_out_json(text_out *out, const grades_report *report)
{
  text_out_text(out, "{\"v\":1,\"groups\":[");
  put_json_rows(out, report, 0, report->group_count);
  text_out_text(out, "],\n\"papers\":[");
  put_json_rows(out, report, report->group_count, grade_rows_count(report));
  text_out_text(out, "],\n\"agreement\":[");
  for (size_t i = 0; i < report->pair_count; i++) {
    text_out_text(out, i > 0 ? ",\n " : "\n ");
    put_json_pair(out, &report->pairs[i]);
  }
  text_out_text(out, "],\n\"contests\":[");
  for (size_t i = 0; i < report->contest_count; i++) {
    text_out_text(out, i > 0 ? ",\n " : "\n ");
    put_json_contest(out, &report->contests[i]);
  }
  json_put_figure(out, "],\n\"repeated\":", (double)report->repeated, 0);
  text_out_text(out, "}\n");
}

/* --- text --------------------------------------------------------------------
 */

static void
put_text_head(text_out *out, grade_kind kind)
{
  static const char *const titles[] = {"Grades of sites", "Grades of pages",
                                       "Similarity of pages of a layer"};
  text_out_text(out, titles[kind]);
  text_out_text(out, "\n");
  table_left(out, "", 18);
  table_left(out, "", 26);
  table_left(out, "", 9);
  text_out_text(out, "items");
  for (size_t g = 0; g < grade_kind_grades(kind); g++) {
    text_out_repeat(out, ' ', 12 - strlen(grade_name(kind, g)));
    text_out_text(out, grade_name(kind, g));
  }
  if (kind != GRADE_PAGE)
    text_out_text(out, "   mean (95 %)");
  text_out_text(out, "\n");
}

static void
put_text_mean(text_out *out, const grade_row *row)
{
  const grade_group *group = &row->group;
  if (isfinite(group->mean)) {
    table_right(out, group->mean, 2, 7);
    if (isfinite(group->range.low)) {
      text_out_text(out, " (");
      text_out_decimal(out, group->range.low, 2);
      text_out_text(out, " to ");
      text_out_decimal(out, group->range.high, 2);
      text_out_text(out, ")");
    }
    if (group->kind == GRADE_SIMILARITY) {
      text_out_text(out, ", ");
      text_out_decimal(out, 100 * grade_group_similarity(group), 1);
      text_out_text(out, " %");
    }
  }
  if (isfinite(row->printed)) {
    text_out_text(out, isfinite(group->mean) ? ", printed " : "  printed ");
    text_out_decimal(out, row->printed, 2);
  }
}

static void
put_text_row(text_out *out, const grade_row *row)
{
  const grade_group *group = &row->group;
  table_left(out, row->source, 18);
  table_left(out, group->collection, 26);
  table_left(out, group->method, 9);
  table_right(out, (double)group->total, 0, 5);
  for (size_t g = 0; g < grade_kind_grades(group->kind); g++) {
    table_right(out, row->counted ? (double)group->counts[g] : NAN, 0, 5);
    if (row->counted) {
      table_right(out, grade_row_percent(row, g), 0, 4);
      text_out_text(out, " %");
    } else {
      text_out_text(out, "      ");
    }
    text_out_text(out, " ");
  }
  put_text_mean(out, row);
  text_out_text(out, "\n");
}

static void
put_text_pairs(text_out *out, const grades_report *report)
{
  if (report->pair_count > 0)
    text_out_text(out, "Agreement of graders\n");
  for (size_t i = 0; i < report->pair_count; i++) {
    const grader_pair *pair = &report->pairs[i];
    table_left(out, grade_kind_name(pair->kind), 12);
    table_left(out, pair->first, 16);
    table_left(out, pair->second, 16);
    table_right(out, (double)pair->items, 0, 6);
    text_out_text(out, " items, kappa ");
    text_out_decimal(out, pair->kappa, 3);
    text_out_text(out, ", weighted ");
    text_out_decimal(out, pair->weighted, 3);
    text_out_text(out, "\n");
  }
}

static void
put_text_contests(text_out *out, const grades_report *report)
{
  if (report->contest_count > 0)
    text_out_text(out, "Methods on the same items\n");
  for (size_t i = 0; i < report->contest_count; i++) {
    const method_contest *contest = &report->contests[i];
    table_left(out, contest->collection, 26);
    table_left(out, contest->first, 12);
    table_left(out, contest->second, 12);
    table_right(out, (double)contest->difference.count, 0, 6);
    text_out_text(out, " items, difference ");
    text_out_decimal(out, contest->difference.mean, 3);
    text_out_text(out, " (");
    text_out_decimal(out, contest->difference.range.low, 3);
    text_out_text(out, " to ");
    text_out_decimal(out, contest->difference.range.high, 3);
    text_out_text(out, "), p ");
    text_out_decimal(out, contest->difference.p, 4);
    text_out_text(out, "\n");
  }
}

void
grades_out_text(text_out *out, const grades_report *report)
{
  size_t rows = grade_rows_count(report);
  for (int kind = 0; kind < GRADE_KINDS; kind++) {
    bool ours = false;
    for (size_t i = 0; i < report->group_count; i++)
      ours |= report->groups[i].kind == (grade_kind)kind;
    if (!ours)
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
