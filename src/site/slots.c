/*
 * See slots.h. First all slots are made from the paths of boxes, then each page
 * of the sample adds its counts and votes, then the slots are coloured: content
 * or boilerplate. Only integers decide, so the result does not depend
 * on the machine.
 */
#include "site/slots.h"

#include "base/scale.h"

#include <string.h>

/* The cost of a new word in boilerplate, and of a change of colour on a page.
 */
enum { FRESH_COST = 2, CHANGE_COST = 2 };

/* Per cent of the pages that have a slot which must have voted for it; more
 * where the page itself cannot be asked, because its new words weigh so
 * little (thousandths), and then only if so many were asked. */
enum {
  VOTES_SHARE = 50,
  VOTES_SHARE_BLIND = 66,
  VOTERS_LEAST = 5,
  LITTLE_WEIGHT = 15000
};

/* How many pages it takes to measure how even a slot is. It is not at all where
 * the lengths, in eighths of a doubling, vary by so much (the mean square of
 * what they are off): by a fifth up or down. */
enum { EVEN_PAGES = 3, EVEN_SPREAD = 5 };

/* Boxes longer than 16 words on the mean are no fields. */
enum { EVEN_LENGTH = 33 };

/* The boxes of all pages, as they come. */
typedef struct box_list {
  uint64_t *paths;
  uint64_t *above; /* path of the box around it */
  uint32_t *depths;
  uint32_t count;
} box_list;

/* Outlines are made one page at a time and only three numbers of each box are
 * kept: all outlines at once would be as large as the sample. */
static pith_status
list_boxes(box_list *list, const pith_site_sample *model, pith_outline *outline)
{
  for (uint32_t p = 0; p < model->count; p++) {
    const pith_model_page *page = &model->pages[p];
    pith_status status = pith__outline_make(outline, page->tokens, page->count);
    if (status != PITH_OK)
      return status;
    for (uint32_t b = 1; b < outline->count; b++, list->count++) {
      const pith_outline_box *box = &outline->boxes[b];
      list->paths[list->count] = box->path;
      list->above[list->count] = outline->boxes[box->parent].path;
      list->depths[list->count] = box->depth;
    }
  }
  return PITH_OK;
}

/* From boxes in the order of their paths to slots.
 * Boxes with one path are one slot. The slot around a slot is found by the
 * path of the box around any of its boxes: equal paths have equal parents. */
static bool
gather_slots(pith_slots *slots, pith_region *region, const box_list *list,
             const uint32_t *order)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < list->count; i++)
    count += i == 0 || list->paths[order[i]] != list->paths[order[i - 1]];
  uint64_t *keys = pith__region_take(region, count, sizeof *keys);
  uint64_t *above = pith__region_take(region, count, sizeof *above);
  slots->items = pith__region_take_zeros(region, count, sizeof *slots->items);
  if (!keys || !above || !slots->items)
    return false;
  for (uint32_t i = 0; i < list->count; i++) {
    uint32_t n = order[i];
    if (i > 0 && list->paths[n] == list->paths[order[i - 1]])
      continue;
    keys[slots->count] = list->paths[n];
    above[slots->count] = list->above[n];
    slots->items[slots->count++].depth = list->depths[n];
  }
  if (!pith__hash_index_make(&slots->paths, region, keys, slots->count))
    return false;
  for (uint32_t s = 0; s < slots->count; s++)
    slots->items[s].parent = pith__hash_index_find(&slots->paths, above[s]);
  return true;
}

