/* What a title says of its page alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/experiment/topic_title.h"

#include <string.h>

static const char *const titles[][2] = {
    {"Ремонт часов - Часовая мастерская", "Ремонт часов"},
    {"Башенные часы - Часовая мастерская", "Башенные часы"},
    {"Цены — Часовая мастерская", "Цены"},
    {"Часовая мастерская", ""},
    {"How to wind a watch | Workshop", "wind a watch"},
    {"How to open a case | Workshop", "open a case"},
    {"How to sleep | WORKSHOP", "sleep"},
    {"", ""},
    {"| - |", ""},
    {"C++ 用法：菜鸟教程", "C++ 用法"},
    {"数组_菜鸟教程", "数组"},
    {"函数（二）｜菜鸟教程", "函数（二"},
};

static void
own_parts(void **state)
{
  (void)state;
  title_ends ends = {NULL, 0, 0};
  size_t count = sizeof titles / sizeof *titles;
  for (size_t i = 0; i < count; i++)
    title_ends_add(&ends, "site", titles[i][0]);
  title_ends_sort(&ends);
  for (size_t i = 0; i < count; i++) {
    pith_slice own = title_own_part(&ends, "site", titles[i][0], count);
    if (own.len != strlen(titles[i][1]) ||
        memcmp(own.data, titles[i][1], own.len) != 0)
      fail_msg("%s: left '%.*s', not '%s'", titles[i][0], (int)own.len,
               own.data, titles[i][1]);
  }
  /* another site shares nothing with it */
  pith_slice own = title_own_part(&ends, "other", titles[0][0], count);
  assert_int_equal(own.len, strlen(titles[0][0]));
  title_ends_done(&ends);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(own_parts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
