/*
 * See tell.h. Where the markup is misnested, ranges of what goes may cover text
 * that stays; so what goes is told first there, and what stays on top of it.
 * Everywhere else verdicts come in the order of the text, which spares sorting.
 */
#include "method/common/emit.h"

#include <string.h>

/* The body is among the first boxes: document, html, body. */
enum { BODY_REACH = 4 };

pith_status
pith__fates_open(const pith_method_call *call, pith_box_tree **out,
                 pith_fate **fates, void **numbers)
{
  pith_status status = pith__page_boxes(call->page, out);
  pith_box_tree *boxes = *out;
  if (status != PITH_OK)
    return status;
  size_t by_block = boxes->block_count * sizeof **fates;
  size_t by_box = boxes->box_count * sizeof(uint32_t);
  *fates = pith__box_tree_room(boxes, by_block + by_box);
  if (!*fates)
    return pith__memory_status(call->page->memory);
  *numbers = *fates + boxes->block_count;
  memset(*numbers, 0, by_box);
  return PITH_OK;
}

uint32_t
pith__fates_barred(const pith_method_call *call)
{
  return call->comments ? PITH_ROLE_FRAMES
                        : PITH_ROLE_FRAMES | PITH_ROLE_COMMENTS;
}

void
pith__fates_keep_something(const pith_box_tree *boxes, pith_fate *fates)
{
  for (uint32_t i = 0; i < boxes->block_count; i++)
    if (fates[i].kept && boxes->blocks[i].sum.words > 0)
      return;
  for (uint32_t i = 0; i < boxes->block_count; i++)
    fates[i] = (pith_fate){true, 0.5f, "all-there-is"};
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

static void
tell(const pith_box_tree *boxes, const pith_fate *fates, uint32_t i,
     pith_span body, pith_verdicts *verdicts)
{
  const pith_box_block *block = &boxes->blocks[i];
  pith_span span = block->span;
  if (!fates[i].kept) {
    uint32_t before = body.from;
    if (i > 0)
      before = fates[i - 1].kept ? span.from : block[-1].span.to;
    if (before < span.from)
      span.from = before;
    if (i + 1 == boxes->block_count && body.to > span.to)
      span.to = body.to;
  }
  pith__verdicts_add(verdicts, span,
                     fates[i].kept ? PITH_CONTENT : PITH_NAVIGATION,
                     fates[i].score, fates[i].reason);
}

static bool
are_in_order(const pith_box_tree *boxes)
{
  for (uint32_t i = 1; i < boxes->block_count; i++)
    if (boxes->blocks[i].span.from < boxes->blocks[i - 1].span.to)
      return false;
  return true;
}

void
pith__emit_blocks(const pith_box_tree *boxes, const pith_fate *fates,
                  pith_verdicts *verdicts)
{
  bool ordered = are_in_order(boxes);
  pith_span body = span_of_body(boxes);
  for (uint32_t i = 0; i < boxes->block_count; i++)
    if (ordered || !fates[i].kept)
      tell(boxes, fates, i, body, verdicts);
  for (uint32_t i = 0; !ordered && i < boxes->block_count; i++)
    if (fates[i].kept)
      tell(boxes, fates, i, body, verdicts);
}
