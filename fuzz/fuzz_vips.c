/*
 * Any bytes as a page through styles and VIPS: the leaves tile what is seen,
 * degrees never fall from parent to child, the work has its bound, and all
 * memory comes back.
 *
 * The first byte is the degree wanted.
 */
#include "base/slice.h"
#include "page/page_model.h"

#include <assert.h>
#include <stdlib.h>

/* Steps for each node, whatever the page: rules tried, and each list of
 * siblings once for each weight. */
enum { STEPS_MOST = 2 * PITH_STYLE_STEPS + 128 };

static void
check(const pith_tree *tree, const pith_vips *vips)
{
  uint32_t at = 0;
  uint64_t chars = 0;
  assert(vips->count > 0 && vips->blocks[0].parent == PITH_NODE_NONE);
  assert(vips->steps <= (uint64_t)STEPS_MOST * tree->count);
  for (uint32_t b = 0; b < vips->count; b++) {
    const pith_vips_block *block = &vips->blocks[b];
    assert(block->from < block->to && block->to <= tree->count);
    assert(block->doc >= 1 && block->doc <= 10);
    if (b > 0) {
      const pith_vips_block *above = &vips->blocks[block->parent];
      assert(block->parent < b && !above->leaf && block->doc >= above->doc);
    }
    if (!block->leaf)
      continue;
    assert(block->from >= at);
    at = block->to;
    chars += block->chars;
  }
  assert(chars == vips->nodes[0].chars);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  pith_memory memory;
  pith_tree tree;
  pith_page_model page;
  const pith_vips *vips;
  pith_options defaults;
  pith_tree_options how;
  if (size < 1)
    return 0;
  memset(&how, 0, sizeof how);
  pith_options_default(&defaults);
  how.limits = pith__tree_limits(&defaults);
  pith__memory_init(&memory, NULL, (size_t)1 << 28);
  pith__tree_init(&tree, &memory);
  pith__page_model_init(&page, &memory, &tree);
  pith_slice text = {(const char *)data + 1, size - 1};
  if (pith__tree_build(&tree, text, &how) == PITH_OK &&
      pith__page_vips(&page, 1 + data[0] % 10u, &vips) == PITH_OK)
    check(&tree, vips);
  pith__page_model_done(&page);
  pith__tree_done(&tree);
  assert(memory.used == 0);
  return 0;
}
