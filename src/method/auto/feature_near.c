/*
 * Features of a block by what it is in: how far up the nearest table, list,
 * article, menu and so on is (0: none).
 */
#include "method/auto/feature.h"

static const char *const names[PITH_NEAR_COUNT] = {
    PITH_NEAR_KINDS(PITH_COLUMN_NAME)};

static void
fill(const pith_feature_source *source, const pith_feature_run *run)
{
  const pith_block_list *list = source->context->list;
  for (uint32_t i = 0; i < run->count; i++) {
    const pith_list_box *box = &list->boxes[list->blocks[run->from + i].box];
    for (uint32_t kind = 0; kind < PITH_NEAR_COUNT; kind++)
      run->out[kind * PITH_FEATURE_CHUNK + i] = box->near[kind];
  }
}

const pith_feature_group pith__features_near = {names, PITH_NEAR_COUNT, fill};
