/* JSON looked at where it is: members, values, what is broken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/json/json_scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* What a scan of an object or array finds, as "key=kind:value;...", ended by
 * "." or by "!" when it is broken. */
static const char *
found(const char *text, char *out, size_t room)
{
  json_scan in = {text, text + strlen(text)};
  json_member member;
  json_step step;
  size_t used = 0;
  bool object = json_open(&in, '{');
  if (!object && !json_open(&in, '['))
    return "none";
  *out = '\0';
  while ((step = object ? json_next_member(&in, &member)
                        : json_next_value(&in, &member)) == JSON_FOUND)
    used += (size_t)snprintf(
        out + used, room - used, "%.*s=%d:%.*s;", (int)member.key.len,
        member.key.data ? member.key.data : "", (int)member.kind,
        (int)member.value.len, member.value.data);
  snprintf(out + used, room - used, "%s",
           step == JSON_END && json_at_end(&in) ? "." : "!");
  return out;
}

typedef struct scan_case {
  const char *text;
  const char *found;
} scan_case;

static void
members_and_values(void **state)
{
  static const scan_case cases[] = {
      {"{}", "."},
      {" [ ] ", "."},
      {"{\"a\":1}", "a=3:1;."},
      {"{ \"a\" : 1 ,\n\"b\"\t:\r\"x\" }", "a=3:1;b=0:x;."},
      {"{\"a\":1\n}", "a=3:1;."},
      {"[1,\"2\",[3,{}],{\"a\":\"]}\"},true]",
       "=3:1;=0:2;=2:[3,{}];=1:{\"a\":\"]}\"};=3:true;."},
      {"{\"a\\\"b\":\"c\\\\\"}", "a\\\"b=0:c\\\\;."},
      {"{\"a\":1,}", "a=3:1;!"},
      {"{\"a\":1 \"b\":2}", "a=3:1;!"},
      {"{\"a\":}", "!"},
      {"{\"a\"}", "!"},
      {"{\"a\":\"x}", "!"},
      {"{\"a\":[1,2}", "a=2:[1,2};!"},
      {"{\"a\":[[1]", "!"},
      {"{\"a\":]}", "!"},
      {"{} {}", "!"},
      {"[1", "=3:1;!"},
      {"[", "!"},
      {"\"a\"", "none"},
      {"", "none"},
  };
  char out[256];
  (void)state;
  for (size_t i = 0; i < COUNT(cases); i++)
    assert_string_equal(found(cases[i].text, out, sizeof out), cases[i].found);
}

static void
texts_are_decoded(void **state)
{
  static const char text[] = "a\\n\\u0416\\ud83d\\ude00\\ud83dx\\q";
  char out[sizeof text];
  (void)state;
  size_t len = json_text_decode((json_text){text, sizeof text - 1}, out);
  assert_int_equal(len, 14);
  assert_memory_equal(out, "a\n\xD0\x96\xF0\x9F\x98\x80\xEF\xBF\xBDx\\q", len);
}

static void
texts_are_copied(void **state)
{
  (void)state;
  char *whole = json_text_copy((json_text){"a\\tb", 4});
  char *nothing = json_text_copy((json_text){"x", 0});
  assert_string_equal(whole, "a\tb");
  assert_string_equal(nothing, "");
  free(whole);
  free(nothing);
}

/* A nest as deep as memory allows needs no stack. */
static void
deep_nests_are_one_value(void **state)
{
  enum { DEPTH = 1000000 };
  char *text = malloc(2 * DEPTH);
  json_member member;
  (void)state;
  assert_non_null(text);
  memset(text, '[', DEPTH);
  memset(text + DEPTH, ']', DEPTH);
  json_scan in = {text, text + 2 * DEPTH};
  assert_true(json_open(&in, '['));
  assert_int_equal(json_next_value(&in, &member), JSON_FOUND);
  assert_int_equal(member.value.len, 2 * DEPTH - 2);
  assert_int_equal(json_next_value(&in, &member), JSON_END);
  assert_true(json_at_end(&in));
  free(text);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(members_and_values),
      cmocka_unit_test(texts_are_decoded),
      cmocka_unit_test(texts_are_copied),
      cmocka_unit_test(deep_nests_are_one_value),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
