/* metric_query.h: how good one ranked list is, by trec_eval's definitions.
 *
 *   grades of the retrieved documents,  ──►  one number for each measure
 *   best first; grades of all judged
 *
 * A document is relevant when its grade is at least 1. One that nobody judged
 * counts as not relevant, but for bpref, which passes over it.
 *
 *   map          precision at each relevant document, 0 for those not found
 *   11pt_avg     highest precision at recall r or more, mean of r = 0, .1 .. 1;
 *                recall r of R documents is reached with the (r R + .9) cut to
 *                a whole number, as trec_eval does
 *   P_5, _10, _20  relevant among the first k, over k, however few there are
 *   Rprec        precision at R, the number of relevant documents
 *   ndcg, ndcg_cut_10  gain = grade, discount log2(rank + 1), over the best
 *                possible order of everything that was judged
 *   recip_rank   1 / rank of the first relevant document
 *   bpref        judged pairs in the right order, the first R wrong ones only
 *   success_1, _10  whether there is a relevant one among the first k
 *   iprec_at_recall_0.00 .. 1.00  the eleven points of 11pt_avg: the curve
 */
#ifndef SEARCH_METRIC_QUERY_H
#define SEARCH_METRIC_QUERY_H

#include <stddef.h>

typedef enum metric {
  METRIC_AP,
  METRIC_AP_11,
  METRIC_P_5,
  METRIC_P_10,
  METRIC_P_20,
  METRIC_R_PRECISION,
  METRIC_NDCG,
  METRIC_NDCG_10,
  METRIC_RECIPROCAL_RANK,
  METRIC_BPREF,
  METRIC_SUCCESS_1,
  METRIC_SUCCESS_10,
  METRIC_RECALL_POINTS, /* eleven of them */
  METRIC_COUNT = METRIC_RECALL_POINTS + 11
} metric;

enum { METRIC_UNJUDGED = -1 }; /* the grade of a document nobody judged */

typedef struct metric_values {
  double value[METRIC_COUNT];
  size_t retrieved;
  size_t relevant;
  size_t relevant_retrieved;
} metric_values;

/* What trec_eval calls a measure; lent for the life of the program. */
const char *metric_name(metric which);

/* Measure a list. `ranked` has the grade of each retrieved document, best
 * first; `judged` the grades of all judged documents of the topic, falling,
 * those below 0 (in the pool, not judged) too. Both are borrowed. */
void metric_measure(const int *ranked, size_t ranked_count, const int *judged,
                    size_t judged_count, metric_values *out);

#endif
