/* Measures of one ranked list, against values worked out by hand from
 * trec_eval's definitions. U is a document that nobody judged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/experiment/metric_query.h"

#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { U = METRIC_UNJUDGED };

static void
check(const metric_values *got, const double *wanted)
{
  for (int i = 0; i < METRIC_RECALL_POINTS; i++)
    if (fabs(got->value[i] - wanted[i]) > 0.00005)
      fail_msg("%s: %.6f instead of %.6f", metric_name((metric)i),
               got->value[i], wanted[i]);
}

/* R = 4, three judged wrong; relevant at ranks 1, 4, 6.
 *   map       (1/1 + 2/4 + 3/6) / 4
 *   11pt      recall 0, .1, .2 -> 1; .3 .. .7 -> 1/2; .8 .. 1 -> 0; / 11
 *   ndcg      (1/1 + 2/2.321928 + 1/2.807355) / (2 + .630930 + .5 + .430677)
 *   ndcg@10   the same: the list is shorter
 *   bpref     (1 + (1 - 1/3) + (1 - 2/3)) / 4 */
static void
mixed_list(void **state)
{
  (void)state;
  const int ranked[] = {1, 0, U, 2, 0, 1};
  const int judged[] = {2, 1, 1, 1, 0, 0, 0};
  const double wanted[] = {0.5,      0.5,      0.4, 0.3, 0.15, 0.5,
                           0.622629, 0.622629, 1,   0.5, 1,    1};
  metric_values got;
  metric_measure(ranked, COUNT(ranked), judged, COUNT(judged), &got);
  check(&got, wanted);
  assert_int_equal(got.retrieved, 6);
  assert_int_equal(got.relevant, 4);
  assert_int_equal(got.relevant_retrieved, 3);
}

/* R = 3, ranking a b x c: the published example in which rounding up instead
 * of trec_eval's rule gives .9091. */
static void
points_are_those_of_trec_eval(void **state)
{
  (void)state;
  const int ranked[] = {1, 1, 0, 1};
  const int judged[] = {1, 1, 1};
  metric_values got;
  metric_measure(ranked, COUNT(ranked), judged, COUNT(judged), &got);
  assert_true(fabs(got.value[METRIC_AP_11] - 0.9318) < 0.00005);
  assert_true(fabs(got.value[METRIC_RECALL_POINTS] - 1) < 1e-9);
  assert_true(fabs(got.value[METRIC_RECALL_POINTS + 7] - 1) < 1e-9);
  assert_true(fabs(got.value[METRIC_RECALL_POINTS + 8] - 0.75) < 1e-9);
  assert_true(fabs(got.value[METRIC_RECALL_POINTS + 10] - 0.75) < 1e-9);
}

/* R = 1 at rank 12: within none of the cuts.
 *   map = recip_rank = 11pt = 1/12; ndcg = 1 / log2(13); ndcg@10 = 0
 *   bpref: two judged wrong before it, only the first R = 1 count: 0 */
static void
late_answer(void **state)
{
  (void)state;
  const int ranked[] = {U, 0, U, U, 0, U, U, U, U, U, U, 1};
  const int judged[] = {1, 0, 0};
  const double wanted[] = {0.083333, 0.083333, 0,        0, 0.05, 0,
                           0.270238, 0,        0.083333, 0, 0,    0};
  metric_values got;
  metric_measure(ranked, COUNT(ranked), judged, COUNT(judged), &got);
  check(&got, wanted);
}

/* Two relevant, both found, at ranks 2 and 3; nothing judged wrong.
 *   map   (1/2 + 2/3) / 2;  11pt: precision 2/3 from rank 2 on: 2/3
 *   ndcg  (3/1.584963 + 1/2) / (3 + 1/1.584963)
 *   bpref 1: no judged wrong document is before them */
static void
nothing_judged_wrong(void **state)
{
  (void)state;
  const int ranked[] = {U, 3, 1};
  const int judged[] = {3, 1};
  const double wanted[] = {0.583333, 0.666667, 0.4, 0.2, 0.1, 0.5,
                           0.659002, 0.659002, 0.5, 1,   0,   1};
  metric_values got;
  metric_measure(ranked, COUNT(ranked), judged, COUNT(judged), &got);
  check(&got, wanted);
}

static void
nothing_there(void **state)
{
  (void)state;
  const double zeros[METRIC_COUNT] = {0};
  const int grades[] = {0, U};
  const int pool[] = {0, -1, -1};
  metric_values got;
  metric_measure(grades, 0, grades, 0, &got);
  check(&got, zeros);
  metric_measure(grades, COUNT(grades), pool, COUNT(pool), &got);
  check(&got, zeros);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mixed_list),
      cmocka_unit_test(points_are_those_of_trec_eval),
      cmocka_unit_test(late_answer),
      cmocka_unit_test(nothing_judged_wrong),
      cmocka_unit_test(nothing_there),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
