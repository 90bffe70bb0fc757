/* papers.h: the figures that the papers print, to set ours beside.
 *
 * The same counts as files of grades are in data/papers/; a test feeds those
 * to the report and compares.
 */
#ifndef EVAL_PAPERS_H
#define EVAL_PAPERS_H

#include "lab/eval/grades/grades.h"

typedef struct paper_figure {
  const char *paper;      /* "Ageev et al. 2005" */
  const char *collection; /* "university sites" */
  const char *method;     /* "chain", as -m calls it */
  grade_kind kind;
  uint32_t counts[GRADES_MOST]; /* by grade; all 0 where not printed */
  uint32_t total;               /* of items */
  uint32_t points; /* of similarity; its counts are not printed, their sum is */
  double mean;     /* as printed; NAN: none */
} paper_figure;

/* The figures of a kind, in the order of the papers; lent, constant. */
const paper_figure *paper_figures(size_t *count);

#endif
