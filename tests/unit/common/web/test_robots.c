/* robots.txt: groups, the longest match, wildcards, limits (RFC 9309). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/web/robots.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static pith_slice
slice(const char *text)
{
  return (pith_slice){text, strlen(text)};
}

static bool
allows(const char *file, const char *path)
{
  robots rules;
  assert_true(robots_read(slice(file), "pith", &rules));
  bool allowed = robots_allow(&rules, slice(path));
  robots_done(&rules);
  return allowed;
}

typedef struct rule_case {
  const char *file;
  const char *path;
  bool allowed;
} rule_case;

static void
check(const rule_case *cases, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (allows(cases[i].file, cases[i].path) != cases[i].allowed)
      fail_msg("case %zu: %s is allowed: %d by\n%s", i, cases[i].path,
               !cases[i].allowed, cases[i].file);
}

static void
groups(void **state)
{
  (void)state;
  static const rule_case cases[] = {
      {"", "/a", true},
      {"User-agent: *\nDisallow: /\n", "/a", false},
      {"User-agent: *\nDisallow:\n", "/a", true},
      {"user-AGENT: PITH\nDISALLOW: /a\n", "/a", false},
      {"User-agent: pith/2.0 (about us)\nDisallow: /\n", "/a", false},
      {"User-agent: pithy\nDisallow: /\n", "/a", true},
      {"User-agent: other\nDisallow: /\n", "/a", true},
      /* Named: the group of "*" does not count. */
      {"User-agent: *\nDisallow: /\n\nUser-agent: pith\nAllow: /\n", "/a",
       true},
      {"User-agent: pith\nDisallow: /x\n\nUser-agent: *\nDisallow: /\n", "/a",
       true},
      {"User-agent: *\nDisallow: /\n\nUser-agent: pith\n", "/a", true},
      /* Several names for one group, several groups for one name. */
      {"User-agent: a\nUser-agent: pith\nUser-agent: b\nDisallow: /\n", "/x",
       false},
      {"User-agent: pith\nDisallow: /a\nUser-agent: b\nDisallow: /b\n", "/b",
       true},
      {"User-agent: pith\nDisallow: /a\nUser-agent: b\nDisallow: /\n"
       "User-agent: pith\nDisallow: /c\n",
       "/c", false},
      /* Rules before any group belong to nobody. */
      {"Disallow: /\nUser-agent: *\nDisallow: /b\n", "/a", true},
      /* Lines that say nothing to us do not end a list of names. */
      {"User-agent: pith\nSitemap: /s\nUser-agent: b\nDisallow: /\n", "/a",
       false},
      {"# all\r\nUser-agent: * # everybody\r\nDisallow: /a # not here\r\n",
       "/a", false},
      {"User-agent: *\rDisallow: /a\r", "/a", false},
      {"\xEF\xBB\xBFUser-agent: *\nDisallow: /\n", "/a", false},
      {"  User-agent :\t* \n\tDisallow :  /a\t\n", "/a", false},
      {"User-agent: *\nDisallow: /", "/a", false},
      {"User-agent: *\nDisallow /a\nDisallow: /b", "/a", true},
      {"<html><body>no rules</body></html>", "/a", true},
  };
  check(cases, COUNT(cases));
}

static void
longest_match(void **state)
{
  (void)state;
  static const rule_case cases[] = {
      {"User-agent: *\nDisallow: /a\nAllow: /a/b\n", "/a/b/c", true},
      {"User-agent: *\nAllow: /a/b\nDisallow: /a\n", "/a/c", false},
      {"User-agent: *\nAllow: /a\nDisallow: /a/b\n", "/a/b", false},
      {"User-agent: *\nDisallow: /a\nAllow: /a\n", "/a", true},
      {"User-agent: *\nAllow: /a\nDisallow: /a\n", "/a", true},
      {"User-agent: *\nDisallow: /\nAllow: /$\n", "/", true},
      {"User-agent: *\nDisallow: /\nAllow: /$\n", "/a", false},
      {"User-agent: *\nAllow: /p\nDisallow: /\n", "/page", true},
      {"User-agent: *\nAllow: /folder\nDisallow: /folder\n", "/folder/x", true},
      {"User-agent: *\nAllow: /page\nDisallow: /*.htm\n", "/page.htm", false},
      {"User-agent: *\nDisallow: /robots.txt\n", "/robots.txt", true},
      {"User-agent: *\nDisallow: /A\n", "/a", true},
      {"User-agent: *\nDisallow: /a?x=1\n", "/a?x=1&y", false},
      {"User-agent: *\nDisallow: /a?x=1\n", "/a?x=2", true},
  };
  check(cases, COUNT(cases));
}

