/* letter_match.c: see the header.
 *
 * Runs are compared by a 64-bit hash that is made from the hashes of what is
 * before each letter, whatever their length. What is matched in the end is
 * compared letter by letter; two runs with one hash by chance can only hide a
 * pair.
 */
#include "lab/eval/metrics/letter_match.h"

#include "common/system/need.h"

#include "pith_experimental.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 0, GOLD = 1 };

/* A run below this counts when it is half of what was looked for. */
enum { SHORT_RUN = 6 };

static const uint32_t unique_runs[] = {32, 16, 8};

#define NONE       UINT32_MAX
#define LETTER_MUL 0x9E3779B97F4A7C15u

/* The page and the gold at hand. */
typedef struct matching {
  letter_room *room;
  const uint32_t *letters[2];
  uint32_t count[2];
  size_t mask; /* slots in use, less one */
} matching;

/* --- letters -----------------------------------------------------------------
 */

void
letter_list_done(letter_list *list)
{
  free(list->items);
  memset(list, 0, sizeof *list);
}

/* The code point at *at of a word, which is valid UTF-8; *at moves behind it.
 */
static uint32_t
next_letter(pith_slice word, size_t *at)
{
  unsigned char lead = (unsigned char)word.data[(*at)++];
  uint32_t letter = lead < 0x80   ? lead
                    : lead < 0xE0 ? lead & 0x1Fu
                    : lead < 0xF0 ? lead & 0x0Fu
                                  : lead & 0x07u;
  while (*at < word.len && ((unsigned char)word.data[*at] & 0xC0) == 0x80)
    letter = letter << 6 | ((unsigned char)word.data[(*at)++] & 0x3Fu);
  return letter;
}

void
letter_list_add(letter_list *list, pith_slice lower)
{
  size_t from = 0;
  pith_slice word;
  need_all(GROW_UP_TO(list->items, list->capacity, list->count + lower.len,
                      NONE / 4));
  while (pith_word_next(lower, &from, &word))
    for (size_t at = 0; at < word.len;) {
      uint32_t letter = next_letter(word, &at);
      if (letter != '_')
        list->items[list->count++] = letter;
    }
}

/* --- memory ------------------------------------------------------------------
 */

void
letter_room_done(letter_room *room)
{
  free(room->hashes[PAGE]);
  free(room->hashes[GOLD]);
  free(room->powers);
  free(room->slots);
  free(room->pairs);
  free(room->tails);
  free(room->gaps[0].items);
  free(room->gaps[1].items);
  free(room->found);
  memset(room, 0, sizeof *room);
}

static void
add_gap(gap_list *list, letter_gap gap)
{
  if (gap.from[PAGE] < gap.to[PAGE] && gap.from[GOLD] < gap.to[GOLD])
    *NEED_ITEM(list, items, count, capacity) = gap;
}

/* --- runs --------------------------------------------------------------------
 */

static void
hash_letters(matching *in)
{
  letter_room *room = in->room;
  uint32_t most =
      in->count[PAGE] > in->count[GOLD] ? in->count[PAGE] : in->count[GOLD];
  /* Arrays that share a capacity, none of whose old values are needed. */
  size_t count = (size_t)most + 1;
  size_t sizes[2] = {room->capacity, room->capacity};
  NEED_NEW(room->hashes[PAGE], sizes[0], count);
  NEED_NEW(room->hashes[GOLD], sizes[1], count);
  NEED_NEW(room->powers, room->capacity, count);
  room->powers[0] = 1;
  for (uint32_t i = 0; i < most; i++)
    room->powers[i + 1] = room->powers[i] * LETTER_MUL;
  for (int side = PAGE; side <= GOLD; side++) {
    room->hashes[side][0] = 0;
    for (uint32_t i = 0; i < in->count[side]; i++)
      room->hashes[side][i + 1] =
          room->hashes[side][i] * LETTER_MUL + in->letters[side][i] + 1;
  }
}

static uint64_t
hash_of(const matching *in, int side, uint32_t at, uint32_t size)
{
  const uint64_t *hashes = in->room->hashes[side];
  uint64_t hash = hashes[at + size] - hashes[at] * in->room->powers[size];
  hash ^= hash >> 32;
  hash *= 0xD6E8FEB86659FD93u;
  return hash ^ hash >> 32;
}

/* Empty slots, twice as many as runs or more. */
static void
clear_slots(matching *in, size_t runs)
{
  letter_room *room = in->room;
  size_t size = 16;
  while (size < 2 * runs)
    size *= 2;
  NEED_NEW(room->slots, room->slot_capacity, size);
  in->mask = size - 1;
  memset(room->slots, 0, size * sizeof *room->slots);
}

