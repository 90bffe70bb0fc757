/* letter_match.h: which letters of a page are in its gold text.
 *
 *     page   Home News More The harbour froze. Read more       letters and
 *     gold                  The harbour froze.                 digits only
 *            ---------------++++++++++++++++---------
 *
 * Letters are matched one to one and in order. So a menu entry "More" is not in
 * the gold because the word is in a sentence there, and a text is found
 * however tags cut it up, in scripts without spaces too.
 *
 *   1. Runs of 32 letters that both have once are pairs, as many of them as
 * rise in both. Each pair is made as long as it can be. Then the same with runs
 *      of 16 between them, and of 8.
 *   2. In each gap that is left: the longest run that both have, the first of
 *      several; before all pairs the last of several, because the title is the
 *      line over the text rather than the entry of a menu. Then the same on
 *      both sides of it. A run of fewer than 6 letters counts only when it is
 *      half of the gap's gold.
 *
 * Step 2 goes LETTER_ROUNDS sides deep, so all of it takes n log n steps.
 */
#ifndef EVAL_LETTER_MATCH_H
#define EVAL_LETTER_MATCH_H

#include "pith.h"

enum { LETTER_ROUNDS = 16 };

/* Letters and digits in lower case. */
typedef struct letter_list {
  uint32_t *items; /* owned; code points */
  size_t count;
  size_t capacity;
} letter_list;

void letter_list_done(letter_list *list);

/* Append the letters of a text that is in lower case. */
void letter_list_add(letter_list *list, pith_slice lower);

/* Where a run of letters is: on the page, and in the gold. */
typedef struct letter_slot {
  uint64_t hash;
  uint32_t at[2];
  uint32_t count[2]; /* both 0: free */
} letter_slot;

/* Nothing in it is matched yet. */
typedef struct letter_gap {
  uint32_t from[2]; /* page, gold */
  uint32_t to[2];
  uint32_t looked; /* letters of gold before its first run was taken */
  bool back;       /* the last of several runs is meant */
} letter_gap;

typedef struct gap_list {
  letter_gap *items; /* owned */
  size_t count;
  size_t capacity;
} gap_list;

/* Runs that may be pairs, and the best rising ones of them. */
typedef struct letter_pair {
  uint32_t at[2];
  uint32_t before; /* in its chain */
} letter_pair;

/* Memory that is kept from page to page. Starts zeroed. */
typedef struct letter_room {
  uint64_t *hashes[2]; /* owned; of what is before each letter */
  uint64_t *powers;    /* owned */
  size_t capacity;     /* of each of the three */
  letter_slot *slots;  /* owned */
  size_t slot_capacity;
  letter_pair *pairs; /* owned */
  uint32_t *tails;    /* owned */
  size_t pair_capacity;
  gap_list gaps[2];
  bool *found; /* owned; the answer, by letter of the page */
  size_t found_capacity;
  uint64_t steps; /* of the last page: the cost */
} letter_room;

void letter_room_done(letter_room *room);

/* Match; room->found says of each letter of the page whether it is in the
 * gold, until the next call. */
void letter_match(letter_room *room, const letter_list *page,
                  const letter_list *gold);

#endif
