/* Names of elements as hashes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "page/element/name_tokens.h"
#include "page/text/text_tally.h"
#include "unit/render/page_helper.h"

#include <string.h>

/* The names of the first div: the plain ones are checked one by one. */
static uint32_t
names_of(const char *html, uint32_t *out)
{
  test_page page;
  pith_class_memo memo;
  uint32_t count = 0;
  pith__class_memo_begin(&memo);
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  for (uint32_t n = 0; n < page.tree.count && count == 0; n++)
    if (page.tree.nodes[n].kind == PITH_NODE_ELEMENT &&
        page.tree.nodes[n].tag == PITH_TAG_DIV)
      count = pith__name_tokens(&memo, &page.tree, n, out, PITH_NAME_TOKENS);
  page_done(&page);
  return count;
}

static uint32_t
hash(const char *word)
{
  return pith__word_hash(word, strlen(word));
}

static void
parts_and_wholes(void **state)
{
  (void)state;
  uint32_t out[PITH_NAME_TOKENS];
  assert_int_equal(names_of("<div class='post-body2 x' id=Main>", out), 4);
  assert_int_equal(out[0], hash("post"));
  assert_int_equal(out[1], hash("body"));
  assert_int_equal(out[3], hash("main"));
  assert_int_equal(names_of("<div class=isActive>", out), 3);
  assert_int_equal(out[0], hash("is"));
  assert_int_equal(out[1], hash("active"));
}

static void
kinds_are_declared_apart(void **state)
{
  (void)state;
  uint32_t a[PITH_NAME_TOKENS], b[PITH_NAME_TOKENS];
  assert_int_equal(names_of("<div class=main>", a), 1);
  assert_int_equal(names_of("<div role=main>", b), 1);
  assert_int_not_equal(a[0], b[0]);
  assert_int_equal(names_of("<div title=main onclick=main>", b), 0);
}

static void
there_is_a_ceiling(void **state)
{
  (void)state;
  uint32_t out[PITH_NAME_TOKENS];
  assert_int_equal(
      names_of("<div class='aa bb cc dd ee ff gg hh ii jj kk ll mm nn oo pp qq "
               "rr'>",
               out),
      PITH_NAME_TOKENS);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parts_and_wholes),
      cmocka_unit_test(kinds_are_declared_apart),
      cmocka_unit_test(there_is_a_ceiling),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