static void
wildcards(void **state)
{
  (void)state;
  static const rule_case cases[] = {
      {"User-agent: *\nDisallow: /*.php\n", "/a/b.php?x", false},
      {"User-agent: *\nDisallow: /*.php$\n", "/a/b.php?x", true},
      {"User-agent: *\nDisallow: /*.php$\n", "/a.php/b.php", false},
      {"User-agent: *\nDisallow: /a*\n", "/a", false},
      {"User-agent: *\nDisallow: /a*$\n", "/abc", false},
      {"User-agent: *\nDisallow: *\n", "/abc", false},
      {"User-agent: *\nDisallow: /a**b\n", "/axb", false},
      {"User-agent: *\nDisallow: /a*b*c\n", "/axxbxxc", false},
      {"User-agent: *\nDisallow: /a*b*c\n", "/axxcxxb", true},
      {"User-agent: *\nDisallow: /a*bc$\n", "/abcbc", false},
      {"User-agent: *\nDisallow: /ab*b$\n", "/ab", true},
      {"User-agent: *\nDisallow: /a$b\n", "/a$b", false},
      {"User-agent: *\nDisallow: /fish*.php\n", "/fishheads/catfish.php?id=2",
       false},
      {"User-agent: *\nDisallow: /fish*.php\n", "/Fish.PHP", true},
  };
  check(cases, COUNT(cases));
}

static void
encodings(void **state)
{
  (void)state;
  static const rule_case cases[] = {
      {"User-agent: *\nDisallow: /%61\n", "/a", false},
      {"User-agent: *\nDisallow: /a\n", "/%61", false},
      {"User-agent: *\nDisallow: /\xD0\xB0\n", "/%D0%B0", false},
      {"User-agent: *\nDisallow: /%d0%b0\n", "/\xD0\xB0", false},
      {"User-agent: *\nDisallow: /a%2fb\n", "/a/b", true},
      {"User-agent: *\nDisallow: /a%2fb\n", "/a%2Fb", false},
      {"User-agent: *\nDisallow: /a%2Ab\n", "/axb", true},
      {"User-agent: *\nDisallow: /a%2Ab\n", "/a%2ab", false},
      {"User-agent: *\nDisallow: /100%\n", "/100%", false},
      {"User-agent: *\nDisallow: /a b\n", "/a%20b", false},
  };
  check(cases, COUNT(cases));
}

static uint32_t
delay_of(const char *file)
{
  robots rules;
  assert_true(robots_read(slice(file), "pith", &rules));
  uint32_t delay = rules.delay;
  robots_done(&rules);
  return delay;
}

static void
delays(void **state)
{
  (void)state;
  assert_int_equal(delay_of("User-agent: *\nCrawl-delay: 2\n"), 2000);
  assert_int_equal(delay_of("User-agent: *\nCrawl-delay: 0.25\n"), 250);
  assert_int_equal(delay_of("User-agent: *\nCrawl-delay: 12.5\n"), 12500);
  assert_int_equal(delay_of("User-agent: *\nCrawl-delay: 86400\n"), 30000);
  assert_int_equal(delay_of("User-agent: *\nCrawl-delay: 99999999999999\n"),
                   30000);
  assert_int_equal(delay_of("User-agent: *\nCrawl-delay: soon\n"), 0);
  assert_int_equal(delay_of("User-agent: *\nCrawl-delay: -1\n"), 0);
  assert_int_equal(delay_of("User-agent: b\nCrawl-delay: 9\n"), 0);
  assert_int_equal(delay_of("User-agent: *\nCrawl-delay: 1.0005\n"), 1000);
}

/* Rules behind the first 500 KiB do not count, also not half of one. */
static void
size_limit(void **state)
{
  (void)state;
  size_t size = ROBOTS_BYTES_MOST + 4096;
  char *file = malloc(size);
  static const char head[] = "User-agent: *\nDisallow: /early\n";
  static const char late[] = "Disallow: /late\n";
  assert_non_null(file);
  memset(file, '#', size);
  memcpy(file, head, strlen(head));
  memcpy(file + ROBOTS_BYTES_MOST - 20, "\n", 1);
  /* Cut in the middle this would read "Disallow: /". */
  memcpy(file + ROBOTS_BYTES_MOST - 11, "\nDisallow: /half\n", 17);
  memcpy(file + ROBOTS_BYTES_MOST + 100, "\n", 1);
  memcpy(file + ROBOTS_BYTES_MOST + 101, late, strlen(late));
  robots rules;
  assert_true(robots_read((pith_slice){file, size}, "pith", &rules));
  assert_int_equal(rules.count, 1);
  assert_false(robots_allow(&rules, slice("/early")));
  assert_true(robots_allow(&rules, slice("/late")));
  assert_true(robots_allow(&rules, slice("/half")));
  robots_done(&rules);
  free(file);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(groups),    cmocka_unit_test(longest_match),
      cmocka_unit_test(wildcards), cmocka_unit_test(encodings),
      cmocka_unit_test(delays),    cmocka_unit_test(size_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
