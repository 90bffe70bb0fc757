/*
 * See block_context.h.
 *
 *     blocks     0   1   2   3   4
 *     sums     0   .   .   .   .   total    sums[k]: over the blocks before k
 *
 * so that the sum over the blocks [a, b) is sums[b] - sums[a].
 *
 * Blocks and boxes are grouped by sorting 64-bit keys whose upper half is a
 * hash and whose lower half is a number: equal hashes come to lie side by side,
 * in the order of the page. Two different looks with the same 32 bits of hash
 * would share a group, which on a page of 10,000 blocks happens about once in a
 * hundred pages and moves a column by a little.
 */
#include "page/blocks/block_context.h"

#include "base/hash64.h"
#include "base/radix.h"

#include <string.h>

enum {
  GROUP_LEVELS = 4,
  POINTS_LEAST = 50, /* weight of a text that earns points: 25 letters */
  POINTS_FULL = 600, /* and of one that earns all of those for its length */
  POINTS_UNIT = 256,
  RECORD_PROSE = 60, /* of a record */
  CORE_SHARE = 70 /* per cent of the prose of a box that one in it must have */
};

/* 0 for a box that is no h1 to h6. */
static uint8_t
heading_level(const pith_list_box *box)
{
  if (box->tag >= PITH_TAG_H1 && box->tag <= PITH_TAG_H6)
    return (uint8_t)(box->tag - PITH_TAG_H1 + 1);
  return 0;
}

/* The level of the heading that a block is, through the boxes around it. */
static uint8_t
heading_around(const pith_block_list *list, uint32_t box)
{
  uint32_t up = list->boxes[box].near[PITH_NEAR_HEADING];
  if (up == 0 || up > GROUP_LEVELS)
    return 0;
  for (; up > 1; up--)
    box = list->boxes[box].parent;
  uint8_t level = heading_level(&list->boxes[box]);
  return level > 0 ? level : 2; /* by its role */
}

/* All sums that a column needs, in one pass. Prose is what is outside links in
 * a block where a sentence ends. */
static void
add_sums(const pith_block_context *context, uint32_t i)
{
  const pith_list_block *block = &context->list->blocks[i];
  const pith_text_tally *tally = &block->tally;
  const uint8_t *near = context->list->boxes[block->box].near;
  uint32_t weight = pith__text_tally_weight(tally);
  pith_context_sums sums = context->sums[i];
  sums.weight += weight;
  sums.linked += block->link_weight;
  sums.prose += tally->stops > 0 ? weight - block->link_weight : 0;
  sums.words += tally->words;
  sums.stops += tally->stops;
  sums.commas += tally->classes[PITH_CHARACTER_COMMA];
  sums.headings += context->blocks[i].heading_level > 0;
  sums.paragraphs += near[PITH_NEAR_PARAGRAPH] > 0;
  sums.items += near[PITH_NEAR_ITEM] > 0;
  sums.images += block->images;
  sums.links += block->links;
  sums.wide += tally->classes[PITH_CHARACTER_IDEOGRAPH] +
               tally->classes[PITH_CHARACTER_SYLLABLE];
  sums.numbers += tally->classes[PITH_CHARACTER_NUMBER];
  context->sums[i + 1] = sums;
}

/* One pass over the blocks: sums and headings. */
static void
walk_blocks(pith_block_context *context)
{
  uint32_t heading = UINT32_MAX;
  memset(context->sums, 0, sizeof *context->sums);
  context->h1 = UINT32_MAX;
  for (uint32_t i = 0; i < context->list->count; i++) {
    pith_context_block *block = &context->blocks[i];
    block->heading = heading;
    block->heading_level =
        heading_around(context->list, context->list->blocks[i].box);
    if (block->heading_level > 0)
      heading = i;
    if (block->heading_level == 1 && context->h1 == UINT32_MAX)
      context->h1 = i;
    add_sums(context, i);
    uint32_t weight = context->sums[i + 1].weight - context->sums[i].weight;
    if (weight > context->heaviest)
      context->heaviest = weight;
  }
}

