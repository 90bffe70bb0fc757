/*
 * See emit.h. Where the markup is misnested, ranges of what goes may cover text
 * that stays; so what goes is emitted first there, and what stays on top of it.
 * Everywhere else verdicts come in the order of the text, which saves sorting.
 */
#include "method/common/emit.h"
#include "verdict/reasons.h"

#include <string.h>

/* The body is among the first boxes: document, html, body. */
enum { BODY_REACH = 4 };

pith_status
pith__fates_open(pith_page_fates *page, const pith_method_call *call)
{
  pith_status status = pith__page_boxes(call->page, &page->boxes);
  if (status != PITH_OK)
    return status;
  /* One piece of memory for both: fates first, they need more alignment. */
  size_t by_block = page->boxes->block_count * sizeof *page->fates;
  size_t by_box = page->boxes->box_count * sizeof(uint32_t);
  page->fates = pith__box_tree_room(page->boxes, by_block + by_box);
  if (!page->fates)
    return pith__memory_status(call->page->memory);
  page->numbers = page->fates + page->boxes->block_count;
  memset(page->numbers, 0, by_box);
  page->barred =
      call->comments ? PITH_ROLE_FRAMES : PITH_ROLE_FRAMES | PITH_ROLE_COMMENTS;
  return PITH_OK;
}

/* An empty answer helps nobody: a reader can skip boilerplate, but not read
 * what is missing. */
void
pith__fates_keep_something(const pith_page_fates *page)
{
  const pith_box_tree *boxes = page->boxes;
  for (uint32_t i = 0; i < boxes->block_count; i++)
    if (page->fates[i].kept && boxes->blocks[i].sum.words > 0)
      return;
  for (uint32_t i = 0; i < boxes->block_count; i++)
    pith__fates_set(page, i, true, 0.5f, PITH_REASON_ALL_THERE_IS);
}

/* What the body of the page holds; all of it when there is none. */
static pith_span
span_of_body(const pith_box_tree *boxes)
{
  const pith_tree_node *nodes = boxes->tree->nodes;
  pith_span span = {nodes[0].open_to, nodes[0].close_from};
  for (uint32_t i = 1; i < boxes->box_count && i < BODY_REACH; i++) {
    const pith_tree_node *node = &nodes[boxes->boxes[i].node];
    if (node->tag == PITH_TAG_BODY && node->from < node->open_to)
      span.from = node->open_to;
  }
  return span;
}

/* A block that goes takes along what is between it and the block before it,
 * unless that one stays. */
static void
emit_block(const pith_page_fates *page, uint32_t i, pith_span body,
           pith_verdicts *verdicts)
{
  const pith_box_block *block = &page->boxes->blocks[i];
  const pith_fate *fate = &page->fates[i];
  pith_span span = block->span;
  if (!fate->kept) {
    uint32_t before = body.from;
    if (i > 0)
      before = fate[-1].kept ? span.from : block[-1].span.to;
    if (before < span.from)
      span.from = before;
    if (i + 1 == page->boxes->block_count && body.to > span.to)
      span.to = body.to;
  }
  pith__verdicts_add(verdicts, span,
                     fate->kept ? PITH_CONTENT : PITH_NAVIGATION, fate->score,
                     fate->reason);
}

/* False where the markup is misnested: the parser moved text. */
static bool
are_in_order(const pith_box_tree *boxes)
{
  for (uint32_t i = 1; i < boxes->block_count; i++)
    if (boxes->blocks[i].span.from < boxes->blocks[i - 1].span.to)
      return false;
  return true;
}

void
pith__emit_blocks(const pith_page_fates *page, pith_verdicts *verdicts)
{
  uint32_t count = page->boxes->block_count;
  bool ordered = are_in_order(page->boxes);
  pith_span body = span_of_body(page->boxes);
  for (uint32_t i = 0; i < count; i++)
    if (ordered || !page->fates[i].kept)
      emit_block(page, i, body, verdicts);
  for (uint32_t i = 0; !ordered && i < count; i++)
    if (page->fates[i].kept)
      emit_block(page, i, body, verdicts);
}
