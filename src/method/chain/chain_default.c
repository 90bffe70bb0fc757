/*
 * See chain_default.h. What is boilerplate is found in site/boilerplate.c; here
 * it is told.
 */
#include "method/chain/chain_default.h"

#include "method/chain/chain_default_parts.h"

#include <string.h>

pith_status
pith__chain_classify_init(pith_chain_classifier *judge, pith_memory *memory,
                          const pith_site_view *view)
{
  memset(judge, 0, sizeof *judge);
  judge->memory = memory;
  return pith__boilerplate_init(&judge->boilerplate, memory, view);
}

void
pith__chain_classify_done(pith_chain_classifier *judge)
{
  pith__boilerplate_done(&judge->boilerplate);
  PITH_FREE_ITEMS(judge->memory, judge->kept, judge->kept_capacity);
}

static bool
make_room(pith_chain_classifier *judge, uint32_t tokens)
{
  return PITH_GROW(judge->memory, judge->kept, judge->kept_capacity, tokens + 1,
                   UINT32_MAX / 2);
}

pith_status
pith__chain_default_classify(pith_chain_classifier *judge,
                             const pith_tree *tree,
                             const pith_page_profile *profile,
                             pith_verdicts *verdicts, pith_chain_report *report)
{
  pith_boilerplate *boilerplate = &judge->boilerplate;
  memset(report, 0, sizeof *report);
  pith_status status = pith__boilerplate_find(boilerplate, profile);
  if (status != PITH_OK)
    return status;
  if (!make_room(judge, profile->count))
    return pith__memory_status(judge->memory);
  report->words = boilerplate->words;
  report->cut = boilerplate->cut;
  report->cluster = pith__site_reader_cluster(&boilerplate->reader);
  report->fit = pith__site_reader_fit(&boilerplate->reader);
  report->alone = boilerplate->alone;
  report->spared = boilerplate->spared;
  return pith__chain_emit(judge, tree, profile, verdicts);
}
