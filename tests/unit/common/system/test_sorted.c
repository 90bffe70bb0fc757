/* Ranges of equal items, at both ends, in the middle, and where none is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/system/sorted.h"

static int
compare(const void *item, const void *key)
{
  return *(const int *)item - *(const int *)key;
}

static void
ranges(void **state)
{
  static const int items[] = {1, 3, 3, 3, 7, 9, 9};
  static const struct {
    int key;
    size_t first;
    size_t found;
  } rows[] = {{0, 0, 0}, {1, 0, 1}, {2, 1, 0}, {3, 1, 3},
              {8, 5, 0}, {9, 5, 2}, {10, 7, 0}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t found;
    assert_int_equal(
        sorted_range(items, 7, sizeof *items, &rows[i].key, compare, &found),
        rows[i].first);
    assert_int_equal(found, rows[i].found);
  }
  assert_int_equal(sorted_first(items, 0, sizeof *items, &rows[0].key, compare),
                   0);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(ranges)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
