/*
 * See framing.h: the order of the steps, and the page that must not come back
 * empty.
 */
#include "site/framing.h"

#include <string.h>

/* A page is called empty when fewer words stay than this, and fewer of a
 * hundred, and no title among them. A short post in a large frame is no empty
 * page, and neither is a picture with its name. */
enum { STAY_WORDS = 10, STAY_SHARE = 5 };

pith_status
pith__framing_init(pith_framing *framing, pith_memory *memory,
                   const pith_site_view *view)
{
  memset(framing, 0, sizeof *framing);
  framing->memory = memory;
  return pith__site_reader_init(&framing->reader, memory, view);
}

void
pith__framing_done(pith_framing *framing)
{
  pith__site_reader_done(&framing->reader);
  pith__memory_free(framing->memory, framing->costs,
                    framing->cost_capacity * sizeof *framing->costs);
  pith__memory_free(framing->memory, framing->fates,
                    framing->fate_capacity * sizeof *framing->fates);
}

static bool
make_room(pith_framing *framing, uint32_t tokens)
{
  void *costs = framing->costs, *fates = framing->fates;
  uint32_t boxes = framing->reader.outline.count, ceiling = UINT32_MAX / 2;
  if (!pith__memory_grow(framing->memory, &costs, &framing->cost_capacity,
                         boxes, ceiling, sizeof *framing->costs))
    return false;
  framing->costs = costs;
  if (!pith__memory_grow(framing->memory, &fates, &framing->fate_capacity,
                         tokens + 1, ceiling, sizeof *framing->fates))
    return false;
  framing->fates = fates;
  memset(framing->costs, 0, boxes * sizeof *framing->costs);
  memset(framing->fates, 0, tokens * sizeof *framing->fates);
  return true;
}

/* Count what was decided; true when next to nothing would be left. */
static bool
count_words(pith_framing *framing, const pith_page_sheet *sheet)
{
  uint64_t words = 0, cut = 0, comments = 0;
  bool title = false;
  for (uint32_t t = 0; t < sheet->count; t++) {
    if (pith__sheet_kind(sheet->tokens[t].facts) != PITH_SHEET_TEXT)
      continue;
    uint32_t here = pith__sheet_words(sheet->tokens[t].facts);
    words += here;
    if (framing->fates[t].reason != PITH_FATE_STAYS)
      cut += here;
    else
      title |= here > 0 && (sheet->tokens[t].facts & PITH_SHEET_TITLE);
    if (framing->fates[t].reason == PITH_FATE_COMMENTS)
      comments += here;
  }
  framing->words = words < UINT32_MAX ? (uint32_t)words : UINT32_MAX;
  framing->cut = cut < UINT32_MAX ? (uint32_t)cut : UINT32_MAX;
  uint64_t stay = words - cut;
  return cut > 0 && !title && stay < STAY_WORDS &&
         stay * 100 < (words - comments) * STAY_SHARE + 1;
}

pith_status
pith__framing_find(pith_framing *framing, const pith_page_sheet *sheet)
{
  pith_site_reader *reader = &framing->reader;
  pith_status status = pith__site_reader_look(reader, sheet);
  if (status != PITH_OK)
    return status;
  if (!make_room(framing, sheet->count))
    return pith__memory_status(framing->memory);
  framing->alone = reader->likeness.neighbour_count < PITH_NEIGHBOURS_LEAST;
  framing->main = pith__slots_main(&reader->view->slots, &reader->outline);
  if (!framing->alone)
    pith__framing_weigh(framing, sheet, framing->main);
  framing->spared = count_words(framing, sheet);
  if (framing->spared) {
    memset(framing->fates, 0, sheet->count * sizeof *framing->fates);
    framing->cut = 0;
  }
  return PITH_OK;
}