/* A token opens at most one box, so the tokens of all pages bound the room. */
pith_status
pith__slots_make(pith_slots *slots, pith_region *region,
                 const pith_site_sample *model, pith_outline *outline)
{
  uint64_t total = 0;
  for (uint32_t p = 0; p < model->count; p++)
    total += model->pages[p].count;
  if (total >= UINT32_MAX)
    return PITH_LIMIT;
  memset(slots, 0, sizeof *slots);
  pith_region room;
  pith__region_init(&room, region->memory);
  box_list list = {
      .paths = pith__region_take(&room, total, sizeof *list.paths),
      .above = pith__region_take(&room, total, sizeof *list.above),
      .depths = pith__region_take(&room, total, sizeof *list.depths),
  };
  pith_status status = PITH_NOMEM;
  if (list.paths && list.above && list.depths)
    status = list_boxes(&list, model, outline);
  if (status == PITH_OK) {
    const uint32_t *order = pith__hash_order(&room, list.paths, list.count);
    if (!order || !gather_slots(slots, region, &list, order))
      status = PITH_NOMEM;
  }
  pith__region_done(&room);
  return status == PITH_NOMEM ? pith__memory_status(region->memory) : status;
}

/* A box whose path no page of the sample has gets no slot. */
void
pith__slots_find(const pith_slots *slots, pith_outline *outline)
{
  for (uint32_t b = 1; b < outline->count; b++)
    outline->boxes[b].slot =
        pith__hash_index_find(&slots->paths, outline->boxes[b].path);
}

/* Words of a text count for the slot it is in directly, not for those around
 * it: a slot is coloured by what it holds itself (colour()). */
static void
count_words(pith_slots *slots, const pith_outline *outline,
            const pith_profile_token *tokens, const pith_similarity *similarity)
{
  for (uint32_t t = 0; t < outline->token_count; t++) {
    uint32_t facts = tokens[t].facts;
    uint32_t slot = outline->boxes[outline->box_of[t]].slot;
    if (pith__profile_kind(facts) != PITH_PROFILE_TEXT ||
        slot == PITH_INDEX_NONE)
      continue;
    uint32_t words = pith__profile_words(facts);
    if (pith__is_shared(similarity, t, PITH_REPEATED_SHARE))
      slots->items[slot].repeated += words;
    else
      slots->items[slot].fresh += words;
    if (facts & PITH_PROFILE_KEYWORDS)
      slots->items[slot].listed += words;
  }
}

/* Lengths on a logarithmic scale, so that `Joined: 12 May` and `Joined: 3
 * May 2006` are about equal and a paragraph is not; sum and sum of squares
 * give the spread without a second pass. */
static void
count_lengths(pith_slots *slots, const pith_outline *outline)
{
  for (uint32_t b = 1; b < outline->count; b++) {
    const pith_outline_box *box = &outline->boxes[b];
    if (box->words == 0 || box->slot == PITH_INDEX_NONE)
      continue;
    pith_slot *slot = &slots->items[box->slot];
    uint64_t length = pith__scale_log(1 + box->words);
    slot->boxes++;
    slot->lengths += length;
    slot->squares += length * length;
  }
}

/* Count the slots that have text on this page: those of texts, and all they
 * are in. `seen` marks them, in its top bit. */
#define SEEN ((uint64_t)1 << 63)

/* Stops at the first slot that is marked: all above it are. */
static void
count_pages(pith_slots *slots, const pith_outline *outline,
            const pith_profile_token *tokens, uint64_t *seen)
{
  for (uint32_t t = 0; t < outline->token_count; t++) {
    if (pith__profile_kind(tokens[t].facts) != PITH_PROFILE_TEXT)
      continue;
    uint32_t slot = outline->boxes[outline->box_of[t]].slot;
    for (; slot != PITH_INDEX_NONE && !(seen[slot] & SEEN);
         slot = slots->items[slot].parent) {
      seen[slot] |= SEEN;
      slots->items[slot].pages++;
    }
  }
}

/* Each slot of the page is voted for if it has most of the weight of the one
 * it is in.
 *     weights  1st loop: of each slot on this page; the mark stays on top
 *              2nd loop: compared with the slot around it, mark taken off
 *              3rd loop: back to zeros for the next page */
