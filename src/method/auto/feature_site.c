/*
 * Features of a block by other pages of its site; all 0 when no
 * other page is known. What they are is decided where sites are known, in
 * method/auto/auto_evidence.c.
 */
#include "method/auto/feature.h"

#include <string.h>

static const char *const names[PITH_EVIDENCE] = {
    "site_known",   "site_neighbours", "site_pages", "site_cut",
    "site_box_cut", "site_stays",      "site_slot",  "site_even",
};

static void
fill(const pith_feature_source *source, const pith_feature_run *run)
{
  if (!source->evidence) {
    memset(run->out, 0, (size_t)PITH_EVIDENCE * PITH_FEATURE_CHUNK);
    return;
  }
  for (uint32_t c = 0; c < PITH_EVIDENCE; c++)
    for (uint32_t i = 0; i < run->count; i++)
      run->out[c * PITH_FEATURE_CHUNK + i] =
          source->evidence[run->from + i].values[c];
}

const pith_feature_group pith__features_site = {names, PITH_EVIDENCE, fill};
