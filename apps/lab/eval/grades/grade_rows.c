/* grade_rows.c: rows of our tables and of the papers' in one form.
 *
 *     groups of the report ─┐
 *                           ├──► rows, numbered through
 *     figures of papers ────┘
 */
#include "lab/eval/grades/grade_rows.h"

#include "lab/eval/grades/papers.h"

#include <math.h>

/* Our groups first, then the rows of the papers. */
size_t
grade_rows_count(const grades_report *report)
{
  size_t papers;
  paper_figures(&papers);
  return report->group_count + papers;
}

/* Papers print counts or only a mean; a mean is worked out from counts where
 * there are some. */
static grade_row
paper_row(const paper_figure *figure)
{
  grade_group group = {.collection = figure->collection,
                       .method = figure->method,
                       .kind = figure->kind};
  for (size_t g = 0; g < GRADES_MOST; g++) {
    group.counts[g] = figure->counts[g];
    group.total += figure->counts[g];
  }
  bool counted = group.total > 0;
  grade_group_close(&group);
  group.total = figure->total;
  if (figure->points > 0)
    group.mean = (double)figure->points / figure->total;
  return (grade_row){group, figure->paper, figure->mean, counted};
}

/* By value: rows of papers are made on the way. */
grade_row
grade_rows_get(const grades_report *report, size_t number)
{
  size_t papers;
  const paper_figure *figures = paper_figures(&papers);
  if (number < report->group_count)
    return (grade_row){report->groups[number], "here", NAN, true};
  return paper_row(&figures[number - report->group_count]);
}

/* Of all items of the row. */
double
grade_row_percent(const grade_row *row, size_t grade)
{
  return 100 * (double)row->group.counts[grade] / (double)row->group.total;
}
