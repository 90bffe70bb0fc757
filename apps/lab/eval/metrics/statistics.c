/* statistics.c: see the header. Sums are taken in the order of the values, so
 * that the same values give the same bits.
 */
#include "lab/eval/metrics/statistics.h"

#include "lab/eval/metrics/random_source.h"
#include "common/system/need.h"

#include <math.h>
#include <stdlib.h>

/* In order: the same values give the same bits. */
static double
sum(const double *values, size_t count)
{
  double total = 0;
  for (size_t i = 0; i < count; i++)
    total += values[i];
  return total;
}

double
statistics_mean(const double *values, size_t count)
{
  return count > 0 ? sum(values, count) / (double)count : NAN;
}

/* --- quantiles ---------------------------------------------------------------
 */

/* The continued fraction of the incomplete beta function, by Lentz's method. It
 * converges within about sqrt(max(a, b)) steps. */
static double
beta_fraction(double x, double a, double b)
{
  const double tiny = 1e-300;
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (fabs(d) < tiny ? tiny : d);
  double result = d;
  for (int m = 1; m <= 20000; m++) {
    double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    double before = result;
    for (int half = 0; half < 2; half++) {
      double step = half == 0 ? even : odd;
      d = 1 + step * d;
      c = 1 + step / c;
      d = 1 / (fabs(d) < tiny ? tiny : d);
      c = fabs(c) < tiny ? tiny : c;
      result *= d * c;
    }
    if (fabs(result - before) <= 1e-15 * fabs(result))
      break;
  }
  return result;
}

/* The logarithm of the gamma function of x > 0 by Stirling's series, moved to
 * where it is exact to 1e-15. (lgamma() writes to a variable of all threads.)
 */
static double
log_gamma(double x)
{
  double product = 1;
  while (x < 12)
    product *= x++;
  double square = 1 / (x * x);
  double series =
      (1.0 / 12 -
       square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680))) /
      x;
  return (x - 0.5) * log(x) - x + 0.91893853320467274178 + series -
         log(product);
}

/* The regularized incomplete beta function. */
static double
beta_share(double x, double a, double b)
{
  if (x <= 0 || x >= 1)
    return x <= 0 ? 0 : 1;
  double front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) +
                     a * log(x) + b * log1p(-x));
  if (x < (a + 1) / (a + b + 2))
    return front * beta_fraction(x, a, b) / a;
  return 1 - front * beta_fraction(1 - x, b, a) / b;
}

double
student_quantile(double probability, double degrees)
{
  double low = -1e9, high = 1e9;
  for (int i = 0; i < 200; i++) {
    double middle = low + (high - low) / 2;
    /* The distribution function of Student's t. */
    double tail =
        beta_share(degrees / (degrees + middle * middle), degrees / 2, 0.5) / 2;
    if ((middle < 0 ? tail : 1 - tail) < probability)
      low = middle;
    else
      high = middle;
  }
  return low + (high - low) / 2;
}

/* --- drawing -----------------------------------------------------------------
 */

static int
compare_doubles(const void *a, const void *b)
{
  double one = *(const double *)a, two = *(const double *)b;
  return one < two ? -1 : one > two;
}

/* The value that a share of the sorted values does not pass, between two of
 * them by a straight line. */
static double
percentile(const double *sorted, size_t count, double share)
{
  double place = share * (double)(count - 1);
  size_t below = (size_t)place;
  if (below + 1 >= count)
    return sorted[count - 1];
  double part = place - (double)below;
  return sorted[below] + part * (sorted[below + 1] - sorted[below]);
}

/* The mean of a sample drawn with replacement. */
static double
draw_mean(random_source *source, const double *values, size_t count)
{
  double total = 0;
  for (size_t i = 0; i < count; i++)
    total += values[random_source_below(source, (uint32_t)count)];
  return total / (double)count;
}

/* The percentile method: simple, and right for means of many pages. */
void
statistics_bootstrap(const double *values, size_t count, double confidence,
                     size_t rounds, uint64_t seed, interval *out)
{
  random_source source;
  double mean = statistics_mean(values, count);
  *out = (interval){mean, mean};
  if (count < 2 || rounds == 0)
    return;
  double *means = need(rounds, sizeof *means);
  random_source_init(&source, seed);
  for (size_t i = 0; i < rounds; i++)
    means[i] = draw_mean(&source, values, count);
  qsort(means, rounds, sizeof *means, compare_doubles);
  out->low = percentile(means, rounds, (1 - confidence) / 2);
  out->high = percentile(means, rounds, (1 + confidence) / 2);
  free(means);
}

