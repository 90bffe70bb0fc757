/* Statistics: known values, and values of a twin in another language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/eval/metrics/random_source.h"
#include "lab/eval/metrics/statistics.h"

#include <math.h>

/* Table 1 of Ageev et al. 2005, university sites. */
static size_t
university(double *values)
{
  static const int counts[] = {4, 3, 10, 40};
  size_t n = 0;
  for (int grade = 0; grade < 4; grade++)
    for (int i = 0; i < counts[grade]; i++)
      values[n++] = 2 + grade;
  return n;
}

static void
near(double found, double wanted, double by)
{
  if (!(fabs(found - wanted) <= by))
    fail_msg("%.12g is not within %g of %.12g", found, by, wanted);
}

static void
draws_are_fixed(void **state)
{
  (void)state;
  static const uint32_t wanted[] = {7, 2, 8, 9, 9, 8, 0, 1, 4, 1, 5, 7};
  random_source source;
  random_source_init(&source, 1);
  assert_true(random_source_next(&source) == 0xb3f2af6d0fc710c5u);
  assert_true(random_source_next(&source) == 0x853b559647364ceau);
  random_source_init(&source, 7);
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    assert_int_equal(random_source_below(&source, 10), wanted[i]);
}

static void
draws_are_even(void **state)
{
  (void)state;
  uint32_t seen[6] = {0};
  random_source source;
  random_source_init(&source, 3);
  for (int i = 0; i < 60000; i++)
    seen[random_source_below(&source, 6)]++;
  for (int i = 0; i < 6; i++)
    assert_in_range(seen[i], 9600, 10400); /* four standard deviations */
}

static void
quantiles(void **state)
{
  (void)state;
  near(student_quantile(0.975, 1), 12.706204736, 1e-6);
  near(student_quantile(0.975, 29), 2.045229642, 1e-6);
  near(student_quantile(0.975, 56), 2.003240719, 1e-6);
  near(student_quantile(0.025, 56), -2.003240719, 1e-6);
  near(student_quantile(0.975, 1e6), 1.959966, 1e-5);
}

static void
few_values(void **state)
{
  (void)state;
  double one = 4;
  interval range;
  assert_true(isnan(statistics_mean(&one, 0)));
  statistics_bootstrap(&one, 1, 0.95, 1000, 1, &range);
  assert_true(range.low == 4 && range.high == 4);
  statistics_bootstrap(&one, 0, 0.95, 1000, 1, &range);
  assert_true(isnan(range.low));
}

static void
bootstrap(void **state)
{
  (void)state;
  double values[57];
  interval range;
  size_t count = university(values);
  statistics_bootstrap(values, count, 0.95, 1000, STATISTICS_SEED, &range);
  near(range.low, 4.280263157894737, 1e-12);
  near(range.high, 4.719298245614035, 1e-12);
}

static void
paired(void **state)
{
  (void)state;
  static const double a[] = {0.5, 0.25, 0.75, 1, 0.5, 0.125, 0.375, 0.625};
  static const double b[] = {0.75, 0.5, 0.75, 0.875, 1, 0.25, 0.5, 0.875};
  paired_difference found;
  statistics_paired(a, b, 8, 5, &found);
  near(found.mean, 0.171875, 1e-15);
  near(found.range.low, 0.046875, 1e-15);
  near(found.range.high, 0.28125, 1e-15);
  near(found.p, 0.05909409059094091, 1e-15);
  assert_int_equal(found.better, 6);
  assert_int_equal(found.worse, 1);
  statistics_paired(a, a, 8, 5, &found);
  assert_true(found.mean == 0 && found.p == 1);
  statistics_paired(a, b, 0, 5, &found);
  assert_true(isnan(found.mean) && found.p == 1);
}

static void
agreement(void **state)
{
  (void)state;
  static const uint64_t two[] = {20, 5, 10, 15};
  static const uint64_t three[] = {10, 2, 0, 1, 8, 3, 0, 2, 14};
  static const uint64_t same[] = {7, 0, 0, 0};
  static const uint64_t none[4] = {0};
  near(kappa(two, 2, 0), 0.4, 1e-12);
  near(kappa(two, 2, 1), 0.4, 1e-12);
  /* Disagreement 8 is seen; expected by chance are 1052 / 40, and by distance
   * 1432 / 40 or 2192 / 40. */
  near(kappa(three, 3, 0), 1 - 8 * 40.0 / 1052, 1e-12);
  near(kappa(three, 3, 1), 1 - 8 * 40.0 / 1432, 1e-12);
  near(kappa(three, 3, 2), 1 - 8 * 40.0 / 2192, 1e-12);
  assert_true(kappa(same, 2, 0) == 1);
  assert_true(isnan(kappa(none, 2, 0)));
}

/* By hand: .01 x 4, .02 x 3 below it, .03 x 2, .5 x 1; and none of nothing. */
static void
holm(void **state)
{
  (void)state;
  const double p[] = {0.03, 0.01, NAN, 0.5, 0.02};
  const double wanted[] = {0.06, 0.04, NAN, 0.5, 0.06};
  double found[5];
  statistics_holm(p, 5, found);
  for (int i = 0; i < 5; i++)
    if (i != 2)
      assert_true(fabs(found[i] - wanted[i]) < 1e-12);
  assert_true(isnan(found[2]));
  const double large[] = {0.9, 0.8};
  statistics_holm(large, 2, found);
  assert_true(found[0] == 1 && found[1] == 1);
  statistics_holm(NULL, 0, NULL);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(holm),           cmocka_unit_test(draws_are_fixed),
      cmocka_unit_test(draws_are_even), cmocka_unit_test(quantiles),
      cmocka_unit_test(few_values),     cmocka_unit_test(bootstrap),
      cmocka_unit_test(paired),         cmocka_unit_test(agreement),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
