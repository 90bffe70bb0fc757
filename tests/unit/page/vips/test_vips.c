/* VIPS: a test for each rule of division and each weight of a separator, and
 * what holds for every page: leaves tile the text, degrees never fall, layout
 * by tables and by div yields the same blocks, and the work is linear. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "page/element/attribute.h"
#include "page/vips/vips_parts.h"
#include "unit/failing_allocator.h"
#include "unit/render/page_helper.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Text that fills some lines. */
#define WORDS                                                                  \
  "Many words that fill a line, and then some more of them to fill the next "  \
  "one as well, so that this is a paragraph of a certain size. "
#define TALL " style='height:4000px'>text"
#define LONG WORDS WORDS WORDS WORDS WORDS WORDS WORDS WORDS

typedef struct cut_page {
  test_page page;
  const pith_vips *vips; /* of the page model */
} cut_page;

static void
load(cut_page *in, pith_slice html, uint32_t pdoc)
{
  assert_int_equal(page_load(&in->page, NULL, html), PITH_OK);
  assert_int_equal(pith__page_vips(&in->page.model, pdoc, &in->vips), PITH_OK);
}

static void
unload(cut_page *in)
{
  page_done(&in->page);
}

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

/* --- rules ---------------------------------------------------------------- */

/* What the rules say of the element x. */
static pith_vips_decision
decide(const char *html, pith_vips_question question)
{
  cut_page in;
  load(&in, pith__slice_of(html), 5);
  question.node = find(&in.page.tree, "x");
  pith_vips_decision said = pith__vips_decide(&in.page.model.vips, &question);
  unload(&in);
  return said;
}

static void
check_rule(const char *html, uint8_t rule, bool divide, uint8_t doc)
{
  pith_vips_question plain = {0};
  pith_vips_decision said = decide(html, plain);
  if (said.rule != rule || said.divide != divide ||
      (doc > 0 && said.doc != doc))
    fail_msg("%.60s: rule %u, %s, %u", html, said.rule,
             said.divide ? "divide" : "whole", said.doc);
}

static void
rule_1_nothing_to_see(void **state)
{
  (void)state;
  pith_vips_question plain = {0};
  pith_vips_decision said = decide("<div id=x> <!-- --><br></div>a", plain);
  assert_int_equal(said.rule, 1);
  assert_true(said.cut);
  check_rule("<div id=x><p hidden>a</div>", 1, false, 0);
}

static void
rule_2_one_child(void **state)
{
  (void)state;
  check_rule("<div id=x> <p>a</p> </div>", 2, true, 0);
  check_rule("<table><tr id=x><td>a", 2, true, 0);
}

static void
rule_3_the_whole_block(void **state)
{
  (void)state;
  pith_vips_question root = {.root = true};
  pith_vips_decision said = decide("<p id=x>text <b>text</b>", root);
  assert_int_equal(said.rule, 3);
  assert_true(said.divide);
}

static void
rule_4_only_text(void **state)
{
  (void)state;
  check_rule("<p id=x>some <i>text</i> and <a href=a><i>more</i></a>", 4, false,
             10);
  check_rule("<p id=x>some <b>text</b>", 4, false, 9);
  check_rule("<div id=x>some <span style='font-size:30px'>text</span></div>", 4,
             false, 9);
}

static void
rule_5_a_line_break(void **state)
{
  (void)state;
  check_rule("<ul><li id=x>text <div>text</div></ul>", 5, true, 0);
  check_rule("<span id=x>text <div>text</div></span>", 5, true, 0);
}

static void
rule_6_a_line(void **state)
{
  (void)state;
  check_rule("<div id=x>text <hr><p>text</p></div>", 6, true, 0);
}

static void
rule_7_larger_than_itself(void **state)
{
  (void)state;
  /* two floats of full width beside each other */
  check_rule("<div id=x><div style='float:left'><p>" LONG "</div><div "
             "style='float:left'><p>" LONG "</div></div>",
             7, true, 0);
}

