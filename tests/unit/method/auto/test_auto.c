/* The trees against the plainest way to ask them; the method as a whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "method/auto/auto.h"
#include "method/auto/auto_forest.h"
#include "method/auto/auto_weights.h"
#include "unit/failing_allocator.h"
#include "unit/render/page_helper.h"

#include <stdlib.h>
#include <string.h>

static int32_t
score_plainly(const pith_forest_head *head, const uint8_t *columns, uint32_t i)
{
  int32_t score = head->bias;
  for (uint32_t t = 0; t < head->count; t++) {
    const pith_forest_tree *tree = &pith__forest_trees[head->first + t];
    uint32_t leaf = 0;
    for (uint32_t q = 0; q < tree->questions; q++)
      if (columns[tree->columns[q] * PITH_FEATURE_CHUNK + i] > tree->above[q])
        leaf |= 1u << q;
    score += pith__forest_leaves[tree->leaves + leaf];
  }
  return score;
}

static void
all_blocks_at_once(void **state)
{
  (void)state;
  size_t bytes = (size_t)pith__feature_count() * PITH_FEATURE_CHUNK;
  uint8_t *columns = malloc(bytes);
  int32_t scores[PITH_FEATURE_CHUNK];
  assert_non_null(columns);
  uint32_t seed = 1;
  for (size_t i = 0; i < bytes; i++) {
    seed = seed * 1664525u + 1013904223u;
    columns[i] = (uint8_t)(seed >> 24);
  }
  for (uint32_t count = 1; count <= PITH_FEATURE_CHUNK; count += 51) {
    pith__forest_score(&pith__forest_content, columns, count, scores);
    for (uint32_t i = 0; i < count; i++)
      assert_int_equal(scores[i],
                       score_plainly(&pith__forest_content, columns, i));
  }
  free(columns);
}

static void
probabilities_rise(void **state)
{
  (void)state;
  uint32_t last = 0;
  for (int32_t score = -80000; score < 80000; score += 16) {
    uint32_t here = pith__forest_probability(score);
    assert_true(here >= last && here <= 65535);
    last = here;
  }
  assert_in_range(pith__forest_probability(0), 32000, 33500);
  assert_in_range(pith__forest_probability(4096), 47700, 48300);
  assert_true(pith__forest_probability(INT32_MIN / 2) < 5);
  assert_true(pith__forest_probability(INT32_MAX / 2) > 65530);
}

static void
columns_are_those_of_the_model(void **state)
{
  (void)state;
  if (!pith__auto_is_trained())
    skip();
  assert_true(pith__auto_columns_fit());
}

static pith_status
classify(test_page *page, const pith_allocator *allocator, const char *html,
         pith_balance balance)
{
  pith_status status = page_load(page, allocator, pith__slice_of(html));
  if (status != PITH_OK)
    return status;
  pith_method_call call = {&page->model, pith__slice_of(html), false, false,
                           balance};
  status = pith__auto_classify(&call, &page->verdicts);
  pith__verdicts_settle(&page->verdicts);
  return page->verdicts.failed ? PITH_NOMEM : status;
}

static const char article[] =
    "<nav><a href=/>Home</a> <a href=/a>About</a></nav><article><h1>Tea</h1>"
    "<p>Tea is made from leaves and water. It takes three minutes.</p>"
    "<p>Some say that it takes four, and some say five. We say three.</p>"
    "</article><table>moved<tr><td>a<td>b</table><p>x<p>y<div>one<p>two</p>"
    "three</div><footer>Imprint</footer>";

static void
verdicts_are_in_order(void **state)
{
  (void)state;
  test_page page;
  for (int balance = PITH_BALANCED; balance <= PITH_RECALL; balance++) {
    assert_int_equal(classify(&page, NULL, article, (pith_balance)balance),
                     PITH_OK);
    assert_true(page.verdicts.count > 0);
    assert_true(
        pith__verdicts_are_valid(&page.verdicts, (uint32_t)sizeof article - 1));
    page_done(&page);
  }
}

static void
never_empty(void **state)
{
  (void)state;
  static const char *const pages[] = {
      "x",
      "<nav><a href=x>Home</a></nav>",
      "<footer>a b c</footer>",
      "<form><label>Name <input></label></form>",
      "<p>!!!</p>",
      "<a href=x>one</a><a href=y>two</a>"};
  for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
    test_page page;
    assert_int_equal(classify(&page, NULL, pages[i], PITH_PRECISION), PITH_OK);
    assert_int_equal(page_render(&page, FORMAT_TEXT), PITH_OK);
    if (strlen(page_text(&page)) < 1)
      fail_msg("%s came back empty", pages[i]);
    page_done(&page);
  }
  test_page page;
  assert_int_equal(classify(&page, NULL, "<p> </p>", PITH_BALANCED), PITH_OK);
  assert_int_equal(page.verdicts.count, 0);
  page_done(&page);
}

/* Comments go where enough other text stays, and a heading of that name in the
 * text is none of them. */
static void
a_chapter_about_comments_stays(void **state)
{
#define CHAPTER                                                                \
  "<p>A program is read by people more often than by machines. Whoever wrote " \
  "it knows why it is as it is, and the next who comes does not know that. "   \
  "So the language lets you say it beside the code, in words of your own.</p>"
  (void)state;
  static const char html[] =
      "<main><h1>The language</h1>" CHAPTER CHAPTER
      "<h2 id=Comments>On comments</h2>" CHAPTER CHAPTER "</main>"
      "<div id=comments><p>What a reader wrote below, and sent.</p></div>";
  test_page page;
  if (!pith__auto_is_trained())
    skip();
  assert_int_equal(classify(&page, NULL, html, PITH_BALANCED), PITH_OK);
  assert_int_equal(page_render(&page, FORMAT_TEXT), PITH_OK);
  assert_non_null(strstr(page_text(&page), "On comments"));
  assert_null(strstr(page_text(&page), "What a reader wrote"));
  page_done(&page);
#undef CHAPTER
}

static void
every_allocation_fails_once(void **state)
{
  (void)state;
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    test_page page;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    pith_status status = classify(&page, &allocator, article, PITH_BALANCED);
    page_done(&page);
    assert_true(failing_allocator_is_clean(&failing));
    if (!failing.failed) {
      assert_int_equal(status, PITH_OK);
      assert_true(n > 10);
      break;
    }
    assert_int_equal(status, PITH_NOMEM);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_blocks_at_once),
      cmocka_unit_test(probabilities_rise),
      cmocka_unit_test(columns_are_those_of_the_model),
      cmocka_unit_test(verdicts_are_in_order),
      cmocka_unit_test(never_empty),
      cmocka_unit_test(a_chapter_about_comments_stays),
      cmocka_unit_test(every_allocation_fails_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
