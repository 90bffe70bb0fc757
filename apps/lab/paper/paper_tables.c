/* paper_tables.c: the tables of grades: what the paper printed and what came
 * out here in one table, the difference with its interval, and the pictures.
 *
 *     source         method        items   2 .. 5        mean   difference
 *     paper          chain         57      4 (7 %) ...   4.51
 *     here, by gold  chain-compat  40      ...           4.10   -0.41
 */
#include "lab/paper/paper.h"

#include "common/system/need.h"
#include "lab/eval/grades/grade_rows.h"
#include "lab/report/plot_svg.h"
#include "lab/report/report_html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SERIES_MOST = 6, TITLES_ROOM = 512 };

/* --- differences ------------------------------------------------------------
 */

/* The square of the standard error of a mean; 0 where counts are not known. */
static double
error_square(const grade_group *group)
{
  double total = 0, sum = 0;
  for (size_t g = 0; g < grade_kind_grades(group->kind); g++) {
    double away = grade_value(group->kind, g) - group->mean;
    total += (double)group->counts[g];
    sum += (double)group->counts[g] * away * away;
  }
  return total > 1 ? sum / (total - 1) / total : 0;
}

/* Two samples of different items, so by the errors of both means. */
interval
paper_mean_difference(const grade_group *ours, const grade_group *theirs,
                      double *difference)
{
  double degrees = (double)(ours->total + theirs->total) - 2;
  *difference = ours->mean - theirs->mean;
  double reach = degrees >= 1
                     ? sqrt(error_square(ours) + error_square(theirs)) *
                           student_quantile(0.975, degrees)
                     : NAN;
  return (interval){*difference - reach, *difference + reach};
}

/* The same of the share of the best grade, for grades that have no mean: N and
 * S are two questions. By the normal approximation; samples are of 100 pages.
 */
static interval
share_difference(const grade_group *ours, const grade_group *theirs,
                 double *difference)
{
  size_t best = grade_kind_grades(ours->kind) - 1;
  double n = (double)ours->total, m = (double)theirs->total;
  double p = (double)ours->counts[best] / n;
  double q = (double)theirs->counts[best] / m;
  double reach = 1.96 * sqrt(p * (1 - p) / n + q * (1 - q) / m);
  *difference = 100 * (p - q);
  return (interval){100 * (p - q - reach), 100 * (p - q + reach)};
}

/* --- rows -------------------------------------------------------------------
 */

/* Whether a row belongs into the tables of this paper. */
static bool
is_shown(const paper_job *job, const grade_row *row)
{
  return row->group.kind == job->paper->kind &&
         (strcmp(row->source, "here") == 0 ||
          strcmp(row->source, job->paper->printed) == 0);
}

/* The row of the paper to compare with: that of the method, else the first. */
static bool
find_printed(const paper_job *job, const char *method, grade_row *out)
{
  bool found = false;
  size_t count = grade_rows_count(&job->report);
  for (size_t i = job->report.group_count; i < count; i++) {
    grade_row row = grade_rows_get(&job->report, i);
    if (!is_shown(job, &row))
      continue;
    if (!found)
      *out = row;
    found = true;
    if (paper_is_method(method, row.group.method)) {
      *out = row;
      return true;
    }
  }
  return found;
}

/* The cell of the difference. Where the paper prints no counts, its mean has no
 * error that is known, and only ours counts. */
static void
put_difference(const paper_job *job, const grade_row *row, text_out *out)
{
  grade_row printed;
  double difference;
  if (strcmp(row->source, "here") != 0 ||
      !find_printed(job, row->group.method, &printed)) {
    report_cells(out, "%s", "");
    return;
  }
  if (!printed.counted && isfinite(printed.printed))
    printed.group.mean = printed.printed;
  interval range =
      row->group.kind == GRADE_PAGE
          ? share_difference(&row->group, &printed.group, &difference)
          : paper_mean_difference(&row->group, &printed.group, &difference);
  report_cells(out, "%.2f (%.2f to %.2f)", difference, range.low, range.high);
}

