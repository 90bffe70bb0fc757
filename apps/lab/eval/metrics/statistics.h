/* statistics.h: what a list of figures says, and how far it can be trusted.
 *
 *   figures of pages ──► mean, standard error, confidence interval
 *   two runs, page by page ──► mean difference, interval, chance of it (p)
 *   two graders, item by item ──► Cohen's kappa
 *
 * Everything that draws takes a seed and has the same result on every
 * machine. Intervals are two-sided; `confidence` is 0.95 and the like.
 */
#ifndef EVAL_STATISTICS_H
#define EVAL_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  STATISTICS_ROUNDS = 1000,  /* of a bootstrap */
  STATISTICS_FLIPS = 10000,  /* of a randomisation test */
  STATISTICS_SEED = 20061113 /* where a caller has no reason for another */
};

typedef struct interval {
  double low;
  double high;
} interval;

/* NAN of no values. */
double statistics_mean(const double *values, size_t count);

/* Standard deviation of a sample (divided by n - 1); 0 of fewer than two. */
double statistics_deviation(const double *values, size_t count);

/* Standard error of the mean. */
double statistics_error(const double *values, size_t count);

/* The value below which a standard normal variable stays with a probability
 * strictly between 0 and 1. */
double normal_quantile(double probability);

/* The same of Student's t with `degrees` of freedom, at least 1. */
double student_quantile(double probability, double degrees);

/* Interval of the mean by Student's t. Of fewer than two values it is the mean
 * itself. */
interval statistics_student(const double *values, size_t count,
                            double confidence);

/* Interval of the mean, by the percentiles of `rounds` means of samples drawn
 * with replacement. `count` is below 2^32. False when memory ends. */
bool statistics_bootstrap(const double *values, size_t count, double confidence,
                          size_t rounds, uint64_t seed, interval *out);

/* How two runs over the same items differ: second minus first. */
typedef struct paired_difference {
  size_t count;
  double mean;
  interval range; /* of the mean, 95 %, by bootstrap over the items */
  double p;       /* chance of a difference as large if the runs were alike */
  size_t better;  /* items where the second has more */
  size_t worse;
} paired_difference;

/* Compare item by item. `p` is that of a paired randomisation test: how often
 * STATISTICS_FLIPS random exchanges of the two runs, item by item, give a mean
 * difference at least as far from 0. False when memory ends. */
bool statistics_paired(const double *first, const double *second, size_t count,
                       uint64_t seed, paired_difference *out);

/* Cohen's kappa of two graders. `table[i * grades + j]` counts the items that
 * the first gave grade i and the second grade j. 1 when they always agree and
 * agreement by chance is certain; NAN of no items. */
double kappa_plain(const uint64_t *table, size_t grades);

/* The same for grades in an order: a disagreement counts by the distance of the
 * two grades, taken to the power 1 (linear) or 2 (quadratic weights). */
double kappa_weighted(const uint64_t *table, size_t grades, int power);

#endif