static void
count_votes(pith_slots *slots, const pith_outline *outline, uint64_t *weights)
{
  uint64_t all = outline->boxes[0].weight;
  for (uint32_t b = 1; b < outline->count; b++)
    if (outline->boxes[b].slot != PITH_INDEX_NONE)
      weights[outline->boxes[b].slot] += outline->boxes[b].weight;
  for (uint32_t b = 1; b < outline->count; b++) {
    uint32_t slot = outline->boxes[b].slot;
    if (slot == PITH_INDEX_NONE || !(weights[slot] & SEEN))
      continue;
    weights[slot] &= ~SEEN; /* once a page */
    uint32_t parent = slots->items[slot].parent;
    uint64_t whole = parent == PITH_INDEX_NONE ? all : weights[parent] & ~SEEN;
    if (whole == 0)
      continue;
    slots->items[slot].voters++;
    slots->items[slot].votes += weights[slot] * 100 >= whole * PITH_MAIN_SHARE;
  }
  for (uint32_t b = 1; b < outline->count; b++)
    if (outline->boxes[b].slot != PITH_INDEX_NONE)
      weights[outline->boxes[b].slot] = 0;
}

/* One page of the sample, looked at as if it were new. */
void
pith__slots_count(pith_slots *slots, pith_outline *outline,
                  const pith_profile_token *tokens,
                  const pith_similarity *similarity, uint64_t *scratch)
{
  pith__slots_find(slots, outline);
  pith__outline_weigh(outline, tokens, similarity);
  count_words(slots, outline, tokens, similarity);
  count_lengths(slots, outline);
  count_pages(slots, outline, tokens, scratch);
  count_votes(slots, outline, scratch);
}

/* Means are in 1/1024: lengths have 8 bits and boxes of a site 27, so squares
 * of means fit. */
uint32_t
pith__slot_evenness(const pith_slot *slot)
{
  if (slot->pages < EVEN_PAGES || slot->boxes < EVEN_PAGES)
    return 0;
  uint64_t mean = ((slot->lengths << 10) + slot->boxes / 2) / slot->boxes;
  uint64_t square = (slot->squares << 20) / slot->boxes;
  uint64_t spread = square > mean * mean ? square - mean * mean : 0;
  uint64_t most = (uint64_t)EVEN_SPREAD << 20;
  if (spread >= most || mean > (uint64_t)EVEN_LENGTH << 10)
    return 0;
  return (uint32_t)(1000 - spread * 1000 / most);
}

/* Slots by falling depth, so that each comes before the one it is in. */
static uint32_t *
order_by_depth(const pith_slots *slots, pith_region *region)
{
  uint64_t *keys = pith__region_take(region, slots->count, sizeof *keys);
  if (!keys)
    return NULL;
  for (uint32_t s = 0; s < slots->count; s++)
    keys[s] = UINT32_MAX - slots->items[s].depth;
  return pith__hash_order(region, keys, slots->count);
}

