/*
 * CRC32: the check value of the standard, and every length and alignment
 * against the definition, bit by bit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/crc32.h"

#include <string.h>

static uint32_t
by_definition(const char *data, size_t len)
{
  uint32_t sum = 0xFFFFFFFFu;
  for (size_t i = 0; i < len; i++) {
    sum ^= (unsigned char)data[i];
    for (int bit = 0; bit < 8; bit++)
      sum = sum & 1 ? sum >> 1 ^ 0xEDB88320u : sum >> 1;
  }
  return ~sum;
}

static void
known_values(void **state)
{
  (void)state;
  pith_crc32 crc;
  pith__crc32_init(&crc);
  assert_int_equal(pith__crc32(&crc, "123456789", 9), 0xCBF43926u);
  assert_int_equal(pith__crc32(&crc, "", 0), 0);
  assert_int_equal(pith__crc32(&crc, "a", 1), 0xE8B7BE43u);
}

static void
every_length_and_place(void **state)
{
  (void)state;
  pith_crc32 crc;
  char bytes[160];
  uint32_t random = 7;
  pith__crc32_init(&crc);
  for (size_t i = 0; i < sizeof bytes; i++) {
    random = random * 1664525 + 1013904223;
    bytes[i] = (char)(random >> 24);
  }
  for (size_t from = 0; from < 17; from++)
    for (size_t len = 0; len + from <= sizeof bytes; len++)
      assert_int_equal(pith__crc32(&crc, bytes + from, len),
                       by_definition(bytes + from, len));
}

static void
zeros_at_once(void **state)
{
  (void)state;
  static const char zeros[70000];
  pith_crc32 crc;
  pith__crc32_init(&crc);
  for (size_t count = 0; count <= sizeof zeros;
       count += count < 600 ? 1 : count / 7)
    assert_int_equal(pith__crc32_zeros(&crc, 0x12345678u, count),
                     pith__crc32_state(&crc, 0x12345678u, zeros, count));
  assert_int_equal(
      pith__crc32_zeros(&crc, pith__crc32_zeros(&crc, 99, 1000000), 234567),
      pith__crc32_zeros(&crc, 99, 1234567));
}

/* The sum of a part from the states at its ends. */
static void
parts_of_a_text(void **state)
{
  (void)state;
  static const char text[] = "the sum of any part follows from two states";
  pith_crc32 crc;
  pith__crc32_init(&crc);
  for (size_t from = 0; from < sizeof text; from++)
    for (size_t to = from; to < sizeof text; to++) {
      uint32_t start = pith__crc32_state(&crc, 0, text, from);
      uint32_t end = pith__crc32_state(&crc, start, text + from, to - from);
      uint32_t before =
          pith__crc32_zeros(&crc, start ^ PITH_CRC32_ONES, to - from);
      assert_int_equal((uint32_t) ~(end ^ before),
                       pith__crc32(&crc, text + from, to - from));
    }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_values),
      cmocka_unit_test(every_length_and_place),
      cmocka_unit_test(zeros_at_once),
      cmocka_unit_test(parts_of_a_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
