/* How a page is cut into blocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/slice.h"
#include "page/blocks/block_list.h"
#include "unit/render/page_helper.h"

#include <stdio.h>
#include <string.h>

/* Blocks as "element:words" with a blank between them. */
static void
check(const char *html, const char *expected)
{
  test_page page;
  pith_block_list list;
  char seen[512] = "";
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  pith__block_list_init(&list, page.tree.memory);
  assert_int_equal(pith__block_list_make(&list, &page.tree), PITH_OK);
  for (uint32_t i = 0; i < list.count; i++) {
    const pith_list_block *block = &list.blocks[i];
    pith_slice name = pith__tree_name(&page.tree, list.boxes[block->box].node);
    size_t len = strlen(seen);
    snprintf(seen + len, sizeof seen - len, "%s%.*s:%u", i > 0 ? " " : "",
             (int)name.len, name.data, (unsigned)block->tally.words);
  }
  assert_string_equal(seen, expected);
  pith__block_list_done(&list);
  page_done(&page);
}

static void
runs_of_inline_content(void **state)
{
  (void)state;
  check("<p>one <b>two</b> three<p>four", "p:3 p:1");
  check("<div>one<p>two</p>three</div>", "div:1 p:1 div:1");
  check("<ul><li>a b<li>c</ul>", "li:2 li:1");
  check("<table><tr><td>a<td>b</table>", "td:1 td:1");
  check("plain", "body:1");
  check("<p>wo<i>rd</i>", "p:1");
}

static void
two_breaks_cut(void **state)
{
  (void)state;
  check("<p>a<br>b", "p:2");
  check("<p>a<br><br>b", "p:1 p:1");
  check("<p>a<br> \n <br>b<br><br><br>c", "p:1 p:1 p:1");
  check("<p><br><br>a", "p:1");
}

static void
what_is_not_shown(void **state)
{
  (void)state;
  check("<p>a<script>b</script><style>c</style><template>d</template>", "p:1");
  check("<p>a<b hidden>b</b><i style='display:none'>c</i>", "p:1");
  check("<p>a<p hidden>b c<div style='display:none'>d</div>", "p:1 p:2 div:1");
  check("<p>a <select><option>b</select> <svg><text>c</text></svg>", "p:1");
  check("<title>a</title><p>b", "p:1");
  check("<p>a</p><noscript><p>b</p></noscript>", "p:1 p:1");
  check("", "");
  check("<p> \n &nbsp; <p>&#8203;", "");
}

static void
links_around_blocks_are_boxes(void **state)
{
  (void)state;
  test_page page;
  pith_block_list list;
  assert_int_equal(page_load(&page, NULL,
                             pith__slice_of("<div><a href=x class=card><h3>a"
                                            "</h3><p>b</p></a><p>c</div>")),
                   PITH_OK);
  pith__block_list_init(&list, page.tree.memory);
  assert_int_equal(pith__block_list_make(&list, &page.tree), PITH_OK);
  assert_int_equal(list.count, 3);
  const pith_list_box *box = &list.boxes[list.blocks[0].box];
  assert_int_equal(box->near[PITH_NEAR_LINK], 2);
  assert_int_equal(list.boxes[box->parent].token_count, 1);
  assert_int_equal(list.boxes[box->parent].last, 2);
  assert_int_equal(list.blocks[0].link_weight, 2);
  assert_int_equal(list.blocks[2].link_weight, 0);
  pith__block_list_done(&list);
  page_done(&page);
}

static void
words_of_all_scripts(void **state)
{
  (void)state;
  check("<p>\xE4\xBD\xA0\xE5\xA5\xBD\xEF\xBC\x8C\xE4\xB8\x96\xE7\x95\x8C",
        "p:2");
  check("<p>\xD0\xBF\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82 3.14", "p:3");
  check("<p>snake_case it's", "p:3");
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(runs_of_inline_content),
      cmocka_unit_test(two_breaks_cut),
      cmocka_unit_test(what_is_not_shown),
      cmocka_unit_test(links_around_blocks_are_boxes),
      cmocka_unit_test(words_of_all_scripts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
