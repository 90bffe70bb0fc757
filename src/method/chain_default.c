/*
 * See chain_default.h. What is framing is found in site/framing.c; here it is
 * told.
 */
#include "method/chain_default.h"

#include "method/chain_default_parts.h"

#include <string.h>

pith_status
pith__chain_judge_init(pith_chain_judge *judge, pith_memory *memory,
                       const pith_site_view *view)
{
  memset(judge, 0, sizeof *judge);
  judge->memory = memory;
  return pith__framing_init(&judge->framing, memory, view);
}

void
pith__chain_judge_done(pith_chain_judge *judge)
{
  pith__framing_done(&judge->framing);
  pith__memory_free(judge->memory, judge->kept,
                    judge->kept_capacity * sizeof *judge->kept);
}

static bool
make_room(pith_chain_judge *judge, uint32_t tokens)
{
  void *kept = judge->kept;
  if (!pith__memory_grow(judge->memory, &kept, &judge->kept_capacity,
                         tokens + 1, UINT32_MAX / 2, sizeof *judge->kept))
    return false;
  judge->kept = kept;
  return true;
}

pith_status
pith__chain_judge(pith_chain_judge *judge, const pith_tree *tree,
                  const pith_page_sheet *sheet, pith_verdicts *verdicts,
                  pith_chain_report *report)
{
  pith_framing *framing = &judge->framing;
  memset(report, 0, sizeof *report);
  pith_status status = pith__framing_find(framing, sheet);
  if (status != PITH_OK)
    return status;
  if (!make_room(judge, sheet->count))
    return pith__memory_status(judge->memory);
  report->words = framing->words;
  report->cut = framing->cut;
  report->cluster = pith__site_reader_cluster(&framing->reader);
  report->fit = pith__site_reader_fit(&framing->reader);
  report->alone = framing->alone;
  report->spared = framing->spared;
  return pith__chain_tell(judge, tree, sheet, verdicts);
}
