/*
 * Features of a block by the blocks around it: two each way one by one, and
 * windows of 3, 8 and 20 each way.
 */
#include "method/auto/feature.h"

enum { NEIGHBOURS = 4, REACH = 2, WINDOWS = 3 };

/* Of each neighbour: two before, one before, one after, two after. */
enum {
  NEXT_WEIGHT,
  NEXT_LINKED,
  NEXT_STOPS,
  NEXT_HEADING,
  NEXT_SAME, /* 0 there is none, 1 other, 2 same group, 3 same box */
  NEXT_COLUMNS
};

/* Of each window. */
enum {
  WINDOW_WEIGHT,
  WINDOW_LINKED,
  WINDOW_PROSE,
  WINDOW_HEADINGS,
  WINDOW_ITEMS,
  WINDOW_BEFORE, /* weight of the part before the block */
  WINDOW_AFTER,
  WINDOW_COLUMNS
};

enum { COLUMNS = NEIGHBOURS * NEXT_COLUMNS + WINDOWS * WINDOW_COLUMNS };

/* The names of the columns of a neighbour and of a window. */
#define NEXT_NAMES(k)                                                          \
  k "_weight", k "_linked", k "_stops", k "_heading", k "_same"
#define WINDOW_NAMES(k)                                                        \
  k "_weight", k "_linked", k "_prose", k "_headings", k "_items",             \
      k "_before", k "_after"

static const char *const names[COLUMNS] = {
    NEXT_NAMES("before2"),  NEXT_NAMES("before1"), NEXT_NAMES("after1"),
    NEXT_NAMES("after2"),   WINDOW_NAMES("near3"), WINDOW_NAMES("near8"),
    WINDOW_NAMES("near20"),
};

/* How much two neighbours belong together. */
static uint8_t
sameness(const pith_block_context *context, uint32_t a, uint32_t b)
{
  const pith_list_block *blocks = context->list->blocks;
  if (blocks[a].box == blocks[b].box)
    return 3;
  return context->blocks[a].group == context->blocks[b].group ? 2 : 1;
}

/* What neighbours have of a block, wherever they are: all of the above but
 * the last. All 0 where there is no block of that number. */
typedef struct seen_block {
  uint8_t values[NEXT_SAME];
} seen_block;

/* Columns of a block as a neighbour, the same for all blocks that it is near
 * to. */
static seen_block
look_at_block(const pith_block_context *context, uint32_t n)
{
  seen_block seen = {{0}};
  if (n >= context->list->count)
    return seen;
  const pith_list_block *block = &context->list->blocks[n];
  uint32_t weight = pith__text_tally_weight(&block->tally);
  seen.values[NEXT_WEIGHT] = pith__scale_log(weight);
  seen.values[NEXT_LINKED] = pith__scale_share(block->link_weight, weight);
  seen.values[NEXT_STOPS] = pith__scale_log(block->tally.stops);
  seen.values[NEXT_HEADING] = context->blocks[n].heading_level;
  return seen;
}

/* Block `other`, seen from block n; there may be none of that number. */
static void
fill_neighbour(const pith_block_context *context, uint32_t n, uint32_t other,
               const seen_block *seen, uint8_t *out)
{
  for (int c = 0; c < NEXT_SAME; c++)
    pith__put(out, c, seen->values[c]);
  pith__put(out, NEXT_SAME,
            other < context->list->count ? sameness(context, n, other) : 0);
}

/* Sums of a run of blocks are differences (block_context.h), so a window costs
 * the same whatever its size. */
static void
fill_window(const pith_block_context *context, uint32_t n, uint32_t reach,
            uint8_t *out)
{
  uint32_t first = n > reach ? n - reach : 0;
  uint32_t last = n + 1 + reach;
  if (last > context->list->count)
    last = context->list->count;
  const pith_context_sums *from = &context->sums[first];
  const pith_context_sums *to = &context->sums[last];
  uint32_t weight = to->weight - from->weight;
  pith__put(out, WINDOW_WEIGHT, pith__scale_log(weight));
  pith__put(out, WINDOW_LINKED,
            pith__scale_share(to->linked - from->linked, weight));
  pith__put(out, WINDOW_PROSE,
            pith__scale_share(to->prose - from->prose, weight));
  pith__put(out, WINDOW_HEADINGS,
            pith__scale_plain(to->headings - from->headings));
  pith__put(out, WINDOW_ITEMS,
            pith__scale_share(to->items - from->items, last - first));
  pith__put(out, WINDOW_BEFORE,
            pith__scale_log(context->sums[n].weight - from->weight));
  pith__put(out, WINDOW_AFTER,
            pith__scale_log(to->weight - context->sums[n + 1].weight));
}

/* `seen` is block n, those around it before and behind. */
static void
fill_block(const pith_block_context *context, uint32_t n,
           const seen_block *seen, uint8_t *out)
{
  static const uint32_t reaches[WINDOWS] = {3, 8, 20};
  static const int steps[NEIGHBOURS] = {-2, -1, 1, 2};
  const size_t next = (size_t)NEXT_COLUMNS * PITH_FEATURE_CHUNK;
  const size_t window = (size_t)WINDOW_COLUMNS * PITH_FEATURE_CHUNK;
  for (int k = 0; k < NEIGHBOURS; k++, out += next)
    fill_neighbour(context, n, n + (uint32_t)steps[k], seen + steps[k], out);
  for (int k = 0; k < WINDOWS; k++, out += window)
    fill_window(context, n, reaches[k], out);
}

static void
fill(const pith_feature_source *source, const pith_feature_run *run)
{
  seen_block seen[REACH + PITH_FEATURE_CHUNK + REACH] = {{{0}}};
  /* Below 0 the number wraps to one that no page has. */
  for (uint32_t i = 0; i < run->count + 2 * REACH; i++)
    seen[i] = look_at_block(source->context, run->from + i - REACH);
  for (uint32_t i = 0; i < run->count; i++)
    fill_block(source->context, run->from + i, &seen[i + REACH], run->out + i);
}

const pith_feature_group pith__features_around = {names, COLUMNS, fill};
