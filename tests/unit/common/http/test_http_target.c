/* Targets of requests: decoded once, refused when odd, matched by patterns. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/http/http_target.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void
steps_are_decoded_once(void **state)
{
  http_target target;
  (void)state;
  assert_int_equal(
      http_target_read("/v1/a%2Cb/%252e?to=md&x=1+2%3d&flag&=y", &target),
      HTTP_TARGET_FINE);
  assert_int_equal(target.step_count, 3);
  assert_string_equal(target.steps[1], "a,b");
  assert_string_equal(target.steps[2], "%2e");
  assert_string_equal(target.path, "/v1/a,b/%2e");
  assert_string_equal(http_target_query(&target, "to"), "md");
  assert_string_equal(http_target_query(&target, "x"), "1 2=");
  assert_string_equal(http_target_query(&target, "flag"), "");
  assert_null(http_target_query(&target, "token"));
  http_target_done(&target);
}

static void
authority_is_split_off(void **state)
{
  http_target target;
  (void)state;
  assert_int_equal(http_target_read("http://a:80/b?c", &target),
                   HTTP_TARGET_FINE);
  assert_string_equal(target.authority, "a:80");
  assert_string_equal(target.path, "/b");
  assert_non_null(http_target_query(&target, "c"));
  http_target_done(&target);
  assert_int_equal(http_target_read("HTTP://a", &target), HTTP_TARGET_FINE);
  assert_int_equal(target.step_count, 0);
  http_target_done(&target);
  assert_int_equal(http_target_read("/b", &target), HTTP_TARGET_FINE);
  assert_null(target.authority);
  http_target_done(&target);
}

static void
odd_ones_are_refused(void **state)
{
  static const char *const bad[] = {
      "",           "x",           "*",       "https://a/b",
      "/a//b",      "http://a//b", "/a/",     "/..",
      "/a/../b",    "/a/%2e%2e/b", "/a/.%2E", "/%2f",
      "/a%5Cb",     "/a%00b",      "/%zz",    "/%4",
      "/a%0ab",     "/%ff",        "/%C0%AF", "/?a=%00",
      "/?a=%g0",    "//etc/pw",    "/./x",    "/a\\..\\b",
      "/%ED%A0%80", "/x?%",
  };
  (void)state;
  for (size_t i = 0; i < COUNT(bad); i++) {
    http_target target;
    if (http_target_read(bad[i], &target) != HTTP_TARGET_BAD)
      fail_msg("'%s' was taken", bad[i]);
    assert_null(target.text);
  }
}

/* As many names without values as there may be need the most room. */
static void
ceilings_hold(void **state)
{
  char text[HTTP_TARGET_MOST + 2];
  http_target target;
  (void)state;
  memset(text, 'a', sizeof text);
  text[0] = '/';
  text[HTTP_TARGET_MOST + 1] = '\0';
  assert_int_equal(http_target_read(text, &target), HTTP_TARGET_LONG);
  text[HTTP_TARGET_MOST] = '\0';
  assert_int_equal(http_target_read(text, &target), HTTP_TARGET_FINE);
  http_target_done(&target);
  size_t len = 2;
  memcpy(text, "/?", len);
  for (int i = 0; i <= HTTP_QUERY_MOST; i++, len += 2)
    memcpy(text + len, "a&", 2);
  text[len] = '\0';
  assert_int_equal(http_target_read(text, &target), HTTP_TARGET_BAD);
  text[len - 2] = '\0';
  assert_int_equal(http_target_read(text, &target), HTTP_TARGET_FINE);
  assert_int_equal(target.query_count, HTTP_QUERY_MOST);
  http_target_done(&target);
}

typedef struct pattern_case {
  const char *pattern;
  const char *target;
  const char *first; /* parameter; NULL: it does not fit */
} pattern_case;

static void
patterns_fit(void **state)
{
  static const pattern_case cases[] = {
      {"/", "/", ""},
      {"/", "/a", NULL},
      {"/v1/extract", "/v1/extract?x", ""},
      {"/v1/extract", "/v1", NULL},
      {"/v1/extract", "/v1/extract/more", NULL},
      {"/v1/extract", "/v1/extrac", NULL},
      {"/v1/models/:name", "/v1/models/a%20b", "a b"},
      {"/v1/models/:name", "/v1/models", NULL},
      {"/v1/models/:name/learn", "/v1/models/x/learn", "x"},
      {"/v1/models/:name/learn", "/v1/models/x", NULL},
      {"/ui/*path", "/ui/a/b.js", "a/b.js"},
      {"/ui/*path", "/ui", NULL},
  };
  (void)state;
  for (size_t i = 0; i < COUNT(cases); i++) {
    const char *found[HTTP_PARAMETERS_MOST] = {""};
    http_target target;
    assert_int_equal(http_target_read(cases[i].target, &target),
                     HTTP_TARGET_FINE);
    bool fits = http_pattern_fits(cases[i].pattern, &target, found);
    if (fits != (cases[i].first != NULL) ||
        (fits && strcmp(found[0], cases[i].first) != 0))
      fail_msg("case %zu: %d, '%s'", i, fits, found[0]);
    http_target_done(&target);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_are_decoded_once),
      cmocka_unit_test(authority_is_split_off),
      cmocka_unit_test(odd_ones_are_refused),
      cmocka_unit_test(ceilings_hold),
      cmocka_unit_test(patterns_fit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
