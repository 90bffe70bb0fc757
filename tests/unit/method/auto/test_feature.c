/* The features of blocks on small pages, group by group. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/hash64.h"
#include "unit/page/block_helper.h"

#include <stdio.h>

static const char page_html[] =
    "<!doctype html><title>Green tea - Shop</title>"
    "<meta property=og:type content=article>"
    "<script type=application/ld+json>{\"@context\":\"https://schema.org\","
    "\"@type\":[\"NewsArticle\",\"Thing\"],\"author\":{\"@type\":\"Person\"}}"
    "</script><nav><ul><li><a href=/>Home</a><li><a href=/a>About</a>"
    "<li><a href=/c>Contact</a></ul></nav>"
    "<main><article class=post><h1>Green tea</h1>"
    "<p>Tea is made from leaves, water and time. It takes three minutes.</p>"
    "<p>Some say it takes four, others say it takes five or six. We say "
    "three.</p><pre>brew --minutes 3</pre>"
    "<table><tr><td>Price<td>3,50 \xE2\x82\xAC</table></article></main>"
    "<div class=comments><p>I like tea.</p></div>"
    "<footer style='position:fixed'>Imprint <a href=/p>Privacy</a></footer>";

static void
own(void **state)
{
  (void)state;
  block_page made;
  block_page_load(&made, page_html);
  assert_int_equal(made.list->count, 11);
  assert_int_equal(block_column(&made, "own_linked", 0), 255);
  assert_int_equal(block_column(&made, "own_linked", 4), 1);
  assert_int_equal(block_column(&made, "own_stops", 4), pith__scale_log(2));
  assert_int_equal(block_column(&made, "own_code", 6), 255);
  assert_int_equal(block_column(&made, "own_currency", 8), 1);
  assert_int_equal(block_column(&made, "own_last", 5), PITH_CHARACTER_STOP);
  block_page_done(&made);
}

static void
near(void **state)
{
  (void)state;
  block_page made;
  block_page_load(&made, page_html);
  assert_int_equal(block_column(&made, "near_nav", 0), 3);
  assert_int_equal(block_column(&made, "near_nav", 4), 0);
  assert_int_equal(block_column(&made, "near_article", 4), 2);
  assert_int_equal(block_column(&made, "near_main", 4), 3);
  assert_int_equal(block_column(&made, "near_heading", 3), 1);
  assert_int_equal(block_column(&made, "near_comments", 9), 2);
  assert_int_equal(block_column(&made, "near_footer", 10), 1);
  assert_int_equal(block_column(&made, "near_fixed", 10), 1);
  assert_int_equal(block_column(&made, "near_cell", 7), 1);
  block_page_done(&made);
}

static void
place(void **state)
{
  (void)state;
  block_page made;
  block_page_load(&made, page_html);
  assert_int_equal(block_column(&made, "place_heading_level", 3), 1);
  assert_int_equal(block_column(&made, "place_last_level", 4), 1);
  assert_int_equal(block_column(&made, "place_after_h1", 3), 1);
  assert_int_equal(block_column(&made, "place_before_h1", 0),
                   pith__scale_log(3));
  assert_int_equal(block_column(&made, "place_after_title", 3), 1);
  assert_int_equal(block_column(&made, "place_group_blocks", 0),
                   pith__scale_log(3));
  assert_int_equal(block_column(&made, "place_item_alike", 1),
                   pith__scale_log(3));
  block_page_done(&made);
}

static void
boxes(void **state)
{
  (void)state;
  block_page made;
  block_page_load(&made, page_html);
  assert_true(block_column(&made, "top_inside", 4) > 0);
  assert_int_equal(block_column(&made, "top_inside", 0), 0);
  assert_true(block_column(&made, "core_inside", 5) > 0);
  assert_int_equal(block_column(&made, "box2_linked", 0), 255);
  assert_int_equal(block_column(&made, "box1_alike", 0), pith__scale_log(3));
  block_page_done(&made);
}

static void
around(void **state)
{
  (void)state;
  block_page made;
  block_page_load(&made, page_html);
  assert_int_equal(block_column(&made, "before1_weight", 0), 0);
  assert_int_equal(block_column(&made, "before1_same", 0), 0);
  assert_int_equal(block_column(&made, "after1_linked", 0), 255);
  assert_int_equal(block_column(&made, "after1_same", 0), 2);
  assert_int_equal(block_column(&made, "before1_heading", 4), 1);
  assert_int_equal(block_column(&made, "near20_headings", 4), 1);
  assert_int_equal(block_column(&made, "after2_weight", 10), 0);
  block_page_done(&made);
}

static void
whole_page(void **state)
{
  (void)state;
  block_page made;
  block_page_load(&made, page_html);
  assert_int_equal(block_column(&made, "page_blocks", 0), pith__scale_log(11));
  assert_int_equal(block_column(&made, "page_kind", 3), PITH_KIND_ARTICLE);
  assert_int_equal(block_column(&made, "type_article", 3), 1);
  assert_int_equal(block_column(&made, "type_product", 3), 0);
  assert_int_equal(block_column(&made, "page_articles", 3), 1);
  assert_int_equal(block_column(&made, "page_has_h1", 3), 1);
  assert_int_equal(block_column(&made, "name_post", 3), 1);
  assert_int_equal(block_column(&made, "site_known", 3), 0);
  block_page_done(&made);
}

/* All columns of all blocks as one number: what a model was trained on must
 * not change, whatever the compiler, its flags and the machine. */
static void
digest(void **state)
{
  (void)state;
  block_page made;
  uint64_t sum = 0;
  block_page_load(&made, page_html);
  for (uint32_t i = 0; i < made.list->count; i++)
    for (uint32_t c = 0; c < pith__feature_count(); c++)
      sum = pith__hash64_pair(sum, made.columns[c * PITH_FEATURE_CHUNK + i]);
  assert_int_equal(sum, 0xab84f9dde6079688u);
  block_page_done(&made);
}

static void
scales(void **state)
{
  (void)state;
  assert_int_equal(pith__scale_log(0), 0);
  assert_int_equal(pith__scale_log(1), 1);
  assert_int_equal(pith__scale_log(2), 9);
  assert_int_equal(pith__scale_log(UINT32_MAX), 255);
  for (uint32_t i = 1; i < 100000; i++)
    assert_true(pith__scale_log(i) >= pith__scale_log(i - 1));
  assert_int_equal(pith__scale_share(1, 0), 0);
  assert_int_equal(pith__scale_share(0, 5), 1);
  assert_int_equal(pith__scale_share(5, 5), 255);
  assert_int_equal(pith__scale_share(9, 5), 255);
}

static void
names_are_there_and_unique(void **state)
{
  (void)state;
  uint32_t count = pith__feature_count();
  for (uint32_t a = 0; a < count; a++) {
    assert_non_null(pith__feature_name(a));
    for (uint32_t b = a + 1; b < count; b++)
      assert_string_not_equal(pith__feature_name(a), pith__feature_name(b));
  }
  assert_null(pith__feature_name(count));
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(own),
      cmocka_unit_test(near),
      cmocka_unit_test(place),
      cmocka_unit_test(boxes),
      cmocka_unit_test(around),
      cmocka_unit_test(whole_page),
      cmocka_unit_test(digest),
      cmocka_unit_test(scales),
      cmocka_unit_test(names_are_there_and_unique),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
