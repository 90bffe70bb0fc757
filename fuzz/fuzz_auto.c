/*
 * Any bytes through the method auto: blocks tile the visible text, verdicts are
 * in order, a page with blocks keeps something, and the second time returns the
 * same.
 *
 * The first byte chooses the balance and whether comments are wanted.
 */
#include "decode/decode.h"
#include "method/auto/auto.h"

#include "base/slice.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Blocks come in the order of their nodes, and none has a node of another. */
static void
check_blocks(pith_page_model *page)
{
  const pith_block_list *list;
  const pith_tree *tree = page->tree;
  pith_status status = pith__page_blocks(page, &list);
  assert(status == PITH_OK);
  uint32_t last = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    const pith_list_block *block = &list->blocks[i];
    const pith_list_box *box = &list->boxes[block->box];
    assert(block->node >= last && block->node < block->node_end);
    assert(tree->nodes[block->node].kind == PITH_NODE_TEXT);
    assert(i >= box->first && i < box->last);
    last = block->node_end;
  }
  for (uint32_t i = 1; i < list->box_count; i++) {
    const pith_list_box *box = &list->boxes[i];
    const pith_list_box *above = &list->boxes[box->parent];
    assert(box->parent < i && box->end <= above->end && box->end > i);
    assert(box->first >= above->first && box->last <= above->last);
    assert(box->first < box->last);
  }
}

static void
classify(pith_page_model *page, uint8_t choices, pith_verdicts *verdicts)
{
  pith_method_call call = {.page = page,
                           .comments = choices & 4,
                           .balance = (pith_balance)(choices % 3)};
  pith_status status = pith__auto_classify(&call, verdicts);
  assert(status == PITH_OK);
  pith__verdicts_settle(verdicts);
  assert(!verdicts->failed);
}

static void
check_page(pith_page_model *page, uint8_t choices)
{
  pith_verdicts first, second;
  pith__verdicts_init(&first, page->memory);
  pith__verdicts_init(&second, page->memory);
  check_blocks(page);
  classify(page, choices, &first);
  pith__page_model_forget(page);
  classify(page, choices, &second);
  assert(pith__verdicts_are_valid(&first, page->tree->store.text_len));
  assert(first.count == second.count);
  bool content = first.count == 0;
  for (uint32_t i = 0; i < first.count; i++) {
    content |= first.items[i].label == PITH_CONTENT;
    assert(first.items[i].span.from == second.items[i].span.from);
    assert(first.items[i].label == second.items[i].label);
  }
  assert(content);
  pith__verdicts_done(&second);
  pith__verdicts_done(&first);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  pith_memory memory;
  pith_decoded decoded;
  pith_tree tree;
  pith_page_model page;
  pith_options defaults;
  pith_decode_hints hints = {NULL, NULL, NULL};
  if (size < 1)
    return 0;
  pith_options_default(&defaults);
  pith_tree_options options = {.limits = pith__tree_limits(&defaults)};
  pith__memory_init(&memory, NULL, SIZE_MAX);
  pith__decode_init(&decoded, &memory);
  pith__tree_init(&tree, &memory);
  pith__page_model_init(&page, &memory, &tree);
  pith_slice html = pith__slice((const char *)data + 1, size - 1);
  if (pith__decode(&decoded, html, &hints) == PITH_OK &&
      pith__tree_build(&tree, decoded.text, &options) == PITH_OK)
    check_page(&page, data[0]);
  pith__page_model_done(&page);
  pith__tree_done(&tree);
  pith__decode_done(&decoded);
  assert(memory.used == 0);
  return 0;
}
