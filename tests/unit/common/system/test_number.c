/* Numbers as text: what is read, and what is refused without a trace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/system/number.h"

#include <string.h>

static void
integers(void **state)
{
  static const char *const wrong[] = {
      "",    " 1", "1 ",  "+1", "-1",
      "1.0", "0x", "101", "1k", "99999999999999999999"};
  uint64_t number = 7;
  (void)state;
  assert_true(number_read("100", 100, &number));
  assert_int_equal(number, 100);
  assert_true(number_read("007", 100, &number));
  assert_int_equal(number, 7);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_false(number_read(wrong[i], 100, &number));
  assert_int_equal(number, 7);
  assert_true(number_read("18446744073709551615", UINT64_MAX, &number));
  assert_true(number == UINT64_MAX);
  assert_false(number_read("18446744073709551616", UINT64_MAX, &number));
  assert_true(number_read_bytes("42rest", 2, 100, &number));
  assert_int_equal(number, 42);
}

static void
signed_integers(void **state)
{
  int64_t number = 1;
  (void)state;
  assert_true(number_read_signed("-3", -5, 5, &number));
  assert_int_equal(number, -3);
  assert_true(number_read_signed("+4", -5, 5, &number));
  assert_int_equal(number, 4);
  assert_false(number_read_signed("-6", -5, 5, &number));
  assert_false(number_read_signed("6", -5, 5, &number));
  assert_false(number_read_signed("--1", -5, 5, &number));
  assert_false(number_read_signed("-", -5, 5, &number));
  assert_int_equal(number, 4);
}

static void
counts_with_a_suffix(void **state)
{
  uint64_t number = 0;
  (void)state;
  assert_true(number_read_count("20M", 1000000000, &number));
  assert_int_equal(number, 20000000);
  assert_true(number_read_count("64k", 64000, &number));
  assert_int_equal(number, 64000);
  assert_false(number_read_count("65k", 64000, &number));
  assert_false(number_read_count("1kk", 64000, &number));
  assert_false(number_read_count("k", 64000, &number));
  assert_false(number_read_count("", 64000, &number));
  assert_int_equal(number, 64000);
}

static void
decimals(void **state)
{
  static const char *const wrong[] = {"",    ".",     "1,5", "inf", "nan",
                                      "0x1", "1e999", " 1",  "1 ",  "1.5.2"};
  double number = 9;
  (void)state;
  assert_true(number_read_decimal(".25", &number) && number == 0.25);
  assert_true(number_read_decimal("-3e-1", &number) && number == -0.3);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_false(number_read_decimal(wrong[i], &number));
  assert_true(number == -0.3);
  assert_true(number_read_decimal_bytes("0.5]", 3, &number) && number == 0.5);
}

static void
times(void **state)
{
  uint64_t time = 0;
  (void)state;
  assert_true(number_read_time("250ms", 1000, &time));
  assert_int_equal(time, 250);
  assert_true(number_read_time("1.5s", 2000, &time));
  assert_int_equal(time, 1500);
  assert_true(number_read_time("2", 2000, &time));
  assert_int_equal(time, 2000);
  assert_true(number_read_time("3m", UINT64_MAX / 2, &time));
  assert_int_equal(time, 180000);
  assert_false(number_read_time("3", 2000, &time));
  assert_false(number_read_time("s", 2000, &time));
  assert_false(number_read_time("-1s", 2000, &time));
  assert_false(number_read_time("1 s", 2000, &time));
  assert_int_equal(time, 180000);
}

static void
hexadecimal_digits(void **state)
{
  (void)state;
  assert_int_equal(number_hex_digit('0'), 0);
  assert_int_equal(number_hex_digit('f'), 15);
  assert_int_equal(number_hex_digit('A'), 10);
  assert_int_equal(number_hex_digit('g'), -1);
  assert_int_equal(number_hex_digit('@'), -1);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integers),
      cmocka_unit_test(signed_integers),
      cmocka_unit_test(counts_with_a_suffix),
      cmocka_unit_test(decimals),
      cmocka_unit_test(times),
      cmocka_unit_test(hexadecimal_digits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
