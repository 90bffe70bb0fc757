/* Addresses: absolute, harmless. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/slice.h"
#include "page/element/address.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void
check(const char *address, const char *base, const char *expected)
{
  pith_memory memory;
  pith_buffer out;
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__buffer_init(&out, &memory);
  bool useful = pith__address_resolve(pith__slice_of(address),
                                      pith__slice_of(base), &out);
  pith__buffer_append_char(&out, '\0');
  assert_int_equal(useful, expected != NULL);
  assert_string_equal(out.data, expected ? expected : "");
  pith__buffer_done(&out);
}

/* RFC 3986, "Reference Resolution Examples". */
static void
resolution(void **state)
{
  (void)state;
  static const char base[] = "http://a/b/c/d;p?q";
  static const char *const cases[][2] = {
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q#s"},
      {"g#s", "http://a/b/c/g#s"},
      {"g?y#s", "http://a/b/c/g?y#s"},
      {";x", "http://a/b/c/;x"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../g", "http://a/g"},
      {"../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check(cases[i][0], base, cases[i][1]);
}

static void
other_bases(void **state)
{
  (void)state;
  check("x", "", "x");
  check("x", "relative/base", "x");
  check("x", "http://h", "http://h/x");
  check("x", "http://h?q", "http://h/x");
  check("/x", "https://h/a/b", "https://h/x");
  check(" a\n\tb ", "http://h/", "http://h/ab");
}

static void
nothing_that_runs(void **state)
{
  (void)state;
  static const char *const bad[] = {
      "javascript:x",
      "JAVASCRIPT:x",
      " java\nscript:x",
      "\x01javascript:x",
      "vbscript:x",
      "data:text/html,x",
      "data:image/png;base64,x",
      "about:blank",
      "blob:x",
      "",
      "  ",
  };
  for (size_t i = 0; i < COUNT(bad); i++)
    check(bad[i], "http://h/", NULL);
  check("javascript", "http://h/", "http://h/javascript");
  char longer[9000];
  memset(longer, 'a', sizeof longer - 1);
  longer[sizeof longer - 1] = '\0';
  check(longer, "http://h/", NULL);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(resolution),
      cmocka_unit_test(other_bases),
      cmocka_unit_test(nothing_that_runs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
