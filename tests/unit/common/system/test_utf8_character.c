/* Characters of UTF-8: every one is written and read back, and what is none is
 * refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/system/utf8_character.h"

#include <stdbool.h>
#include <string.h>

static void
every_character_is_read_back(void **state)
{
  char text[4];
  (void)state;
  for (uint32_t c = 0; c <= 0x110000; c++) {
    size_t len = utf8_write(c, text);
    assert_int_equal(len, utf8_len(text, len));
    if (len > 1)
      assert_int_equal(utf8_len(text, len - 1), 0);
    bool none = (c >= 0xD800 && c < 0xE000) || c > 0x10FFFF;
    assert_int_equal(none || c == 0xFFFD,
                     len == 3 && memcmp(text, "\xEF\xBF\xBD", 3) == 0);
  }
}

static void
what_is_no_character(void **state)
{
  static const char *const none[] = {"\x80",
                                     "\xBF",
                                     "\xC0\x80",
                                     "\xC1\xBF",
                                     "\xC2",
                                     "\xC2 ",
                                     "\xE0\x9F\xBF",
                                     "\xED\xA0\x80",
                                     "\xF0\x8F\xBF\xBF",
                                     "\xF4\x90\x80\x80",
                                     "\xF5\x80\x80\x80",
                                     "\xFF"};
  (void)state;
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    assert_int_equal(utf8_len(none[i], strlen(none[i])), 0);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_character_is_read_back),
      cmocka_unit_test(what_is_no_character),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
