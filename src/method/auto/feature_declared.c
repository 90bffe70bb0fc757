/*
 * Features of a block by what the page says of itself elsewhere: whether the
 * block says the same, and how far it stands from the one that does.
 */
#include "method/auto/feature.h"

enum {
  TOLD_ABOUT,
  TOLD_FRAME,
  TOLD_REVIEW,
  TOLD_ANSWER,
  TOLD_NAME,
  TOLD_FOUND,
  TOLD_AFTER,
  TOLD_BEFORE,
  TOLD_BEST,
  TOLD_ALIKE,
  TOLD_COUNT
};

static const char *const names[TOLD_COUNT] = {
    [TOLD_ABOUT] = "declared_about",   [TOLD_FRAME] = "declared_frame",
    [TOLD_REVIEW] = "declared_review", [TOLD_ANSWER] = "declared_answer",
    [TOLD_NAME] = "declared_name",     [TOLD_FOUND] = "declared_found",
    [TOLD_AFTER] = "declared_after",   [TOLD_BEFORE] = "declared_before",
    [TOLD_BEST] = "declared_best",     [TOLD_ALIKE] = "declared_alike",
};

/* Runs of a description beyond which no more are asked for. */
enum { ABOUT_ENOUGH = 40 };

static void
put(uint8_t *out, int column, uint8_t value)
{
  out[(size_t)column * PITH_FEATURE_CHUNK] = value;
}

/* How much of the description a block has. */
static uint8_t
share_found(const pith_page_declared *told, uint32_t n)
{
  uint32_t all = told->about < ABOUT_ENOUGH ? told->about : ABOUT_ENOUGH;
  return pith__scale_share(told->blocks[n].found[PITH_DECLARED_ABOUT], all);
}

static void
fill_block(const pith_block_context *context, uint32_t n, uint8_t *out)
{
  const pith_page_declared *told = &context->told;
  const pith_block_declared *block = &told->blocks[n];
  uint32_t best = told->best;
  bool some = best != UINT32_MAX;
  for (int kind = 0; kind < PITH_DECLARED_NAME; kind++)
    put(out, TOLD_ABOUT + kind,
        pith__scale_share(block->found[kind], block->runs));
  put(out, TOLD_NAME,
      pith__scale_share(block->found[PITH_DECLARED_NAME], block->words));
  put(out, TOLD_FOUND, share_found(told, n));
  put(out, TOLD_AFTER, some && n >= best ? pith__scale_log(n - best + 1) : 0);
  put(out, TOLD_BEFORE, some && n < best ? pith__scale_log(best - n) : 0);
  put(out, TOLD_BEST, some ? share_found(told, best) : 0);
  put(out, TOLD_ALIKE,
      some && context->blocks[n].group == context->blocks[best].group);
}

static void
fill(const pith_feature_source *source, const pith_feature_run *run)
{
  for (uint32_t i = 0; i < run->count; i++)
    fill_block(source->context, run->from + i, run->out + i);
}

const pith_feature_group pith__features_declared = {names, TOLD_COUNT, fill};