/* The slot of a run, or the free one for it. */
static letter_slot *
find_slot(matching *in, int side, uint32_t at, uint32_t size)
{
  uint64_t hash = hash_of(in, side, at, size);
  letter_slot *slots = in->room->slots;
  size_t i = (size_t)hash & in->mask;
  while ((slots[i].count[PAGE] > 0 || slots[i].count[GOLD] > 0) &&
         slots[i].hash != hash)
    i = (i + 1) & in->mask;
  slots[i].hash = hash;
  in->room->steps++;
  return &slots[i];
}

/* How many runs of a size a gap has. */
static uint32_t
count_runs(const letter_gap *gap, int side, uint32_t size)
{
  uint32_t letters = gap->to[side] - gap->from[side];
  return letters < size ? 0 : letters - size + 1;
}

/* Enter the runs of one side; of several that are the same the place of the
 * first, or of the last, stays. */
static void
enter_runs(matching *in, const letter_gap *gap, int side, uint32_t size)
{
  uint32_t runs = count_runs(gap, side, size);
  for (uint32_t i = 0; i < runs; i++) {
    letter_slot *slot = find_slot(in, side, gap->from[side] + i, size);
    if (slot->count[side]++ == 0 || gap->back)
      slot->at[side] = gap->from[side] + i;
  }
}

/* --- runs that both have once ------------------------------------------------
 */

/* List them, rising on the page. */
static size_t
list_pairs(matching *in, const letter_gap *gap, uint32_t size)
{
  letter_room *room = in->room;
  uint32_t runs = count_runs(gap, PAGE, size);
  size_t gold = count_runs(gap, GOLD, size), count = 0;
  size_t capacity = room->pair_capacity;
  if (runs == 0 || gold == 0)
    return 0;
  clear_slots(in, runs + gold);
  NEED_NEW(room->pairs, capacity, runs); /* both share a capacity */
  NEED_NEW(room->tails, room->pair_capacity, runs);
  enter_runs(in, gap, PAGE, size);
  enter_runs(in, gap, GOLD, size);
  for (uint32_t i = 0; i < runs; i++) {
    const letter_slot *slot = find_slot(in, PAGE, gap->from[PAGE] + i, size);
    if (slot->count[PAGE] == 1 && slot->count[GOLD] == 1)
      room->pairs[count++] =
          (letter_pair){{slot->at[PAGE], slot->at[GOLD]}, NONE};
  }
  return count;
}

/* Where in the tails, which rise in the gold, a pair belongs. */
static size_t
find_tail(matching *in, size_t tails, uint32_t at)
{
  const letter_room *room = in->room;
  size_t low = 0;
  while (low < tails) {
    size_t middle = low + (tails - low) / 2;
    in->room->steps++;
    if (room->pairs[room->tails[middle]].at[GOLD] < at)
      low = middle + 1;
    else
      tails = middle;
  }
  return low;
}

/* Keep the most pairs that rise in the gold too, in their order. */
static size_t
keep_rising(matching *in, size_t count)
{
  letter_room *room = in->room;
  size_t tails = 0;
  for (size_t n = 0; n < count; n++) {
    size_t place = find_tail(in, tails, room->pairs[n].at[GOLD]);
    room->pairs[n].before = place > 0 ? room->tails[place - 1] : NONE;
    room->tails[place] = (uint32_t)n;
    tails = place == tails ? tails + 1 : tails;
  }
  uint32_t n = tails > 0 ? room->tails[tails - 1] : NONE;
  for (size_t i = tails; i-- > 0; n = room->pairs[n].before)
    room->tails[i] = n;
  for (size_t i = 0; i < tails; i++)
    room->pairs[i] = room->pairs[room->tails[i]]; /* tails[i] >= i */
  return tails;
}

/* Match the letters at a place and all that follow; returns how many. */
static uint32_t
take_run(matching *in, const letter_gap *gap, uint32_t page, uint32_t gold)
{
  uint32_t size = 0;
  while (page + size < gap->to[PAGE] && gold + size < gap->to[GOLD] &&
         in->letters[PAGE][page + size] == in->letters[GOLD][gold + size])
    in->room->found[page + size++] = true;
  return size;
}

