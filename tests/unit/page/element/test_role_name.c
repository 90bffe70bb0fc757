/* What the words of names mean: stems, wholes, and where words begin. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/slice.h"
#include "page/element/role_name.h"

#include <stdlib.h>

enum { LONGEST = 200, TURNS = 20000 };

/* The roles of `len` bytes in `room` bytes of memory of their own, so that a
 * sanitizer sees what is read beyond them; letters follow the text. */
static uint32_t
roles_of(const char *text, size_t len, size_t room)
{
  pith_role_words words;
  char *copy = malloc(room > 0 ? room : 1);
  assert_non_null(copy);
  memset(copy, 'd', room);
  memcpy(copy, text, len);
  pith__role_words_init(&words);
  uint32_t role = pith__role_of_names(&words, pith__slice(copy, len), room);
  free(copy);
  return role;
}

static uint32_t
role(const char *text)
{
  size_t len = strlen(text);
  uint32_t found = roles_of(text, len, len);
  assert_int_equal(roles_of(text, len, len + 100), found);
  return found;
}

static void
stems_and_wholes(void **state)
{
  (void)state;
  assert_int_equal(role("comment"), PITH_ROLE_COMMENTS);
  assert_int_equal(role("commentary"), PITH_ROLE_COMMENTS);
  assert_int_equal(role("commen"), 0);
  assert_int_equal(role("uncomment"), 0);
  assert_int_equal(role("nav"), PITH_ROLE_NAVIGATION);
  assert_int_equal(role("navs"), PITH_ROLE_NAVIGATION);
  assert_int_equal(role("navy"), 0);
  assert_int_equal(role("navigational"), PITH_ROLE_NAVIGATION);
  assert_int_equal(role("ad"), PITH_ROLE_ASIDE);
  assert_int_equal(role("ads"), PITH_ROLE_ASIDE);
  assert_int_equal(role("add"), 0);
  assert_int_equal(role("adsense"), PITH_ROLE_ASIDE);
  assert_int_equal(role("container"), 0);
  assert_int_equal(role("contents"), PITH_ROLE_ARTICLE);
  assert_int_equal(role("contentss"), 0);
  assert_int_equal(role(""), 0);
  assert_int_equal(role("a"), 0);
}

static void
words_in_names(void **state)
{
  (void)state;
  assert_int_equal(role("MENU"), PITH_ROLE_NAVIGATION);
  assert_int_equal(role("siteMenu"), PITH_ROLE_NAVIGATION);
  assert_int_equal(role("siteMEnu"), PITH_ROLE_NAVIGATION);
  assert_int_equal(role("sitemenu"), 0);
  assert_int_equal(role("meNu"), 0);
  assert_int_equal(role("adVert"), PITH_ROLE_ASIDE); /* "ad" */
  assert_int_equal(role("x-sidebar_2 post4"),
                   PITH_ROLE_ASIDE | PITH_ROLE_ARTICLE);
  assert_int_equal(role("\xC3\xA9menu"), PITH_ROLE_NAVIGATION);
}

/* Words parted by signs mean together what they mean alone, wherever they
 * are in a long value. */
static void
words_at_any_place(void **state)
{
  static const char *const parts[] = {
      "comments",    "nav",       "Ad",           "breadcrumbs", "x",    "row",
      "colMd",       "postTitle", "container",    "GDPR",        "main", "meta",
      "recommended", "",          "subscribenow", "\xD1\x8F"};
  enum { PARTS = sizeof parts / sizeof *parts };
  uint32_t seed = 7, many = 0;
  (void)state;
  for (int turn = 0; turn < TURNS; turn++) {
    char text[LONGEST];
    size_t len = 0;
    uint32_t wanted = 0;
    seed = seed * 1664525u + 1013904223u;
    for (uint32_t left = seed >> 28; left > 0 && len + 20 < LONGEST; left--) {
      seed = seed * 1664525u + 1013904223u;
      const char *part = parts[(seed >> 16) % PARTS];
      memcpy(text + len, part, strlen(part));
      len += strlen(part);
      text[len++] = " -_3"[seed >> 30];
      wanted |= role(part);
    }
    many += len > 64;
    assert_int_equal(roles_of(text, len, len), wanted);
    assert_int_equal(roles_of(text, len, len + (seed >> 25)), wanted);
  }
  assert_true(many > TURNS / 4);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stems_and_wholes),
      cmocka_unit_test(words_in_names),
      cmocka_unit_test(words_at_any_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
