/* Whole runs against judgements: ties, missing topics, topics nobody asked
 * for, and files that are no tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/experiment/metric_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *
copy(const char *text)
{
  char *out = strdup(text);
  assert_non_null(out);
  return out;
}

static exit_code
read_judged(const char *text, judgement_table *out)
{
  return judgement_table_take(copy(text), strlen(text), "qrels", out);
}

static exit_code
read_run(const char *text, run_table *out)
{
  return run_table_take(copy(text), strlen(text), "run", out);
}

/* Topics: q1 has a tie of three documents, ordered c, b, a by falling name, so
 * that the relevant b is second and the ranks of the file count for nothing;
 * q2 is missing from the run; q3 has no judgements; q4 is judged but has
 * nothing relevant, and counts as 0 in both means. */
static const char judged_text[] = "q1 0 b 1\n"
                                  "q1 0 a 0\n"
                                  "q2 0 a 1\r\n"
                                  "\n"
                                  "  q4\t0\ta   0  \n";
static const char run_text[] = "q1 Q0 a 1 2.5 name\n"
                               "q1 Q0 b 2 2.50 name\n"
                               "q1 Q0 c 3 25e-1 name\n"
                               "q1 Q0 d 4 -1 name\n"
                               "q3 Q0 a 1 1 name\n"
                               "q4 Q0 a 1 1 last\n";

static void
ties_and_missing(void **state)
{
  (void)state;
  judgement_table judged;
  run_table run;
  metric_table table;
  assert_int_equal(read_judged(judged_text, &judged), EXIT_FINE);
  assert_int_equal(read_run(run_text, &run), EXIT_FINE);
  assert_string_equal(run.name, "last");
  metric_run_measure(&judged, &run, &table);
  assert_int_equal(table.count, 3);
  assert_string_equal(table.items[0].topic, "q1");
  assert_true(table.items[0].answered);
  assert_int_equal(table.items[0].values.retrieved, 4);
  assert_true(fabs(table.items[0].values.value[METRIC_RECIPROCAL_RANK] - 0.5) <
              1e-9);
  assert_false(table.items[1].answered);
  assert_true(table.items[2].answered);
  /* -c: (1/2 + 0 + 0) / 3; without: (1/2 + 0) / 2 */
  assert_true(fabs(metric_mean(&table, METRIC_AP, true) - 0.5 / 3) < 1e-9);
  assert_true(fabs(metric_mean(&table, METRIC_AP, false) - 0.25) < 1e-9);
  metric_table_done(&table);
  run_table_done(&run);
  judgement_table_done(&judged);
}

static void
no_judgements(void **state)
{
  (void)state;
  static const char *const bad[] = {
      "q1 0 a\n",           "q1 0 a 1 more\n",    "q1 0 a x\n",
      "q1 0 a 1x\n",        "q1 0 a 128\n",       "q1 0 a 99999999999999\n",
      "q1 0 a 1\nq1 0 a 0", "<html><p>hello</p>",
  };
  judgement_table judged;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(read_judged(bad[i], &judged), EXIT_INPUT);
    assert_null(judged.text);
  }
  char *nul = copy("q1 0 a? 1\n");
  nul[6] = '\0';
  assert_int_equal(judgement_table_take(nul, 10, "qrels", &judged), EXIT_INPUT);
  assert_int_equal(read_judged("", &judged), EXIT_FINE);
  judgement_table_done(&judged);
}

static void
no_run(void **state)
{
  (void)state;
  static const char *const bad[] = {
      "q1 Q0 a 1 1\n",
      "q1 Q0 a 1 nan name\n",
      "q1 Q0 a 1 inf name\n",
      "q1 Q0 a 1 1e999 name",
      "q1 Q0 a 1 x name\n",
      "q1 Q0 a 1 1 name x\n",
      "q1 Q0 a 1 2 n\nq1 Q0 a 2 1 n\n",
  };
  run_table run;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_int_equal(read_run(bad[i], &run), EXIT_INPUT);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ties_and_missing),
      cmocka_unit_test(no_judgements),
      cmocka_unit_test(no_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
