/*
 * Looking up verdicts by place. Renderers ask in document order, which is the
 * order of the source but for content that the parser moved, so the answer is
 * nearly always at or just after the last one.
 */
#include "render/cut.h"

void
pith__cut_init(pith_cut *cut, const pith_verdicts *verdicts)
{
  cut->items = verdicts ? verdicts->items : NULL;
  cut->count = verdicts ? verdicts->count : 0;
  cut->at = 0;
}

/* Move to the first verdict that ends behind `place`. */
static void
seek(pith_cut *cut, uint32_t place)
{
  if (cut->at > 0 && cut->items[cut->at - 1].span.to > place) {
    uint32_t low = 0, high = cut->at - 1;
    while (low < high) {
      uint32_t middle = low + (high - low) / 2;
      if (cut->items[middle].span.to > place)
        high = middle;
      else
        low = middle + 1;
    }
    cut->at = low;
  }
  while (cut->at < cut->count && cut->items[cut->at].span.to <= place)
    cut->at++;
}

const pith_verdict *
pith__cut_find(pith_cut *cut, uint32_t from, uint32_t to)
{
  if (cut->count == 0)
    return NULL;
  seek(cut, from);
  for (uint32_t i = cut->at; i < cut->count && cut->items[i].span.from < to;
       i++)
    if (cut->items[i].label == PITH_NAVIGATION)
      return &cut->items[i];
  return NULL;
}

bool
pith__cut_covers(pith_cut *cut, uint32_t from, uint32_t to)
{
  if (cut->count == 0)
    return false;
  seek(cut, from);
  /* Neighbours that touch may differ in reason only. */
  for (uint32_t i = cut->at; i < cut->count; i++) {
    const pith_verdict *item = &cut->items[i];
    if (item->span.from > from || item->label != PITH_NAVIGATION)
      return false;
    if (item->span.to >= to)
      return true;
    from = item->span.to;
  }
  return false;
}

pith_cut_share
pith__cut_share_of(pith_cut *cut, uint32_t from, uint32_t to)
{
  if (from == to)
    to = from + 1;
  if (!pith__cut_find(cut, from, to))
    return PITH_CUT_NOTHING;
  return pith__cut_covers(cut, from, to) ? PITH_CUT_ALL : PITH_CUT_PART;
}
