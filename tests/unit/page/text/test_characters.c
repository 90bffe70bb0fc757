/* Widths, letters, scripts without blanks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "page/text/characters.h"
#include "base/utf8.h"
#include "base/slice.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void
reading_both_ways(void **state)
{
  (void)state;
  static const uint32_t codes[] = {'a', 0xE9, 0x4E00, 0x1F600, 0x7F, 0x10FFFF};
  char text[4 * COUNT(codes)];
  size_t len = 0, step;
  for (size_t i = 0; i < COUNT(codes); i++)
    len += pith__utf8_encode(codes[i], text + len);
  const char *p = text;
  for (size_t i = 0; i < COUNT(codes); i++) {
    assert_int_equal(pith__character_at(p, text + len, &step), codes[i]);
    p += step;
    assert_int_equal(pith__character_before(text, p), codes[i]);
  }
  assert_int_equal(pith__character_at("\x80", text, &step), 0xFFFD);
  assert_int_equal(step, 1);
}

static void
widths(void **state)
{
  (void)state;
  static const char text[] = "a\xE6\xBC\xA2\xC3\xA9"
                             "e\xCC\x81"; /* a漢éé */
  assert_int_equal(pith__text_width(text, sizeof text - 1), 5);
  assert_int_equal(pith__character_width(0xFF21), 2);
  assert_int_equal(pith__character_width(0x200D), 0);
  assert_int_equal(pith__character_width(0x1F600), 2);
}

static void
classes(void **state)
{
  (void)state;
  static const uint32_t words[] = {'a', 'Z', '0', 0xE9, 0x416, 0x3B1, 0x4E2D};
  static const uint32_t others[] = {' ',    '.',    '_', 0x2014,
                                    0x3001, 0x20AC, 0xD7};
  static const uint32_t blanks[] = {' ', '\n', 0xA0, 0x3000, 0x2009, 0x85};
  for (size_t i = 0; i < COUNT(words); i++)
    assert_true(pith__character_is_word(words[i]));
  for (size_t i = 0; i < COUNT(others); i++)
    assert_false(pith__character_is_word(others[i]));
  for (size_t i = 0; i < COUNT(blanks); i++)
    assert_true(pith__character_is_blank(blanks[i]));
  assert_false(pith__character_is_blank(0x200B));
  assert_true(pith__character_joins_lines(0x3042));
  assert_true(pith__character_joins_lines(0x3002));
  assert_false(pith__character_joins_lines(0xD55C)); /* Hangul has blanks */
  assert_false(pith__character_joins_lines('a'));
  assert_true(pith__character_is_capital('A'));
  assert_false(pith__character_is_capital('a'));
  assert_true(pith__character_ends_word(0x44F));
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reading_both_ways),
      cmocka_unit_test(widths),
      cmocka_unit_test(classes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
