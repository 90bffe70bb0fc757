/* metric_run.h: a run against judgements, topic by topic.
 *
 * Every topic that has judgements gets a row, in the order of the table: what
 * trec_eval calls -c. A topic that the run says nothing about has zeros and
 * `answered` false, so that the other mean, over answered topics only, can be
 * reported too. Topics of the run without judgements are passed over.
 */
#ifndef SEARCH_METRIC_RUN_H
#define SEARCH_METRIC_RUN_H

#include "lab/experiment/metric_query.h"
#include "lab/experiment/trec_table.h"

#include <stdbool.h>

typedef struct metric_row {
  const char *topic; /* lent by the judgements */
  bool answered;
  metric_values values;
} metric_row;

typedef struct metric_table {
  metric_row *items; /* owned */
  size_t count;
} metric_table;

/* Measure. */
void metric_run_measure(const judgement_table *judged, const run_table *run,
                        metric_table *out);
void metric_table_done(metric_table *table);

/* The mean over all topics, or over the answered ones; 0 without any. */
double metric_mean(const metric_table *table, metric which, bool complete);

#endif
