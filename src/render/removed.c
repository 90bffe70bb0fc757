/*
 * The ranges of a page that verdicts remove, looked up by place. Verdicts are
 * sorted and do not overlap. Renderers look ranges up in document order, which
 * is the order of the source except for content that the parser moved, so the
 * answer is nearly always at the position of the last one or just behind it:
 *
 *     verdicts   [ nav ][ nav ]    [ content ]   [ nav ]
 *                         ^at
 *     question     from..to    steps forward; only a question that goes back
 *                              starts a binary search
 */
#include "render/removed.h"

void
pith__removed_init(pith_removed *removed, const pith_verdicts *verdicts)
{
  removed->items = verdicts ? verdicts->items : NULL;
  removed->count = verdicts ? verdicts->count : 0;
  removed->at = 0;
}

/* Move to the first verdict that ends behind `place`. Forward is a walk, so
 * that a pass over the page is linear in all; backward, after moved content,
 * is a binary search. */
static void
seek(pith_removed *removed, uint32_t place)
{
  if (removed->at > 0 && removed->items[removed->at - 1].span.to > place) {
    uint32_t low = 0, high = removed->at - 1;
    while (low < high) {
      uint32_t middle = low + (high - low) / 2;
      if (removed->items[middle].span.to > place)
        high = middle;
      else
        low = middle + 1;
    }
    removed->at = low;
  }
  while (removed->at < removed->count &&
         removed->items[removed->at].span.to <= place)
    removed->at++;
}

/* Content verdicts are in the same list, because reports need them; here
 * only navigation counts. */
const pith_verdict *
pith__removed_find(pith_removed *removed, uint32_t from, uint32_t to)
{
  if (removed->count == 0)
    return NULL;
  seek(removed, from);
  for (uint32_t i = removed->at;
       i < removed->count && removed->items[i].span.from < to; i++)
    if (removed->items[i].label == PITH_NAVIGATION)
      return &removed->items[i];
  return NULL;
}

/* The verdict at the start decides most questions: if `from` is kept, not
 * all of the range can be removed. */
bool
pith__removed_covers(pith_removed *removed, uint32_t from, uint32_t to)
{
  if (removed->count == 0)
    return false;
  seek(removed, from);
  /* Neighbours that touch may differ in reason only. */
  for (uint32_t i = removed->at; i < removed->count; i++) {
    const pith_verdict *item = &removed->items[i];
    if (item->span.from > from || item->label != PITH_NAVIGATION)
      return false;
    if (item->span.to >= to)
      return true;
    from = item->span.to;
  }
  return false;
}

/* A range without bytes (an element that the parser implied) counts as the
 * byte at its place. */
pith_removed_share
pith__removed_share_of(pith_removed *removed, uint32_t from, uint32_t to)
{
  if (from == to)
    to = from + 1;
  if (!pith__removed_find(removed, from, to))
    return PITH_REMOVED_NOTHING;
  return pith__removed_covers(removed, from, to) ? PITH_REMOVED_ALL
                                                 : PITH_REMOVED_PART;
}
