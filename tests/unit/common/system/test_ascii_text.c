/* Small questions about bytes of text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/system/ascii_text.h"

#include <stdlib.h>

static void
ends_are_trimmed(void **state)
{
  (void)state;
  assert_true(text_is(text_trim(text_slice(" \t a b\r\n")), "a b"));
  assert_int_equal(text_trim(text_slice(" \f\v ")).len, 0);
  assert_true(text_is_blank(text_slice("")));
  assert_true(text_is_blank(text_slice(NULL)));
  assert_false(text_is_blank(text_slice(" \xC2\xA0"))); /* not of ASCII */
}

static void
case_is_ignored_where_it_should_be(void **state)
{
  (void)state;
  assert_true(text_is_word(text_slice("NoIndex"), "noindex"));
  assert_false(text_is_word(text_slice("NoIndex!"), "noindex"));
  assert_false(text_is(text_slice("Abc"), "abc"));
  assert_true(text_begins(text_slice("HTTPS://x"), "https:"));
  assert_false(text_begins(text_slice("http"), "https:"));
  assert_true(text_ends(text_slice("index.HTML"), ".html"));
  assert_false(text_ends(text_slice("ml"), "html"));
  assert_true(text_begins(text_slice(""), ""));
}

static void
letters_are_those_of_ascii(void **state)
{
  int letters = 0, digits = 0, spaces = 0;
  (void)state;
  for (int c = 0; c < 256; c++) {
    letters += text_is_letter((char)c);
    digits += text_is_digit((char)c);
    spaces += text_is_space((char)c);
  }
  assert_int_equal(letters, 52);
  assert_int_equal(digits, 10);
  assert_int_equal(spaces, 6);
  assert_int_equal(text_lower('\xC0'), '\xC0');
  assert_int_equal(text_lower('['), '[');
}

static void
pieces_are_cut_at_a_mark(void **state)
{
  pith_slice rest = text_slice("a,,b,"), piece;
  (void)state;
  assert_true(text_cut(&rest, ',', &piece) && text_is(piece, "a"));
  assert_true(text_cut(&rest, ',', &piece) && piece.len == 0);
  assert_true(text_cut(&rest, ',', &piece) && text_is(piece, "b"));
  assert_false(text_cut(&rest, ',', &piece));
  char *copy = text_copy(text_slice("word"));
  assert_string_equal(copy, "word");
  free(copy);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ends_are_trimmed),
      cmocka_unit_test(case_is_ignored_where_it_should_be),
      cmocka_unit_test(letters_are_those_of_ascii),
      cmocka_unit_test(pieces_are_cut_at_a_mark),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
