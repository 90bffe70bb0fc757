/*
 * Features of a block by what the page declares about itself elsewhere: whether
 * the block repeats it, and how far it is from the one that does.
 */
#include "method/auto/feature.h"

#define COLUMNS(X)                                                             \
  X(COLUMN_ABOUT, "declared_about")                                            \
  X(COLUMN_FRAME, "declared_frame")                                            \
  X(COLUMN_REVIEW, "declared_review")                                          \
  X(COLUMN_ANSWER, "declared_answer")                                          \
  X(COLUMN_NAME, "declared_name")                                              \
  X(COLUMN_FOUND, "declared_found")                                            \
  X(COLUMN_AFTER, "declared_after")                                            \
  X(COLUMN_BEFORE, "declared_before")                                          \
  X(COLUMN_BEST, "declared_best")                                              \
  X(COLUMN_ALIKE, "declared_alike")

enum { COLUMNS(PITH_COLUMN_CONSTANT) COLUMN_COUNT };

static const char *const names[COLUMN_COUNT] = {COLUMNS(PITH_COLUMN_NAME)};

/* Runs of a description beyond which no more count. */
enum { ABOUT_ENOUGH = 40 };

/* How much of the description a block has. */
static uint8_t
share_found(const pith_page_declared *declared, uint32_t n)
{
  uint32_t all =
      declared->about < ABOUT_ENOUGH ? declared->about : ABOUT_ENOUGH;
  return pith__scale_share(declared->blocks[n].found[PITH_DECLARED_ABOUT], all);
}

/* Distances to the best block are on a logarithmic scale, one column for each
 * direction. */
static void
fill_block(const pith_block_context *context, uint32_t n, uint8_t *out)
{
  const pith_page_declared *declared = &context->declared;
  const pith_block_declared *block = &declared->blocks[n];
  uint32_t best = declared->best;
  bool some = best != UINT32_MAX;
  for (int kind = 0; kind < PITH_DECLARED_NAME; kind++)
    pith__put(out, COLUMN_ABOUT + kind,
              pith__scale_share(block->found[kind], block->runs));
  pith__put(out, COLUMN_NAME,
            pith__scale_share(block->found[PITH_DECLARED_NAME], block->words));
  pith__put(out, COLUMN_FOUND, share_found(declared, n));
  pith__put(out, COLUMN_AFTER,
            some && n >= best ? pith__scale_log(n - best + 1) : 0);
  pith__put(out, COLUMN_BEFORE,
            some && n < best ? pith__scale_log(best - n) : 0);
  pith__put(out, COLUMN_BEST, some ? share_found(declared, best) : 0);
  pith__put(out, COLUMN_ALIKE,
            some && context->blocks[n].group == context->blocks[best].group);
}

static void
fill(const pith_feature_source *source, const pith_feature_run *run)
{
  for (uint32_t i = 0; i < run->count; i++)
    fill_block(source->context, run->from + i, run->out + i);
}

const pith_feature_group pith__features_declared = {names, COLUMN_COUNT, fill};
