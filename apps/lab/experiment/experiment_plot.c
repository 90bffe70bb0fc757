/* experiment_plot.c: the pictures of an experiment, over all topics.
 *
 * The papers' Figure 2 is the average precision of every topic, sorted by
 * falling BasicLine. Here it is of basic, of cut by the first method and of
 * weighted by it at the first weight above 0.1, so that lines can be told
 * apart; the differences are those of each cut run, sorted by themselves.
 */
#include "lab/experiment/experiment_work.h"

#include "lab/report/plot_svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MOST = 8 };

/* A topic and its value, to be sorted. */
typedef struct row_value {
  size_t row;
  double value;
} row_value;

static int
compare_falling(const void *a, const void *b)
{
  const row_value *one = a;
  const row_value *two = b;
  if (one->value != two->value)
    return one->value > two->value ? -1 : 1;
  return (one->row > two->row) - (one->row < two->row);
}

/* The runs of the first picture. */
static size_t
choose_runs(const experiment *work, size_t chosen[LINES_MOST])
{
  size_t count = 0;
  bool weighted = false;
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

/* The series of one run: its values in the order of `order`. */
static bool
make_series(const experiment_run *run, const row_value *order, size_t count,
            plot_series *out)
{
  double *values = malloc((2 * count + 1) * sizeof *values);
  if (!values)
    return false;
  for (size_t i = 0; i < count; i++) {
    values[i] = (double)(i + 1);
    values[count + i] =
        order[i].row < run->measured.count
            ? run->measured.items[order[i].row].values.value[METRIC_AP]
            : NAN;
  }
  *out = (plot_series){run->name, values, values + count, count};
  return true;
}

static void
free_series(plot_series *series, size_t count)
{
  for (size_t i = 0; i < count; i++)
    free((double *)series[i].x);
}

void
plot_topics(const experiment *work, text_out *out)
{
  const metric_table *basic = &work->runs[RUN_BASIC].measured;
  size_t chosen[LINES_MOST];
  plot_series series[LINES_MOST] = {{NULL, NULL, NULL, 0}};
  size_t made = 0;
  size_t count = choose_runs(work, chosen);
  row_value *order = malloc((basic->count + 1) * sizeof *order);
  for (size_t i = 0; order && i < basic->count; i++)
    order[i] = (row_value){i, basic->items[i].values.value[METRIC_AP]};
  if (order)
    qsort(order, basic->count, sizeof *order, compare_falling);
  while (order && made < count &&
         make_series(&work->runs[chosen[made]], order, basic->count,
                     &series[made]))
    made++;
  static const plot_frame frame = {"Average precision of each topic",
                                   "topics by falling basic",
                                   "average precision"};
  /* Lines last to first: basic, the steady one, is drawn over the others. */
  plot_xy(out, &frame, basic->count > 300 ? PLOT_POINTS : PLOT_LINES, series,
          made);
  free_series(series, made);
  free(order);
}

/* The sorted differences of one run. */
static bool
make_differences(const experiment *work, const experiment_run *run,
                 plot_series *out)
{
  const metric_table *basic = &work->runs[RUN_BASIC].measured;
  size_t count = basic->count;
  row_value *order = malloc((count + 1) * sizeof *order);
  double *values = malloc((2 * count + 1) * sizeof *values);
  if (!order || !values) {
    free(order);
    free(values);
    return false;
  }
  for (size_t i = 0; i < count; i++)
    order[i] = (row_value){i, run->measured.items[i].values.value[METRIC_AP] -
                                  basic->items[i].values.value[METRIC_AP]};
  qsort(order, count, sizeof *order, compare_falling);
  for (size_t i = 0; i < count; i++) {
    values[i] = (double)(i + 1);
    values[count + i] = order[i].value;
  }
  free(order);
  *out = (plot_series){run->name, values, values + count, count};
  return true;
}

void
plot_differences(const experiment *work, text_out *out)
{
  plot_series series[LINES_MOST] = {{NULL, NULL, NULL, 0}};
  size_t made = 0;
  for (size_t i = 1; i < work->run_count && made < LINES_MOST; i++)
    if (run_is_cut(&work->runs[i]) &&
        make_differences(work, &work->runs[i], &series[made]))
      made++;
  static const plot_frame frame = {"Difference to basic, topic by topic",
                                   "topics by falling difference",
                                   "average precision minus basic"};
  plot_xy(out, &frame, PLOT_LINES, series, made);
  free_series(series, made);
}

void
plot_means(const experiment *work, text_out *out)
{
  const experiment_slice *all = &work->slices[0];
  plot_row *rows = calloc(work->run_count + 1, sizeof *rows);
  if (!rows)
    return;
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
