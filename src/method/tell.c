/*
 * See tell.h. Where the markup is misnested, ranges of what goes may cover text
 * that stays; so what goes is told first there, and what stays on top of it.
 * Everywhere else verdicts come in the order of the text, which spares sorting.
 */
#include "method/tell.h"

static void
tell(const pith_box_tree *boxes, const pith_fate *fates, uint32_t i,
     pith_verdicts *verdicts)
{
  const pith_block *block = &boxes->blocks[i];
  pith_span span = block->span;
  if (!fates[i].kept) {
    if (i == 0)
      span.from = 0;
    else if (!fates[i - 1].kept && block[-1].span.to < span.from)
      span.from = block[-1].span.to;
    if (i + 1 == boxes->block_count)
      span.to = boxes->tree->nodes[0].close_to;
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
pith__tell_blocks(const pith_box_tree *boxes, const pith_fate *fates,
                  pith_verdicts *verdicts)
{
  bool ordered = are_in_order(boxes);
  for (uint32_t i = 0; i < boxes->block_count; i++)
    if (ordered || !fates[i].kept)
      tell(boxes, fates, i, verdicts);
  for (uint32_t i = 0; !ordered && i < boxes->block_count; i++)
    if (fates[i].kept)
      tell(boxes, fates, i, verdicts);
}
