/*
 * See auto_choice.h. Blocks of equal p stay or go together, so the measure is
 * taken where p falls, and the order among equals does not matter.
 */
#include "method/auto/auto_choice.h"

#include "base/radix.h"

/* Weight of a cell, on the mean, below which a table is one of data. */
enum { CELL_WEIGHT = 60 };

/* A column of shares, half way. */
enum { HALF = 128 };

enum { OWN_PARTS = 7, GROUP_PARTS = 3, PARTS = OWN_PARTS + GROUP_PARTS };

/* Bits of a share behind the point. */
enum { SHARE_BITS = 32 };

__extension__ typedef unsigned __int128 wide_number;

/* Words of a block, at least one, so that no sum is zero. */
static uint64_t
size_of(const pith_block_context *context, uint32_t block)
{
  return pith__list_block_size(&context->list->blocks[block]);
}

/* The maximum subarray of words times (p - 1/2), in one pass: a run that came
 * down to nothing begins anew. */
uint32_t
pith__auto_main_end(const pith_block_context *context,
                    const pith_auto_choice *choice)
{
  int64_t here = 0, most = 0;
  uint32_t end = 0;
  for (uint32_t i = 0; i < context->list->count; i++) {
    here = here > 0 ? here : 0;
    here += (int64_t)size_of(context, i) *
            (2 * (int64_t)choice->chances[i] - PITH_CHOICE_ONE);
    if (here > most) {
      most = here;
      end = i + 1;
    }
  }
  return end;
}

/* Whether the site calls most of a block boilerplate. */
static bool
goes_by_site(const pith_auto_choice *choice, uint32_t block)
{
  return choice->evidence &&
         choice->evidence[block].values[PITH_EVIDENCE_CUT] > HALF;
}

/* The place of a block's group in sums: what looks alike is one, but for what
 * the site separates. */
static size_t
group_of(const pith_block_context *context, const pith_auto_choice *choice,
         uint32_t block)
{
  return 2 * (size_t)context->blocks[block].group + goes_by_site(choice, block);
}

/* Blocks that look alike, together. */
typedef struct group_sum {
  uint64_t chances;
  uint64_t words;
} group_sum;

/* By group. NULL: no memory. */
static const group_sum *
sum_groups(const pith_block_context *context, const pith_auto_choice *choice,
           pith_region *region)
{
  size_t count = 2 * ((size_t)context->group_count + 1);
  group_sum *sums = pith__region_take_zeros(region, count, sizeof *sums);
  for (uint32_t i = 0; sums && i < context->list->count; i++) {
    group_sum *sum = &sums[group_of(context, choice, i)];
    sum->chances += choice->chances[i] * size_of(context, i);
    sum->words += size_of(context, i);
  }
  return sums;
}

pith_status
pith__auto_smooth(const pith_block_context *context, pith_memory *memory,
                  pith_auto_choice *choice)
{
  pith_region region;
  pith__region_init(&region, memory);
  const group_sum *sums = sum_groups(context, choice, &region);
  if (!sums) {
    pith__region_done(&region);
    return pith__memory_status(memory);
  }
  for (uint32_t i = 0; i < context->list->count; i++) {
    const group_sum *sum = &sums[group_of(context, choice, i)];
    uint64_t mean = sum->chances / sum->words;
    choice->chances[i] = (uint32_t)((OWN_PARTS * (uint64_t)choice->chances[i] +
                                     GROUP_PARTS * mean) /
                                    PARTS);
  }
  pith__region_done(&region);
  return PITH_OK;
}

/* The table around a box, not itself; PITH_BOX_OUTSIDE when there is none. */
static uint32_t
table_around(const pith_block_list *list, uint32_t box)
{
  uint32_t at = list->boxes[box].parent;
  if (at == PITH_BOX_OUTSIDE)
    return at;
  uint32_t up = list->boxes[at].near[PITH_NEAR_TABLE];
  for (; up > 1 && at != PITH_BOX_OUTSIDE; up--)
    at = list->boxes[at].parent;
  return up == 1 ? at : PITH_BOX_OUTSIDE;
}

/* Whether a box is a table whose cells are short, and so data and no layout. */
static bool
is_data_table(const pith_block_context *context, uint32_t box)
{
  const pith_list_box *of = &context->list->boxes[box];
  uint32_t blocks = of->last - of->first;
  uint32_t weight =
      context->sums[of->last].weight - context->sums[of->first].weight;
  return of->tag == PITH_TAG_TABLE && blocks > 1 &&
         weight / blocks < CELL_WEIGHT;
}

