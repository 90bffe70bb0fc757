/* Names put together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/system/path.h"

#include <stdlib.h>

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
      cmocka_unit_test(names_are_joined_by_one_slash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
