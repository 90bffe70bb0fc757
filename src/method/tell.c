/*
 * See tell.h. Where the markup is misnested, ranges of what goes may cover text
 * that stays; so what goes is told first, and what stays on top of it.
 */
#include "method/tell.h"

static void
tell_cut(const pith_box_tree *boxes, const pith_fate *fates, uint32_t i,
         pith_verdicts *verdicts)
{
  const pith_block *block = &boxes->blocks[i];
  pith_span span = block->span;
  if (i == 0)
    span.from = 0;
  else if (!fates[i - 1].kept && block[-1].span.to < span.from)
    span.from = block[-1].span.to;
  if (i + 1 == boxes->block_count)
    span.to = boxes->tree->nodes[0].close_to;
  pith__verdicts_add(verdicts, span, PITH_NAVIGATION, fates[i].score,
                     fates[i].reason);
}

void
pith__tell_blocks(const pith_box_tree *boxes, const pith_fate *fates,
                  pith_verdicts *verdicts)
{
  for (uint32_t i = 0; i < boxes->block_count; i++)
    if (!fates[i].kept)
      tell_cut(boxes, fates, i, verdicts);
  for (uint32_t i = 0; i < boxes->block_count; i++)
    if (fates[i].kept)
      pith__verdicts_add(verdicts, boxes->blocks[i].span, PITH_CONTENT,
                         fates[i].score, fates[i].reason);
}
