/*
 * Features of a block by where it stands on the page: how far down, under
 * which heading, how deep; and whether its like was there before.
 */
#include "method/auto/feature.h"

enum {
  PLACE_BLOCKS,
  PLACE_WEIGHT,
  PLACE_BYTES,
  PLACE_FROM_START,
  PLACE_FROM_END,
  PLACE_DEPTH,
  PLACE_HEADING_LEVEL,
  PLACE_HEADING_BLOCKS,
  PLACE_HEADING_WEIGHT,
  PLACE_LAST_LEVEL,
  PLACE_AFTER_H1,
  PLACE_BEFORE_H1,
  PLACE_AFTER_TITLE,
  PLACE_BEFORE_TITLE,
  PLACE_TWINS,
  PLACE_EARLIER,
  PLACE_GROUP_BLOCKS,
  PLACE_GROUP_SHARE,
  PLACE_GROUP_WEIGHT,
  PLACE_GROUP_MEAN,
  PLACE_GROUP_LINKED,
  PLACE_GROUP_STOPS,
  PLACE_ITEM_ALIKE,
  PLACE_COUNT
};

static const char *const names[PLACE_COUNT] = {
    [PLACE_BLOCKS] = "place_blocks",
    [PLACE_WEIGHT] = "place_weight",
    [PLACE_BYTES] = "place_bytes",
    [PLACE_FROM_START] = "place_from_start",
    [PLACE_FROM_END] = "place_from_end",
    [PLACE_DEPTH] = "place_depth",
    [PLACE_HEADING_LEVEL] = "place_heading_level",
    [PLACE_HEADING_BLOCKS] = "place_heading_blocks",
    [PLACE_HEADING_WEIGHT] = "place_heading_weight",
    [PLACE_LAST_LEVEL] = "place_last_level",
    [PLACE_AFTER_H1] = "place_after_h1",
    [PLACE_BEFORE_H1] = "place_before_h1",
    [PLACE_AFTER_TITLE] = "place_after_title",
    [PLACE_BEFORE_TITLE] = "place_before_title",
    [PLACE_TWINS] = "place_twins",
    [PLACE_EARLIER] = "place_earlier",
    [PLACE_GROUP_BLOCKS] = "place_group_blocks",
    [PLACE_GROUP_SHARE] = "place_group_share",
    [PLACE_GROUP_WEIGHT] = "place_group_weight",
    [PLACE_GROUP_MEAN] = "place_group_mean",
    [PLACE_GROUP_LINKED] = "place_group_linked",
    [PLACE_GROUP_STOPS] = "place_group_stops",
    [PLACE_ITEM_ALIKE] = "place_item_alike",
};

static void
put(uint8_t *out, int column, uint8_t value)
{
  out[(size_t)column * PITH_FEATURE_CHUNK] = value;
}

/* How far behind, and how far before, block `mark` a block stands; 0 both when
 * there is no such block, and 1 behind for the block itself. */
static void
put_from(uint8_t *out, int after, uint32_t mark, uint32_t block)
{
  bool behind = mark != UINT32_MAX && block >= mark;
  bool before = mark != UINT32_MAX && block < mark;
  put(out, after, behind ? pith__scale_log(block - mark + 1) : 0);
  put(out, after + 1, before ? pith__scale_log(mark - block) : 0);
}

static void
fill_headings(const pith_block_context *context, uint32_t n, uint8_t *out)
{
  const pith_context_block *block = &context->blocks[n];
  uint32_t last = block->heading;
  bool some = last != UINT32_MAX;
  uint32_t weight =
      some ? context->sums[n].weight - context->sums[last + 1].weight : 0;
  put(out, PLACE_HEADING_LEVEL, block->heading_level);
  put(out, PLACE_HEADING_BLOCKS, some ? pith__scale_log(n - last) : 0);
  put(out, PLACE_HEADING_WEIGHT, some ? pith__scale_log(weight + 1) : 0);
  put(out, PLACE_LAST_LEVEL, some ? context->blocks[last].heading_level : 0);
  put_from(out, PLACE_AFTER_H1, context->h1, n);
  put_from(out, PLACE_AFTER_TITLE, context->title, n);
}

static void
fill_likes(const pith_block_context *context, uint32_t n, uint8_t *out)
{
  const pith_context_block *block = &context->blocks[n];
  const pith_context_group *group = &context->groups[block->group];
  uint32_t total = context->sums[context->line->count].weight;
  put(out, PLACE_TWINS, pith__scale_log(block->twins));
  put(out, PLACE_EARLIER, pith__scale_log(block->earlier));
  put(out, PLACE_GROUP_BLOCKS, pith__scale_log(group->blocks));
  put(out, PLACE_GROUP_SHARE, pith__scale_share(group->weight, total));
  put(out, PLACE_GROUP_WEIGHT, pith__scale_log(group->weight));
  put(out, PLACE_GROUP_MEAN, pith__scale_log(group->weight / group->blocks));
  put(out, PLACE_GROUP_LINKED, pith__scale_share(group->linked, group->weight));
  put(out, PLACE_GROUP_STOPS,
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
    box = context->line->boxes[box].parent;
  }
  return most;
}

static void
fill_block(const pith_block_context *context, uint32_t n, uint8_t *out)
{
  const pith_block_list *line = context->line;
  const pith_line_block *block = &line->blocks[n];
  uint32_t total = context->sums[line->count].weight;
  put(out, PLACE_BLOCKS, pith__scale_share(n, line->count));
  put(out, PLACE_WEIGHT, pith__scale_share(context->sums[n].weight, total));
  put(out, PLACE_BYTES,
      pith__scale_share(block->span.from, context->tree->store.text_len));
  put(out, PLACE_FROM_START, pith__scale_log(n + 1));
  put(out, PLACE_FROM_END, pith__scale_log(line->count - n));
  put(out, PLACE_DEPTH, pith__scale_plain(line->boxes[block->box].depth));
  put(out, PLACE_ITEM_ALIKE, pith__scale_log(most_alike(context, block->box)));
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