static void
rule_8_another_background(void **state)
{
  (void)state;
  pith_vips_question plain = {0}, held = {.held = true};
  pith_vips_decision said =
      decide("<table><tr id=x><td>" LONG "<td bgcolor=red>" LONG, plain);
  assert_int_equal(said.rule, 8);
  assert_true(said.divide && said.hold);
  said =
      decide("<table><tr><td>" LONG LONG LONG "<td id=x bgcolor=red>a", held);
  assert_int_equal(said.rule, 8);
  assert_false(said.divide);
  assert_in_range(said.doc, 6, 8);
}

static void
rule_9_small_with_text(void **state)
{
  (void)state;
  check_rule("<div id=x>text <p>text</p></div><p" TALL, 9, false, 5);
  check_rule("<section id=x>text <p>text</p></section><p" TALL, 9, false, 8);
}

static void
rule_10_small_children(void **state)
{
  (void)state;
  check_rule("<div id=x><p>text</p><p>text</p></div><p" TALL, 10, false, 0);
}

static void
rule_11_sibling_stayed_whole(void **state)
{
  (void)state;
  static const char page[] =
      "<table><tr><td>a<td id=x><div>" LONG "</div><div>" LONG "</div></table>";
  pith_vips_question question = {.before_is_whole = true};
  pith_vips_decision said = decide(page, question);
  assert_int_equal(said.rule, 11);
  assert_false(said.divide);
  check_rule(page, 13, false, 0);
}

static void
rule_12_divides_the_rest(void **state)
{
  (void)state;
  check_rule("<div id=x><div>" LONG "</div><div>" LONG "</div></div>", 12, true,
             0);
}

static void
rule_13_keeps_tables(void **state)
{
  (void)state;
  check_rule("<table id=x><tbody><tr><td>" LONG "</td></tr></tbody><tfoot>"
             "<tr><td>" LONG "</td></tr></tfoot></table>",
             13, false, 1);
}

static void
thresholds_shrink(void **state)
{
  (void)state;
  static const char page[] =
      "<div id=x><p>" WORDS "</p><p>" WORDS "</p></div><p" TALL;
  pith_vips_question question = {.round = 0};
  assert_int_equal(decide(page, question).rule, 10);
  question.round = 4;
  assert_int_equal(decide(page, question).rule, 12);
}

/* --- separators ----------------------------------------------------------- */

/* The weight of the separator before the element x. */
static uint8_t
weight_before(const char *html)
{
  cut_page in;
  uint8_t weight = 255;
  load(&in, pith__slice_of(html), 10);
  uint32_t node = find(&in.page.tree, "x");
  for (uint32_t b = 0; b < in.vips->count; b++)
    if (in.vips->blocks[b].from == node)
      weight = in.vips->blocks[b].separator;
  unload(&in);
  assert_int_not_equal(weight, 255);
  return weight;
}

static void
separator_by_gap(void **state)
{
  (void)state;
  static const struct {
    int gap;
    uint8_t weight;
  } steps[] = {{60, 12}, {50, 10}, {40, 8}, {30, 6}, {20, 4}, {10, 2}, {5, 1}};
  char page[256];
  for (size_t i = 0; i < COUNT(steps); i++) {
    /* the colours differ, so that they are not alike */
    snprintf(page, sizeof page,
             "<div>a</div><div id=x style='color:red;margin-top:%dpx'>b</div>",
             steps[i].gap);
    assert_int_equal(weight_before(page), steps[i].weight);
  }
  assert_int_equal(weight_before("<div style='margin-bottom:30px'>a</div><div "
                                 "id=x style='color:red;margin-top:9px'>b"),
                   6);
  assert_int_equal(weight_before("<div>a</div><div id=x style='color:red'><div "
                                 "style='margin-top:30px'>b</div></div>"),
                   6);
}

