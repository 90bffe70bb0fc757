/* grades_html.c: grades_out_html() of grades_out.h. */
#include "lab/eval/grades/grades_out.h"

#include "lab/eval/grades/grade_rows.h"
#include "lab/eval/report/plot_svg.h"
#include "lab/eval/report/report_html.h"

#include <math.h>
#include <stdio.h>

enum { SERIES_MOST = 6 /* as many as there are colours */, NAME_ROOM = 64 };

/* What a row is called in a picture. */
static void
name_row(const grade_row *row, bool ours, char out[NAME_ROOM])
{
  snprintf(out, NAME_ROOM, "%s, %s", row->group.collection,
           ours ? row->group.method : row->source);
}

static bool
has_kind(const grades_report *report, grade_kind kind)
{
  for (size_t i = 0; i < report->group_count; i++)
    if (report->groups[i].kind == kind)
      return true;
  return false;
}

static void
put_share(text_out *out, const grade_row *row, size_t grade)
{
  text_out_text(out, "<td class=\"n\">");
  if (row->counted) {
    text_out_number(out, row->group.counts[grade], 0);
    text_out_text(out, " (");
    text_out_decimal(out, grade_row_percent(row, grade), 1);
    text_out_text(out, " %)");
  } else {
    text_out_text(out, "-");
  }
  text_out_text(out, "</td>");
}

static void
put_row(text_out *out, const grade_row *row)
{
  const grade_group *group = &row->group;
  report_row_begin(out);
  report_cell(out, row->source);
  report_cell(out, group->collection);
  report_cell(out, group->method);
  for (size_t g = 0; g < grade_kind_grades(group->kind); g++)
    put_share(out, row, g);
  report_cell_number(out, (double)group->total, 0);
  if (group->kind != GRADE_PAGE) {
    if (isfinite(group->range.low))
      report_cell_interval(out, group->mean, group->range.low,
                           group->range.high, 2);
    else
      report_cell_number(out, group->mean, 2);
  }
  if (group->kind == GRADE_SITE)
    report_cell_number(out, row->printed, 2);
  if (group->kind == GRADE_SIMILARITY)
    report_cell_number(out, 100 * grade_group_similarity(group), 1);
  report_row_end(out);
}

static void
put_table(text_out *out, const grades_report *report, grade_kind kind)
{
  static const char *const captions[] = {
      "Sites by grade (Table 1 of the papers)",
      "Pages by grade: is the navigation pure (N), is the content (S)",
      "Pages of a layer by points of similarity"};
  const char *titles[4 + GRADES_MOST + 2] = {"source", "collection", "method"};
  size_t count = 3;
  for (size_t g = 0; g < grade_kind_grades(kind); g++)
    titles[count++] = grade_name(kind, g);
  titles[count++] = kind == GRADE_SITE ? "sites" : "pages";
  if (kind != GRADE_PAGE)
    titles[count++] = "mean (95 % confidence)";
  if (kind != GRADE_PAGE)
    titles[count++] = kind == GRADE_SITE ? "mean as printed" : "per cent of 4";
  report_table_begin(out, captions[kind], titles, count);
  for (size_t i = 0; i < grade_rows_count(report); i++) {
    grade_row row = grade_rows_get(report, i);
    if (row.group.kind == kind)
      put_row(out, &row);
  }
  report_table_end(out);
}

/* Shares of the grades: our groups, the first of them, then the papers'. */
static void
put_bars(text_out *out, const grades_report *report, grade_kind kind)
{
  double shares[SERIES_MOST][GRADES_MOST];
  plot_series series[SERIES_MOST];
  char names[SERIES_MOST][NAME_ROOM];
  const char *categories[GRADES_MOST];
  size_t count = 0, grades = grade_kind_grades(kind);
  for (size_t g = 0; g < grades; g++)
    categories[g] = grade_name(kind, g);
  for (size_t i = 0; i < grade_rows_count(report) && count < SERIES_MOST; i++) {
    grade_row row = grade_rows_get(report, i);
    bool ours = i < report->group_count;
    if (row.group.kind != kind || !row.counted)
      continue;
    if (ours && count >= SERIES_MOST - 3)
      continue; /* leave room for the papers */
    for (size_t g = 0; g < grades; g++)
      shares[count][g] = grade_row_percent(&row, g);
    name_row(&row, ours, names[count]);
    series[count] = (plot_series){names[count], NULL, shares[count], grades};
    count++;
  }
  report_figure_begin(out);
  plot_bars(out,
            &(plot_frame){"Share of grades", grade_kind_name(kind), "per cent"},
            categories, series, count);
  report_figure_end(out);
}

