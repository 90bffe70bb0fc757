/* metric_run.c: a run measured topic by topic.
 *
 *     judgements ──► topic by topic ─┬─► grades of the ranked documents
 *                                    └─► grades of all judged ones
 *                                          ──► metric_measure()
 */
#include "lab/experiment/metric_run.h"

#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

/* Grades of the topic at hand; the arrays grow to the longest. */
typedef struct grades {
  int *ranked; /* owned */
  int *judged; /* owned */
  size_t ranked_capacity;
  size_t judged_capacity;
} grades;

/* The highest grade first. */
static int
compare_falling(const void *a, const void *b)
{
  const int *one = a;
  const int *two = b;
  return (*one < *two) - (*one > *two);
}

/* One topic, whose judgements are `rows`. */
static void
measure_topic(grades *g, const judgement *rows, size_t row_count,
              const run_table *run, metric_row *out)
{
  size_t count;
  const run_row *found = run_table_find(run, rows->topic, &count);
  NEED_NEW(g->ranked, g->ranked_capacity, count + 1);
  NEED_NEW(g->judged, g->judged_capacity, row_count + 1);
  for (size_t i = 0; i < count; i++)
    g->ranked[i] = judgement_grade(rows, row_count, found[i].document);
  for (size_t i = 0; i < row_count; i++)
    g->judged[i] = rows[i].grade;
  qsort(g->judged, row_count, sizeof *g->judged, compare_falling);
  out->topic = rows->topic;
  out->answered = count > 0;
  metric_measure(g->ranked, count, g->judged, row_count, &out->values);
}

/* Judgements are sorted by topic. */
static size_t
rows_of_topic(const judgement_table *judged, size_t from)
{
  size_t end = from;
  while (end < judged->count &&
         strcmp(judged->items[end].topic, judged->items[from].topic) == 0)
    end++;
  return end - from;
}

/* A row for each judged topic, also where the run has nothing. */
void
metric_run_measure(const judgement_table *judged, const run_table *run,
                   metric_table *out)
{
  grades g = {.ranked = NULL};
  size_t topics = 0;
  for (size_t i = 0; i < judged->count; i += rows_of_topic(judged, i))
    topics++;
  *out = (metric_table){need(topics, sizeof *out->items), 0};
  for (size_t i = 0, rows; i < judged->count; i += rows) {
    rows = rows_of_topic(judged, i);
    measure_topic(&g, &judged->items[i], rows, run, &out->items[out->count++]);
  }
  free(g.ranked);
  free(g.judged);
}

void
metric_table_done(metric_table *table)
{
  free(table->items);
  *table = (metric_table){NULL, 0};
}

/* `complete` is trec_eval -c: topics without answer count 0. */
double
metric_mean(const metric_table *table, metric which, bool complete)
{
  double sum = 0;
  size_t count = 0;
  for (size_t i = 0; i < table->count; i++) {
    if (!complete && !table->items[i].answered)
      continue;
    sum += table->items[i].values.value[which];
    count++;
  }
  return count > 0 ? sum / (double)count : 0;
}