static void
separator_by_breaks(void **state)
{
  (void)state;
  assert_int_equal(
      weight_before("<div>a</div><br><br><div id=x style='color:red'>b"), 4);
  assert_int_equal(
      weight_before("<div>a</div><br><br><br><div id=x style='color:red'>b"),
      8);
}

static void
separator_with_line(void **state)
{
  (void)state;
  assert_int_equal(weight_before("<div>a</div><hr><div id=x "
                                 "style='color:red'>b"),
                   3);
}

static void
separator_of_backgrounds(void **state)
{
  (void)state;
  assert_int_equal(weight_before("<div>a</div><div id=x "
                                 "style='color:red;background:blue'>b"),
                   3);
}

static void
separator_of_names(void **state)
{
  (void)state;
  assert_int_equal(weight_before("<div class=a>a</div><div id=x class=b "
                                 "style='color:red'>b"),
                   2);
}

static void
separator_of_fonts(void **state)
{
  (void)state;
  assert_int_equal(
      weight_before("<div>a</div><div id=x style='font-size:10px'>b"), 3);
  assert_int_equal(
      weight_before("<div>a</div><div id=x style='font-weight:bold'>b"), 3);
  assert_int_equal(
      weight_before("<div>a</div><div id=x style='font-size:20px'>b"), 5);
  /* beside each other fonts say nothing */
  assert_int_equal(weight_before("<table><tr><td>a<td id=x "
                                 "style='font-size:20px'>b"),
                   1);
}

static void
separator_of_likes(void **state)
{
  (void)state;
  assert_int_equal(weight_before("<p>a</p><p id=x>b"), 2); /* 4 - 2 */
  assert_int_equal(weight_before("<div>a</div><div id=x>b"), 1);
}

static void
separator_of_layers(void **state)
{
  (void)state;
  assert_int_equal(
      weight_before("<div>a</div><div id=x style='position:fixed'>b"), 12);
}

/* --- what holds for every page -------------------------------------------- */

static void
check_tiling(const cut_page *in)
{
  const pith_vips *vips = in->vips;
  uint32_t at = 0, chars = 0;
  for (uint32_t b = 0; b < vips->count; b++) {
    const pith_vips_block *block = &vips->blocks[b];
    if (block->parent != PITH_NODE_NONE) {
      const pith_vips_block *above = &vips->blocks[block->parent];
      assert_true(block->parent < b);
      assert_true(block->doc >= above->doc);
      assert_true(block->from >= above->from && block->to <= above->to);
    }
    assert_in_range(block->doc, 1, 10);
    if (!block->leaf)
      continue;
    assert_true(block->from >= at);
    for (; at < block->from; at++) /* nothing is seen between leaves */
      assert_true(in->page.tree.nodes[at].kind != PITH_NODE_TEXT ||
                  vips->nodes[at].chars == 0);
    at = block->to;
    chars += block->chars;
  }
  assert_int_equal(chars, vips->nodes[0].chars);
  assert_int_equal(chars, vips->blocks[0].chars);
}

static const char mixed[] =
    "<style>.no{display:none}</style><body>loose <b>text</b><div><div>"
    "<h1>Title</h1><p>" LONG "<p class=no>hidden<script>x</script><ul><li>a"
    "<li>b<ul><li>c</ul></ul><table><tr><td>1<td>2<tr><td colspan=2>" LONG
    "</table>tail<br><br>after two breaks<hr></div><a href=x><div>" LONG
    "</div>in a link</a></div><p>misnested <b>bold<p>still</b> not"
    "<table>fostered<tr><td>cell</table><select><option>no</select>";

static void
leaves_tile_the_text(void **state)
{
  (void)state;
  uint32_t leaves = 0;
  for (uint32_t pdoc = 1; pdoc <= 10; pdoc++) {
    cut_page in;
    uint32_t now = 0;
    load(&in, pith__slice_of(mixed), pdoc);
    check_tiling(&in);
    for (uint32_t b = 0; b < in.vips->count; b++)
      now += in.vips->blocks[b].leaf;
    assert_true(now >= leaves); /* finer and finer */
    leaves = now;
    unload(&in);
  }
}

