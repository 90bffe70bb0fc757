/*
 * All paths of UTF-8 validation against a validator so plain that it can be
 * checked by eye: decode each sequence, then ask whether the number may be
 * written that way.
 */
#include "base/utf8_validate.h"

#include "base/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The length of the sequence at `p`, 0 when it is wrong: the right number of
 * continuations, and encoding the number again yields the same bytes. */
static size_t
naive_sequence(const char *p, size_t len)
{
  unsigned char lead = (unsigned char)p[0];
  size_t wanted = lead < 0x80   ? 1
                  : lead < 0xC0 ? 0
                  : lead < 0xE0 ? 2
                  : lead < 0xF0 ? 3
                  : lead < 0xF8 ? 4
                                : 0;
  if (wanted < 2)
    return wanted;
  if (len < wanted)
    return 0;
  uint32_t code = lead & (0xFFu >> (wanted + 1));
  for (size_t i = 1; i < wanted; i++) {
    if (((unsigned char)p[i] & 0xC0) != 0x80)
      return 0;
    code = code << 6 | ((unsigned char)p[i] & 0x3F);
  }
  char again[4];
  return pith__utf8_encode(code, again) == wanted &&
                 memcmp(again, p, wanted) == 0
             ? wanted
             : 0;
}

static size_t
naive_prefix(const char *data, size_t len)
{
  size_t i = 0;
  while (i < len) {
    size_t sequence = naive_sequence(data + i, len - i);
    if (sequence == 0)
      return i;
    i += sequence;
  }
  return len;
}

/* A copy of exactly `len` bytes, so that a sanitizer sees any read past it. */
static void
check_all(const char *data, size_t len)
{
  size_t expected = naive_prefix(data, len);
  char *copy = malloc(len + !len);
  assert_non_null(copy);
  if (len)
    memcpy(copy, data, len);
  assert_int_equal(pith__utf8_valid_prefix(copy, len), expected);
  assert_int_equal(pith__utf8_valid_portable(copy, len), expected);
#if PITH_X86_64
  assert_int_equal(pith__utf8_valid_sse2(copy, len), expected);
  if (__builtin_cpu_supports("avx2"))
    assert_int_equal(pith__utf8_valid_avx2(copy, len), expected);
#endif
#if PITH_ARM64
  assert_int_equal(pith__utf8_valid_neon(copy, len), expected);
#endif
  size_t ascii = 0;
  while (ascii < len && (unsigned char)data[ascii] < 0x80)
    ascii++;
  assert_int_equal(pith__ascii_prefix(copy, len), ascii);
  free(copy);
}

static uint32_t
next_random(uint32_t *state)
{
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

/* Every first and second byte, with third and fourth bytes from the borders of
 * all ranges, at the end of the data and followed by more. */
static void
sequences_around_borders(void **state)
{
  (void)state;
  static const unsigned char border[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90,
                                         0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xFF};
  for (unsigned a = 0; a < 256; a++)
    for (unsigned b = 0; b < 256; b++)
      for (size_t c = 0; c < sizeof(border); c++) {
        char bytes[4] = {(char)a, (char)b, (char)border[c],
                         (char)border[(c + a + b) % sizeof(border)]};
        size_t len = (a + b + c) % 4 + 1;
        size_t sequence = naive_sequence(bytes, len);
        assert_int_equal(pith__utf8_sequence(bytes, len), sequence);
      }
  for (unsigned a = 0x80; a < 256; a++)
    for (unsigned b = 0x70; b < 256; b++)
      for (size_t c = 0; c < sizeof(border); c++) {
        char bytes[72];
        memset(bytes, 'x', sizeof(bytes));
        bytes[61] = (char)a;
        bytes[62] = (char)b;
        bytes[63] = (char)border[c];
        bytes[64] = (char)border[(a + b + c) % sizeof(border)];
        check_all(bytes, sizeof(bytes));
      }
}

/* One character of each length at every place of three blocks, whole, cut off
 * at every byte, and with every byte of it damaged. */
static void
characters_at_block_borders(void **state)
{
  (void)state;
  static const char *const characters[] = {
      "\xC2\x80",     "\xDF\xBF",         "\xE0\xA0\x80",    "\xED\x9F\xBF",
      "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"};
  char bytes[200];
  for (size_t k = 0; k < sizeof(characters) / sizeof(characters[0]); k++) {
    size_t len = strlen(characters[k]);
    for (size_t at = 0; at + len <= sizeof(bytes); at++) {
      memset(bytes, ' ', sizeof(bytes));
      memcpy(bytes + at, characters[k], len);
      check_all(bytes, sizeof(bytes));
      for (size_t cut = 0; cut <= len; cut++)
        check_all(bytes, at + cut);
      for (size_t i = 0; i < len; i++) {
        char kept = bytes[at + i];
        bytes[at + i] = (char)(kept ^ 0x40);
        check_all(bytes, sizeof(bytes));
        bytes[at + i] = kept;
      }
    }
  }
}

static size_t
fill_valid(char *out, size_t room, uint32_t *random, unsigned script)
{
  static const uint32_t base[] = {'a', 0x430, 0x4E00, 0x1F600};
  size_t len = 0;
  while (len + 4 <= room) {
    uint32_t pick = next_random(random);
    uint32_t kind = script < 4 ? (pick % 8 ? script : 0) : pick % 4;
    uint32_t code = base[kind] + (pick >> 5) % 24;
    len += pith__utf8_encode(code, out + len);
  }
  return len;
}

/* Text in several scripts with a few random bytes changed, and every prefix
 * of some of it. */
static void
random_mutations(void **state)
{
  (void)state;
  uint32_t random = 7;
  char bytes[700];
  for (unsigned round = 0; round < 20000; round++) {
    size_t room = 4 + next_random(&random) % (sizeof(bytes) - 4);
    size_t len = fill_valid(bytes, room, &random, round % 5);
    check_all(bytes, len);
    unsigned changes = 1 + next_random(&random) % 3;
    for (unsigned i = 0; len > 0 && i < changes; i++)
      bytes[next_random(&random) % len] = (char)next_random(&random);
    check_all(bytes, len);
    for (size_t cut = 0; round % 500 == 0 && cut <= len; cut++)
      check_all(bytes, cut);
  }
}

static void
random_bytes(void **state)
{
  (void)state;
  uint32_t random = 11;
  char bytes[300];
  for (unsigned round = 0; round < 20000; round++) {
    size_t len = next_random(&random) % sizeof(bytes);
    for (size_t i = 0; i < len; i++)
      bytes[i] = (char)next_random(&random);
    check_all(bytes, len);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sequences_around_borders),
      cmocka_unit_test(characters_at_block_borders),
      cmocka_unit_test(random_mutations),
      cmocka_unit_test(random_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
