/* Bits of bytes against looking at each of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/simd_words.h"
#include "base/slice.h"

#include <stdlib.h>

enum { LONGEST = 64, TURNS = 2000 };

static uint32_t
next_random(uint32_t *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

/* A text of exactly `len` bytes in memory of its own, so that a sanitizer sees
 * what is read beyond it. `blank`: mostly white space. */
static char *
make_text(uint32_t *seed, size_t len, bool blank)
{
  static const char blanks[] = " \n\t\r\f";
  static const char others[] = "aZ09_.!?\"')]-\x0B\x1F\x80\xFF";
  char *text = malloc(len > 0 ? len : 1);
  assert_non_null(text);
  for (size_t i = 0; i < len; i++) {
    bool other = next_random(seed) % 40 == 0 || !blank;
    text[i] = other ? others[next_random(seed) % (sizeof others - 1)]
                    : blanks[next_random(seed) % (sizeof blanks - 1)];
  }
  return text;
}

static void
blanks_are_white_space(void **state)
{
  (void)state;
  uint32_t seed = 3, found = 0;
  for (int turn = 0; turn < TURNS; turn++) {
    size_t len = next_random(&seed) % LONGEST;
    char *text = make_text(&seed, len, true);
    bool all = true;
    for (size_t i = 0; i < len; i++)
      all = all && pith__is_space(text[i]);
    assert_int_equal(pith__all_blank(text, len), all);
    found += all;
    free(text);
  }
  assert_in_range(found, TURNS / 10, TURNS - TURNS / 10);
}

static void
bits_are_classes(void **state)
{
  (void)state;
  uint32_t seed = 5;
  for (int turn = 0; turn < TURNS; turn++) {
    size_t len = next_random(&seed) % (LONGEST + 1);
    char *text = make_text(&seed, len, turn % 4 == 0);
    pith_word_bits bits = pith__word_bits(text, len);
    for (size_t i = 0; i < len; i++) {
      char c = text[i];
      bool word = pith__is_letter(c) || (c >= '0' && c <= '9') || c == '_';
      assert_int_equal(bits.word >> i & 1, word);
      assert_int_equal(bits.stop >> i & 1, c == '.' || c == '!' || c == '?');
      assert_int_equal(bits.shut >> i & 1,
                       c == '"' || c == '\'' || c == ')' || c == ']');
      assert_int_equal(bits.high >> i & 1, (unsigned char)c >= 0x80);
    }
    free(text);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blanks_are_white_space),
      cmocka_unit_test(bits_are_classes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