/* The mean: with its interval where there are counts, and as the paper printed
 * it where that is another number. */
static void
put_mean(const grade_row *row, text_out *out)
{
  double mean = row->counted ? row->group.mean : row->printed;
  const interval *range = &row->group.range;
  bool rounded = row->counted && fabs(row->printed - mean) >= 0.005;
  if (!row->counted || !isfinite(range->low))
    report_cells(out, "%.2f", mean);
  else if (rounded)
    report_cells(out, "%.2f (%.2f to %.2f), printed %g", mean, range->low,
                 range->high, row->printed);
  else
    report_cells(out, "%.2f (%.2f to %.2f)", mean, range->low, range->high);
}

/* Rows of a paper that prints a mean only have empty cells for its counts. */
static void
put_row(const paper_job *job, const grade_row *row, text_out *out)
{
  const grade_group *group = &row->group;
  const char *by = strcmp(row->source, "here") != 0 ? ""
                   : job->by_people > 0             ? ", by people"
                                                    : ", by gold";
  report_row_begin(out);
  report_cells(out, "%s%s|%s|%s|%zu", row->source, by, group->collection,
               group->method, (size_t)group->total);
  for (size_t g = 0; g < grade_kind_grades(group->kind); g++)
    if (row->counted)
      report_cells(out, "%zu (%.0f %%)", (size_t)group->counts[g],
                   grade_row_percent(row, g));
    else
      report_cells(out, "%s", "");
  if (group->kind != GRADE_PAGE)
    put_mean(row, out);
  put_difference(job, row, out);
  report_row_end(out);
}

/* The paper's rows first, then ours: the number of row `i` in that order. */
static size_t
row_number(const paper_job *job, size_t i)
{
  size_t printed = grade_rows_count(&job->report) - job->report.group_count;
  return i < printed ? job->report.group_count + i : i - printed;
}

/* --- pictures ---------------------------------------------------------------
 */

/* What a picture calls a row. A paper may have several collections, and all
 * are of its one method; ours is one collection by several. */
static void
name_row(const grade_row *row, char *name, size_t room)
{
  bool here = strcmp(row->source, "here") == 0;
  snprintf(name, room, here ? "%s: %s" : "%s: %s, %s", row->source,
           row->group.method, row->group.collection);
}

/* Per cent of each grade, a series a row: samples of different sizes can be
 * compared. */
static void
put_bars(const paper_job *job, text_out *out)
{
  grade_kind kind = job->paper->kind;
  size_t grades = grade_kind_grades(kind), made = 0;
  double values[SERIES_MOST][GRADES_MOST];
  char names[SERIES_MOST][96];
  const char *categories[GRADES_MOST];
  plot_series series[SERIES_MOST];
  for (size_t g = 0; g < grades; g++)
    categories[g] = grade_name(kind, g);
  for (size_t i = 0; i < grade_rows_count(&job->report); i++) {
    grade_row row = grade_rows_get(&job->report, row_number(job, i));
    if (!is_shown(job, &row) || !row.counted || made == SERIES_MOST)
      continue;
    for (size_t g = 0; g < grades; g++)
      values[made][g] = grade_row_percent(&row, g);
    name_row(&row, names[made], sizeof names[made]);
    series[made] = (plot_series){names[made], NULL, values[made], grades};
    made++;
  }
  static const plot_frame frame = {"How often each grade was given", "grade",
                                   "per cent"};
  report_figure_begin(out);
  plot_bars(out, &frame, categories, series, made);
  report_figure_end(out);
}

