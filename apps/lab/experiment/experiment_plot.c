/* experiment_plot.c: the pictures of an experiment, over all topics.
 *
 * The papers' Figure 2 is the average precision of every topic, sorted by
 * falling BasicLine. Here it is of basic and of cut by the first method, and,
 * while there are few topics, of weighted by it at the first weight above 0.1.
 * Known items have few different values, so topics that are equal by basic are
 * sorted by cut: both curves can be followed. The differences are those of each
 * cut run, sorted by themselves.
 */
#include "lab/experiment/experiment_work.h"

#include "lab/report/plot_svg.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_MOST = 8, MANY_TOPICS = 300 /* a third line would blur */ };

/* A topic and its value, to be sorted. */
typedef struct row_value {
  size_t row;
  double value;
  double second; /* among those of one value */
} row_value;

/* Topics of equal values stay in their order. */
static int
compare_falling(const void *a, const void *b)
{
  const row_value *one = a;
  const row_value *two = b;
  if (one->value != two->value)
    return one->value > two->value ? -1 : 1;
  if (one->second != two->second)
    return one->second > two->second ? -1 : 1;
  return (one->row > two->row) - (one->row < two->row);
}

/* The runs of the first picture. */
static size_t
choose_runs(const experiment *work, size_t chosen[LINES_MOST])
{
  size_t count = 0;
  bool weighted = work->runs[RUN_BASIC].measured.count > MANY_TOPICS;
  chosen[count++] = RUN_BASIC;
  for (size_t i = 1; i < work->run_count && count < LINES_MOST; i++) {
    const experiment_run *run = &work->runs[i];
    if (run->how.method != 0)
      break;
    bool first = run->how.weight > 0.1 && !weighted;
    weighted = weighted || first;
    if (run_is_cut(run) || first)
      chosen[count++] = i;
  }
  return count;
}

/* Average precision of one topic. */
static double
precision_of(const experiment_run *run, size_t row)
{
  return run->measured.items[row].values.value[METRIC_AP];
}

/* The topics by falling average precision of a run, less that of another one
 * if there is one; equal ones by that of a second, if there is one. To be
 * freed. */
static row_value *
sort_rows(const experiment_run *run, const experiment_run *less,
          const experiment_run *second)
{
  size_t count = run->measured.count;
  row_value *rows = need(count, sizeof *rows);
  for (size_t i = 0; i < count; i++)
    rows[i] = (row_value){
        i, precision_of(run, i) - (less ? precision_of(less, i) : 0),
        second ? precision_of(second, i) : 0};
  qsort(rows, count, sizeof *rows, compare_falling);
  return rows;
}

/* A series of one run over sorted topics: the values by which they are sorted,
 * or those of the run itself. */
static plot_series
make_series(const experiment_run *run, const row_value *order, size_t count,
            bool sorted)
{
  double *values = need(2 * count, sizeof *values);
  for (size_t i = 0; i < count; i++) {
    values[i] = (double)(i + 1);
    values[count + i] =
        sorted ? order[i].value : precision_of(run, order[i].row);
  }
  return (plot_series){run->name, values, values + count, count};
}

/* Both axes of a series are one block, which begins with x. */
static void
free_series(plot_series *series, size_t count)
{
  for (size_t i = 0; i < count; i++)
    free((double *)series[i].x);
}

void
plot_topics(const experiment *work, text_out *out)
{
  static const plot_frame frame = {"Average precision of each topic",
                                   "topics by falling basic",
                                   "average precision"};
  const experiment_run *basic = &work->runs[RUN_BASIC];
  size_t chosen[LINES_MOST], made = 0, topics = basic->measured.count;
  plot_series series[LINES_MOST] = {{NULL, NULL, NULL, 0}};
  size_t count = choose_runs(work, chosen);
  row_value *order =
      sort_rows(basic, NULL, count > 1 ? &work->runs[chosen[1]] : NULL);
  for (; made < count; made++)
    series[made] = make_series(&work->runs[chosen[made]], order, topics, false);
  plot_xy(out, &frame, PLOT_LINES, series, made);
  free_series(series, made);
  free(order);
}

/* Each run is sorted by itself, so the area below 0 is what it loses. */
void
plot_differences(const experiment *work, text_out *out)
{
  static const plot_frame frame = {"Difference to basic, topic by topic",
                                   "topics by falling difference",
                                   "average precision minus basic"};
  const experiment_run *basic = &work->runs[RUN_BASIC];
  plot_series series[LINES_MOST] = {{NULL, NULL, NULL, 0}};
  size_t made = 0;
  for (size_t i = 1; i < work->run_count && made < LINES_MOST; i++) {
    if (!run_is_cut(&work->runs[i]))
      continue;
    row_value *order = sort_rows(&work->runs[i], basic, NULL);
    series[made++] =
        make_series(&work->runs[i], order, basic->measured.count, true);
    free(order);
  }
  plot_xy(out, &frame, PLOT_LINES, series, made);
  free_series(series, made);
}

/* Basic is left out: its difference to itself is 0. */
void
plot_means(const experiment *work, text_out *out)
{
  const experiment_slice *all = &work->slices[0];
  plot_row *rows = need(work->run_count, sizeof *rows);
  size_t count = 0;
  for (size_t i = 1; i < work->run_count && count < PLOT_ROWS; i++) {
    const paired_difference *against = &all->results[i].against;
    rows[count++] =
        (plot_row){work->runs[i].name, against->mean, against->range};
  }
  static const plot_frame frame = {"Mean difference to basic, all topics",
                                   "average precision minus basic", NULL};
  plot_intervals(out, &frame, 0, rows, count);
  free(rows);
}
