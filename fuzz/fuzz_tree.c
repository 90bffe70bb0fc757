/*
 * Any bytes through the tree builder. Beyond "no crash": what tree_check.h
 * promises of every tree holds, building again returns the same nodes, and so
 * does building in linked mode from the start, which proves that the fast way
 * and the slow way agree.
 *
 * The first byte chooses scripting and the limits, the second the context
 * element; the rest is the page, without what is not UTF-8 in it.
 */
#include "../tests/unit/html/tree/tree_check.h"
#include "base/slice.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const contexts[] = {
    "",         "body",     "td",       "tr",       "tbody",
    "table",    "template", "select",   "frameset", "head",
    "html",     "caption",  "colgroup", "textarea", "script",
    "svg path", "svg desc", "math mi",  "form",     "math annotation-xml"};

static pith_tree_options
read_options(uint8_t choice, uint8_t context)
{
  bool small = (choice & 2) != 0;
  pith_tree_options options = {
      .limits = {.nodes = small && (choice & 4) ? 40 : 100000,
                 .depth = small ? 16 : 512,
                 .attributes = small ? 3 : 256,
                 .formatting = small ? 2 : 64,
                 .steps = small && (choice & 8) ? 500 : 0},
      .fragment_context = pith__slice_of(
          contexts[context % (sizeof contexts / sizeof *contexts)]),
      .scripting = (choice & 1) != 0,
  };
  return options;
}

/* Copy what is valid UTF-8. */
static size_t
copy_valid(char *out, const char *data, size_t size)
{
  size_t len = 0;
  while (size > 0) {
    size_t valid = pith__utf8_valid_prefix(data, size);
    memcpy(out + len, data, valid);
    len += valid;
    size_t skip = valid < size ? valid + 1 : valid;
    data += skip;
    size -= skip;
  }
  return len;
}

static void
build(pith_tree *tree, pith_slice page, const pith_tree_options *options)
{
  pith_status status = pith__tree_build(tree, page, options);
  assert(status == PITH_OK);
  const char *wrong = tree_check(tree, &options->limits);
  if (wrong) {
    fprintf(stderr, "%s\n", wrong);
    abort();
  }
}

/* Equal but for where strings lie in the pool. */
static void
assert_equal(const pith_tree *one, const pith_tree *other)
{
  assert(one->count == other->count);
  for (uint32_t n = 0; n < one->count; n++) {
    pith_tree_node a = one->nodes[n];
    pith_tree_node b = other->nodes[n];
    pith_slice text = pith__tree_text(one, n);
    assert(a.parent == b.parent && a.end == b.end && a.tag == b.tag);
    assert(a.kind == b.kind && a.space == b.space);
    assert(a.from == b.from && a.open_to == b.open_to);
    assert(a.close_from == b.close_from && a.close_to == b.close_to);
    assert(a.attributes == b.attributes);
    assert(pith__slice_equal(text, pith__tree_text(other, n)));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  pith_memory memory;
  pith_tree tree;
  pith_tree linked;
  if (size < 2)
    return 0;
  char *text = malloc(size);
  assert(text);
  pith_slice page = {text, copy_valid(text, (const char *)data + 2, size - 2)};
  pith_tree_options options = read_options(data[0], data[1]);
  pith__memory_init(&memory, NULL, (size_t)1 << 30);
  pith__tree_init(&tree, &memory);
  pith__tree_init(&linked, &memory);
  build(&tree, page, &options);
  build(&tree, page, &options);
  options.always_linked = true;
  build(&linked, page, &options);
  bool stopped = (tree.limits_hit & (PITH_LIMIT_STEPS | PITH_LIMIT_NODES)) != 0;
  if (!stopped)
    assert_equal(&tree, &linked);
  pith__tree_done(&tree);
  pith__tree_done(&linked);
  assert(memory.used == 0);
  free(text);
  return 0;
}
