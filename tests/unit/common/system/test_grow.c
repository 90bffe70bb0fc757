/* Arrays that grow: values stay, ceilings hold, failure changes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/system/grow.h"

#include <stdlib.h>

static void
items_stay_when_it_grows(void **state)
{
  size_t *items = NULL;
  size_t capacity = 0;
  size_t moves = 0;
  (void)state;
  for (size_t i = 0; i < 10000; i++) {
    size_t before = capacity;
    assert_true(GROW(items, capacity, i + 1));
    assert_true(capacity > i);
    moves += capacity != before;
    items[i] = i;
  }
  for (size_t i = 0; i < 10000; i++)
    assert_int_equal(items[i], i);
  assert_in_range(moves, 1, 30); /* by a share of itself, not by a step */
  free(items);
}

static void
the_ceiling_is_the_last_item(void **state)
{
  uint16_t *items = NULL;
  size_t capacity = 0;
  (void)state;
  assert_true(GROW_UP_TO(items, capacity, 5, 7));
  assert_true(capacity <= 7);
  assert_true(GROW_UP_TO(items, capacity, 7, 7));
  assert_int_equal(capacity, 7);
  uint16_t *before = items;
  assert_false(GROW_UP_TO(items, capacity, 8, 7));
  assert_int_equal(capacity, 7);
  assert_ptr_equal(items, before);
  free(items);
}

static void
more_than_memory_is_refused(void **state)
{
  uint64_t *items = NULL;
  size_t capacity = 0;
  (void)state;
  assert_false(GROW_UP_TO(items, capacity, SIZE_MAX / 4, SIZE_MAX));
  assert_false(GROW(items, capacity, GROW_MOST + 1));
  assert_null(items);
  assert_int_equal(capacity, 0);
}

static void
renewed_room_is_large_enough(void **state)
{
  char *items = NULL;
  size_t capacity = 0;
  (void)state;
  assert_true(RENEW(items, capacity, 100));
  items[99] = 'x';
  char *before = items;
  assert_true(RENEW(items, capacity, 50));
  assert_ptr_equal(items, before);
  assert_true(RENEW(items, capacity, 5000));
  items[4999] = 'y';
  free(items);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(items_stay_when_it_grows),
      cmocka_unit_test(the_ceiling_is_the_last_item),
      cmocka_unit_test(more_than_memory_is_refused),
      cmocka_unit_test(renewed_room_is_large_enough),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
