/* Every code of libcurl has a rule, and no two of them read alike. What servers
 * can provoke is in tests/crawl/run_curl_codes.py. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/web/transfer_reason.h"

#include <string.h>

/* More codes than libcurl has. */
enum { CODES = 120, CODES_LEAST = 38 };

static void
reasons_differ(void **state)
{
  (void)state;
  int known = 0;
  for (int a = 1; a < CODES; a++) {
    const transfer_rule *rule = transfer_rule_of(a);
    assert_int_not_equal(rule->end, TRANSFER_DONE);
    if (!rule->reason)
      continue;
    known++;
    assert_in_range(strlen(rule->reason), 8, 68); /* room for libcurl's words */
    for (int b = 1; b < a; b++)
      if (transfer_rule_of(b)->reason)
        assert_string_not_equal(rule->reason, transfer_rule_of(b)->reason);
  }
  if (transfer_rule_of(7)->reason) /* built with libcurl */
    assert_true(known >= CODES_LEAST);
}

/* A code of a later libcurl is a failure that may pass. */
static void
unknown_codes_fail(void **state)
{
  (void)state;
  assert_int_equal(transfer_rule_of(119)->end, TRANSFER_FAILED);
  assert_null(transfer_rule_of(119)->reason);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reasons_differ),
      cmocka_unit_test(unknown_codes_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