/* The numbers 0 .. count - 1 by the upper half of their keys, equal ones
 * rising; in the lower halves. NULL when there is no memory. */
static const uint64_t *
sort_keys(pith_region *region, const uint64_t *keys, uint32_t count)
{
  uint64_t *items = pith__region_take(region, count, sizeof *items);
  uint64_t *scratch = pith__region_take(region, count, sizeof *scratch);
  if (!items || !scratch)
    return NULL;
  for (uint32_t i = 0; i < count; i++)
    items[i] = (keys[i] >> 32 << 32) | i;
  return pith__radix_sort(items, scratch, count);
}

/* Whether two entries of such a list have the same key, as far as it goes. */
static bool
same_key(const uint64_t *order, uint32_t a, uint32_t b)
{
  return order[a] >> 32 == order[b] >> 32;
}

/* The look of a block: the signs of the boxes around it. */
static uint64_t
look_of(const pith_block_list *list, uint32_t box)
{
  uint64_t look = 0;
  for (int i = 0; i < GROUP_LEVELS && box != PITH_BOX_OUTSIDE; i++) {
    look = pith__hash64_pair(look, list->boxes[box].sign);
    box = list->boxes[box].parent;
  }
  return look;
}

/* Groups are numbered in the order of their keys; nothing depends on which
 * number one has. */
static void
add_to_group(pith_block_context *context, uint32_t i, uint32_t group)
{
  const pith_list_block *block = &context->list->blocks[i];
  pith_context_group *sum = &context->groups[group];
  context->blocks[i].group = group;
  sum->blocks++;
  sum->weight += pith__text_tally_weight(&block->tally);
  sum->linked += block->link_weight;
  sum->stops += block->tally.stops;
  if (sum->blocks > context->group_most)
    context->group_most = sum->blocks;
}

/* Bring blocks of one look together. `keys` has room for all blocks. */
static bool
find_groups(pith_block_context *context, uint64_t *keys)
{
  uint32_t count = context->list->count;
  for (uint32_t i = 0; i < count; i++)
    keys[i] = look_of(context->list, context->list->blocks[i].box);
  const uint64_t *order = sort_keys(&context->region, keys, count);
  if (!order)
    return false;
  for (uint32_t i = 0; i < count; i++) {
    context->group_count += i == 0 || !same_key(order, i, i - 1);
    add_to_group(context, (uint32_t)order[i], context->group_count - 1);
  }
  return true;
}

/* Blocks with the same words. */
static bool
find_twins(pith_block_context *context, uint64_t *keys)
{
  uint32_t count = context->list->count;
  for (uint32_t i = 0; i < count; i++)
    keys[i] = pith__hash64_pair(context->list->blocks[i].tally.hash, 0);
  const uint64_t *order = sort_keys(&context->region, keys, count);
  if (!order)
    return false;
  for (uint32_t from = 0, to; from < count; from = to) {
    for (to = from + 1; to < count && same_key(order, to, from);)
      to++;
    for (uint32_t i = from; i < to; i++) {
      pith_context_block *block = &context->blocks[(uint32_t)order[i]];
      block->twins = to - from;
      block->earlier = i - from;
    }
  }
  return true;
}

/* Boxes of one parent with the same sign. */
static bool
find_alike(pith_block_context *context)
{
  const pith_block_list *list = context->list;
  uint64_t *keys =
      pith__region_take(&context->region, list->box_count, sizeof *keys);
  if (!keys)
    return false;
  for (uint32_t i = 0; i < list->box_count; i++) {
    const pith_list_box *box = &list->boxes[i];
    keys[i] = pith__hash64_pair(box->parent, box->sign);
    if (box->parent != PITH_BOX_OUTSIDE)
      context->boxes[box->parent].children++;
  }
  const uint64_t *order = sort_keys(&context->region, keys, list->box_count);
  if (!order)
    return false;
  for (uint32_t from = 0, to; from < list->box_count; from = to) {
    for (to = from + 1; to < list->box_count && same_key(order, to, from);)
      to++;
    for (uint32_t i = from; i < to; i++)
      context->boxes[(uint32_t)order[i]].alike = to - from;
  }
  return true;
}