/* The means of sites with their intervals, ours and the papers'. */
static void
put_means(text_out *out, const grades_report *report)
{
  plot_row rows[PLOT_ROWS];
  char labels[PLOT_ROWS][NAME_ROOM];
  size_t count = 0;
  for (size_t i = 0; i < grade_rows_count(report) && count < PLOT_ROWS; i++) {
    grade_row row = grade_rows_get(report, i);
    if (row.group.kind != GRADE_SITE || !row.counted)
      continue;
    name_row(&row, i < report->group_count, labels[count]);
    rows[count] = (plot_row){labels[count], row.group.mean, row.group.range};
    count++;
  }
  report_figure_begin(out);
  plot_intervals(
      out, &(plot_frame){"Mean grade of sites, 95 % confidence", "grade", NULL},
      NAN, rows, count);
  report_figure_end(out);
}

static void
put_pairs(text_out *out, const grades_report *report)
{
  static const char *const titles[] = {
      "kind",   "first grader", "second grader", "items",
      "agreed", "kappa",        "weighted kappa"};
  report_heading(out, "Agreement of graders");
  report_table_begin(out, NULL, titles, 7);
  for (size_t i = 0; i < report->pair_count; i++) {
    const grader_pair *pair = &report->pairs[i];
    report_row_begin(out);
    report_cell(out, grade_kind_name(pair->kind));
    report_cell(out, pair->first);
    report_cell(out, pair->second);
    report_cell_number(out, (double)pair->items, 0);
    report_cell_number(out, pair->agreed, 3);
    report_cell_number(out, pair->kappa, 3);
    report_cell_number(out, pair->weighted, 3);
    report_row_end(out);
  }
  report_table_end(out);
}

static void
put_contests(text_out *out, const grades_report *report)
{
  static const char *const titles[] = {
      "collection",        "first", "second", "items",
      "difference (95 %)", "p",     "better", "worse"};
  report_heading(out, "Methods on the same items");
  report_paragraph(out,
                   "Second minus first; the interval by bootstrap over the "
                   "items, p by a paired randomisation test with 10,000 "
                   "exchanges.");
  report_table_begin(out, NULL, titles, 8);
  for (size_t i = 0; i < report->contest_count; i++) {
    const method_contest *contest = &report->contests[i];
    const paired_difference *found = &contest->difference;
    report_row_begin(out);
    report_cell(out, contest->collection);
    report_cell(out, contest->first);
    report_cell(out, contest->second);
    report_cell_number(out, (double)found->count, 0);
    report_cell_interval(out, found->mean, found->range.low, found->range.high,
                         3);
    report_cell_number(out, found->p, 4);
    report_cell_number(out, (double)found->better, 0);
    report_cell_number(out, (double)found->worse, 0);
    report_row_end(out);
  }
  report_table_end(out);
}

void
grades_out_html(text_out *out, const grades_report *report)
{
  static const char *const headings[] = {"Grades of sites", "Grades of pages",
                                         "Similarity of pages of a layer"};
  for (int kind = 0; kind < GRADE_KINDS; kind++) {
    if (!has_kind(report, (grade_kind)kind))
      continue;
    report_heading(out, headings[kind]);
    put_table(out, report, (grade_kind)kind);
    put_bars(out, report, (grade_kind)kind);
    if (kind == GRADE_SITE)
      put_means(out, report);
  }
  if (report->pair_count > 0)
    put_pairs(out, report);
  if (report->contest_count > 0)
    put_contests(out, report);
}
