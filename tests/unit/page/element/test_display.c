/* How elements are displayed, and their attributes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/slice.h"
#include "page/element/attribute.h"
#include "page/element/display.h"
#include "unit/render/page_helper.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static uint32_t
find(const pith_tree *tree, const char *id)
{
  pith_slice value;
  for (uint32_t n = 0; n < tree->count; n++)
    if (pith__attribute_get(tree, n, "id", &value) &&
        pith__slice_equal(value, pith__slice_of(id)))
      return n;
  fail_msg("no element %s", id);
  return 0;
}

static void
check(const char *html, pith_display shown, pith_display all)
{
  test_page page;
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  uint32_t node = find(&page.tree, "x");
  assert_int_equal(pith__display_of(&page.tree, node, PITH_VIEW_SHOWN), shown);
  assert_int_equal(pith__display_of(&page.tree, node, PITH_VIEW_ALL), all);
  page_done(&page);
}

static void
check_classified(const char *html, pith_display expected)
{
  test_page page;
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  uint32_t node = find(&page.tree, "x");
  assert_int_equal(pith__display_of(&page.tree, node, PITH_VIEW_CLASSIFIED),
                   expected);
  page_done(&page);
}

static void
by_tag(void **state)
{
  (void)state;
  check("<p id=x>", PITH_DISPLAY_BLOCK, PITH_DISPLAY_BLOCK);
  check("<span id=x>", PITH_DISPLAY_INLINE, PITH_DISPLAY_INLINE);
  check("<my-tag id=x>", PITH_DISPLAY_INLINE, PITH_DISPLAY_INLINE);
  check("<li id=x>", PITH_DISPLAY_LIST_ITEM, PITH_DISPLAY_LIST_ITEM);
  check("<img id=x>", PITH_DISPLAY_REPLACED, PITH_DISPLAY_REPLACED);
  check("<svg id=x>", PITH_DISPLAY_REPLACED, PITH_DISPLAY_REPLACED);
  check("<script id=x>", PITH_DISPLAY_NONE, PITH_DISPLAY_NONE);
  check("<table><tr><td id=x>", PITH_DISPLAY_CELL, PITH_DISPLAY_CELL);
  check("<math id=x>", PITH_DISPLAY_INLINE, PITH_DISPLAY_INLINE);
}

static void
hidden(void **state)
{
  (void)state;
  static const char *const pages[] = {
      "<p id=x hidden>",
      "<p id=x HIDDEN=''>",
      "<p id=x style='display:none'>",
      "<p id=x style='color:red;DISPLAY : None !important'>",
      "<p id=x style='visibility:hidden'>",
      "<p id=x popover>",
  };
  static const char *const shown[] = {
      "<p id=x hidden=until-found>",
      "<p id=x aria-hidden=true>",
      "<p id=x style='display:none;display:block'>",
      "<p id=x style='x-display:none'>",
      "<p id=x class=hidden>",
  };
  for (size_t i = 0; i < COUNT(pages); i++)
    check(pages[i], PITH_DISPLAY_NONE, PITH_DISPLAY_BLOCK);
  for (size_t i = 0; i < COUNT(shown); i++)
    check(shown[i], PITH_DISPLAY_BLOCK, PITH_DISPLAY_BLOCK);
  check("<dialog id=x>", PITH_DISPLAY_NONE, PITH_DISPLAY_BLOCK);
  check("<dialog id=x open>", PITH_DISPLAY_BLOCK, PITH_DISPLAY_BLOCK);
  check_classified("<p id=x hidden>", PITH_DISPLAY_BLOCK);
  check_classified("<b id=x hidden>", PITH_DISPLAY_NONE);
  check_classified("<b id=x>", PITH_DISPLAY_INLINE);
  check("<body id=x hidden>", PITH_DISPLAY_BLOCK, PITH_DISPLAY_BLOCK);
}

static void
styled(void **state)
{
  (void)state;
  check("<span id=x style='display:block'>", PITH_DISPLAY_BLOCK,
        PITH_DISPLAY_BLOCK);
  check("<div id=x style='display: inline'>", PITH_DISPLAY_INLINE,
        PITH_DISPLAY_INLINE);
  check("<div id=x style='display: inline-block'>", PITH_DISPLAY_INLINE_BLOCK,
        PITH_DISPLAY_INLINE_BLOCK);
  check("<img id=x style='display: block'>", PITH_DISPLAY_REPLACED,
        PITH_DISPLAY_REPLACED);
}

static void
numbers_and_words(void **state)
{
  (void)state;
  static const struct {
    const char *html;
    int32_t number;
  } cases[] = {
      {"<p id=x n=12>", 12},
      {"<p id=x n=' +7px'>", 7},
      {"<p id=x n=-3>", -3},
      {"<p id=x n=abc>", 99},
      {"<p id=x>", 99},
      {"<p id=x n=''>", 99},
      {"<p id=x n=99999999999999999999>", 2000000000},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    test_page page;
    assert_int_equal(page_load(&page, NULL, pith__slice_of(cases[i].html)),
                     PITH_OK);
    assert_int_equal(
        pith__attribute_number(&page.tree, find(&page.tree, "x"), "n", 99),
        cases[i].number);
    page_done(&page);
  }
  test_page page;
  assert_int_equal(
      page_load(&page, NULL, pith__slice_of("<p id=x class=' a\tBe c '>")),
      PITH_OK);
  uint32_t node = find(&page.tree, "x");
  assert_true(pith__attribute_has_word(&page.tree, node, "class", "be"));
  assert_false(pith__attribute_has_word(&page.tree, node, "class", "b"));
  assert_false(pith__attribute_has_word(&page.tree, node, "rel", "be"));
  page_done(&page);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_tag),
      cmocka_unit_test(hidden),
      cmocka_unit_test(styled),
      cmocka_unit_test(numbers_and_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