/* The mean by words. Cells that the site cuts keep their own chance. */
static void
share_chance(const pith_block_context *context, uint32_t box,
             pith_auto_choice *choice)
{
  const pith_list_box *of = &context->list->boxes[box];
  uint64_t chances = 0, size = 0;
  for (uint32_t i = of->first; i < of->last; i++) {
    if (goes_by_site(choice, i)) /* a menu, in a table for layout */
      continue;
    chances += choice->chances[i] * size_of(context, i);
    size += size_of(context, i);
  }
  for (uint32_t i = of->first; i < of->last; i++)
    if (!goes_by_site(choice, i))
      choice->chances[i] = (uint32_t)(chances / size);
}

pith_status
pith__auto_join_tables(const pith_block_context *context, pith_memory *memory,
                       pith_auto_choice *choice)
{
  const pith_block_list *list = context->list;
  pith_region region;
  pith__region_init(&region, memory);
  bool *outer =
      pith__region_take_zeros(&region, list->box_count, sizeof *outer);
  if (!outer)
    return pith__memory_status(memory);
  for (uint32_t box = 0; box < list->box_count; box++) {
    uint32_t around = list->boxes[box].tag == PITH_TAG_TABLE
                          ? table_around(list, box)
                          : PITH_BOX_OUTSIDE;
    if (around != PITH_BOX_OUTSIDE)
      outer[around] = true;
  }
  for (uint32_t box = 0; box < list->box_count; box++)
    if (!outer[box] && is_data_table(context, box))
      share_chance(context, box, choice);
  pith__region_done(&region);
  return PITH_OK;
}

/* The blocks from the likeliest down. Returns the list, or NULL. */
static const uint64_t *
sort_blocks(const pith_auto_choice *choice, pith_region *region, uint32_t count)
{
  uint64_t *items = pith__region_take(region, count, sizeof *items);
  uint64_t *scratch = pith__region_take(region, count, sizeof *scratch);
  if (!items || !scratch)
    return NULL;
  for (uint32_t i = 0; i < count; i++)
    items[i] = (uint64_t)(PITH_CHOICE_ONE - choice->chances[i]) << 32 | i;
  return pith__radix_sort(items, scratch, count);
}

/* How much the second sum of the measure weighs against the first: beta
 * squared, times `unit`. */
typedef struct beta {
  uint32_t weight;
  uint32_t unit;
} beta;

/* The square of the beta of F as a fraction: 1/4 weighs precision more, 4
 * recall. */
static beta
beta_of(pith_balance balance)
{
  switch (balance) {
  case PITH_PRECISION:
    return (beta){1, 4};
  case PITH_RECALL:
    return (beta){4, 1};
  default:
    return (beta){1, 1};
  }
}

/* What is kept down to some place of the list. */
typedef struct prefix {
  uint64_t all;         /* chances times words, of all blocks */
  uint64_t hits;        /* likewise, of those kept */
  uint64_t size;        /* words of those kept */
  wide_number together; /* covariance of hits and all */
  uint64_t below;       /* what hits are divided by */
} prefix;

/* The sums that the expected measure needs, one kept block further. 128 bits,
 * because words times words times chances do not fit 64. */
static void
keep_block(prefix *kept, const pith_block_context *context,
           const pith_auto_choice *choice, const group_sum *sums,
           uint32_t block)
{
  const group_sum *sum = &sums[group_of(context, choice, block)];
  uint64_t size = size_of(context, block), mean = sum->chances / sum->words;
  kept->hits += choice->chances[block] * size;
  kept->size += size;
  kept->together +=
      (wide_number)size * (sum->words * mean * (PITH_CHOICE_ONE - mean));
}

/* A number as a share of another that is not smaller. */
static uint64_t
share_of(wide_number part, uint64_t whole)
{
  return (uint64_t)((part << SHARE_BITS) / whole);
}

/* What is to be made largest; the covariance is a quarter of below squared at
 * most. */
static int64_t
worth_of(const prefix *kept, beta by)
{
  uint64_t doubt = share_of(kept->together / kept->below, kept->below);
  return (int64_t)share_of(kept->hits, kept->below) -
         (int64_t)(by.weight * doubt);
}

