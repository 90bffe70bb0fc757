/*
 * See layer_anchors.h. Postings are sorted once. For each block the clues are
 * gathered, the rarest that cannot all be missing are kept, and their postings
 * are merged by a heap, so that a block that matches early costs little
 * however common its words are.
 *
 * Why a long text has a clue of its own: only its first PITH_LAYER_WORDS words
 * are compared, unless both texts are the same. The characters behind them can
 * be shared only by the same text, so they are the weight of the text's hash.
 */
#include "papers/layer/layer_anchors.h"

#include <stdlib.h>

#define POSTINGS_MOST (UINT32_MAX / 4)
#define CLUES_MOST    (UINT32_MAX / 4)
#define TEXT_KEY      0x6C6F6E67u /* apart from keys of words */

/* --- the index ------------------------------------------------------------ */

/* False when there is no memory, as every function here that adds. */
static bool
add_posting(pith_layer_anchors *in, uint64_t key, uint32_t item)
{
  if (!PITH_GROW(in->memory, in->postings, in->posting_capacity,
                 in->posting_count + 1, POSTINGS_MOST))
    return false;
  in->postings[in->posting_count++] =
      (pith_layer_posting){key, in->page->items[item].depth, item};
  return true;
}

/* Its postings are looked up later, once for each key. */
static bool
add_clue(pith_layer_anchors *in, uint64_t key, uint64_t weight, uint32_t rel)
{
  if (!PITH_GROW(in->memory, in->clues, in->clue_capacity, in->clue_count + 1,
                 CLUES_MOST))
    return false;
  in->clues[in->clue_count++] =
      (pith_layer_clue){.key = key, .weight = weight, .rel = rel};
  return true;
}

/* Characters of a text behind the words that are kept. */
static uint32_t
chars_behind(const pith_layer_string *string, const pith_layer_sign *sign)
{
  uint32_t chars = sign->chars;
  for (uint32_t w = 0; w < sign->words; w++)
    chars -= string->words[sign->word + w].chars;
  return chars;
}

/* For qsort(). The depth comes before the item: places at one depth lead to
 * anchors in rising order, which is what the heap merges. */
static int
compare_postings(const void *a, const void *b)
{
  const pith_layer_posting *x = a, *y = b;
  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  if (x->depth != y->depth)
    return x->depth < y->depth ? -1 : 1;
  return x->item < y->item ? -1 : x->item > y->item;
}

/* Every node by its tag; texts also by their words. */
static bool
post_item(pith_layer_anchors *in, uint32_t i)
{
  const pith_layer_sign *sign = &in->page->items[i];
  if (!add_posting(in, sign->tag, i))
    return false;
  for (uint32_t w = 0; w < sign->words; w++)
    if (!add_posting(in, in->page->words[sign->word + w].hash, i))
      return false;
  return sign->chars == 0 || chars_behind(in->page, sign) == 0 ||
         add_posting(in, sign->text ^ TEXT_KEY, i);
}

/* The parent is the nearest item before with a smaller depth; the walk up
 * passes each item once. */
static uint32_t
parent_of(const pith_layer_anchors *in, uint32_t i)
{
  const pith_layer_sign *items = in->page->items;
  uint32_t p = i;
  if (items[i].depth == 0)
    return i;
  for (p = i - 1; items[p].depth >= items[i].depth;)
    p = in->parents[p];
  return p;
}

bool
pith__layer_anchors_init(pith_layer_anchors *anchors, pith_memory *memory,
                         const pith_layer_string *page)
{
  *anchors = (pith_layer_anchors){
      .memory = memory, .page = page, .steps_most = UINT64_MAX};
  anchors->parents = pith__memory_resize(
      memory, NULL, 0, (size_t)(page->count + 1) * sizeof(uint32_t));
  if (!anchors->parents)
    return false;
  anchors->parent_count = page->count + 1;
  for (uint32_t i = 0; i < page->count; i++) {
    anchors->parents[i] = parent_of(anchors, i);
    if (!post_item(anchors, i))
      return false;
  }
  if (anchors->posting_count > 0)
    qsort(anchors->postings, anchors->posting_count, sizeof *anchors->postings,
          compare_postings);
  return true;
}

