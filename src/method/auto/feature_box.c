/*
 * Features of a block by the boxes around it: six of them, each the next one
 * that holds more text than the last, so that wrappers do not count; and by
 * the boxes that look like the text of the page.
 */
#include "method/auto/feature.h"

#include <string.h>

enum { BOXES = 6 };

/* Of each box. */
enum {
  BOX_WEIGHT,
  BOX_SHARE,
  BOX_LINKED,
  BOX_PROSE,
  BOX_BLOCKS,
  BOX_MEAN,
  BOX_ALIKE,
  BOX_CHILDREN,
  BOX_PLACE, /* of the block in it */
  BOX_COLUMNS
};

/* Of the boxes that look like the text. */
enum {
  TOP_INSIDE, /* levels from the block up to the top box; 0: not in it */
  TOP_SHARE,  /* the most points of a box around it, of the top's */
  TOP_BEFORE, /* blocks to the top box, when before it */
  TOP_AFTER,
  TOP_OWN, /* points of the nearest two boxes, of the top's */
  CORE_INSIDE,
  CORE_BEFORE,
  CORE_AFTER,
  TOP_COLUMNS
};

enum { COLUMNS = BOXES * BOX_COLUMNS + TOP_COLUMNS };

/* The names of the columns of box k. */
#define BOX_NAMES(k)                                                           \
  "box" k "_weight", "box" k "_share", "box" k "_linked", "box" k "_prose",    \
      "box" k "_blocks", "box" k "_mean", "box" k "_alike",                    \
      "box" k "_children", "box" k "_place"

static const char *const names[COLUMNS] = {
    BOX_NAMES("1"), BOX_NAMES("2"), BOX_NAMES("3"), BOX_NAMES("4"),
    BOX_NAMES("5"), BOX_NAMES("6"), "top_inside",   "top_share",
    "top_before",   "top_after",    "top_own",      "core_inside",
    "core_before",  "core_after",
};

/* What is known of the boxes around the last block: most of the next one's are
 * the same. */
typedef struct last_boxes {
  uint32_t at[BOXES];
  uint32_t next[BOXES]; /* the larger one */
  uint8_t columns[BOXES][BOX_COLUMNS];
} last_boxes;

/* All columns but the place of the block. */
static void
describe(const pith_block_context *context, uint32_t at, uint8_t *columns)
{
  const pith_list_box *box = &context->list->boxes[at];
  const pith_context_sums *from = &context->sums[box->first];
  const pith_context_sums *to = &context->sums[box->last];
  uint32_t weight = to->weight - from->weight, blocks = box->last - box->first;
  uint32_t total = context->sums[context->list->count].weight;
  columns[BOX_WEIGHT] = pith__scale_log(weight);
  columns[BOX_SHARE] = pith__scale_share(weight, total);
  columns[BOX_LINKED] = pith__scale_share(to->linked - from->linked, weight);
  columns[BOX_PROSE] = pith__scale_share(to->prose - from->prose, weight);
  columns[BOX_BLOCKS] = pith__scale_log(blocks);
  columns[BOX_MEAN] = pith__scale_log(weight / blocks);
  columns[BOX_ALIKE] = pith__scale_log(context->boxes[at].alike);
  columns[BOX_CHILDREN] = pith__scale_log(context->boxes[at].children);
}

/* The next box out that holds more than `at` does; of a row of wrappers the
 * one just outside of them. */
static uint32_t
next_larger(const pith_block_context *context, uint32_t at)
{
  const pith_list_box *boxes = context->list->boxes;
  uint32_t blocks = boxes[at].last - boxes[at].first;
  do
    at = boxes[at].parent;
  while (at != PITH_BOX_OUTSIDE && boxes[at].last - boxes[at].first == blocks);
  return at;
}

