/* grade_rows.h: the rows of the tables of grades_out.h: ours, then those of the
 * papers, in one form.
 */
#ifndef EVAL_GRADE_ROWS_H
#define EVAL_GRADE_ROWS_H

#include "lab/eval/grades/grades_report.h"

typedef struct grade_row {
  grade_group group;
  const char *source; /* "here", or the name of a paper */
  double printed;     /* mean as the paper prints it; NAN: none */
  bool counted;       /* how often each grade was given is known */
} grade_row;

/* How many rows there are: the groups of the report, then the papers'. */
size_t grade_rows_count(const grades_report *report);

/* A row, by number. */
grade_row grade_rows_get(const grades_report *report, size_t number);

/* The share of a grade, in per cent. */
double grade_row_percent(const grade_row *row, size_t grade);

#endif
