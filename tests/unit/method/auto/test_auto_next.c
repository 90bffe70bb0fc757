/* On a page of one article the next ones go, and sections of the article stay;
 * whatever the weights, because here everything was to be kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "method/auto/auto_next.h"
#include "unit/page/block_helper.h"

#define TEN   "one two three four five six seven eight nine ten "
#define TEXT  "<p>" TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN "</p>"
#define TITLE "<title>A story</title>"

/* How many words of a page stay. */
static uint32_t
words_left(const char *html)
{
  block_page made;
  bool kept[PITH_FEATURE_CHUNK];
  pith_auto_choice choice = {.kept = kept};
  uint32_t words = 0;
  block_page_load(&made, html);
  for (uint32_t i = 0; i < made.list->count; i++) {
    kept[i] = true;
    choice.words_kept += made.list->blocks[i].tally.words;
  }
  pith__auto_drop_next(made.context, &choice);
  for (uint32_t i = 0; i < made.list->count; i++)
    words += kept[i] ? made.list->blocks[i].tally.words : 0;
  assert_int_equal(words, choice.words_kept);
  block_page_done(&made);
  return words;
}

static void
next_articles_go(void **state)
{
  (void)state;
  assert_int_equal(words_left(TITLE
                              "<main><article class=a1><h1>A story</h1>" TEXT
                              "</article><article class=b2><h1>Other</h1>" TEXT
                              "</article><article><h1>Third</h1>" TEXT
                              "</article></main>"),
                   102);
}

static void
sections_and_entries_stay(void **state)
{
  (void)state;
  assert_int_equal(words_left(TITLE "<article><section><h1>A story</h1>" TEXT
                                    "</section><section><h2>Part</h2>" TEXT
                                    "</section></article>"),
                   203);
  /* A live blog: its entries have headings below that of the page. */
  assert_int_equal(
      words_left(TITLE "<h1>A story</h1><div><article><h2>x</h2>" TEXT
                       "</article><article><h2>y</h2>" TEXT "</article></div>"),
      204);
  /* A page whose first entry is a line is a list. */
  assert_int_equal(words_left(TITLE "<article><h1>A story</h1><p>" TEN
                                    "</p></article><article><h1>y</h1>" TEXT
                                    "</article>"),
                   113);
}

static void
main_run_ends_before_the_tail(void **state)
{
  (void)state;
  block_page made;
  uint32_t chances[] = {60000, 20000, 60000, 10000, 40000};
  pith_auto_choice choice = {.chances = chances};
  block_page_load(&made, TEXT "<p>x" TEXT "<p>y</p><p>z</p>");
  assert_int_equal(made.list->count, 5);
  assert_int_equal(pith__auto_main_end(made.context, &choice), 3);
  block_page_done(&made);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(next_articles_go),
      cmocka_unit_test(sections_and_entries_stay),
      cmocka_unit_test(main_run_ends_before_the_tail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