/* Whether a box holds texts rather than being one. Points for a paragraph go to
 * what is around it, not to the paragraph. */
static bool
is_holder(const pith_list_box *box)
{
  switch ((pith_tag)box->tag) {
  case PITH_TAG_ARTICLE:
  case PITH_TAG_BODY:
  case PITH_TAG_DIV:
  case PITH_TAG_MAIN:
  case PITH_TAG_SECTION:
  case PITH_TAG_TD:
    return true;
  default:
    return false;
  }
}

/* Points for the boxes around a text, as readability has them: for being a
 * text, for commas, for length; half of them one box up, and half again. */
static void
give_points(pith_block_context *context, uint32_t i)
{
  const pith_list_block *block = &context->list->blocks[i];
  uint32_t weight = context->sums[i + 1].weight - context->sums[i].weight;
  if (weight < POINTS_LEAST)
    return;
  uint64_t commas = block->tally.classes[PITH_CHARACTER_COMMA];
  uint64_t length = weight < POINTS_FULL ? weight : POINTS_FULL;
  uint64_t points =
      POINTS_UNIT * (1 + commas) + POINTS_UNIT * length * 3 / POINTS_FULL;
  points = points * (weight - block->link_weight) / weight;
  uint32_t box = block->box;
  if (!is_holder(&context->list->boxes[box]))
    box = context->list->boxes[box].parent;
  for (int up = 0; up < 3 && box != PITH_BOX_OUTSIDE; up++, points /= 2) {
    context->boxes[box].points += points;
    box = context->list->boxes[box].parent;
  }
}

/* The box with the most points, each weighed by how little of the box is
 * links. The first of equals wins, which is the outermost. */
static void
find_top(pith_block_context *context)
{
  const pith_block_list *list = context->list;
  for (uint32_t i = 0; i < list->count; i++)
    give_points(context, i);
  for (uint32_t i = 0; i < list->box_count; i++) {
    const pith_list_box *box = &list->boxes[i];
    const pith_context_sums *to = &context->sums[box->last];
    const pith_context_sums *from = &context->sums[box->first];
    uint64_t weight = to->weight - from->weight;
    uint64_t linked = to->linked - from->linked;
    context->boxes[i].points =
        weight > 0 ? context->boxes[i].points * (weight - linked) / weight : 0;
    if (context->boxes[i].points > context->boxes[context->top].points)
      context->top = i;
  }
}

/* Prose in a box: a difference of two sums. */
static uint64_t
prose_of(const pith_block_context *context, uint32_t box)
{
  const pith_list_box *of = &context->list->boxes[box];
  return context->sums[of->last].prose - context->sums[of->first].prose;
}

/* Records are boxes of one parent that look alike and have prose: the posts of
 * a thread, the answers to a question, the teasers of a list. Those of the
 * parent that has most of them count:
 *
 *     <div>  <li>post  <li>post  <li>reply form  <li>post     3 records
 *
 * Paragraphs are alike in every article, so they are none. */
static void
find_records(pith_block_context *context)
{
  const pith_block_list *list = context->list;
  uint32_t best = PITH_BOX_OUTSIDE;
  for (uint32_t i = 0; i < list->box_count; i++) {
    uint32_t parent = list->boxes[i].parent;
    if (parent == PITH_BOX_OUTSIDE || context->boxes[i].alike < 2 ||
        list->boxes[i].tag == PITH_TAG_P || prose_of(context, i) < RECORD_PROSE)
      continue;
    context->boxes[parent].records++;
    if (context->boxes[parent].records > context->records) {
      context->records = context->boxes[parent].records;
      best = parent;
    }
  }
  if (best != PITH_BOX_OUTSIDE)
    context->record_weight = context->sums[list->boxes[best].last].weight -
                             context->sums[list->boxes[best].first].weight;
}

