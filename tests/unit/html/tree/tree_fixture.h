/*
 * A tree to look at: built from a string, checked for all that holds for every
 * tree, built once more in linked mode with the same result, and shown as an
 * outline.
 *
 *     <b>x<p>y       html(,)[head(,)[]body(,)[b(<b>,)["x"p(<p>,)["y"]]]]
 *
 * An element is its name, its start tag and its end tag unchanged in the
 * page, and its children; comments and texts are shown by what they say.
 */
#ifndef PITH_TESTS_UNIT_TREE_FIXTURE_H
#define PITH_TESTS_UNIT_TREE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "base/slice.h"
#include "tree_check.h"

#include <stdlib.h>

typedef struct tree_fixture {
  pith_memory memory;
  pith_tree tree;
  pith_tree_options options;
  char *page; /* a copy of its exact size, so that a read too far is seen */
  pith_buffer outline;
} tree_fixture;

static inline void
fixture_init(tree_fixture *f)
{
  pith_limits limits = {
      .nodes = 1000000, .depth = 512, .attributes = 256, .formatting = 64};
  pith_tree_options options = {.limits = limits};
  pith__memory_init(&f->memory, NULL, (size_t)1 << 30);
  pith__tree_init(&f->tree, &f->memory);
  pith__buffer_init(&f->outline, &f->memory);
  f->options = options;
  f->page = NULL;
}

static inline void
fixture_done(tree_fixture *f)
{
  pith__tree_done(&f->tree);
  pith__buffer_done(&f->outline);
  assert_int_equal(f->memory.used, 0);
  free(f->page);
}

static inline void
fixture_assert_equal(const pith_tree *one, const pith_tree *other)
{
  assert_int_equal(one->count, other->count);
  for (uint32_t n = 0; n < one->count; n++) {
    const pith_tree_node *a = &one->nodes[n];
    const pith_tree_node *b = &other->nodes[n];
    assert_int_equal(a->parent, b->parent);
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->tag, b->tag);
    assert_int_equal(a->from, b->from);
    assert_int_equal(a->open_to, b->open_to);
    assert_int_equal(a->close_from, b->close_from);
    assert_int_equal(a->close_to, b->close_to);
    assert_true(
        pith__slice_equal(pith__tree_text(one, n), pith__tree_text(other, n)));
  }
}

/* Build, check, build in the other way, compare. */
static inline void
fixture_build(tree_fixture *f, pith_slice html)
{
  free(f->page);
  f->page = malloc(html.len ? html.len : 1);
  memcpy(f->page, html.data, html.len);
  pith_slice page = {f->page, html.len};
  assert_int_equal(pith__tree_build(&f->tree, page, &f->options), PITH_OK);
  const char *wrong = tree_check(&f->tree, &f->options.limits);
  if (wrong)
    fail_msg("%s", wrong);

  pith_tree linked;
  pith_tree_options options = f->options;
  options.always_linked = true;
  pith__tree_init(&linked, &f->memory);
  assert_int_equal(pith__tree_build(&linked, page, &options), PITH_OK);
  if (!(f->tree.limits_hit & (PITH_LIMIT_NODES | PITH_LIMIT_STEPS)))
    fixture_assert_equal(&f->tree, &linked);
  pith__tree_done(&linked);
}

static inline void
outline_add(tree_fixture *f, const char *text)
{
  pith__buffer_append(&f->outline, text, strlen(text));
}

static inline void
outline_source(tree_fixture *f, uint32_t from, uint32_t to)
{
  pith__buffer_append(&f->outline, f->page + from, to - from);
}

static inline void
outline_text(tree_fixture *f, const char *open, pith_slice text,
             const char *close)
{
  outline_add(f, open);
  pith__buffer_append(&f->outline, text.data, text.len);
  outline_add(f, close);
}

static inline void
outline_node(tree_fixture *f, uint32_t n)
{
  static const char *const spaces[] = {"", "svg ", "math "};
  const pith_tree_node *node = &f->tree.nodes[n];
  pith_slice text = pith__tree_text(&f->tree, n);
  switch (node->kind) {
  case PITH_NODE_TEXT:
    outline_text(f, "\"", text, "\"");
    return;
  case PITH_NODE_COMMENT:
    outline_text(f, "<!--", text, "-->");
    return;
  case PITH_NODE_DOCTYPE:
    outline_source(f, node->from, node->close_to);
    return;
  case PITH_NODE_CONTENT:
    outline_add(f, "content[");
    return;
  default:
    break;
  }
  outline_text(f, spaces[node->space], pith__tree_name(&f->tree, n), "(");
  outline_source(f, node->from, node->open_to);
  outline_add(f, ",");
  outline_source(f, node->close_from, node->close_to);
  outline_add(f, ")[");
}

/* The outline of everything below node 0, lent until the next one. */
static inline const char *
fixture_outline(tree_fixture *f)
{
  const pith_tree_node *nodes = f->tree.nodes;
  pith__buffer_clear(&f->outline);
  for (uint32_t n = 1; n < f->tree.count; n++) {
    outline_node(f, n);
    for (uint32_t i = n; i != 0 && nodes[i].end == n + 1; i = nodes[i].parent)
      if (nodes[i].kind == PITH_NODE_ELEMENT ||
          nodes[i].kind == PITH_NODE_CONTENT)
        outline_add(f, "]");
  }
  pith__buffer_append_char(&f->outline, '\0');
  assert_false(f->outline.failed);
  return f->outline.data;
}

/* Build `html` and compare the outline. */
static inline void
assert_outline_of(tree_fixture *f, pith_slice html, const char *outline)
{
  fixture_build(f, html);
  assert_string_equal(fixture_outline(f), outline);
}

static inline void
assert_outline(const char *html, const char *outline)
{
  tree_fixture f;
  fixture_init(&f);
  assert_outline_of(&f, pith__slice_of(html), outline);
  fixture_done(&f);
}

/* The same for a body: the rest of the page is implied, and not shown. */
static inline void
assert_body(const char *html, const char *outline)
{
  tree_fixture f;
  const char *before = "html(,)[head(,)[]body(,)[";
  fixture_init(&f);
  fixture_build(&f, pith__slice_of(html));
  const char *whole = fixture_outline(&f);
  size_t len = strlen(whole);
  assert_true(len >= strlen(before) + 2);
  assert_memory_equal(whole, before, strlen(before));
  f.outline.data[len - 2] = '\0';
  assert_string_equal(whole + strlen(before), outline);
  fixture_done(&f);
}

/* The first element with `tag`, which must be there. */
static inline uint32_t
fixture_find(const tree_fixture *f, pith_tag tag)
{
  for (uint32_t n = 1; n < f->tree.count; n++)
    if (f->tree.nodes[n].kind == PITH_NODE_ELEMENT &&
        f->tree.nodes[n].tag == tag)
      return n;
  fail_msg("no element %s", pith__tag_rows[tag].name);
  return 0;
}

/* `unit` again and again, `count` times; for the caller to free. */
static inline pith_slice
repeated(const char *unit, size_t count)
{
  size_t len = strlen(unit);
  char *text = malloc(len * count);
  for (size_t i = 0; i < count; i++)
    memcpy(text + i * len, unit, len);
  return pith__slice(text, len * count);
}

#endif
