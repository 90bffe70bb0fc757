/* eval_metrics.h: the table of what is measured on a page.
 *
 *     page_score ──► one number for each row ──► means, intervals, reports
 *
 * Everything that sums up or prints goes through this table. To add a metric,
 * compute it in metrics/, keep it in text_score.h, and write a row here.
 */
#ifndef EVAL_EVAL_METRICS_H
#define EVAL_EVAL_METRICS_H

#include "lab/eval/eval_run.h"

typedef struct eval_metric {
  const char *name;    /* in JSON and CSV, as bench/score.py has it */
  const char *title;   /* of its column on a terminal; NULL: none */
  const char *heading; /* of its column in HTML; NULL: none */
  size_t offset;       /* of its double in a page_score */
  int places;          /* digits behind the point on a terminal */
  bool of_text;        /* only pages with gold text have it */
  bool headline;       /* with an interval, and compared between runs */
} eval_metric;

/* Rows are numbered from 0; METRIC_MAIN is what pages are ranked by. */
enum { METRICS_MOST = 24, METRIC_MAIN = 0 };

/* The table; it ends with a row without a name. */
const eval_metric *eval_metrics(void);
size_t eval_metric_count(void);

/* The number of a page, by row; NAN where the page has none. */
double eval_metric_of(const page_score *score, size_t metric);

#endif
