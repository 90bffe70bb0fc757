/* JSON is well formed whatever the values are, and has no white space that
 * was not asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/json/json_out.h"

#include <math.h>
#include <string.h>

/* The bytes so far are `expected`. */
static void
expect(text_out *out, const char *expected)
{
  text_out_bytes(out, "", 1); /* the NUL of the literal */
  assert_string_equal(out->data, expected);
  text_out_done(out);
}

static void
members_and_values(void **state)
{
  text_out out;
  text_out_init(&out, -1);
  json_out json = json_out_begin(&out);
  (void)state;
  json_out_object(&json, NULL);
  json_out_print(&json, "v %d name %s mean %.3f bytes %zu", 1, "a \"b\"", 0.25,
                 (size_t)7);
  json_out_array(&json, "list");
  json_out_text(&json, NULL, "one");
  json_out_print(&json, "%.1f %lld", 2.0, -3LL);
  json_out_object(&json, NULL);
  json_out_end(&json);
  json_out_end(&json);
  json_out_bool(&json, "yes", true);
  json_out_null(&json, "none");
  json_out_raw(&json, "raw", (pith_slice){"[1]", 3});
  json_out_end(&json);
  expect(&out, "{\"v\":1,\"name\":\"a \\\"b\\\"\",\"mean\":0.250,\"bytes\":7,"
               "\"list\":[\"one\",2.0,-3,{}],\"yes\":true,\"none\":null,"
               "\"raw\":[1]}");
}

static void
strings_are_escaped(void **state)
{
  text_out out;
  text_out_init(&out, -1);
  json_out json = json_out_begin(&out);
  (void)state;
  json_out_array(&json, NULL);
  json_out_slice(&json, NULL, (pith_slice){"\0\n\xFF\xC3\xA9", 5});
  json_out_print(&json, "%.*s", 2, "abc");
  json_out_print(&json, "%.1s", "\xC3\xA9x"); /* a character, not a byte */
  json_out_end(&json);
  expect(&out, "[\"\\u0000\\n\xEF\xBF\xBD\xC3\xA9\",\"ab\","
               "\"\xC3\xA9\"]");
}

static void
no_number_is_null(void **state)
{
  text_out out;
  text_out_init(&out, -1);
  json_out json = json_out_begin(&out);
  (void)state;
  json_out_object(&json, NULL);
  json_out_print(&json, "a %.2f b %g", (double)NAN, (double)INFINITY);
  json_out_decimal(&json, "c", -(double)INFINITY, 2);
  json_out_decimal(&json, "d", -1.5, 2);
  json_out_end(&json);
  expect(&out, "{\"a\":null,\"b\":null,\"c\":null,\"d\":-1.50}");
}

static void
lines_are_broken_where_wanted(void **state)
{
  text_out out;
  text_out_init(&out, -1);
  json_out json = json_out_begin(&out);
  (void)state;
  json_out_object(&json, NULL);
  json_out_array(&json, "a");
  for (int i = 0; i < 2; i++) {
    json_out_line(&json, 1);
    json_out_number(&json, NULL, (uint64_t)i);
  }
  json_out_end(&json);
  json_out_line(&json, 0);
  json_out_number(&json, "b", 2);
  json_out_end(&json);
  expect(&out, "{\"a\":[\n 0,\n 1],\n\"b\":2}");
}

static void
formats_pad_by_characters(void **state)
{
  text_out out;
  text_out_init(&out, -1);
  (void)state;
  text_out_print(&out, "%-3.3s|%4s|%5.1f|%4.1f|%%|%c", "\xC3\xA9\xC3\xA9xyz",
                 "ab", 2.25, (double)NAN, 'c');
  text_out_show(&out, "|%s", "a\tb\x1B[2J");
  expect(&out, "\xC3\xA9\xC3\xA9x|  ab|  2.2|   -|%|c|a b [2J");
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(members_and_values),
      cmocka_unit_test(strings_are_escaped),
      cmocka_unit_test(no_number_is_null),
      cmocka_unit_test(lines_are_broken_where_wanted),
      cmocka_unit_test(formats_pad_by_characters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
