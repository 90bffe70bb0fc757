/*
 * Boxes and blocks of a page: where they are cut, what is summed up, which
 * roles are handed down.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/slice.h"
#include "page/blocks/box_tree.h"
#include "unit/failing_allocator.h"

#include <stdio.h>

typedef struct fixture {
  pith_memory memory;
  pith_tree tree;
  pith_box_tree boxes;
} fixture;

static pith_status
make(fixture *f, const char *html, const pith_allocator *allocator)
{
  pith_tree_options options = {.limits = {.nodes = 10000,
                                          .depth = 512,
                                          .attributes = 256,
                                          .formatting = 64,
                                          .steps = 1u << 30}};
  pith__memory_init(&f->memory, allocator, 1u << 24);
  pith__tree_init(&f->tree, &f->memory);
  pith__box_tree_init(&f->boxes, &f->memory);
  pith_status status =
      pith__tree_build(&f->tree, pith__slice_of(html), &options);
  if (status == PITH_OK)
    status = pith__box_tree_read(&f->boxes, &f->tree);
  if (status != PITH_OK) {
    pith__box_tree_done(&f->boxes);
    pith__tree_done(&f->tree);
  }
  return status;
}

static void
unmake(fixture *f)
{
  pith__box_tree_done(&f->boxes);
  pith__tree_done(&f->tree);
}

/* The blocks of `html`, "one|two". */
static void
expect(const char *html, const char *blocks)
{
  fixture f;
  char got[1024] = "";
  size_t used = 0;
  assert_int_equal(make(&f, html, NULL), PITH_OK);
  for (uint32_t i = 0; i < f.boxes.block_count; i++) {
    pith_span span = f.boxes.blocks[i].span;
    used +=
        (size_t)snprintf(got + used, sizeof got - used, "%s%.*s", i ? "|" : "",
                         (int)(span.to - span.from), html + span.from);
  }
  assert_string_equal(got, blocks);
  unmake(&f);
}

static void
test_cuts(void **state)
{
  (void)state;
  expect("<body><p>a<p>b", "a|b");
  expect("<body><div>a<div>b</div>c</div>d", "a|b|c|d");
  expect("<body>a <b>b</b> <i>c</i>", "a <b>b</b> <i>c");
  expect("<body>a<br>b<br><br>c<br> <br>d", "a<br>b|c|d");
  expect("<body><ul><li>a<li>b</ul><table><tr><td>c<td>d</table>", "a|b|c|d");
  expect("<body>a<script>x</script>b<div hidden>c</div>d",
         "a<script>x</script>b<div hidden>c</div>d");
  expect("<title>t</title><body> <p> </p> ", "");
  expect("", "");
}

static void
test_moved_text_is_one_block(void **state)
{
  (void)state;
  expect("<body><table>x<tr><td>c</td></tr>y</table>z",
         "x<tr><td>c</td></tr>y|c|z");
}

static void
test_sums(void **state)
{
  (void)state;
  fixture f;
  assert_int_equal(
      make(&f,
           "<body><div><p>One two three four. <a href=x>five six</a></p>"
           "<p><a name=y>seven</a> <button>eight</button></div>",
           NULL),
      PITH_OK);
  const pith_text_sum *sum = &f.boxes.boxes[0].sum;
  assert_int_equal(sum->words, 8);
  assert_int_equal(sum->link_words, 3);
  assert_int_equal(sum->sentences, 1);
  assert_int_equal(sum->sentence_words, 4);
  assert_int_equal(f.boxes.boxes[0].first, 0);
  assert_int_equal(f.boxes.boxes[0].end, 2);
  for (uint32_t i = 1; i < f.boxes.box_count; i++)
    assert_true(f.boxes.boxes[i].parent < i);
  unmake(&f);
}

/* The roles around the last block of `html`. */
static uint32_t
role_at_end(const char *html)
{
  fixture f;
  assert_int_equal(make(&f, html, NULL), PITH_OK);
  uint32_t last = f.boxes.blocks[f.boxes.block_count - 1].box;
  uint32_t role = f.boxes.boxes[last].inside;
  unmake(&f);
  return role;
}

/* The roles around the first block of `html`. */
static uint32_t
role_at_start(const char *html)
{
  fixture f;
  assert_int_equal(make(&f, html, NULL), PITH_OK);
  uint32_t role = f.boxes.boxes[f.boxes.blocks[0].box].inside;
  unmake(&f);
  return role;
}

static void
test_a_heading_called_comments(void **state)
{
#define PROSE "<p>One two three four five six."
  const uint32_t comments = PITH_ROLE_HEADING | PITH_ROLE_COMMENTS;
  (void)state;
  assert_int_equal(role_at_start("<h2 id=Comments>a</h2>" PROSE),
                   PITH_ROLE_HEADING);
  assert_int_equal(role_at_start("<h2 class=comments><div>a</div></h2>" PROSE),
                   PITH_ROLE_HEADING);
  assert_int_equal(role_at_start("<h2 id=comments>a"), comments);
  assert_int_equal(role_at_start("<h2 id=comments>a</h2><p>b"), comments);
  assert_int_equal(
      role_at_start("<h2 id=comments>a</h2><div class=comments>" PROSE
                    "</div>" PROSE PROSE PROSE),
      comments);
  assert_int_equal(role_at_start("<h2 id=comments>a</h2><form>" PROSE),
                   comments);
  assert_int_equal(
      role_at_start("<div id=comments><h2 id=comments>a</h2></div>" PROSE),
      comments);
#undef PROSE
}

static void
test_roles(void **state)
{
  (void)state;
  assert_int_equal(role_at_end("<nav><div>a"), PITH_ROLE_NAVIGATION);
  assert_int_equal(role_at_end("<div class='x mainMenu'>a"),
                   PITH_ROLE_NAVIGATION | PITH_ROLE_ARTICLE);
  assert_int_equal(role_at_end("<div id=comments>a"), PITH_ROLE_COMMENTS);
  assert_int_equal(role_at_end("<div id=uncommented>a"), 0);
  assert_int_equal(role_at_end("<div class=navel>a"), 0);
  assert_int_equal(role_at_end("<div role=contentinfo><p>a"), PITH_ROLE_FOOTER);
  assert_int_equal(role_at_end("<body class=sidebar><p>a"), 0);
  assert_int_equal(role_at_end("<h2>a"), PITH_ROLE_HEADING);
  /* All sentences of the page: the name is not believed. */
  assert_int_equal(role_at_end("<div class=sidebar><p>One two three four."), 0);
}

static void
test_memory_ends(void **state)
{
  (void)state;
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    fixture f;
    pith_status status = make(&f, "<body><div>a<p>b<p>c<p>d", &allocator);
    assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
    if (status == PITH_OK)
      unmake(&f);
    assert_true(failing_allocator_is_clean(&failing));
    if (!failing.failed)
      break;
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cuts),
      cmocka_unit_test(test_moved_text_is_one_block),
      cmocka_unit_test(test_sums),
      cmocka_unit_test(test_roles),
      cmocka_unit_test(test_a_heading_called_comments),
      cmocka_unit_test(test_memory_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
