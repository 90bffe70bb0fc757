/* Arrays that grow, and names put together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/system/array_grow.h"
#include "common/system/path.h"

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
    size_t *moved = array_grow(items, i, &capacity, sizeof *moved);
    assert_non_null(moved);
    assert_true(capacity > i);
    moves += capacity != before;
    items = moved;
    items[i] = i;
  }
  for (size_t i = 0; i < 10000; i++)
    assert_int_equal(items[i], i);
  assert_in_range(moves, 1, 20); /* it doubles */
  free(items);
}

static void
more_than_memory_is_refused(void **state)
{
  char item;
  size_t capacity = SIZE_MAX / 8;
  (void)state;
  assert_null(array_grow(&item, capacity, &capacity, 16));
  assert_int_equal(capacity, SIZE_MAX / 8);
}

static void
names_are_joined_by_one_slash(void **state)
{
  static const char *const rows[][3] = {{"a", "b.html", "a/b.html"},
                                        {"a/", "b.html", "a/b.html"},
                                        {"/", "b", "/b"},
                                        {"", "b", "b"},
                                        {"a/b", "c/d", "a/b/c/d"}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *path = path_join(rows[i][0], rows[i][1]);
    assert_string_equal(path, rows[i][2]);
    free(path);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(items_stay_when_it_grows),
      cmocka_unit_test(more_than_memory_is_refused),
      cmocka_unit_test(names_are_joined_by_one_slash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
