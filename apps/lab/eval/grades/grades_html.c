/* grades_html.c: grades as parts of an HTML document: grades_out_html().
 *
 * For each kind of grade a table and a picture, ours beside the papers':
 *
 *     heading ─ table ─ bars ─ means (sites only)   for each kind graded
 *     agreement of graders                          with two graders at least
 *     contests of methods                           with two methods at least
 *
 * Names come from files of grades; the report escapes them.
 */
#include "lab/eval/grades/grades_out.h"

#include "lab/eval/grades/grade_rows.h"
#include "lab/report/plot_svg.h"
#include "lab/report/report_html.h"

#include <math.h>
#include <stdio.h>

enum { SERIES_MOST = 6 /* as many as there are colours */, NAME_ROOM = 64 };

/* What a row is called in a picture: ours by method, since all of them are from
 * here; those of the papers by paper. Long names are cut off. */
static void
name_row(const grade_row *row, bool ours, char out[NAME_ROOM])
{
  snprintf(out, NAME_ROOM, "%s, %s", row->group.collection,
           ours ? row->group.method : row->source);
}

/* The columns of the kind (put_table has their titles). */
static void
put_row(text_out *out, const grade_row *row)
{
  const grade_group *group = &row->group;
  report_row_begin(out);
  report_cells(out, "%s|%s|%s", row->source, group->collection, group->method);
  for (size_t g = 0; g < grade_kind_grades(group->kind); g++)
    if (row->counted)
      report_cells(out, "%zu (%.1f %%)", (size_t)group->counts[g],
                   grade_row_percent(row, g));
    else
      report_cells(out, "%.0f", (double)NAN);
  report_cells(out, "%zu", (size_t)group->total);
  if (group->kind != GRADE_PAGE && isfinite(group->range.low))
    report_cells(out, "%.2f (%.2f to %.2f)", group->mean, group->range.low,
                 group->range.high);
  else if (group->kind != GRADE_PAGE)
    report_cells(out, "%.2f", group->mean);
  if (group->kind == GRADE_SITE)
    report_cells(out, "%.2f", row->printed);
  if (group->kind == GRADE_SIMILARITY)
    report_cells(out, "%.1f", 100 * grade_group_similarity(group));
  report_row_end(out);
}

/* One for each kind that was graded. The arrays are in the order of
 * grade_kind; put_row() fills the columns that the titles name. */
static void
put_table(text_out *out, const grades_report *report, grade_kind kind)
{
  static const char *const captions[] = {
      "Sites by grade (Table 1 of the papers)",
      "Pages by grade: is the navigation pure (N), is the content (S)",
      "Pages of a layer by points of similarity"};
  static const char *const titles[] = {
      "source|collection|method|2|3|4|5|sites|mean (95 % confidence)|"
      "mean as printed",
      "source|collection|method|N-S-|N+S-|N-S+|N+S+|pages",
      "source|collection|method|0|1|2|3|4|pages|mean (95 % confidence)|"
      "per cent of 4"};
  report_table_begin(out, captions[kind], titles[kind]);
  for (size_t i = 0; i < grade_rows_count(report); i++) {
    grade_row row = grade_rows_get(report, i);
    if (row.group.kind == kind)
      put_row(out, &row);
  }
  report_table_end(out);
}

/* Shares of the grades, not counts: collections differ in size. Our groups, the
 * first of them, then the papers'. Texts and numbers are kept in arrays of this
 * function because a series only borrows them. */
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

/* The means of sites with their intervals, ours and the papers'. Rows without
 * counts are left out: a mean without its spread has no interval. */
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

/* Only sites are compared (grades_report.c): their grades have a mean. */
static void
put_contests(text_out *out, const grades_report *report)
{
  report_heading(out, "Methods on the same items");
  report_paragraph(out,
                   "Second minus first; the interval by bootstrap over the "
                   "items, p by a paired randomisation test with 10,000 "
                   "exchanges.");
  report_table_begin(
      out, NULL,
      "collection|first|second|items|difference (95 %)|p|p, Holm|better|"
      "worse");
  for (size_t i = 0; i < report->contest_count; i++) {
    const method_contest *contest = &report->contests[i];
    const paired_difference *found = &contest->difference;
    report_row(out, "%s|%s|%s|%zu|%.3f (%.3f to %.3f)|%.4f|%.4f|%zu|%zu",
               contest->collection, contest->first, contest->second,
               found->count, found->mean, found->range.low, found->range.high,
               found->p, contest->holm, found->better, found->worse);
  }
  report_table_end(out);
}

/* Parts of a document: the caller begins and ends it, so the review server can
 * show the same tables inside a page of its own. */
void
grades_out_html(text_out *out, const grades_report *report)
{
  static const char *const headings[] = {"Grades of sites", "Grades of pages",
                                         "Similarity of pages of a layer"};
  for (int kind = 0; kind < GRADE_KINDS; kind++) {
    if (!grades_report_has(report, (grade_kind)kind))
      continue;
    report_heading(out, headings[kind]);
    put_table(out, report, (grade_kind)kind);
    put_bars(out, report, (grade_kind)kind);
    if (kind == GRADE_SITE)
      put_means(out, report);
  }
  if (report->pair_count > 0) {
    /* Kappa is what agreement is beyond chance: 0 for graders who know nothing
     * of each other, 1 for full agreement. The weighted one is NAN for pages.
     */
    report_heading(out, "Agreement of graders");
    report_table_begin(
        out, NULL,
        "kind|first grader|second grader|items|agreed|kappa|weighted kappa");
    for (size_t i = 0; i < report->pair_count; i++) {
      const grader_pair *pair = &report->pairs[i];
      report_row(out, "%s|%s|%s|%zu|%.3f|%.3f|%.3f",
                 grade_kind_name(pair->kind), pair->first, pair->second,
                 (size_t)pair->items, pair->agreed, pair->kappa,
                 pair->weighted);
    }
    report_table_end(out);
  }
  if (report->contest_count > 0)
    put_contests(out, report);
}
