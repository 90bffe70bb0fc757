/*
 * The dom method: the subtree, its siblings, lists of links, headings.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "unit/method/classify_text.h"

static void
expect(const char *html, const char *kept, const char *cut)
{
  pith_options style;
  pith_options_default(&style);
  style.method = "dom";
  expect_parts(&style, html, kept, cut);
}

static void
test_best_subtree(void **state)
{
  (void)state;
  expect("<div><a href=a>Home</a> <a href=b>News</a></div><div>" STORY
         "</div><div>Copyright Old Town</div>",
         "It rained|the boats", "Home|Copyright");
}

static void
test_siblings_join(void **state)
{
  (void)state;
  expect("<div><div>" STORY STORY STORY STORY STORY STORY
         "</div><div><p>The next morning the sun came "
         "out, and all was dry again by noon.</p></div><div><a href=a>More "
         "news</a></div></div>",
         "It rained|The next morning", "More news");
}

static void
test_lists_of_links_go(void **state)
{
  (void)state;
  expect("<div>" STORY "<ul><li><a href=a>First link</a><li><a href=b>Second "
         "link</a><li><a href=c>Third link</a></ul><p>See also <a href=d>the "
         "map</a> of the town.</p></div>",
         "It rained|the map", "First link|Third link");
}

static void
test_heading_stays(void **state)
{
  (void)state;
  expect("<div><a href=a>Home</a></div><h1>The flood</h1><p>by A. "
         "Baker</p><div>" STORY "</div>",
         "The flood|It rained", "Home");
}

static void
test_never_empty(void **state)
{
  (void)state;
  expect("<nav><a href=a>Home</a></nav>", "Home", "");
  expect("<form>word</form>", "word", "");
  expect("", "", "x");
}

static void
test_no_compat(void **state)
{
  (void)state;
  pith_context *context;
  pith_page *page;
  pith_options style;
  pith_options_default(&style);
  style.method = "dom";
  style.compat = true;
  assert_int_equal(pith_context_new(NULL, &context), PITH_OK);
  assert_int_equal(
      pith_page_parse(context, pith__slice_of("a"), NULL, &page, NULL),
      PITH_OK);
  assert_int_equal(pith_page_classify(page, &style), PITH_USAGE);
  pith_page_free(page);
  pith_context_free(context);
}

static void
test_memory_ends(void **state)
{
  (void)state;
  pith_options style;
  pith_options_default(&style);
  style.method = "dom";
  expect_failures_are_clean(&style, "<nav><a href=a>Home</a></nav>" STORY
                                    "<p>b<p>c<p>d<p>e<p>f<p>g<p>h<p>i<p>j");
}

static void
test_a_chapter_about_comments_stays(void **state)
{
  (void)state;
  expect(CHAPTER_ON_COMMENTS, "On comments", "What readers|I was there");
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_best_subtree),
      cmocka_unit_test(test_siblings_join),
      cmocka_unit_test(test_lists_of_links_go),
      cmocka_unit_test(test_heading_stays),
      cmocka_unit_test(test_a_chapter_about_comments_stays),
      cmocka_unit_test(test_never_empty),
      cmocka_unit_test(test_no_compat),
      cmocka_unit_test(test_memory_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