void
pith__layer_anchors_done(pith_layer_anchors *anchors)
{
  pith_memory *memory = anchors->memory;
  PITH_FREE_ITEMS(memory, anchors->postings, anchors->posting_capacity);
  PITH_FREE_ITEMS(memory, anchors->parents, anchors->parent_count);
  PITH_FREE_ITEMS(memory, anchors->clues, anchors->clue_capacity);
  PITH_FREE_ITEMS(memory, anchors->cursors, anchors->cursor_capacity);
  *anchors = (pith_layer_anchors){.memory = memory};
}

/* --- clues ---------------------------------------------------------------- */

/* The first posting at or behind a key and depth. A range of postings is two
 * calls: no posting has the depth UINT32_MAX. */
static uint32_t
lower_bound(const pith_layer_anchors *in, uint64_t key, uint32_t depth)
{
  uint32_t low = 0, high = in->posting_count;
  pith_layer_posting wanted = {key, depth, 0};
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (compare_postings(&in->postings[middle], &wanted) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* For qsort(). Equal clues come together. */
static int
compare_keys(const void *a, const void *b)
{
  const pith_layer_clue *x = a, *y = b;
  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->rel < y->rel ? -1 : x->rel > y->rel;
}

/* For qsort(). The rarest first; then any fixed order. */
static int
compare_rarity(const void *a, const void *b)
{
  const pith_layer_clue *x = a, *y = b;
  uint32_t one = x->last - x->first, two = y->last - y->first;
  if (one != two)
    return one < two ? -1 : 1;
  return compare_keys(a, b);
}

/* Clues of the words, or of the tags, of item t and what is in it. The depth
 * below the root belongs to the clue: the paper's second verification compares
 * it, so a word at another depth cannot match. */
static bool
gather(pith_layer_anchors *in, const pith_layer_string *blocks, uint32_t t,
       bool words)
{
  const pith_layer_sign *root = &blocks->items[t];
  for (uint32_t j = t; j < root->end; j++) {
    const pith_layer_sign *sign = &blocks->items[j];
    uint32_t rel = sign->depth - root->depth;
    uint32_t behind = words && sign->chars > 0 ? chars_behind(blocks, sign) : 0;
    if (!words && !add_clue(in, sign->tag, 1, rel))
      return false;
    for (uint32_t w = 0; words && w < sign->words; w++) {
      const pith_layer_word *word = &blocks->words[sign->word + w];
      if (!add_clue(in, word->hash, word->chars, rel))
        return false;
    }
    if (behind > 0 && !add_clue(in, sign->text ^ TEXT_KEY, behind, rel))
      return false;
  }
  return true;
}

/* One clue for each key and depth, with its postings. */
static void
merge_clues(pith_layer_anchors *in)
{
  uint32_t count = 0;
  if (in->clue_count > 0)
    qsort(in->clues, in->clue_count, sizeof *in->clues, compare_keys);
  for (uint32_t c = 0; c < in->clue_count; c++) {
    pith_layer_clue *clue = &in->clues[c];
    if (count > 0 && compare_keys(&in->clues[count - 1], clue) == 0) {
      in->clues[count - 1].weight += clue->weight;
      continue;
    }
    clue->first = lower_bound(in, clue->key, 0);
    clue->last = lower_bound(in, clue->key, UINT32_MAX);
    in->clues[count++] = *clue;
  }
  in->clue_count = count;
}

/* Keep the rarest clues that weigh more than what may be missing; how many
 * postings they have. A match lacks at most `may_miss`, so it has at least one
 * of the clues that are kept. UINT64_MAX: even all of them may be missing, and
 * nothing follows. */
static uint64_t
keep_rarest(pith_layer_anchors *in, uint64_t may_miss)
{
  uint64_t weight = 0, places = 0;
  uint32_t count = 0;
  merge_clues(in);
  if (in->clue_count > 0)
    qsort(in->clues, in->clue_count, sizeof *in->clues, compare_rarity);
  while (count < in->clue_count && weight <= may_miss) {
    weight += in->clues[count].weight;
    places += in->clues[count].last - in->clues[count].first;
    count++;
  }
  in->clue_count = count;
  return weight > may_miss ? places : UINT64_MAX;
}

/* --- merging -------------------------------------------------------------- */

/* Move a cursor to its next anchor, `least` or more; false when it has none. */
static bool
advance(pith_layer_anchors *in, pith_layer_cursor *cursor, uint32_t least)
{
  const pith_layer_sign *items = in->page->items;
  for (; cursor->at < cursor->end && in->steps < in->steps_most; cursor->at++) {
    uint32_t a = in->postings[cursor->at].item;
    for (uint32_t up = 0; up < cursor->rel; up++)
      a = in->parents[a];
    in->steps += cursor->rel + 1;
    cursor->anchor = a;
    if (a >= least && items[a].tag == in->tag && items[a].end - a >= in->least)
      return true;
  }
  return false;
}

/* Restore the heap below `at`: the cursor there may have moved on. */
static void
sift_down(pith_layer_cursor *heap, uint32_t count, uint32_t at)
{
  for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
    if (child + 1 < count && heap[child + 1].anchor < heap[child].anchor)
      child++;
    if (heap[at].anchor <= heap[child].anchor)
      return;
    pith_layer_cursor moved = heap[at];
    heap[at] = heap[child];
    heap[child] = moved;
  }
}

/* Postings of one depth lead to rising anchors, those of several do not: a
 * cursor for each depth. */
static bool
open_cursors(pith_layer_anchors *in, const pith_layer_clue *clue)
{
  for (uint32_t at = clue->first; at < clue->last;) {
    uint32_t depth = in->postings[at].depth;
    uint32_t end = lower_bound(in, clue->key, depth + 1);
    pith_layer_cursor cursor = {at, end, clue->rel, 0};
    at = end;
    if (depth < clue->rel || !advance(in, &cursor, 0))
      continue;
    if (!PITH_GROW(in->memory, in->cursors, in->cursor_capacity,
                   in->cursor_count + 1, POSTINGS_MOST))
      return false;
    in->cursors[in->cursor_count++] = cursor;
  }
  return true;
}

/* Words decide where text must be shared, else tags; where neither narrows
 * anything, all nodes with the root's tag are tried. */
bool
pith__layer_anchors_find(pith_layer_anchors *anchors,
                         const pith_layer_string *blocks, uint32_t t,
                         pith_layer_needs needs)
{
  const pith_layer_sign *root = &blocks->items[t];
  uint64_t all =
      needs.text > 0 ? pith__layer_text_length(blocks, t) : root->end - t;
  uint64_t may_miss = all - (needs.text > 0 ? needs.text : needs.nodes);
  pith_layer_clue whole = {.key = root->tag,
                           .first = lower_bound(anchors, root->tag, 0),
                           .last = lower_bound(anchors, root->tag, UINT32_MAX)};
  anchors->tag = root->tag;
  anchors->least = (uint32_t)needs.nodes;
  anchors->clue_count = 0;
  anchors->cursor_count = 0;
  if (!gather(anchors, blocks, t, needs.text > 0))
    return false;
  if (keep_rarest(anchors, may_miss) >= whole.last - whole.first) {
    if (!open_cursors(anchors, &whole))
      return false;
  } else {
    for (uint32_t c = 0; c < anchors->clue_count; c++)
      if (!open_cursors(anchors, &anchors->clues[c]))
        return false;
  }
  for (uint32_t at = anchors->cursor_count / 2; at-- > 0;)
    sift_down(anchors->cursors, anchors->cursor_count, at);
  return true;
}

/* Several clues may lead to one anchor: it is returned once. */
bool
pith__layer_anchors_next(pith_layer_anchors *anchors, uint32_t *anchor)
{
  pith_layer_cursor *heap = anchors->cursors;
  if (anchors->cursor_count == 0)
    return false;
  *anchor = heap[0].anchor;
  while (anchors->cursor_count > 0 && heap[0].anchor == *anchor) {
    heap[0].at++;
    if (!advance(anchors, &heap[0], *anchor + 1))
      heap[0] = heap[--anchors->cursor_count];
    sift_down(heap, anchors->cursor_count, 0);
  }
  return true;
}
