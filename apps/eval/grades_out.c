/* grades_out.c: CSV, JSON and text; HTML stands in grades_html.c. */
#include "grades_out.h"

#include "grade_rows.h"

#include <math.h>
#include <string.h>

/* --- CSV ---------------------------------------------------------------------
 */

/* A field; quoted when it holds a comma, a quote or the end of a line. What a
 * spreadsheet would take for a formula gets an apostrophe before it. */
static void
put_field(text_out *out, const char *text)
{
  bool quoted = strpbrk(text, ",\"\r\n") != NULL;
  if (quoted)
    text_out_text(out, "\"");
  if (text[0] && strchr("=+-@", text[0]))
    text_out_text(out, "'");
  for (; *text; text++) {
    if (*text == '"')
      text_out_text(out, "\"");
    text_out_bytes(out, text, 1);
  }
  text_out_text(out, quoted ? "\"," : ",");
}

static void
put_figure(text_out *out, double figure, int places, const char *after)
{
  if (isfinite(figure))
    text_out_decimal(out, figure, places);
  text_out_text(out, after);
}

static void
put_csv_row(text_out *out, const grade_row *row, uint8_t grade)
{
  const grade_group *group = &row->group;
  put_field(out, grade_kind_name(group->kind));
  put_field(out, row->source);
  put_field(out, group->collection);
  put_field(out, group->method);
  text_out_text(out, row->counted ? grade_name(group->kind, grade) : "");
  text_out_text(out, ",");
  put_figure(out, row->counted ? (double)group->counts[grade] : NAN, 0, ",");
  put_figure(out, row->counted ? grade_row_percent(row, grade) : NAN, 2, ",");
  text_out_number(out, group->total, 0);
  text_out_text(out, ",");
  put_figure(out,
             row->counted || isnan(row->printed) ? group->mean : row->printed,
             4, ",");
  put_figure(out, group->range.low, 4, ",");
  put_figure(out, group->range.high, 4, "\n");
}

void
grades_out_csv(text_out *out, const grades_report *report)
{
  text_out_text(out, "table,source,collection,method,grade,count,percent,items,"
                     "mean,low,high\n");
  for (size_t i = 0; i < grade_rows_count(report); i++) {
    grade_row row = grade_rows_get(report, i);
    size_t grades = row.counted ? grade_kind_grades(row.group.kind) : 1;
    for (uint8_t g = 0; g < grades; g++)
      put_csv_row(out, &row, g);
  }
}

/* --- JSON --------------------------------------------------------------------
 */

static void
put_name(text_out *out, const char *key, const char *value)
{
  text_out_text(out, key);
  text_out_json_name(out, value, strlen(value));
}

static void
put_number(text_out *out, const char *key, double value, int places)
{
  text_out_text(out, key);
  if (isfinite(value))
    text_out_decimal(out, value, places);
  else
    text_out_text(out, "null");
}

static void
put_json_row(text_out *out, const grade_row *row)
{
  const grade_group *group = &row->group;
  put_name(out, "{\"kind\":", grade_kind_name(group->kind));
  put_name(out, ",\"source\":", row->source);
  put_name(out, ",\"collection\":", group->collection);
  put_name(out, ",\"method\":", group->method);
  put_number(out, ",\"items\":", (double)group->total, 0);
  put_number(out, ",\"mean\":", group->mean, 6);
  put_number(out, ",\"low\":", group->range.low, 6);
  put_number(out, ",\"high\":", group->range.high, 6);
  if (isfinite(row->printed))
    put_number(out, ",\"printed\":", row->printed, 2);
  if (group->kind == GRADE_SIMILARITY)
    put_number(out, ",\"similarity\":", grade_group_similarity(group), 6);
  text_out_text(out, ",\"counts\":{");
  for (uint8_t g = 0; row->counted && g < grade_kind_grades(group->kind); g++) {
    text_out_text(out, g > 0 ? ",\"" : "\"");
    text_out_text(out, grade_name(group->kind, g));
    put_number(out, "\":", (double)group->counts[g], 0);
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
  put_name(out, "{\"kind\":", grade_kind_name(pair->kind));
  put_name(out, ",\"first\":", pair->first);
  put_name(out, ",\"second\":", pair->second);
  put_number(out, ",\"items\":", (double)pair->items, 0);
  put_number(out, ",\"agreed\":", pair->agreed, 6);
  put_number(out, ",\"kappa\":", pair->kappa, 6);
  put_number(out, ",\"weighted\":", pair->weighted, 6);
  text_out_text(out, "}");
}

static void
put_json_contest(text_out *out, const method_contest *contest)
{
  const paired_difference *found = &contest->difference;
  put_name(out, "{\"kind\":", grade_kind_name(contest->kind));
  put_name(out, ",\"collection\":", contest->collection);
  put_name(out, ",\"first\":", contest->first);
  put_name(out, ",\"second\":", contest->second);
  put_number(out, ",\"items\":", (double)found->count, 0);
  put_number(out, ",\"difference\":", found->mean, 6);
  put_number(out, ",\"low\":", found->range.low, 6);
  put_number(out, ",\"high\":", found->range.high, 6);
  put_number(out, ",\"p\":", found->p, 6);
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
  put_number(out, "],\n\"repeated\":", (double)report->repeated, 0);
  text_out_text(out, "}\n");
}

/* --- text --------------------------------------------------------------------
 */

/* A text in a column: cut, or filled with blanks. Columns are characters. */
static void
put_column(text_out *out, const char *text, size_t width)
{
  size_t len = 0, columns = 0;
  for (; text[len]; len++) {
    columns += ((unsigned char)text[len] & 0xC0) != 0x80;
    if (columns > width)
      break;
  }
  text_out_line(out, text, len);
  text_out_repeat(out, ' ', (columns > width ? 0 : width - columns) + 1);
}

static void
put_right(text_out *out, double figure, int places, int width)
{
  text_out text;
  text_out_init(&text, -1);
  text_out_decimal(&text, figure, places);
  if (text.len < (size_t)width)
    text_out_repeat(out, ' ', (size_t)width - text.len);
  text_out_bytes(out, text.data, text.len);
  text_out_done(&text);
}

static void
put_text_head(text_out *out, grade_kind kind)
{
  static const char *const titles[] = {"Grades of sites", "Grades of pages",
                                       "Similarity of pages of a layer"};
  text_out_text(out, titles[kind]);
  text_out_text(out, "\n");
  put_column(out, "", 18);
  put_column(out, "", 26);
  put_column(out, "", 9);
  text_out_text(out, "items");
  for (uint8_t g = 0; g < grade_kind_grades(kind); g++) {
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
    put_right(out, group->mean, 2, 7);
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
  put_column(out, row->source, 18);
  put_column(out, group->collection, 26);
  put_column(out, group->method, 9);
  put_right(out, (double)group->total, 0, 5);
  for (uint8_t g = 0; g < grade_kind_grades(group->kind); g++) {
    put_right(out, row->counted ? (double)group->counts[g] : NAN, 0, 5);
    if (row->counted) {
      put_right(out, grade_row_percent(row, g), 0, 4);
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
    put_column(out, grade_kind_name(pair->kind), 12);
    put_column(out, pair->first, 16);
    put_column(out, pair->second, 16);
    put_right(out, (double)pair->items, 0, 6);
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
    put_column(out, contest->collection, 26);
    put_column(out, contest->first, 12);
    put_column(out, contest->second, 12);
    put_right(out, (double)contest->difference.count, 0, 6);
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
