/* eval_summary.h: scores of pages in, figures of groups of pages out.
 *
 * Text measures are means over the pages that have gold text; bytes of ranges
 * and noise blocks are added up over the pages that have them. Intervals are
 * 95 %, by bootstrap over pages.
 */
#ifndef EVAL_EVAL_SUMMARY_H
#define EVAL_EVAL_SUMMARY_H

#include "lab/eval/eval_metrics.h"
#include "lab/eval/metrics/statistics.h"

typedef struct eval_group {
  const char *name;     /* lent */
  size_t pages;         /* with gold text */
  size_t snippet_pages; /* with snippets */
  size_t missing;       /* without prediction */
  size_t empty;         /* that have content and came out without a word */
  size_t too_large;     /* for ROUGE */
  double means[METRICS_MOST];       /* by metric; NAN: of no page */
  interval intervals[METRICS_MOST]; /* of the headlines */
  double hub_f1; /* scrapinghub: of mean P over pages with output, and mean R */
  bool versus;   /* there is a second run */
  double versus_means[METRICS_MOST];           /* of the headlines */
  paired_difference differences[METRICS_MOST]; /* the run minus the other */
  size_t range_pages;
  span_table ranges;
  size_t block_pages;
  block_counts blocks;
} eval_group;

typedef struct eval_groups {
  eval_group *items; /* owned; by name */
  size_t count;      /* 0: no page has the field */
} eval_groups;

typedef struct eval_summary {
  eval_group all;
  eval_groups by[GROUP_FIELDS];
  double mean_of_groups[GROUP_FIELDS]; /* of word F1 */
  uint32_t *worst; /* owned: numbers of pages with gold text, worst first */
  size_t worst_count;
} eval_summary;

/* Sum up the scores of the gold's records; `versus` (may be NULL) are those of
 * another run. */
void eval_summary_make(const eval_records *gold, const page_score *scores,
                       const page_score *versus, eval_summary *out);
void eval_summary_done(eval_summary *summary);

/* Of ranges: Cohen's kappa, and precision, recall, F1 of content. */
double span_table_kappa(const span_table *table);
overlap_score span_table_content(const span_table *table);

/* Of noise blocks. */
overlap_score block_counts_score(const block_counts *counts);

#endif
