/* metric_query.c: see the header. Each measure is a few lines of its own over
 * the same grades; only what they share (how many are relevant, how many of
 * those were found) is counted once. */
#include "lab/experiment/metric_query.h"

#include <math.h>
#include <stdbool.h>

/* trec_eval's: eleven points of recall, and relevant from grade 1 on. */
enum { RECALL_STEPS = 10, RELEVANT_GRADE = 1 };

/* The list at hand. */
typedef struct ranking {
  const int *grades; /* borrowed */
  size_t count;
  size_t relevant; /* judged so, found or not */
  size_t found;    /* of those, in the list */
} ranking;

const char *
metric_name(metric which)
{
  static const char *const names[METRIC_COUNT] = {"map",
                                                  "11pt_avg",
                                                  "P_5",
                                                  "P_10",
                                                  "P_20",
                                                  "Rprec",
                                                  "ndcg",
                                                  "ndcg_cut_10",
                                                  "recip_rank",
                                                  "bpref",
                                                  "success_1",
                                                  "success_10",
                                                  "iprec_at_recall_0.00",
                                                  "iprec_at_recall_0.10",
                                                  "iprec_at_recall_0.20",
                                                  "iprec_at_recall_0.30",
                                                  "iprec_at_recall_0.40",
                                                  "iprec_at_recall_0.50",
                                                  "iprec_at_recall_0.60",
                                                  "iprec_at_recall_0.70",
                                                  "iprec_at_recall_0.80",
                                                  "iprec_at_recall_0.90",
                                                  "iprec_at_recall_1.00"};
  return names[which];
}

/* Grades above 1 count more in ndcg only. */
static bool
is_relevant(int grade)
{
  return grade >= RELEVANT_GRADE;
}

static size_t
count_relevant(const int *grades, size_t count)
{
  size_t relevant = 0;
  for (size_t i = 0; i < count; i++)
    relevant += is_relevant(grades[i]);
  return relevant;
}

/* Relevant documents among the first `cut`. */
static size_t
relevant_in(const ranking *list, size_t cut)
{
  return count_relevant(list->grades, cut < list->count ? cut : list->count);
}

/* A list that is shorter than the cut counts as if wrong documents filled
 * it. */
static double
precision_at(const ranking *list, size_t cut)
{
  return cut > 0 ? (double)relevant_in(list, cut) / (double)cut : 0;
}

/* Relevant documents that were not found count as precision 0. */
static double
average_precision(const ranking *list)
{
  double sum = 0;
  size_t seen = 0;
  for (size_t i = 0; i < list->count; i++)
    if (is_relevant(list->grades[i]))
      sum += (double)++seen / (double)(i + 1);
  return list->relevant ? sum / (double)list->relevant : 0;
}

/* How many relevant documents make recall `step` / 10. In floating point, as
 * trec_eval: with three relevant ones, .1 * 3 + .9 is 1.2 and .7 * 3 + .9 is 3
 * or just below, and users compare four decimals. */
static size_t
documents_at(const ranking *list, size_t step)
{
  return (size_t)((double)step / RECALL_STEPS * (double)list->relevant + 0.9);
}

/* From the end of the list to its beginning, so that the highest precision
 * from here on is at hand when a recall point is passed. Returns the mean. */
static double
measure_points(const ranking *list, double *points)
{
  size_t step = RECALL_STEPS + 1; /* one past the point that comes next */
  double best = 0, sum = 0;
  size_t seen = list->found;
  for (size_t i = 0; i <= RECALL_STEPS; i++)
    points[i] = 0;
  if (list->found == 0)
    return 0;
  while (step > 0 && documents_at(list, step - 1) > list->found)
    step--;
  for (size_t i = list->count; i > 0 && seen > 0; i--) {
    double precision = (double)seen / (double)i;
    best = precision > best ? precision : best;
    if (!is_relevant(list->grades[i - 1]))
      continue;
    for (; step > 0 && documents_at(list, step - 1) == seen; step--)
      points[step - 1] = best;
    seen--;
  }
  while (step > 0)
    points[--step] = best;
  for (size_t i = 0; i <= RECALL_STEPS; i++)
    sum += points[i];
  return sum / (RECALL_STEPS + 1);
}

/* Discounted gain of the first `cut` grades. */
static double
discounted_gain(const int *grades, size_t count, size_t cut)
{
  double sum = 0;
  for (size_t i = 0; i < count && i < cut; i++)
    if (grades[i] > 0)
      sum += grades[i] / log2((double)(i + 2));
  return sum;
}

/* 0 when none was found. */
static double
reciprocal_rank(const ranking *list)
{
  for (size_t i = 0; i < list->count; i++)
    if (is_relevant(list->grades[i]))
      return 1.0 / (double)(i + 1);
  return 0;
}

static size_t
lesser(size_t a, size_t b)
{
  return a < b ? a : b;
}

/* trec_eval's definition: a relevant document is judged against at most as
 * many wrong ones as there are relevant ones. */
static double
binary_preference(const ranking *list, size_t judged_wrong)
{
  double sum = 0;
  size_t wrong = 0; /* judged, not relevant, so far */
  for (size_t i = 0; i < list->count; i++) {
    if (list->grades[i] < 0)
      continue;
    if (!is_relevant(list->grades[i]))
      wrong++;
    else if (wrong == 0)
      sum += 1;
    else
      sum += 1 - (double)lesser(wrong, list->relevant) /
                     (double)lesser(judged_wrong, list->relevant);
  }
  return list->relevant ? sum / (double)list->relevant : 0;
}

/* Only judged ones; documents in the pool that nobody judged count neither
 * way. */
static size_t
count_wrong(const int *judged, size_t count)
{
  size_t wrong = 0;
  for (size_t i = 0; i < count; i++)
    wrong += judged[i] >= 0 && !is_relevant(judged[i]);
  return wrong;
}

/* The best possible order has all judged documents, found or not. */
static double
normalized_gain(const ranking *list, const int *judged, size_t judged_count,
                size_t cut)
{
  double ideal = discounted_gain(judged, judged_count, cut);
  return ideal > 0 ? discounted_gain(list->grades, list->count, cut) / ideal
                   : 0;
}

/* All measures at once: they share the counts. */
void
metric_measure(const int *ranked, size_t ranked_count, const int *judged,
               size_t judged_count, metric_values *out)
{
  ranking list = {ranked, ranked_count, count_relevant(judged, judged_count),
                  count_relevant(ranked, ranked_count)};
  double *value = out->value;
  out->retrieved = ranked_count;
  out->relevant = list.relevant;
  out->relevant_retrieved = list.found;
  value[METRIC_AP] = average_precision(&list);
  value[METRIC_AP_11] = measure_points(&list, value + METRIC_RECALL_POINTS);
  value[METRIC_P_5] = precision_at(&list, 5);
  value[METRIC_P_10] = precision_at(&list, 10);
  value[METRIC_P_20] = precision_at(&list, 20);
  value[METRIC_R_PRECISION] = precision_at(&list, list.relevant);
  value[METRIC_NDCG] =
      normalized_gain(&list, judged, judged_count, ranked_count + judged_count);
  value[METRIC_NDCG_10] = normalized_gain(&list, judged, judged_count, 10);
  value[METRIC_RECIPROCAL_RANK] = reciprocal_rank(&list);
  value[METRIC_BPREF] =
      binary_preference(&list, count_wrong(judged, judged_count));
  value[METRIC_SUCCESS_1] = relevant_in(&list, 1) > 0;
  value[METRIC_SUCCESS_10] = relevant_in(&list, 10) > 0;
}
