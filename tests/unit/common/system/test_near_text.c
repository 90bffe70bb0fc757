/* Texts that are nearly the same, and texts that are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/system/near_text.h"

#include <stdio.h>
#include <string.h>

enum { WORDS = 300, ROOM = WORDS * 16 };

static uint64_t
print_of(const char *text)
{
  return near_fingerprint((pith_slice){text, strlen(text)});
}

/* Words by number from a series; every `step`-th is another one. */
static uint64_t
series(unsigned from, unsigned step)
{
  char text[ROOM];
  size_t len = 0;
  for (unsigned i = 0; i < WORDS; i++)
    len += (size_t)snprintf(text + len, ROOM - len, "%s%u ",
                            step && i % step == 1 ? "Other" : "word", from + i);
  return print_of(text);
}

static void
near_texts_are_found(void **state)
{
  (void)state;
  near_table *table = near_table_new();
  assert_non_null(table);
  assert_null(near_table_take(table, series(0, 0), "first"));
  assert_null(near_table_take(table, series(1000, 0), "second"));
  assert_string_equal(near_table_take(table, series(0, 0), "third"), "first");
  assert_string_equal(near_table_take(table, series(0, 200), "fourth"),
                      "first");
  assert_string_equal(near_table_take(table, series(1000, 200), "fifth"),
                      "second");
  assert_null(near_table_take(table, series(0, 3), "sixth"));
  near_table_free(table);
}

static void
words_count_and_not_how_they_are_set(void **state)
{
  (void)state;
  const char *plain = "one two three four five six seven eight nine ten "
                      "eleven twelve thirteen";
  assert_int_not_equal(print_of(plain), 0);
  assert_int_equal(print_of(plain),
                   print_of("One, two; THREE four\nfive - six seven eight "
                            "nine ten eleven twelve: thirteen."));
  assert_int_equal(print_of("one two three"), 0);
  assert_int_equal(print_of(""), 0);
  /* Thirteen characters of a script without blanks are as many words; half of
   * one at the end is no reason to read on. */
  assert_int_not_equal(print_of("\u4e00\u4e01\u4e02\u4e03\u4e04\u4e05\u4e06"
                                "\u4e07\u4e08\u4e09\u4e0a\u4e0b\u4e0c\xe4"),
                       0);
}

/* Up to five bits anywhere are found, wherever the bands are cut. */
static void
five_bits_are_near(void **state)
{
  (void)state;
  near_table *table = near_table_new();
  const uint64_t first = 0x0123456789ABCDEFu;
  assert_non_null(table);
  assert_null(near_table_take(table, first, "first"));
  for (unsigned step = 1; step < 13; step++) {
    uint64_t other = first;
    for (unsigned bit = 0; bit < 5; bit++)
      other ^= (uint64_t)1 << (bit * step + step) % 64;
    assert_string_equal(near_table_take(table, other, "x"), "first");
  }
  assert_null(near_table_take(table, first ^ 0x1041041041u ^ 1u << 20, "far"));
  assert_null(near_table_take(table, 0, "short"));
  near_table_free(table);
}

/* Fingerprints made to meet in the chains of five bands: what is looked at has
 * a ceiling, so this ends. */
static void
crowded_chains_have_a_ceiling(void **state)
{
  (void)state;
  near_table *table = near_table_new();
  char name[16];
  assert_non_null(table);
  for (unsigned i = 1; i <= 20000; i++) {
    snprintf(name, sizeof name, "%u", i);
    near_table_take(table, (uint64_t)i * 0x9E3779B97F4A7C15u << 11 | 1, name);
  }
  near_table_free(table);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(near_texts_are_found),
      cmocka_unit_test(words_count_and_not_how_they_are_set),
      cmocka_unit_test(five_bits_are_near),
      cmocka_unit_test(crowded_chains_have_a_ceiling),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