/* Means with their intervals; a printed mean without counts has none. */
static void
put_means(const paper_job *job, text_out *out)
{
  size_t count = grade_rows_count(&job->report), made = 0;
  plot_row *rows = need(count, sizeof *rows);
  char(*labels)[96] = need(count, sizeof *labels);
  for (size_t i = 0; i < count && made < PLOT_ROWS; i++) {
    grade_row row = grade_rows_get(&job->report, row_number(job, i));
    if (!is_shown(job, &row))
      continue;
    name_row(&row, labels[made], sizeof *labels);
    double mean = row.counted ? row.group.mean : row.printed;
    rows[made] = (plot_row){labels[made], mean, row.group.range};
    made++;
  }
  static const plot_frame frame = {"Mean grades, 95 %", "mean grade", NULL};
  report_figure_begin(out);
  plot_intervals(out, &frame, NAN, rows, made);
  report_figure_end(out);
  free(rows);
  free(labels);
}

/* --- tables -----------------------------------------------------------------
 */

/* Methods on the same items: pairs have less noise than two means, and the
 * chance is corrected for the number of pairs. */
static void
put_contests(const paper_job *job, text_out *out)
{
  if (job->report.contest_count == 0)
    return;
  report_table_begin(out, "Methods on the same sites, site by site",
                     "first|second|sites|second minus first (95 %)|p|p, "
                     "Holm|better|worse");
  for (size_t i = 0; i < job->report.contest_count; i++) {
    const method_contest *contest = &job->report.contests[i];
    const paired_difference *found = &contest->difference;
    report_row(out, "%s|%s|%zu|%.3f (%.3f to %.3f)|%.4f|%.4f|%zu|%zu",
               contest->first, contest->second, found->count, found->mean,
               found->range.low, found->range.high, found->p, contest->holm,
               found->better, found->worse);
  }
  report_table_end(out);
}

/* The table, then the same as pictures. Titles depend on the kind of grade. */
void
paper_tables_grades(const paper_job *job, text_out *out)
{
  grade_kind kind = job->paper->kind;
  char titles[TITLES_ROOM] = "source|collection|method|items";
  for (size_t g = 0; g < grade_kind_grades(kind); g++) {
    size_t len = strlen(titles);
    snprintf(titles + len, sizeof titles - len, "|%s", grade_name(kind, g));
  }
  size_t len = strlen(titles);
  snprintf(titles + len, sizeof titles - len,
           kind == GRADE_PAGE ? "|difference of N+S+ to the paper, points (95 "
                                "%%)"
                              : "|mean (95 %%)|difference to the paper (95 "
                                "%%)");
  report_table_begin(out, "Grades, those of the paper and ours", titles);
  for (size_t i = 0; i < grade_rows_count(&job->report); i++) {
    grade_row row = grade_rows_get(&job->report, row_number(job, i));
    if (is_shown(job, &row))
      put_row(job, &row, out);
  }
  report_table_end(out);
  put_bars(job, out);
  if (kind == GRADE_SITE)
    put_means(job, out);
  put_contests(job, out);
}

/* A row a site: what the grades by gold are made of. Who doubts the borders of
 * the grades can draw others here. */
void
paper_tables_sites(const paper_job *job, text_out *out)
{
  char titles[TITLES_ROOM] = "site|pages";
  for (size_t r = 0; r < job->run_count; r++) {
    size_t len = strlen(titles);
    const char *name = job->runs[r].name;
    snprintf(titles + len, sizeof titles - len,
             "|%s: content kept|boilerplate cut|grade", name);
  }
  report_table_begin(out, "Site by site, shares of words by gold", titles);
  for (size_t s = 0; s < job->site_count; s++) {
    const paper_site *site = &job->sites[s];
    if (site->counted == 0)
      continue;
    report_row_begin(out);
    report_cells(out, "%s|%zu", site->site->name, site->counted);
    for (size_t r = 0; r < job->run_count; r++) {
      site_shares shares = paper_site_shares(site, r);
      report_cells(out, "%.3f|%.3f|%s", shares.kept, shares.cut,
                   grade_name(GRADE_SITE, paper_site_grade(shares)));
    }
    report_row_end(out);
  }
  report_table_end(out);
}