/* The sum of the differences, each with a sign by chance. */
static double
flip_sum(random_source *source, const double *differences, size_t count)
{
  uint64_t bits = 0;
  double total = 0;
  for (size_t i = 0; i < count; i++) {
    if (i % 64 == 0)
      bits = random_source_next(source);
    total += bits & 1 ? differences[i] : -differences[i];
    bits >>= 1;
  }
  return total;
}

/* The arrangement that was seen is one of those that are possible, so it
 * counts as one of them. */
static double
flip_test(const double *differences, size_t count, uint64_t seed)
{
  random_source source;
  double seen = fabs(sum(differences, count)), spread = 0;
  size_t as_far = 1;
  for (size_t i = 0; i < count; i++)
    spread += fabs(differences[i]);
  random_source_init(&source, seed);
  for (int i = 0; i < STATISTICS_FLIPS; i++)
    as_far +=
        fabs(flip_sum(&source, differences, count)) >= seen - 1e-12 * spread;
  return (double)as_far / (STATISTICS_FLIPS + 1);
}

/* The bootstrap and the test have seeds of their own, so that neither depends
 * on how many numbers the other has drawn. */
void
statistics_paired(const double *first, const double *second, size_t count,
                  uint64_t seed, paired_difference *out)
{
  double *differences = need(count, sizeof *differences);
  *out = (paired_difference){.count = count, .mean = NAN, .p = 1};
  for (size_t i = 0; i < count; i++) {
    differences[i] = second[i] - first[i];
    out->better += differences[i] > 0;
    out->worse += differences[i] < 0;
  }
  out->mean = statistics_mean(differences, count);
  statistics_bootstrap(differences, count, 0.95, STATISTICS_ROUNDS, seed,
                       &out->range);
  if (count > 0)
    out->p = flip_test(differences, count, seed + 1);
  free(differences);
}

/* --- agreement ---------------------------------------------------------------
 */

/* Plain kappa counts every disagreement the same. */
static double
weight(size_t i, size_t j, int power)
{
  double distance = i > j ? (double)(i - j) : (double)(j - i);
  if (power == 0)
    return distance > 0 ? 1 : 0;
  return power == 1 ? distance : distance * distance;
}

/* Step down: the i-th smallest of n is taken n - i times, and no p is below the
 * one before it. Quadratic: tests are few. */
void
statistics_holm(const double *p, size_t count, double *corrected)
{
  size_t tests = 0, left;
  double least = 0;
  for (size_t i = 0; i < count; i++) {
    tests += isfinite(p[i]) ? 1 : 0;
    corrected[i] = NAN;
  }
  for (left = tests; left > 0; left--) {
    size_t next = count;
    for (size_t i = 0; i < count; i++)
      if (isfinite(p[i]) && isnan(corrected[i]) &&
          (next == count || p[i] < p[next]))
        next = i;
    double taken = p[next] * (double)left;
    least = taken > least ? taken : least;
    corrected[next] = least < 1 ? least : 1;
  }
}

/* Kappa is 1 - disagreement seen / disagreement expected of two graders who
 * give grades as often as these but know nothing of each other. */
double
kappa(const uint64_t *table, size_t grades, int power)
{
  double total = 0, seen = 0, expected = 0;
  for (size_t i = 0; i < grades * grades; i++) {
    total += (double)table[i];
    seen += weight(i / grades, i % grades, power) * (double)table[i];
  }
  if (total == 0)
    return NAN;
  for (size_t i = 0; i < grades; i++) {
    double row = 0;
    for (size_t j = 0; j < grades; j++)
      row += (double)table[i * grades + j];
    for (size_t j = 0; j < grades && row > 0; j++) {
      double column = 0;
      for (size_t k = 0; k < grades; k++)
        column += (double)table[k * grades + j];
      expected += weight(i, j, power) * row * column / total;
    }
  }
  return expected > 0 ? 1 - seen / expected : 1;
}
