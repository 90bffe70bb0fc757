/*
 * Radix sort: rising by the upper half, and in the order they came where that
 * is equal; also when some or all digits are the same in all items.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/radix.h"

enum { MOST = 3000 };

static void
sorted_and_stable(void **state)
{
  (void)state;
  static const uint64_t masks[] = {0xFFFFFFFFu, 0xFFu,       0xFF00u, 0xFFFF00u,
                                   0xFF000000u, 0xFF0000FFu, 0,       1};
  static uint64_t items[MOST], scratch[MOST];
  uint64_t random = 3;
  for (size_t round = 0; round < 400; round++) {
    size_t count = round * 37 % MOST;
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      items[i] = (random >> 32 & masks[round % 8]) << 32 | i;
      sum += items[i];
    }
    uint64_t *sorted = pith__radix_sort(items, scratch, count);
    assert_true(sorted == items || sorted == scratch);
    for (size_t i = 1; i < count; i++)
      assert_true(sorted[i - 1] < sorted[i]); /* the lower half breaks ties */
    for (size_t i = 0; i < count; i++)
      sum -= sorted[i];
    assert_true(sum == 0);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sorted_and_stable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
