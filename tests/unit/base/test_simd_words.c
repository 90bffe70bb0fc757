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

/* So many bytes that can be read from the beginning of a text of `len` on:
 * often no more than these. */
static size_t
make_room(uint32_t *seed, size_t len)
{
  uint32_t more = next_random(seed) % 40;
  return more < 20 ? len : len + more;
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
    size_t room = make_room(&seed, len);
    char *text = make_text(&seed, room, true);
    bool all = true;
    for (size_t i = 0; i < len; i++)
      all = all && pith__is_space(text[i]);
    assert_int_equal(pith__all_blank(text, len, room), all);
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
    size_t len = 1 + next_random(&seed) % LONGEST;
    size_t room = make_room(&seed, len);
    char *text = make_text(&seed, room, turn % 4 == 0);
    pith_word_bits bits = pith__word_bits(text, len, room);
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

static void
letters_by_case(void **state)
{
  (void)state;
  uint32_t seed = 7;
  for (int turn = 0; turn < TURNS; turn++) {
    char text[PITH_CASE_BYTES];
    for (size_t i = 0; i < sizeof text; i++)
      text[i] = (char)next_random(&seed);
    pith_case_bits bits = pith__case_bits(text);
    for (size_t i = 0; i < sizeof text; i++) {
      assert_int_equal(bits.small >> i & 1, text[i] >= 'a' && text[i] <= 'z');
      assert_int_equal(bits.capital >> i & 1, text[i] >= 'A' && text[i] <= 'Z');
    }
  }
}

/* The end of a word, byte by byte. */
static void
ends_of_words(void **state)
{
  (void)state;
  uint32_t seed = 11;
  for (int turn = 0; turn < TURNS; turn++) {
    static const char bytes[] = "aZmQ09yB\xD0\xFF\x80_.- ";
    char text[PITH_WORD_BYTES], end[8];
    uint32_t few = 8 + next_random(&seed) % (sizeof bytes - 8);
    for (size_t i = 0; i < sizeof text; i++)
      text[i] = bytes[next_random(&seed) % few];
    unsigned run = 0;
    while (run < sizeof text) {
      char c = text[sizeof text - 1 - run];
      if (!pith__is_letter(c) && !pith__is_digit(c) && (unsigned char)c < 0x80)
        break;
      run++;
    }
    assert_int_equal(pith__word_run(text + sizeof text), run);
    if (run == 0 || run > sizeof end)
      continue;
    pith__word_end(text + sizeof text, run, end);
    for (unsigned i = 0; i < sizeof end; i++)
      assert_int_equal(end[i],
                       i < run ? pith__lower(text[sizeof text - run + i]) : 0);
  }
}

static void
small_letters_in_a_row(void **state)
{
  (void)state;
  uint32_t seed = 17, longest = 0;
  for (int turn = 0; turn < TURNS; turn++) {
    static const char others[] = "`{AZ @\xE1\xFA";
    char text[PITH_WORD_BYTES];
    unsigned wanted = 0, rare = 1 + next_random(&seed) % 40;
    for (unsigned i = 0; i < sizeof text; i++)
      text[i] = next_random(&seed) % rare == 0
                    ? others[next_random(&seed) % (sizeof others - 1)]
                    : (char)('a' + next_random(&seed) % 26);
    while (wanted < sizeof text && text[wanted] >= 'a' && text[wanted] <= 'z')
      wanted++;
    assert_int_equal(pith__small_run(text), wanted);
    longest += wanted == sizeof text;
  }
  assert_true(longest > TURNS / 20);
}

static void
ideographs_in_a_row(void **state)
{
  (void)state;
  uint32_t seed = 13, longest = 0;
  for (int turn = 0; turn < TURNS; turn++) {
    static const unsigned char firsts[] = {0xE3, 0xE4, 0xE9, 0xEA, 'a'};
    char text[PITH_WIDE_BYTES];
    unsigned wanted = 0, rare = 1 + next_random(&seed) % 20;
    for (unsigned i = 0; i < sizeof text; i += 3) {
      bool other = next_random(&seed) % rare == 0;
      text[i] = (char)firsts[other ? next_random(&seed) % sizeof firsts : 1];
      text[i + 1] = text[i + 2] = (char)(0x80 + next_random(&seed) % 64);
    }
    while (wanted < sizeof text && (unsigned char)text[wanted] >= 0xE4 &&
           (unsigned char)text[wanted] <= 0xE9)
      wanted += 3;
    assert_int_equal(pith__wide_run(text), wanted);
    longest += wanted == sizeof text;
  }
  assert_true(longest > TURNS / 20);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blanks_are_white_space),
      cmocka_unit_test(bits_are_classes),
      cmocka_unit_test(letters_by_case),
      cmocka_unit_test(ends_of_words),
      cmocka_unit_test(small_letters_in_a_row),
      cmocka_unit_test(ideographs_in_a_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