/* Match the runs of a size in a gap; what is between them goes to `out`. */
static void
match_unique(matching *in, letter_gap gap, uint32_t size, gap_list *out)
{
  size_t count = keep_rising(in, list_pairs(in, &gap, size));
  for (size_t n = 0; n < count; n++) {
    uint32_t page = in->room->pairs[n].at[PAGE];
    uint32_t gold = in->room->pairs[n].at[GOLD];
    if (page < gap.from[PAGE] || gold < gap.from[GOLD])
      continue;
    while (page > gap.from[PAGE] && gold > gap.from[GOLD] &&
           in->letters[PAGE][page - 1] == in->letters[GOLD][gold - 1]) {
      page--;
      gold--;
    }
    letter_gap before = gap;
    before.to[PAGE] = page;
    before.to[GOLD] = gold;
    add_gap(out, before);
    uint32_t taken = take_run(in, &gap, page, gold);
    gap.from[PAGE] = page + taken;
    gap.from[GOLD] = gold + taken;
  }
  add_gap(out, gap);
}

/* --- the longest run ---------------------------------------------------------
 */

/* The first run of a size that both have; the last, where that is meant. */
static bool
find_common(matching *in, const letter_gap *gap, uint32_t size, uint32_t at[2])
{
  uint32_t runs = count_runs(gap, PAGE, size);
  uint32_t gold = count_runs(gap, GOLD, size);
  if (runs == 0 || gold == 0)
    return false;
  clear_slots(in, gold + 1);
  enter_runs(in, gap, GOLD, size);
  for (uint32_t i = 0; i < runs; i++) {
    uint32_t page = gap->from[PAGE] + (gap->back ? runs - 1 - i : i);
    const letter_slot *slot = find_slot(in, PAGE, page, size);
    if (slot->count[GOLD] > 0) {
      at[PAGE] = page;
      at[GOLD] = slot->at[GOLD];
      return true;
    }
  }
  return false;
}

/* The longest run that both have and how long it is; 0: none that counts. A
 * part of a common run is common, so its length is found by halving. */
static uint32_t
find_longest(matching *in, const letter_gap *gap, uint32_t at[2])
{
  uint32_t half = gap->looked / 2 + gap->looked % 2;
  uint32_t low = half < SHORT_RUN ? half : SHORT_RUN;
  if (!find_common(in, gap, low, at))
    return 0;
  uint32_t step = 1, found[2];
  while (find_common(in, gap, low + step, found)) {
    memcpy(at, found, sizeof found);
    low += step;
    step *= 2;
  }
  for (step /= 2; step > 0; step /= 2)
    if (find_common(in, gap, low + step, found)) {
      memcpy(at, found, sizeof found);
      low += step;
    }
  return low;
}

static void
match_longest(matching *in, const letter_gap *gap, gap_list *out)
{
  uint32_t at[2];
  if (find_longest(in, gap, at) == 0)
    return;
  uint32_t size = take_run(in, gap, at[PAGE], at[GOLD]);
  letter_gap before = *gap, after = *gap;
  for (int side = PAGE; side <= GOLD && size > 0; side++) {
    before.to[side] = at[side];
    after.from[side] = at[side] + size;
  }
  if (size > 0) {
    add_gap(out, before);
    add_gap(out, after);
  }
}

/* --- all of it ---------------------------------------------------------------
 */

static void
start(matching *in)
{
  letter_room *room = in->room;
  letter_gap whole = {.to = {in->count[PAGE], in->count[GOLD]}};
  room->steps = 0;
  room->gaps[0].count = 0;
  NEED_NEW(room->found, room->found_capacity, (size_t)in->count[PAGE] + 1);
  memset(room->found, 0, in->count[PAGE]);
  hash_letters(in);
  add_gap(&room->gaps[0], whole);
}

/* Make the gaps ready for step 2. */
static void
look_at_gaps(const matching *in, gap_list *gaps)
{
  for (size_t i = 0; i < gaps->count; i++) {
    letter_gap *gap = &gaps->items[i];
    gap->looked = gap->to[GOLD] - gap->from[GOLD];
    gap->back = gap->from[GOLD] == 0 && gap->to[GOLD] < in->count[GOLD];
  }
}

void
letter_match(letter_room *room, const letter_list *page,
             const letter_list *gold)
{
  enum { SIZES = sizeof unique_runs / sizeof *unique_runs };
  matching in = {.room = room,
                 .letters = {page->items, gold->items},
                 .count = {(uint32_t)page->count, (uint32_t)gold->count}};
  start(&in);
  gap_list *gaps = &room->gaps[0], *next = &room->gaps[1];
  for (unsigned round = 0; round < SIZES + LETTER_ROUNDS; round++) {
    next->count = 0;
    if (round == SIZES)
      look_at_gaps(&in, gaps);
    for (size_t i = 0; i < gaps->count; i++)
      if (round < SIZES)
        match_unique(&in, gaps->items[i], unique_runs[round], next);
      else
        match_longest(&in, &gaps->items[i], next);
    gap_list *done = gaps;
    gaps = next;
    next = done;
  }
}
