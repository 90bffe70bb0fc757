/*
 * Features of a block by where it is on the page: how far down, under
 * which heading, how deep; and whether its like was there before.
 */
#include "method/auto/feature.h"

#define COLUMNS(X)                                                             \
  X(PLACE_BLOCKS, "place_blocks")                                              \
  X(PLACE_WEIGHT, "place_weight")                                              \
  X(PLACE_BYTES, "place_bytes")                                                \
  X(PLACE_FROM_START, "place_from_start")                                      \
  X(PLACE_FROM_END, "place_from_end")                                          \
  X(PLACE_DEPTH, "place_depth")                                                \
  X(PLACE_HEADING_LEVEL, "place_heading_level")                                \
  X(PLACE_HEADING_BLOCKS, "place_heading_blocks")                              \
  X(PLACE_HEADING_WEIGHT, "place_heading_weight")                              \
  X(PLACE_LAST_LEVEL, "place_last_level")                                      \
  X(PLACE_AFTER_H1, "place_after_h1")                                          \
  X(PLACE_BEFORE_H1, "place_before_h1")                                        \
  X(PLACE_AFTER_TITLE, "place_after_title")                                    \
  X(PLACE_BEFORE_TITLE, "place_before_title")                                  \
  X(PLACE_TWINS, "place_twins")                                                \
  X(PLACE_EARLIER, "place_earlier")                                            \
  X(PLACE_GROUP_BLOCKS, "place_group_blocks")                                  \
  X(PLACE_GROUP_SHARE, "place_group_share")                                    \
  X(PLACE_GROUP_WEIGHT, "place_group_weight")                                  \
  X(PLACE_GROUP_MEAN, "place_group_mean")                                      \
  X(PLACE_GROUP_LINKED, "place_group_linked")                                  \
  X(PLACE_GROUP_STOPS, "place_group_stops")                                    \
  X(PLACE_ITEM_ALIKE, "place_item_alike")

enum { COLUMNS(PITH_COLUMN_CONSTANT) PLACE_COUNT };

static const char *const names[PLACE_COUNT] = {COLUMNS(PITH_COLUMN_NAME)};

/* How far behind, and how far before, block `mark` a block is; 0 both when
 * there is no such block, and 1 behind for the block itself. */
static void
put_from(uint8_t *out, int after, uint32_t mark, uint32_t block)
{
  bool behind = mark != UINT32_MAX && block >= mark;
  bool before = mark != UINT32_MAX && block < mark;
  pith__put(out, after, behind ? pith__scale_log(block - mark + 1) : 0);
  pith__put(out, after + 1, before ? pith__scale_log(mark - block) : 0);
}

/* The last heading before the block, and how much text is between them. */
static void
fill_headings(const pith_block_context *context, uint32_t n, uint8_t *out)
{
  const pith_context_block *block = &context->blocks[n];
  uint32_t last = block->heading;
  bool some = last != UINT32_MAX;
  uint32_t weight =
      some ? context->sums[n].weight - context->sums[last + 1].weight : 0;
  pith__put(out, PLACE_HEADING_LEVEL, block->heading_level);
  pith__put(out, PLACE_HEADING_BLOCKS, some ? pith__scale_log(n - last) : 0);
  pith__put(out, PLACE_HEADING_WEIGHT, some ? pith__scale_log(weight + 1) : 0);
  pith__put(out, PLACE_LAST_LEVEL,
            some ? context->blocks[last].heading_level : 0);
  put_from(out, PLACE_AFTER_H1, context->h1, n);
  put_from(out, PLACE_AFTER_TITLE, context->title, n);
}

/* Blocks with the same words and blocks that look alike. Boilerplate comes in
 * groups of short blocks, text in groups of long ones. */
static void
fill_likes(const pith_block_context *context, uint32_t n, uint8_t *out)
{
  const pith_context_block *block = &context->blocks[n];
  const pith_context_group *group = &context->groups[block->group];
  uint32_t total = context->sums[context->list->count].weight;
  pith__put(out, PLACE_TWINS, pith__scale_log(block->twins));
  pith__put(out, PLACE_EARLIER, pith__scale_log(block->earlier));
  pith__put(out, PLACE_GROUP_BLOCKS, pith__scale_log(group->blocks));
  pith__put(out, PLACE_GROUP_SHARE, pith__scale_share(group->weight, total));
  pith__put(out, PLACE_GROUP_WEIGHT, pith__scale_log(group->weight));
  pith__put(out, PLACE_GROUP_MEAN,
            pith__scale_log(group->weight / group->blocks));
  pith__put(out, PLACE_GROUP_LINKED,
            pith__scale_share(group->linked, group->weight));
  pith__put(out, PLACE_GROUP_STOPS,
            pith__scale_share(group->stops * 64ull, group->weight));
}

/* The most boxes alike among the nearest four: how much of a list it is in. */
static uint32_t
most_alike(const pith_block_context *context, uint32_t box)
{
  uint32_t most = 0;
  for (int up = 0; up < 4 && box != PITH_BOX_OUTSIDE; up++) {
    if (context->boxes[box].alike > most)
      most = context->boxes[box].alike;
    box = context->list->boxes[box].parent;
  }
  return most;
}

/* Where in the page: by blocks, by weight and by bytes, because each is misled
 * by another kind of page. */
static void
fill_block(const pith_block_context *context, uint32_t n, uint8_t *out)
{
  const pith_block_list *list = context->list;
  const pith_list_block *block = &list->blocks[n];
  uint32_t total = context->sums[list->count].weight;
  pith__put(out, PLACE_BLOCKS, pith__scale_share(n, list->count));
  pith__put(out, PLACE_WEIGHT,
            pith__scale_share(context->sums[n].weight, total));
  pith__put(out, PLACE_BYTES,
            pith__scale_share(block->span.from, context->tree->store.text_len));
  pith__put(out, PLACE_FROM_START, pith__scale_log(n + 1));
  pith__put(out, PLACE_FROM_END, pith__scale_log(list->count - n));
  pith__put(out, PLACE_DEPTH, pith__scale_plain(list->boxes[block->box].depth));
  pith__put(out, PLACE_ITEM_ALIKE,
            pith__scale_log(most_alike(context, block->box)));
  fill_headings(context, n, out);
  fill_likes(context, n, out);
}

static void
fill(const pith_feature_source *source, const pith_feature_run *run)
{
  for (uint32_t i = 0; i < run->count; i++)
    fill_block(source->context, run->from + i, run->out + i);
}

const pith_feature_group pith__features_place = {names, PLACE_COUNT, fill};
