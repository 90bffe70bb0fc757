/*
 * See chain_default.h: the order of the steps, and the page that must not come
 * back empty.
 */
#include "method/chain_default.h"

#include "method/chain_default_parts.h"

#include <string.h>

/* A page is called empty when fewer words stay than this, and fewer of a
 * hundred, and no title among them. A short post in a large frame is no empty
 * page, and neither is a picture with its name. */
enum { STAY_WORDS = 10, STAY_SHARE = 5 };

pith_status
pith__chain_judge_init(pith_chain_judge *judge, pith_memory *memory,
                       const pith_site_view *view)
{
  memset(judge, 0, sizeof *judge);
  judge->memory = memory;
  return pith__site_reader_init(&judge->reader, memory, view);
}

void
pith__chain_judge_done(pith_chain_judge *judge)
{
  pith__site_reader_done(&judge->reader);
  pith__memory_free(judge->memory, judge->costs,
                    judge->cost_capacity * sizeof *judge->costs);
  pith__memory_free(judge->memory, judge->fates,
                    judge->fate_capacity * sizeof *judge->fates);
  pith__memory_free(judge->memory, judge->kept,
                    judge->kept_capacity * sizeof *judge->kept);
}

static bool
make_room(pith_chain_judge *judge, uint32_t tokens)
{
  void *costs = judge->costs, *fates = judge->fates, *kept = judge->kept;
  uint32_t ceiling = UINT32_MAX / 2;
  if (!pith__memory_grow(judge->memory, &costs, &judge->cost_capacity,
                         judge->reader.outline.count, ceiling,
                         sizeof *judge->costs))
    return false;
  judge->costs = costs;
  if (!pith__memory_grow(judge->memory, &fates, &judge->fate_capacity,
                         tokens + 1, ceiling, sizeof *judge->fates))
    return false;
  judge->fates = fates;
  if (!pith__memory_grow(judge->memory, &kept, &judge->kept_capacity,
                         tokens + 1, ceiling, sizeof *judge->kept))
    return false;
  judge->kept = kept;
  memset(judge->costs, 0, judge->reader.outline.count * sizeof *judge->costs);
  memset(judge->fates, 0, tokens * sizeof *judge->fates);
  return true;
}

/* Count what was decided; true when next to nothing would be left. */
static bool
count_words(const pith_chain_judge *judge, const pith_page_sheet *sheet,
            pith_chain_report *report)
{
  uint64_t words = 0, cut = 0, comments = 0;
  bool title = false;
  for (uint32_t t = 0; t < sheet->count; t++) {
    if (pith__sheet_kind(sheet->tokens[t].facts) != PITH_SHEET_TEXT)
      continue;
    uint32_t here = pith__sheet_words(sheet->tokens[t].facts);
    words += here;
    if (judge->fates[t].reason != PITH_FATE_STAYS)
      cut += here;
    else
      title |= here > 0 && (sheet->tokens[t].facts & PITH_SHEET_TITLE);
    if (judge->fates[t].reason == PITH_FATE_COMMENTS)
      comments += here;
  }
  report->words = words < UINT32_MAX ? (uint32_t)words : UINT32_MAX;
  report->cut = cut < UINT32_MAX ? (uint32_t)cut : UINT32_MAX;
  uint64_t stay = words - cut;
  return cut > 0 && !title && stay < STAY_WORDS &&
         stay * 100 < (words - comments) * STAY_SHARE + 1;
}

pith_status
pith__chain_judge(pith_chain_judge *judge, const pith_tree *tree,
                  const pith_page_sheet *sheet, pith_verdicts *verdicts,
                  pith_chain_report *report)
{
  pith_site_reader *reader = &judge->reader;
  memset(report, 0, sizeof *report);
  pith_status status = pith__site_reader_look(reader, sheet);
  if (status != PITH_OK)
    return status;
  if (!make_room(judge, sheet->count))
    return pith__memory_status(judge->memory);
  report->cluster = pith__site_reader_cluster(reader);
  report->fit = pith__site_reader_fit(reader);
  report->alone = reader->likeness.neighbour_count < PITH_NEIGHBOURS_LEAST;
  if (!report->alone)
    pith__chain_weigh(judge, sheet,
                      pith__slots_main(&reader->view->slots, &reader->outline));
  if (count_words(judge, sheet, report)) {
    memset(judge->fates, 0, sheet->count * sizeof *judge->fates);
    report->cut = 0;
    report->spared = true;
  }
  return pith__chain_tell(judge, tree, sheet, verdicts);
}