/* Go down while one box has most of the prose. The loop ends, because each
 * round goes one box down. A tie goes to the first. */
static void
find_core(pith_block_context *context)
{
  const pith_list_box *boxes = context->list->boxes;
  uint32_t at = 0;
  for (;;) {
    uint32_t best = at;
    uint64_t most = prose_of(context, at) * CORE_SHARE;
    for (uint32_t c = at + 1; c < boxes[at].end; c = boxes[c].end)
      if (prose_of(context, c) * 100 > most) {
        best = c;
        most = prose_of(context, c) * 100;
      }
    if (best == at)
      break;
    at = best;
  }
  context->core = at;
}

/* The first block outside links whose words are the first words of the title,
 * and at least a third of them: titles end with the name of the site. Words are
 * compared as hashes, in the order of the text. One word is enough only for a
 * title of one. */
static void
find_title(pith_block_context *context)
{
  const pith_tree *tree = context->tree;
  const pith_block_list *list = context->list;
  uint32_t hashes[PITH_TALLY_HASHES], node = list->title;
  pith_word_list words = {hashes, 0};
  pith_text_tally tally;
  memset(&tally, 0, sizeof tally);
  context->title = UINT32_MAX;
  if (node == 0 || tree->nodes[node].end == node + 1)
    return;
  pith_slice title = pith__tree_text(tree, node + 1);
  pith__text_tally_add(&tally, title, title.len, &words);
  for (uint32_t i = 0; i < list->count && words.count > 0; i++) {
    const pith_list_block *block = &list->blocks[i];
    if (block->word_count > words.count ||
        block->word_count * 3 < words.count ||
        (block->word_count < 2 && words.count > 1) || block->linked)
      continue;
    if (memcmp(list->words + block->words, hashes,
               block->word_count * sizeof *hashes) != 0)
      continue;
    context->title = i;
    return;
  }
}

/* All arrays at once: one place where memory may end. There is one sum more
 * than blocks: the last is the total. A group needs a block, so there are no
 * more groups than blocks. */
static bool
take_arrays(pith_block_context *context)
{
  const pith_block_list *list = context->list;
  pith_region *region = &context->region;
  context->sums =
      pith__region_take(region, (size_t)list->count + 1, sizeof *context->sums);
  context->blocks =
      pith__region_take_zeros(region, list->count, sizeof *context->blocks);
  context->boxes =
      pith__region_take_zeros(region, list->box_count, sizeof *context->boxes);
  context->groups =
      pith__region_take_zeros(region, list->count, sizeof *context->groups);
  return context->sums && context->blocks && context->boxes && context->groups;
}

pith_status
pith__block_context_make(pith_block_context *context, pith_memory *memory,
                         const pith_tree *tree, const pith_block_list *list)
{
  memset(context, 0, sizeof *context);
  context->tree = tree;
  context->list = list;
  pith__region_init(&context->region, memory);
  uint64_t *keys =
      pith__region_take(&context->region, list->count, sizeof *keys);
  if (!pith__page_declared_begin(&context->declared, &context->region) ||
      !keys || !take_arrays(context))
    return pith__memory_status(memory);
  walk_blocks(context);
  if (list->count > 0) {
    if (!find_groups(context, keys) || !find_twins(context, keys) ||
        !find_alike(context))
      return pith__memory_status(memory);
    find_top(context);
    find_core(context);
    find_records(context);
  }
  find_title(context);
  pith__page_cues_find(&context->cues, &context->declared, tree, list);
  if (!pith__page_declared_find(&context->declared, &context->region, list))
    return pith__memory_status(memory);
  return PITH_OK;
}

void
pith__block_context_done(pith_block_context *context)
{
  pith__page_declared_done(&context->declared);
  pith__region_done(&context->region);
}
