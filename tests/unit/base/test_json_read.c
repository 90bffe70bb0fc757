/* JSON as pages have it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/slice.h"
#include "base/json_read.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* The events of a text in short: { } [ ] k(ey) s(tring) o(ther). */
static void
check(const char *json, const char *expected)
{
  static const char signs[] = "\0{}[]kso";
  char got[200];
  size_t len = 0;
  pith_json_reader reader;
  pith_json_event event;
  pith__json_reader_init(&reader, pith__slice_of(json));
  while ((event = pith__json_next(&reader)).kind != PITH_JSON_END &&
         len < sizeof got - 1)
    got[len++] = signs[event.kind];
  got[len] = '\0';
  assert_string_equal(got, expected);
}

static void
events(void **state)
{
  (void)state;
  check("", "");
  check("{}", "{}");
  check("{\"a\": 1, \"b\": [true, null, -2.5e3, \"x\"]}", "{kok[ooos]}");
  check("{\"a\":{\"b\":{}}}", "{k{k{}}}");
}

static void
damaged(void **state)
{
  (void)state;
  check("<!-- {\"a\":\"b\",} -->", "o{ks}o");
  check("{a: \"b\"}", "{ks}");
  check("{\"a\" \"b\"}", "{ss}");
  check("{\"a\":\"line\nend\"}", "{ks}");
  check("{\"a\":\"never ended}", "{ks");
  check("{\"a\":\"x\\", "{ks");
  check("]]}}[[{{", "]]}}[[{{");
}

static void
escapes(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"plain", "plain"},
      {"a\\n\\t\\\"\\\\\\/b", "a\n\t\"\\/b"},
      {"\\u00fc\\u4e2d", "\xC3\xBC\xE4\xB8\xAD"},
      {"\\ud83d\\ude00", "\xF0\x9F\x98\x80"},
      {"\\ud83d", "\xEF\xBF\xBD"},
      {"\\ude00x", "\xEF\xBF\xBDx"},
      {"\\u12", "12"},
      {"\\q", "q"},
      {"end\\", "end"},
  };
  pith_memory memory;
  pith_buffer out;
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__buffer_init(&out, &memory);
  for (size_t i = 0; i < COUNT(cases); i++) {
    pith__buffer_clear(&out);
    pith__json_unescape(pith__slice_of(cases[i][0]), &out);
    pith__buffer_append_char(&out, '\0');
    assert_string_equal(out.data, cases[i][1]);
  }
  pith__buffer_done(&out);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(events),
      cmocka_unit_test(damaged),
      cmocka_unit_test(escapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
