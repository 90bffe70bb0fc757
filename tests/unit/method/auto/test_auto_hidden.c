/* Of what is hidden, only what a reader can unfold stays; whatever the weights,
 * because here everything was to be kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "method/auto/auto_hidden.h"
#include "unit/page/block_helper.h"

#include <stdio.h>
#include <stdlib.h>

#define TEN   "one two three four five six seven eight nine ten "
#define SHOWN "<p>" TEN TEN TEN "</p>"

/* How many blocks of a page stay. */
static uint32_t
blocks_left(const char *html, uint32_t *words_left)
{
  block_page made;
  bool kept[PITH_FEATURE_CHUNK];
  pith_auto_choice choice = {.kept = kept};
  uint32_t left = 0;
  block_page_load(&made, html);
  for (uint32_t i = 0; i < made.list->count; i++) {
    kept[i] = true;
    choice.words_kept += made.list->blocks[i].tally.words;
  }
  pith__auto_drop_hidden(made.context, &choice);
  for (uint32_t i = 0; i < made.list->count; i++)
    left += kept[i];
  *words_left = choice.words_kept;
  block_page_done(&made);
  return left;
}

/* What stays of a page that shows a paragraph and has a part behind it. */
static void
expect_behind_shown(const char *part, uint32_t blocks, uint32_t words)
{
  char html[1024];
  uint32_t words_left;
  snprintf(html, sizeof html, "%s%s", SHOWN, part);
  assert_int_equal(blocks_left(html, &words_left), blocks);
  assert_int_equal(words_left, words);
}

static void
hidden_goes(void **state)
{
  (void)state;
  static const char *const parts[] = {
      "<div hidden>" TEN "</div>",
      "<div style='display:none'><ul><li>" TEN "</ul></div>",
      "<p style='visibility: hidden'>" TEN "</p>",
      "<div class=stable hidden id=x1><div class=faq>" TEN "</div></div>",
      "<div role=dialog hidden>" TEN "</div>"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    expect_behind_shown(parts[i], 1, 30);
}

static void
folded_parts_stay(void **state)
{
  (void)state;
  static const char *const parts[] = {
      "<div role=TabPanel hidden>" TEN "</div>",
      "<div aria-labelledby=a hidden>" TEN "</div>",
      "<div class='x Accordion__content' hidden><p>" TEN "</div>",
      "<div id=product-tabs style='display:none'>" TEN "</div>",
      "<div id=S:1 hidden>" TEN "</div>",
      "<div hidden><div class=collapsed hidden>" TEN "</div></div>",
      "<div hidden=until-found>" TEN "</div>",
      "<div class='mwe-math-a11y' style='display: none'>" TEN "</div>"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    expect_behind_shown(parts[i], 2, 40);
}

/* A page that shows hardly anything waits for a script. */
static void
a_page_keeps_its_text(void **state)
{
  (void)state;
  uint32_t words;
  assert_int_equal(blocks_left("<div hidden>" TEN "</div>", &words), 1);
  assert_int_equal(
      blocks_left("<p>" TEN TEN "</p><div hidden>" TEN "</div>", &words), 2);
  assert_int_equal(blocks_left(SHOWN "<div hidden>" TEN TEN TEN TEN TEN TEN TEN
                                   TEN TEN TEN TEN TEN TEN "</div>",
                               &words),
                   2);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hidden_goes),
      cmocka_unit_test(folded_parts_stay),
      cmocka_unit_test(a_page_keeps_its_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