static void
degree_one_is_the_page(void **state)
{
  (void)state;
  cut_page in;
  load(&in, pith__slice_of(mixed), 1);
  assert_int_equal(in.vips->count, 1);
  assert_true(in.vips->blocks[0].leaf);
  unload(&in);
}

static void
degree_ten_gives_paragraphs(void **state)
{
  (void)state;
  cut_page in;
  uint32_t leaves = 0;
  load(&in,
       pith__slice_of("<div><h1>a</h1><p>b<p>c <i>d</i><div><p>e<p>f</div>"
                      "</div><ul><li>g<li>h</ul>"),
       10);
  for (uint32_t b = 0; b < in.vips->count; b++)
    leaves += in.vips->blocks[b].leaf;
  assert_int_equal(leaves, 7);
  unload(&in);
}

static void
empty_page(void **state)
{
  (void)state;
  cut_page in;
  load(&in, pith__slice_of(""), 5);
  assert_int_equal(in.vips->count, 1);
  assert_int_equal(in.vips->blocks[0].chars, 0);
  unload(&in);
}

/* The texts of the leaves, one line each. */
static void
list_leaves(const cut_page *in, char *out, size_t room)
{
  size_t len = 0;
  for (uint32_t b = 0; b < in->vips->count; b++) {
    const pith_vips_block *block = &in->vips->blocks[b];
    for (uint32_t n = block->from; block->leaf && n < block->to; n++)
      if (in->vips->nodes[n].first_text == n) {
        pith_slice text = pith__tree_text(&in->page.tree, n);
        len +=
            (size_t)snprintf(out + len, room - len, "%.*s ",
                             (int)(text.len < 20 ? text.len : 20), text.data);
      }
    if (block->leaf)
      len += (size_t)snprintf(out + len, room - len, "\n");
  }
}

static void
tables_and_divs_give_the_same(void **state)
{
  (void)state;
  static const char table[] =
      "<body><table width=100%><tr><td colspan=2><h1>Head of the site</h1>"
      "<p>its slogan</p></td></tr><tr><td width=20%><ul><li>Home<li>News<li>"
      "About</ul></td><td width=80%><h2>Story</h2><p>" LONG "</p><p>" LONG
      "</p></td></tr><tr><td colspan=2><p>Copyright</p></td></tr></table>";
  static const char divs[] =
      "<body><div><h1>Head of the site</h1><p>its slogan</p></div><div "
      "style='display:flex'><div style='width:20%'><ul><li>Home<li>News<li>"
      "About</ul></div><div style='width:80%'><h2>Story</h2><p>" LONG
      "</p><p>" LONG "</p></div></div><div><p>Copyright</p></div>";
  for (uint32_t pdoc = 4; pdoc <= 7; pdoc++) {
    char first[1024] = "", second[1024] = "";
    cut_page in;
    load(&in, pith__slice_of(table), pdoc);
    list_leaves(&in, first, sizeof first);
    unload(&in);
    load(&in, pith__slice_of(divs), pdoc);
    list_leaves(&in, second, sizeof second);
    unload(&in);
    assert_string_equal(first, second);
  }
}

/* --- cost ----------------------------------------------------------------- */

static uint64_t
steps_of(char *html)
{
  const pith_vips *vips;
  pith_page_model model;
  pith_memory memory;
  pith_tree tree;
  pith_tree_options how;
  pith_options options;
  memset(&how, 0, sizeof how);
  pith_options_default(&options);
  how.limits = pith__tree_limits(&options);
  how.limits.depth = 1u << 20;
  pith__memory_init(&memory, NULL, SIZE_MAX);
  pith__tree_init(&tree, &memory);
  assert_int_equal(pith__tree_build(&tree, pith__slice_of(html), &how),
                   PITH_OK);
  pith__page_model_init(&model, &memory, &tree);
  assert_int_equal(pith__page_vips(&model, 10, &vips), PITH_OK);
  uint64_t steps = vips->steps;
  pith__page_model_done(&model);
  pith__tree_done(&tree);
  assert_int_equal(memory.used, 0);
  free(html);
  return steps;
}