static uint64_t
least(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

/* The same least-cost colouring as in boilerplate_weigh.c, of the slots of
 * the whole site instead of the boxes of one page: the sums go up in the order
 * of falling depth, the choice comes down in the reverse order. A slot that
 * is boilerplate pays for the new words in it, one that is content for the
 * repeated ones, and each change of colour is paid on every page. */
static void
colour(pith_slots *slots, const uint32_t *order, uint64_t *content,
       uint64_t *boilerplate)
{
  for (uint32_t s = 0; s < slots->count; s++) {
    content[s] = slots->items[s].repeated;
    boilerplate[s] = slots->items[s].fresh * FRESH_COST;
  }
  for (uint32_t i = 0; i < slots->count; i++) {
    uint32_t s = order[i], parent = slots->items[s].parent;
    uint64_t change = (uint64_t)slots->items[s].pages * CHANGE_COST;
    if (parent == PITH_INDEX_NONE)
      continue;
    content[parent] += least(content[s], boilerplate[s] + change);
    boilerplate[parent] += least(boilerplate[s], content[s] + change);
  }
  for (uint32_t i = slots->count; i-- > 0;) {
    uint32_t s = order[i], parent = slots->items[s].parent;
    uint64_t change = (uint64_t)slots->items[s].pages * CHANGE_COST;
    if (parent == PITH_INDEX_NONE)
      slots->items[s].boilerplate = boilerplate[s] < content[s];
    else if (slots->items[parent].boilerplate)
      slots->items[s].boilerplate = boilerplate[s] <= content[s] + change;
    else
      slots->items[s].boilerplate = boilerplate[s] + change < content[s];
  }
}

/* Needs no recursion however deep the slots are: they come sorted by depth. */
pith_status
pith__slots_colour(pith_slots *slots, pith_memory *memory)
{
  pith_region room;
  pith__region_init(&room, memory);
  uint64_t *content = pith__region_take(&room, slots->count, sizeof *content);
  uint64_t *boilerplate =
      pith__region_take(&room, slots->count, sizeof *boilerplate);
  const uint32_t *order = order_by_depth(slots, &room);
  bool ok = content && boilerplate && order;
  if (ok)
    colour(slots, order, content, boilerplate);
  pith__region_done(&room);
  return ok ? PITH_OK : pith__memory_status(memory);
}

/* Pages on which the slot around it has no weight did not vote. */
static bool
is_voted_for(const pith_slot *slot, uint32_t share)
{
  return (uint64_t)slot->votes * 100 >= (uint64_t)slot->voters * share;
}

/* Whether a box has nearly all of the weight of the one around it, and
 * so had its slot on most pages. */
static bool
has_the_weight(const pith_slots *slots, const pith_outline_box *box,
               uint64_t whole)
{
  uint32_t share =
      box->facts & PITH_PROFILE_TABLE ? PITH_MAIN_SHARE_TABLE : PITH_MAIN_SHARE;
  return box->weight > 0 && box->weight * 100 >= whole * share &&
         is_voted_for(&slots->items[box->slot], VOTES_SHARE);
}

/* Whether box b is the only one of its slot in `main`. */
static bool
is_only_one(const pith_outline *outline, uint32_t main, uint32_t b)
{
  const pith_outline_box *boxes = outline->boxes;
  for (uint32_t c = main + 1; c < boxes[main].end; c = boxes[c].end)
    if (c != b && boxes[c].slot == boxes[b].slot)
      return false;
  return true;
}

/* A page with hardly a word of its own: where do the others have theirs? */
static bool
is_where_others_have(const pith_slots *slots, const pith_outline *outline,
                     uint32_t main, uint32_t b)
{
  const pith_outline_box *box = &outline->boxes[b];
  const pith_slot *slot = &slots->items[box->slot];
  return outline->boxes[main].weight < LITTLE_WEIGHT &&
         !(box->facts & PITH_PROFILE_TABLE) && slot->voters >= VOTERS_LEAST &&
         is_voted_for(slot, VOTES_SHARE_BLIND) && is_only_one(outline, main, b);
}

/* From the page inwards, as long as one box has nearly all the weight:
 *
 *     body ─► #wrap ─► #content ─► .post     main: one step before the
 *                        └─► #sidebar        weight is divided */
uint32_t
pith__slots_main(const pith_slots *slots, const pith_outline *outline)
{
  const pith_outline_box *boxes = outline->boxes;
  uint32_t main = 0;
  for (uint32_t b = 1; b < boxes[main].end;) {
    bool found = (boxes[b].facts & PITH_PROFILE_CONTAINER) &&
                 boxes[b].slot != PITH_INDEX_NONE &&
                 (has_the_weight(slots, &boxes[b], boxes[main].weight) ||
                  is_where_others_have(slots, outline, main, b));
    if (found)
      main = b;
    b = found ? b + 1 : boxes[b].end; /* first child, or next sibling */
  }
  return main;
}
