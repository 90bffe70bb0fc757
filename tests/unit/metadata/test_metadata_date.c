/* Dates, as pages write them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/slice.h"
#include "metadata/metadata.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void
dates(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"2024-05-01", "2024-05-01"},
      {"2024-5-1", "2024-05-01"},
      {" 2024/05/01 ", "2024-05-01"},
      {"20240501", "2024-05-01"},
      {"2024-05-01T08:30:00Z", "2024-05-01T08:30:00Z"},
      {"2024-05-01T08:30:00.123+02:00", "2024-05-01T08:30:00+02:00"},
      {"2024-05-01 08:30", "2024-05-01T08:30"},
      {"2024-05-01T08:30:00-0730", "2024-05-01T08:30:00-07:30"},
      {"2024-05-01T24:30:00Z", "2024-05-01"},
      {"Wed, 01 May 2024 08:30:00 GMT", "2024-05-01T08:30:00Z"},
      {"May 1, 2024", "2024-05-01"},
      {"May 1st, 2024 8:30 pm", "2024-05-01T20:30"},
      {"1 mai 2024", "2024-05-01"},
      {"1. M\xC3\xA4rz 2024", "2024-03-01"},
      {"Dezember 31, 2023", "2023-12-31"},
      {"1 \xD0\xBC\xD0\xB0\xD1\x8F 2024", "2024-05-01"}, /* мая */
      {"2024\xE5\xB9\xB4"
       "5\xE6\x9C\x88"
       "1\xE6\x97\xA5",
       "2024-05-01"},
      {"31.05.2024", "2024-05-31"},
      {"31/05/2024", "2024-05-31"},
      {"05/31/2024", "2024-05-31"},
      {"05/05/2024", "2024-05-05"},
      {"Sunday, 29 February 2004", "2004-02-29"},
  };
  char out[32];
  for (size_t i = 0; i < COUNT(cases); i++) {
    if (!pith__date_normalize(pith__slice_of(cases[i][0]), out))
      fail_msg("%s was not taken", cases[i][0]);
    assert_string_equal(out, cases[i][1]);
  }
}

static void
no_dates(void **state)
{
  (void)state;
  static const char *const cases[] = {
      "",
      "yesterday",
      "2024",
      "2024-13-01",
      "2024-02-30",
      "2023-02-29",
      "0000-00-00",
      "01/05/2024",
      "12345678901",
      "99999999",
      "May 2024",
      "08:30, 1 May 2024",
      "soon or later",
      "1 May 24",
  };
  char out[32];
  for (size_t i = 0; i < COUNT(cases); i++)
    if (pith__date_normalize(pith__slice_of(cases[i]), out))
      fail_msg("%s was taken for %s", cases[i], out);
}

static void
in_addresses(void **state)
{
  (void)state;
  char out[32];
  assert_true(pith__date_in_address(
      pith__slice_of("http://h/news/2024/05/01/tea.html"), out));
  assert_string_equal(out, "2024-05-01");
  assert_true(
      pith__date_in_address(pith__slice_of("http://h/2024-05-01-tea"), out));
  assert_false(
      pith__date_in_address(pith__slice_of("http://h/12345678/x"), out));
  assert_false(pith__date_in_address(pith__slice_of("http://h/2024/tea"), out));
}

/* Any bytes: no crash, and what is taken has the form. */
static void
any_bytes(void **state)
{
  (void)state;
  static const char letters[] = "0123456789-/.:T +ZmayMAY\xE5\xB9\xB4,";
  uint32_t dice = 3;
  for (int round = 0; round < 100000; round++) {
    char text[20], out[32];
    for (size_t i = 0; i < sizeof text; i++) {
      dice = dice * 1664525u + 1013904223u;
      text[i] = letters[(dice >> 12) % (sizeof letters - 1)];
    }
    if (pith__date_normalize(pith__slice(text, sizeof text), out)) {
      assert_true(strlen(out) >= 10 && out[4] == '-' && out[7] == '-');
    }
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dates),
      cmocka_unit_test(no_dates),
      cmocka_unit_test(in_addresses),
      cmocka_unit_test(any_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
