/* Looking up verdicts by place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "render/cut.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const pith_verdict items[] = {
    {{10, 20}, PITH_NAVIGATION, 0.5F, "a"},
    {{20, 30}, PITH_NAVIGATION, 1, "b"},
    {{40, 50}, PITH_CONTENT, 1, "c"},
    {{50, 60}, PITH_NAVIGATION, 1, "d"},
};

static pith_cut
make_cut(void)
{
  static pith_verdict copy[COUNT(items)];
  pith_verdicts list = {
      .items = copy, .count = COUNT(items), .capacity = COUNT(items)};
  pith_cut cut;
  for (size_t i = 0; i < COUNT(items); i++)
    copy[i] = items[i];
  pith__cut_init(&cut, &list);
  return cut;
}

static void
nothing_is_cut_without_verdicts(void **state)
{
  (void)state;
  pith_cut cut;
  pith__cut_init(&cut, NULL);
  assert_null(pith__cut_find(&cut, 0, UINT32_MAX));
  assert_false(pith__cut_covers(&cut, 0, 1));
  assert_int_equal(pith__cut_share_of(&cut, 3, 9), PITH_CUT_NOTHING);
}

static void
shares(void **state)
{
  (void)state;
  pith_cut cut = make_cut();
  assert_int_equal(pith__cut_share_of(&cut, 0, 10), PITH_CUT_NOTHING);
  assert_int_equal(pith__cut_share_of(&cut, 0, 11), PITH_CUT_PART);
  assert_int_equal(pith__cut_share_of(&cut, 10, 20), PITH_CUT_ALL);
  assert_int_equal(pith__cut_share_of(&cut, 12, 28), PITH_CUT_ALL);
  assert_int_equal(pith__cut_share_of(&cut, 12, 31), PITH_CUT_PART);
  assert_int_equal(pith__cut_share_of(&cut, 40, 50), PITH_CUT_NOTHING);
  assert_int_equal(pith__cut_share_of(&cut, 45, 55), PITH_CUT_PART);
  assert_int_equal(pith__cut_share_of(&cut, 60, 99), PITH_CUT_NOTHING);
}

static void
empty_range_is_cut_where_it_stands(void **state)
{
  (void)state;
  pith_cut cut = make_cut();
  assert_int_equal(pith__cut_share_of(&cut, 15, 15), PITH_CUT_ALL);
  assert_int_equal(pith__cut_share_of(&cut, 35, 35), PITH_CUT_NOTHING);
}

/* Every question gives the same answer whatever was asked before. */
static void
questions_in_any_order(void **state)
{
  (void)state;
  pith_cut moving = make_cut();
  uint32_t dice = 7;
  for (int i = 0; i < 5000; i++) {
    dice = dice * 1664525u + 1013904223u;
    uint32_t from = dice >> 8 & 63, to = from + 1 + (dice >> 20 & 15);
    pith_cut fresh = make_cut();
    assert_ptr_equal(pith__cut_find(&moving, from, to),
                     pith__cut_find(&fresh, from, to));
    assert_int_equal(pith__cut_covers(&moving, from, to),
                     pith__cut_covers(&fresh, from, to));
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_is_cut_without_verdicts),
      cmocka_unit_test(shares),
      cmocka_unit_test(empty_range_is_cut_where_it_stands),
      cmocka_unit_test(questions_in_any_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