/* `count` times `piece`, with `before` and `after`. */
static char *
repeat(const char *before, const char *piece, uint32_t count, const char *after)
{
  size_t one = strlen(piece), head = strlen(before);
  char *out = malloc(head + one * count + strlen(after) + 1);
  assert_non_null(out);
  memcpy(out, before, head);
  for (uint32_t i = 0; i < count; i++)
    memcpy(out + head + i * one, piece, one);
  memcpy(out + head + one * count, after, strlen(after) + 1);
  return out;
}

static void
check_linear(const char *before, const char *piece, uint32_t count,
             const char *after)
{
  uint64_t once = steps_of(repeat(before, piece, count, after));
  uint64_t twice = steps_of(repeat(before, piece, 2 * count, after));
  assert_in_range(twice, once, once * 22 / 10 + 100);
}

static void
work_is_linear(void **state)
{
  (void)state;
  /* 13 MB with 50,000 siblings */
  check_linear("<body>", "<p>" WORDS WORDS "</p>", 25000, "");
  check_linear("<body>", "<p>a</p><h1>b</h1><hr>c<br><br>d", 10000, "");
  check_linear("<body>", "<a href=a>b</a><br>", 20000, "");
  check_linear("<table>", "<tr><td>a<td>b", 20000, "");
  /* 100,000 deep, alone and with something on every level */
  check_linear("<body>", "<div>", 100000, "a");
  check_linear("<body>", "<div>a", 50000, "");
  check_linear("<body>", "<div><p>a</p>", 50000, "");
  check_linear("<body>", "<span>a<div>b", 25000, "");
}

static void
every_allocation_fails(void **state)
{
  (void)state;
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    cut_page in;
    pith_status status = page_load(&in.page, &allocator, pith__slice_of(mixed));
    if (status == PITH_OK) {
      status = pith__page_vips(&in.page.model, 10, &in.vips);
      assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
    }
    page_done(&in.page);
    assert_true(failing_allocator_is_clean(&failing));
    if (!failing.failed)
      break;
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rule_1_nothing_to_see),
      cmocka_unit_test(rule_2_one_child),
      cmocka_unit_test(rule_3_the_whole_block),
      cmocka_unit_test(rule_4_only_text),
      cmocka_unit_test(rule_5_a_line_break),
      cmocka_unit_test(rule_6_a_line),
      cmocka_unit_test(rule_7_larger_than_itself),
      cmocka_unit_test(rule_8_another_background),
      cmocka_unit_test(rule_9_small_with_text),
      cmocka_unit_test(rule_10_small_children),
      cmocka_unit_test(rule_11_sibling_stayed_whole),
      cmocka_unit_test(rule_12_divides_the_rest),
      cmocka_unit_test(rule_13_keeps_tables),
      cmocka_unit_test(thresholds_shrink),
      cmocka_unit_test(separator_by_gap),
      cmocka_unit_test(separator_by_breaks),
      cmocka_unit_test(separator_with_line),
      cmocka_unit_test(separator_of_backgrounds),
      cmocka_unit_test(separator_of_names),
      cmocka_unit_test(separator_of_fonts),
      cmocka_unit_test(separator_of_likes),
      cmocka_unit_test(separator_of_layers),
      cmocka_unit_test(leaves_tile_the_text),
      cmocka_unit_test(degree_one_is_the_page),
      cmocka_unit_test(degree_ten_gives_paragraphs),
      cmocka_unit_test(empty_page),
      cmocka_unit_test(tables_and_divs_give_the_same),
      cmocka_unit_test(work_is_linear),
      cmocka_unit_test(every_allocation_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