/* Outside of the page all columns are 0. */
static void
look_at_box(const pith_block_context *context, uint32_t at, int k,
            last_boxes *last)
{
  last->at[k] = at;
  if (at == PITH_BOX_OUTSIDE) {
    last->next[k] = at;
    memset(last->columns[k], 0, sizeof last->columns[k]);
    return;
  }
  last->next[k] = next_larger(context, at);
  describe(context, at, last->columns[k]);
}

/* Neighbouring blocks share most boxes: only those that changed since the last
 * block are described again. */
static void
fill_boxes(const pith_block_context *context, uint32_t n, last_boxes *last,
           uint8_t *out)
{
  uint32_t at = context->list->blocks[n].box;
  for (int k = 0; k < BOXES; k++, at = last->next[k - 1]) {
    if (at != last->at[k])
      look_at_box(context, at, k, last);
    if (at != PITH_BOX_OUTSIDE) {
      const pith_list_box *box = &context->list->boxes[at];
      last->columns[k][BOX_PLACE] =
          pith__scale_share(n - box->first, box->last - box->first);
    }
    for (int c = 0; c < BOX_COLUMNS; c++)
      pith__put(out, k * BOX_COLUMNS + c, last->columns[k][c]);
  }
}

/* Levels from the box of a block up to `wanted`, plus one; 0: not in it. */
static uint8_t
levels_to(const pith_block_context *context, uint32_t n, uint32_t wanted)
{
  const pith_list_box *boxes = context->list->boxes;
  if (n < boxes[wanted].first || n >= boxes[wanted].last)
    return 0;
  uint32_t depth = boxes[context->list->blocks[n].box].depth;
  uint32_t levels =
      depth >= boxes[wanted].depth ? depth - boxes[wanted].depth + 1u : 1u;
  return pith__scale_plain(levels);
}

/* How far a block is before a box, and how far behind; both 0 inside it. */
static void
put_around(const pith_block_context *context, uint32_t n, uint32_t wanted,
           uint8_t *out)
{
  const pith_list_box *box = &context->list->boxes[wanted];
  pith__put(out, 0, n < box->first ? pith__scale_log(box->first - n) : 0);
  pith__put(out, 1, n >= box->last ? pith__scale_log(n - box->last + 1) : 0);
}

/* The box with the most points and the smallest box with most of the prose are
 * two guesses at where the text is; the forest learns when to trust which. */
static void
fill_top(const pith_block_context *context, uint32_t n, uint8_t *out)
{
  const pith_list_box *boxes = context->list->boxes;
  uint64_t best = context->boxes[context->top].points, most = 0, own = 0;
  uint32_t at = context->list->blocks[n].box;
  for (int up = 0; up < 8 && at != PITH_BOX_OUTSIDE; up++) {
    if (context->boxes[at].points > most)
      most = context->boxes[at].points;
    if (up == 1)
      own = most;
    at = boxes[at].parent;
  }
  pith__put(out, TOP_INSIDE, levels_to(context, n, context->top));
  pith__put(out, TOP_SHARE, pith__scale_share(most, best));
  pith__put(out, TOP_OWN, pith__scale_share(own, best));
  put_around(context, n, context->top,
             out + (size_t)TOP_BEFORE * PITH_FEATURE_CHUNK);
  pith__put(out, CORE_INSIDE, levels_to(context, n, context->core));
  put_around(context, n, context->core,
             out + (size_t)CORE_BEFORE * PITH_FEATURE_CHUNK);
}

static void
fill(const pith_feature_source *source, const pith_feature_run *run)
{
  last_boxes last;
  for (int k = 0; k < BOXES; k++)
    look_at_box(source->context, PITH_BOX_OUTSIDE, k, &last);
  for (uint32_t i = 0; i < run->count; i++) {
    fill_boxes(source->context, run->from + i, &last, run->out + i);
    fill_top(source->context, run->from + i,
             run->out + (size_t)BOXES * BOX_COLUMNS * PITH_FEATURE_CHUNK + i);
  }
}

const pith_feature_group pith__features_box = {names, COLUMNS, fill};
