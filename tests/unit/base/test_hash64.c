/*
 * The hash is part of a file format: its values are pinned. And it is a good
 * one: texts that differ in a byte, in length or in seed differ in half of
 * their bits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/hash64.h"

#include <string.h>

static void
values_are_pinned(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    uint64_t hash;
  } pinned[] = {
      {"", 0x8EA0221619C1285Eu},
      {"a", 0x3D677EB68845E5C1u},
      {"abcd", 0x457D386909A89156u},
      {"abcdefgh", 0x610517B332BC522Fu},
      {"abcdefghijklmnop", 0xA250F9D13DEC4D41u},
      {"main text of a page without its boilerplate", 0xB0808BE7B050AB8Eu},
  };
  for (size_t i = 0; i < sizeof pinned / sizeof pinned[0]; i++)
    assert_int_equal(pith__hash64(pinned[i].text, strlen(pinned[i].text), 7),
                     pinned[i].hash);
  assert_int_equal(pith__hash64_pair(1, 2), 0x2DF03D6A54745E4Fu);
}

static int
bits_between(uint64_t a, uint64_t b)
{
  return __builtin_popcountll(a ^ b);
}

static void
every_byte_counts(void **state)
{
  (void)state;
  char text[80];
  int sum = 0, count = 0;
  for (size_t len = 1; len < sizeof text; len++) {
    for (size_t i = 0; i < len; i++) {
      memset(text, 'x', sizeof text);
      uint64_t before = pith__hash64(text, len, 1);
      text[i] ^= 1;
      int bits = bits_between(before, pith__hash64(text, len, 1));
      assert_in_range(bits, 8, 56);
      sum += bits;
      count++;
    }
  }
  assert_in_range(sum / count, 30, 34);
}

static void
length_seed_and_order_count(void **state)
{
  (void)state;
  static const char zeros[64];
  for (size_t a = 0; a < 64; a++)
    for (size_t b = 0; b < a; b++)
      assert_true(pith__hash64(zeros, a, 0) != pith__hash64(zeros, b, 0));
  assert_true(pith__hash64("abc", 3, 0) != pith__hash64("abc", 3, 1));
  assert_true(pith__hash64_pair(1, 2) != pith__hash64_pair(2, 1));
  assert_true(pith__hash64_pair(0, 0) != 0);
}

/* Bytes that make a factor zero must not wipe out what came before. */
static void
no_bytes_wipe_out_others(void **state)
{
  (void)state;
  char a[48], b[48];
  memset(a, 'p', sizeof a);
  memset(b, 'q', sizeof b);
  for (int i = 0; i < 8; i++)
    a[16 + i] = b[16 + i] = (char)(PITH_HASH64_A >> 8 * i & 0xFF);
  memcpy(a + 24, b + 24, 24);
  assert_true(pith__hash64(a, 48, 0) != pith__hash64(b, 48, 0));
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_are_pinned),
      cmocka_unit_test(every_byte_counts),
      cmocka_unit_test(length_seed_and_order_count),
      cmocka_unit_test(no_bytes_wipe_out_others),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
