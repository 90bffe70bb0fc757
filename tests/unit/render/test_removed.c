/* Looking up verdicts by place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "render/removed.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const pith_verdict items[] = {
    {{10, 20}, PITH_NAVIGATION, 0.5F, "a"},
    {{20, 30}, PITH_NAVIGATION, 1, "b"},
    {{40, 50}, PITH_CONTENT, 1, "c"},
    {{50, 60}, PITH_NAVIGATION, 1, "d"},
};

static pith_removed
make_removed(void)
{
  static pith_verdict copy[COUNT(items)];
  pith_verdicts list = {
      .items = copy, .count = COUNT(items), .capacity = COUNT(items)};
  pith_removed removed;
  for (size_t i = 0; i < COUNT(items); i++)
    copy[i] = items[i];
  pith__removed_init(&removed, &list);
  return removed;
}

static void
nothing_is_removed_without_verdicts(void **state)
{
  (void)state;
  pith_removed removed;
  pith__removed_init(&removed, NULL);
  assert_null(pith__removed_find(&removed, 0, UINT32_MAX));
  assert_false(pith__removed_covers(&removed, 0, 1));
  assert_int_equal(pith__removed_share_of(&removed, 3, 9),
                   PITH_REMOVED_NOTHING);
}

static void
shares(void **state)
{
  (void)state;
  pith_removed removed = make_removed();
  assert_int_equal(pith__removed_share_of(&removed, 0, 10),
                   PITH_REMOVED_NOTHING);
  assert_int_equal(pith__removed_share_of(&removed, 0, 11), PITH_REMOVED_PART);
  assert_int_equal(pith__removed_share_of(&removed, 10, 20), PITH_REMOVED_ALL);
  assert_int_equal(pith__removed_share_of(&removed, 12, 28), PITH_REMOVED_ALL);
  assert_int_equal(pith__removed_share_of(&removed, 12, 31), PITH_REMOVED_PART);
  assert_int_equal(pith__removed_share_of(&removed, 40, 50),
                   PITH_REMOVED_NOTHING);
  assert_int_equal(pith__removed_share_of(&removed, 45, 55), PITH_REMOVED_PART);
  assert_int_equal(pith__removed_share_of(&removed, 60, 99),
                   PITH_REMOVED_NOTHING);
}

static void
empty_range_is_cut_where_it_stands(void **state)
{
  (void)state;
  pith_removed removed = make_removed();
  assert_int_equal(pith__removed_share_of(&removed, 15, 15), PITH_REMOVED_ALL);
  assert_int_equal(pith__removed_share_of(&removed, 35, 35),
                   PITH_REMOVED_NOTHING);
}

/* Every look-up returns the same whatever was looked up before. */
static void
questions_in_any_order(void **state)
{
  (void)state;
  pith_removed moving = make_removed();
  uint32_t dice = 7;
  for (int i = 0; i < 5000; i++) {
    dice = dice * 1664525u + 1013904223u;
    uint32_t from = dice >> 8 & 63, to = from + 1 + (dice >> 20 & 15);
    pith_removed fresh = make_removed();
    assert_ptr_equal(pith__removed_find(&moving, from, to),
                     pith__removed_find(&fresh, from, to));
    assert_int_equal(pith__removed_covers(&moving, from, to),
                     pith__removed_covers(&fresh, from, to));
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_is_removed_without_verdicts),
      cmocka_unit_test(shares),
      cmocka_unit_test(empty_range_is_cut_where_it_stands),
      cmocka_unit_test(questions_in_any_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
