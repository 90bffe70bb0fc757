/*
 * The tournament: always the largest value, of equal ones the earliest page,
 * whatever is set in whatever order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "papers/chain/chain_compat_max_tree.h"

static uint32_t
by_looking_at_all(const uint32_t *values, uint32_t count)
{
  uint32_t best = 0;
  for (uint32_t i = 1; i < count; i++)
    if (values[i] > values[best])
      best = i;
  return best;
}

static void
the_best_wins(void **state)
{
  (void)state;
  uint32_t random = 11;
  for (uint32_t count = 0; count < 70; count++) {
    pith_memory memory;
    pith_region region;
    pith_max_tree top;
    pith__memory_init(&memory, NULL, 1 << 20);
    pith__region_init(&region, &memory);
    assert_true(pith__max_tree_init(&top, &region, count));
    assert_int_equal(top.values[pith__max_tree_page(&top)], 0);
    for (int round = 0; round < 300 && count > 0; round++) {
      random = random * 1664525 + 1013904223;
      pith__max_tree_set(&top, (random >> 8) % count, random >> 20 & 7);
      assert_int_equal(pith__max_tree_page(&top),
                       by_looking_at_all(top.values, count));
    }
    for (uint32_t i = 0; i < count; i++)
      top.values[i] = (i * 7 + 3) % 5;
    pith__max_tree_replay(&top);
    if (count > 0)
      assert_int_equal(pith__max_tree_page(&top),
                       by_looking_at_all(top.values, count));
    pith__region_done(&region);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_best_wins),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
