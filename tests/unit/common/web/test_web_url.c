/* One form for addresses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/web/web_url.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void
forms(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"http://h", "http://h/"},
      {"  HTTP://Example.ORG:80/A?Q#f ", "http://example.org/A?Q"},
      {"https://h:443/", "https://h/"},
      {"https://h:80/", "https://h:80/"},
      {"http://h:/a", "http://h/a"},
      {"http://h:0080/a", "http://h/a"},
      {"http://user:pw@h/a", "http://h/a"},
      {"http://good@evil@h/a", "http://h/a"},
      {"http://good\\@evil/", "http://good/@evil/"},
      {"http:\\\\h\\a\\b", "http://h/a/b"},
      {"http://h?q", "http://h/?q"},
      {"http://h#f", "http://h/"},
      {"http://h/a/./b/../c", "http://h/a/c"},
      {"http://h/../../etc/passwd", "http://h/etc/passwd"},
      {"http://h/a/%2e%2E/b", "http://h/b"},
      {"http://h/a/.%2e", "http://h/"},
      {"http://h/a/..", "http://h/"},
      {"http://h/a/.", "http://h/a/"},
      {"http://h/.../x", "http://h/.../x"},
      {"http://h/a b\"<>`{}", "http://h/a%20b%22%3C%3E%60%7B%7D"},
      {"http://h/\xD0\xB0?\xD0\xB1", "http://h/%D0%B0?%D0%B1"},
      {"http://h/%2F%00", "http://h/%2F%00"},
      {"http://[::1]:81/", "http://[::1]:81/"},
      {"http://[FE80::1]/", "http://[fe80::1]/"},
      {"http://2130706433/", "http://2130706433/"},
      {"http://h/a//b", "http://h/a//b"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    web_url url;
    pith_slice text = {cases[i][0], strlen(cases[i][0])};
    if (!web_url_parse(text, &url))
      fail_msg("%s: refused", cases[i][0]);
    assert_string_equal(url.text, cases[i][1]);
    web_url again; /* the form of a form is itself */
    assert_true(web_url_parse((pith_slice){url.text, url.len}, &again));
    assert_string_equal(url.text, again.text);
  }
}

static void
refused(void **state)
{
  (void)state;
  static const char *const cases[] = {
      "",
      "h/a",
      "/a",
      "file:///etc/passwd",
      "ftp://h/",
      "gopher://h/",
      "dict://h/",
      "javascript:x",
      "http:",
      "http:/h",
      "http://",
      "http:///a",
      "http://?a",
      "http://:80/",
      "http://h:x/",
      "http://h:0/",
      "http://h:65536/",
      "http://h:-1/",
      "http://h h/",
      "http://h%2e/",
      "http://[::1/",
      "http://[::1]x/",
      "http://[g]/",
      "http://a@/",
      "http://.h/",
      "httpx://h/",
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    web_url url;
    if (web_url_parse((pith_slice){cases[i], strlen(cases[i])}, &url))
      fail_msg("%s: taken as %s", cases[i], url.text);
  }
  web_url url;
  static const char nul[] = "http://h\0x/";
  assert_false(web_url_parse((pith_slice){nul, sizeof nul - 1}, &url));
}

static void
too_long(void **state)
{
  (void)state;
  char text[WEB_URL_MOST + 10] = "http://h/";
  web_url url;
  memset(text + 9, 'a', WEB_URL_MOST - 9);
  assert_true(web_url_parse((pith_slice){text, WEB_URL_MOST}, &url));
  assert_int_equal(url.len, WEB_URL_MOST);
  text[WEB_URL_MOST] = 'a';
  assert_false(web_url_parse((pith_slice){text, WEB_URL_MOST + 1}, &url));
  for (size_t i = 9; i < 9 + 2 * WEB_URL_SEGMENTS; i++)
    text[i] = i % 2 ? 'a' : '/';
  assert_true(
      web_url_parse((pith_slice){text, 8 + 2 * WEB_URL_SEGMENTS}, &url));
  assert_false(
      web_url_parse((pith_slice){text, 10 + 2 * WEB_URL_SEGMENTS}, &url));
}

static void
links(void **state)
{
  (void)state;
  static const char base[] = "http://h:81/a/b?q";
  static const char *const cases[][2] = {
      {"c", "http://h:81/a/c"},
      {"/c#x", "http://h:81/c"},
      {"//o/x", "http://o/x"},
      {"?z", "http://h:81/a/b?z"},
      {"../../../x", "http://h:81/x"},
      {"https://o", "https://o/"},
      {"mailto:a@b", NULL},
      {"javascript:void(0)", NULL},
      {"tel:1", NULL},
      {"", NULL},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    web_url url;
    pith_slice link = {cases[i][0], strlen(cases[i][0])};
    bool made = web_url_resolve(link, (pith_slice){base, strlen(base)}, &url);
    assert_int_equal(made, cases[i][1] != NULL);
    if (made)
      assert_string_equal(url.text, cases[i][1]);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forms),
      cmocka_unit_test(refused),
      cmocka_unit_test(too_long),
      cmocka_unit_test(links),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