/* The blocks from the likeliest down, and what groups they are of. Lent. */
typedef struct ranking {
  const uint64_t *order;
  const group_sum *sums;
} ranking;

/* Chances that the cut-off may have. */
typedef struct bounds {
  uint32_t least;
  uint32_t most;
} bounds;

/* Walk down the list; note where the measure is largest. */
static void
find_cutoff(const pith_block_context *context, ranking ranked, beta by,
            bounds within, pith_auto_choice *choice)
{
  prefix kept = {0};
  int64_t best = INT64_MIN;
  uint32_t count = context->list->count;
  for (uint32_t i = 0; i < count; i++)
    kept.all += choice->chances[i] * size_of(context, i);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t block = (uint32_t)ranked.order[i], chance = choice->chances[block];
    keep_block(&kept, context, choice, ranked.sums, block);
    kept.below = by.unit * kept.size * PITH_CHOICE_ONE + by.weight * kept.all;
    bool falls = i + 1 == count ||
                 choice->chances[(uint32_t)ranked.order[i + 1]] < chance;
    int64_t worth = falls ? worth_of(&kept, by) : INT64_MIN;
    if (worth <= best || chance < within.least || chance > within.most)
      continue;
    best = worth;
    choice->cutoff = chance;
    choice->expected = (uint32_t)((wide_number)(by.unit + by.weight) *
                                  kept.hits * PITH_CHOICE_ONE / kept.below);
  }
}

/* For precision the cut-off is not below the one that weighs both alike, and
 * for recall not above it. */
static void
find_balance(const pith_block_context *context, ranking ranked,
             pith_balance balance, pith_auto_choice *choice)
{
  bounds within = {0, PITH_CHOICE_ONE};
  find_cutoff(context, ranked, beta_of(PITH_BALANCED), within, choice);
  if (balance == PITH_PRECISION)
    within.least = choice->cutoff;
  else if (balance == PITH_RECALL)
    within.most = choice->cutoff;
  else
    return;
  find_cutoff(context, ranked, beta_of(balance), within, choice);
}

/* Keep all of a box, or none of it: what has most of its words decides. */
static void
keep_whole(const pith_block_context *context, const pith_list_box *box,
           pith_auto_choice *choice)
{
  uint64_t kept = 0, size = 0;
  for (uint32_t i = box->first; i < box->last; i++) {
    size += size_of(context, i);
    kept += choice->kept[i] ? size_of(context, i) : 0;
  }
  for (uint32_t i = box->first; i < box->last; i++)
    if (!goes_by_site(choice, i))
      choice->kept[i] = 2 * kept >= size;
}

/* A term without its definition says nothing. Lists of other kinds keep their
 * holes: many hold a menu beside the content. A list that holds a list may be
 * the layout of a page and keeps them too. Boxes are in document order, so the
 * list found last begins inside this one or behind it. */
static void
join_definitions(const pith_block_context *context, pith_auto_choice *choice)
{
  const pith_block_list *list = context->list;
  uint32_t next = list->count;
  for (uint32_t i = list->box_count; i-- > 0;) {
    const pith_list_box *box = &list->boxes[i];
    if (box->tag != PITH_TAG_DL)
      continue;
    if (box->last <= next)
      keep_whole(context, box, choice);
    next = box->first;
  }
}

pith_status
pith__auto_choose(const pith_block_context *context, pith_memory *memory,
                  pith_balance balance, pith_auto_choice *choice)
{
  pith_region region;
  uint32_t count = context->list->count;
  choice->words = context->sums[count].words;
  choice->words_kept = 0;
  choice->cutoff = choice->expected = 0;
  pith__region_init(&region, memory);
  ranking ranked = {sort_blocks(choice, &region, count),
                    sum_groups(context, choice, &region)};
  if (!ranked.order || !ranked.sums) {
    pith__region_done(&region);
    return pith__memory_status(memory);
  }
  find_balance(context, ranked, balance, choice);
  pith__region_done(&region);
  for (uint32_t i = 0; i < count; i++)
    choice->kept[i] = choice->chances[i] >= choice->cutoff;
  if (balance == PITH_PRECISION)
    join_definitions(context, choice);
  for (uint32_t i = 0; i < count; i++)
    if (choice->kept[i])
      choice->words_kept += context->list->blocks[i].tally.words;
  return PITH_OK;
}
