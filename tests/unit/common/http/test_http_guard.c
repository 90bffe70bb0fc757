/* Who may ask: names, origins, tokens, cookies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/http/http_guard.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const char *const more[] = {"pith.example", "api.example:443"};

typedef struct host_case {
  const char *host;
  bool ours;
} host_case;

static void
hosts(void **state)
{
  static const host_case cases[] = {
      {"127.0.0.1:8080", true},
      {"localhost:8080", true},
      {"LOCALHOST:8080", true},
      {"[::1]:8080", true},
      {"127.0.0.1", false},
      {"localhost:80", false},
      {"localhost:8081", false},
      {"evil.example:8080", false},
      {"", false},
      {NULL, false},
      {"localhost:8080x", false},
      {"localhost:", false},
      {"localhost.:8080", false},
      {"127.0.0.1.nip.io:8080", false},
      {"pith.example", true},
      {"pith.example:9999", true},
      {"xpith.example", false},
      {"api.example:443", true},
      {"api.example:444", false},
      {"api.example", false},
      {"[::1]", false},
      {"[::1", false},
      {"localhost:08080", true},
      {"localhost:80800", false},
      {"localhost:-8080", false},
      {"pith.example:x", false},
      {"user@localhost:8080", false},
  };
  http_names names = {.bound = "127.0.0.1",
                      .loopback = true,
                      .port = 8080,
                      .machine = "",
                      .more = more,
                      .more_count = COUNT(more)};
  (void)state;
  for (size_t i = 0; i < COUNT(cases); i++)
    if (http_host_is_ours(&names, cases[i].host) != cases[i].ours)
      fail_msg("%s: %d", cases[i].host, !cases[i].ours);
}

static void
other_addresses_go_by_their_own_name(void **state)
{
  http_names names = {.bound = "192.0.2.7", .port = 80, .machine = ""};
  (void)state;
  assert_true(http_host_is_ours(&names, "192.0.2.7"));
  assert_true(http_host_is_ours(&names, "192.0.2.7:80"));
  assert_false(http_host_is_ours(&names, "localhost"));
}

/* A server on every address: whatever cannot be made to point here. */
static void
every_address(void **state)
{
  static const host_case cases[] = {
      {"0.0.0.0:8080", true},
      {"127.0.0.1:8080", true},
      {"localhost:9000", true},
      {"192.0.2.7", true},
      {"[2001:db8::1]:80", true},
      {"box:8080", true},
      {"BOX", true},
      {"evil.example:8080", false},
      {"192.0.2.7.evil.example", false},
      {"1234:8080", false},
      {"[::1", false},
      {"[evil]", false},
      {"pith.example", true},
      {"192.0.2.7:x", false},
      {"", false},
      {NULL, false},
  };
  http_names names = {.bound = "0.0.0.0",
                      .any = true,
                      .port = 8080,
                      .machine = "box",
                      .more = more,
                      .more_count = COUNT(more)};
  (void)state;
  for (size_t i = 0; i < COUNT(cases); i++)
    if (http_host_is_ours(&names, cases[i].host) != cases[i].ours)
      fail_msg("%s: %d", cases[i].host, !cases[i].ours);
  /* A page that came from another address is not ours for that. */
  assert_false(
      http_origin_is_ours(&names, "http://192.0.2.9:8080", "192.0.2.7:8080"));
  assert_true(
      http_origin_is_ours(&names, "http://192.0.2.7:8080", "192.0.2.7:8080"));
  assert_true(
      http_origin_is_ours(&names, "https://pith.example", "pith.example"));
  assert_false(http_origin_is_ours(&names, "https://192.0.2.7", "192.0.2.7"));
}

static void
listed_origins(void **state)
{
  static const char *const list[] = {"https://app.example"};
  static const char *const all[] = {"*"};
  (void)state;
  assert_true(http_origin_is_listed(list, 1, "https://app.example"));
  assert_false(http_origin_is_listed(list, 1, "http://app.example"));
  assert_false(http_origin_is_listed(list, 1, "null"));
  assert_false(http_origin_is_listed(list, 0, "https://app.example"));
  assert_true(http_origin_is_listed(all, 1, "http://any.example"));
}

static void
origins(void **state)
{
  http_names names = {.bound = "127.0.0.1",
                      .loopback = true,
                      .port = 8080,
                      .machine = "",
                      .more = more,
                      .more_count = COUNT(more)};
  (void)state;
  assert_true(http_origin_is_ours(&names, "http://127.0.0.1:8080", NULL));
  assert_true(http_origin_is_ours(&names, "http://pith.example", NULL));
  assert_false(http_origin_is_ours(&names, "null", NULL));
  assert_false(http_origin_is_ours(&names, "https://127.0.0.1:8080", NULL));
  assert_false(http_origin_is_ours(&names, "http://evil.example", NULL));
  assert_false(http_origin_is_ours(&names, "http://127.0.0.1:8080/x", NULL));
  assert_false(http_origin_is_ours(&names, "", NULL));
}

static void
tokens(void **state)
{
  char cookie[8];
  (void)state;
  assert_true(http_token_is("secret", "secret"));
  assert_false(http_token_is("secret", "secre"));
  assert_false(http_token_is("secret", "secretsecret"));
  assert_false(http_token_is("secret", ""));
  assert_false(http_token_is("secret", NULL));
  assert_string_equal(http_bearer("bearer  x"), "x");
  assert_null(http_bearer("Basic x"));
  assert_null(http_bearer(NULL));
  assert_true(http_cookie("a=1; pith_80=tok; b=2", "pith_80", cookie, 8));
  assert_string_equal(cookie, "tok");
  assert_false(http_cookie("xpith_80=tok", "pith_80", cookie, 8));
  assert_false(http_cookie("pith_80=longer-than-it", "pith_80", cookie, 8));
  assert_false(http_cookie(NULL, "pith_80", cookie, 8));
}

static void
lines_to_the_letter(void **state)
{
  (void)state;
  assert_true(http_header_is_strict("Content-Length", "3"));
  assert_true(http_header_is_strict("X-1!#$%&'*+-.^_`|~", "a\tb \xC3\xA9"));
  assert_true(http_header_is_strict("X", NULL));
  assert_false(http_header_is_strict("Content-Length ", "3"));
  assert_false(http_header_is_strict("", "3"));
  assert_false(http_header_is_strict("X(Y", "3"));
  assert_false(http_header_is_strict("X\xC3", "3"));
  assert_false(http_header_is_strict("X", "a\nb"));
  assert_false(http_header_is_strict("X", "a\x7F"));
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hosts),
      cmocka_unit_test(other_addresses_go_by_their_own_name),
      cmocka_unit_test(every_address),
      cmocka_unit_test(listed_origins),
      cmocka_unit_test(origins),
      cmocka_unit_test(tokens),
      cmocka_unit_test(lines_to_the_letter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
