/*
 * The default profile of the sentence method: one test for each failure that
 * the paper lists, and for what must not happen.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "unit/method/classify_text.h"

static pith_options
style(void)
{
  pith_options style;
  pith_options_default(&style);
  style.method = "sentence";
  return style;
}

static void
expect(const char *html, const char *kept, const char *cut)
{
  pith_options plain = style();
  expect_parts(&plain, html, kept, cut);
}

static void
test_content_tables_stay(void **state)
{
  (void)state;
  expect("<div><a href=a>Home</a> <a href=b>News</a></div><div>" STORY
         "<table><tr><th>Bridge<th>Height</tr><tr><td>Upper<td>412 cm</tr>"
         "<tr><td>Lower<td>398 cm</tr></table></div>",
         "It rained|Upper|412|Height", "Home|News");
}

static void
test_addresses_stay(void **state)
{
  (void)state;
  expect("<ul><li><a href=a>Home</a><li><a href=b>News</a></ul><div>" STORY
         "<address>Town Hall<br>12 Mill Lane<br>Oldtown</address></div>",
         "Mill Lane|It rained", "Home");
}

static void
test_slogans_go(void **state)
{
  (void)state;
  expect("<header><p>Fresh. Daily. Yours.</p></header><div>" STORY
         "</div><div class=footer><p>We have been baking bread for you since "
         "the year of the flood.</p></div>",
         "It rained", "Fresh|since");
}

static void
test_sentences_split_over_lines_stay(void **state)
{
  (void)state;
  expect("<div><a href=a>Home</a></div><div>It rained all day<br>in the old "
         "town and<br>nobody minded.</div>",
         "It rained all day|nobody minded", "Home");
}

static void
test_menu_items_with_a_full_stop_go(void **state)
{
  (void)state;
  expect("<ul><li><a href=a>Read all about our bread.</a><li><a href=b>See "
         "what we bake on Sundays.</a></ul><div>" STORY "</div>",
         "It rained", "about our bread|on Sundays");
}

static void
test_headings_stay(void **state)
{
  (void)state;
  expect("<div><a href=a>Home</a></div><h1>The flood</h1><div>" STORY
         "<h2>What came down</h2><p>Boats, doors and a piano came down the "
         "river that day.</p></div>",
         "The flood|What came down", "Home");
}

static void
test_chinese_sentences_stay(void **state)
{
  (void)state;
  expect("<div><a href=a>首页</a></div><div><p>今天下了一整天的雨，没有人介意。"
         "</p><p>傍晚时分，面包师们摆出了桌子。</p></div>",
         "没有人介意|摆出了桌子", "首页");
}

static void
test_comments_go_unless_wanted(void **state)
{
  (void)state;
  const char *html =
      "<div>" STORY STORY "</div><div id=comments><p>I was there "
      "and it was much worse than that.</p></div>";
  pith_options with = style();
  expect(html, "It rained", "I was there");
  with.comments = true;
  with.balance = PITH_RECALL;
  expect_parts(&with, html, "It rained|I was there", "");
}

static void
test_pages_without_sentences_stay(void **state)
{
  (void)state;
  expect("<nav><a href=a>Home</a></nav><div>Cheese 3 coins</div><div>Bread 2 "
         "coins</div><div>Salt 1 coin</div>",
         "Cheese|Bread|Salt", "Home");
}

static void
test_never_empty(void **state)
{
  (void)state;
  expect("<nav><a href=a>Home</a></nav>", "Home", "");
  expect("word", "word", "");
  expect("", "", "x");
  expect("<footer>2024</footer>", "2024", "");
}

static void
test_a_name_that_takes_all_is_not_believed(void **state)
{
  (void)state;
  expect("<div class=sidebar-layout>" STORY "</div>", "It rained", "");
}

static void
test_memory_ends(void **state)
{
  (void)state;
  pith_options plain = style();
  expect_failures_are_clean(
      &plain, "<nav><a href=a>Home</a></nav><table><tr><td>" STORY
              "<td>b</table><p>c<p>d<p>e<p>f<p>g<p>h<p>i<p>j<p>k");
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
      cmocka_unit_test(test_content_tables_stay),
      cmocka_unit_test(test_addresses_stay),
      cmocka_unit_test(test_slogans_go),
      cmocka_unit_test(test_sentences_split_over_lines_stay),
      cmocka_unit_test(test_menu_items_with_a_full_stop_go),
      cmocka_unit_test(test_headings_stay),
      cmocka_unit_test(test_chinese_sentences_stay),
      cmocka_unit_test(test_comments_go_unless_wanted),
      cmocka_unit_test(test_a_chapter_about_comments_stays),
      cmocka_unit_test(test_pages_without_sentences_stay),
      cmocka_unit_test(test_never_empty),
      cmocka_unit_test(test_a_name_that_takes_all_is_not_believed),
      cmocka_unit_test(test_memory_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
