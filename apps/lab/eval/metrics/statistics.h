/* statistics.h: what a list of figures says, and how far it can be trusted.
 *
 *   figures of pages ──► mean, confidence interval
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

/* The value below which Student's t with `degrees` of freedom, at least 1,
 * stays with a probability strictly between 0 and 1. */
double student_quantile(double probability, double degrees);

/* Interval of the mean, by the percentiles of `rounds` means of samples drawn
 * with replacement. `count` is below 2^32. */
void statistics_bootstrap(const double *values, size_t count, double confidence,
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
 * difference at least as far from 0. */
void statistics_paired(const double *first, const double *second, size_t count,
                       uint64_t seed, paired_difference *out);

/* Correct the chances of several tests for their number, by Holm's method:
 * corrected[i] is that of p[i], at most 1. NAN stays NAN and does not count. */
void statistics_holm(const double *p, size_t count, double *corrected);

/* Cohen's kappa of two graders. `table[i * grades + j]` counts the items that
 * the first gave grade i and the second grade j. 1 when they always agree and
 * agreement by chance is certain; NAN of no items. For grades in an order a
 * disagreement counts by the distance of the two grades, taken to the power 1
 * (linear) or 2 (quadratic weights); 0 counts all alike. */
double kappa(const uint64_t *table, size_t grades, int power);

#endif
