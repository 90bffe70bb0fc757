/* The list of reasons: sorted, without doubles, each a valid reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "verdict/reasons.h"
#include "verdict/verdict.h"

#include <string.h>

static void
they_are_sorted_and_valid(void **state)
{
  pith_memory memory;
  pith_verdicts verdicts;
  uint32_t i = 0;
  (void)state;
  pith__memory_init(&memory, NULL, 1u << 20);
  pith__verdicts_init(&verdicts, &memory);
  for (; pith__reason_name(i); i++) {
    pith_span span = {i, i + 1};
    if (i > 0)
      assert_true(strcmp(pith__reason_name(i - 1), pith__reason_name(i)) < 0);
    pith__verdicts_add(&verdicts, span, PITH_CONTENT, 1, pith__reason_name(i));
  }
  assert_true(i > 40);
  assert_true(pith__verdicts_are_valid(&verdicts, i));
  pith__verdicts_done(&verdicts);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(they_are_sorted_and_valid),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
