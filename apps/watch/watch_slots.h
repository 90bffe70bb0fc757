/* watch_slots.h: the slots of a host, places in its layout that many pages
 * have, and which of them turn: say something else in each round, as
 * advertising does.
 *
 *     slot      page   before   now   turned
 *     aside/p   0      40       38    yes      two votes of two: it turned
 *     aside/p   1      40       41    yes      in this round
 *     main/p    0      900      900   no
 */
#ifndef CRAWL_WATCH_SLOTS_H
#define CRAWL_WATCH_SLOTS_H

#include "watch/watch_gaps.h"

#include <stdint.h>

/* How often a slot of a host has turned: in so many rounds, on most of the
 * pages that have it. */
typedef struct slot_turns {
  uint64_t slot;
  int64_t turns;
} slot_turns;

typedef struct slot_history {
  slot_turns *items; /* owned; ordered by slot */
  size_t count;
} slot_history;

/* A slot on a page. */
typedef struct slot_page {
  uint64_t slot;
  size_t page;
  size_t before; /* bytes there */
  size_t now;
  bool turned;
} slot_page;

typedef struct slot_table {
  slot_page *items; /* owned; by slot, then page */
  size_t count;
} slot_table;

/* What the pages say of a slot in this round. */
typedef struct slot_votes {
  size_t pages;  /* that have had it and have it */
  size_t turned; /* of them */
} slot_votes;

/* The slots of all pages; `changes` is one a page. False when memory ends.
 * out->items is to be freed in any case. */
bool slot_table_read(const news_page *pages, const page_changes *changes,
                     size_t count, slot_table *out);

/* The entry of a slot on a page, lent: there is one for each passage. *first is
 * where the entries of the slot begin. */
const slot_page *slot_table_find(const slot_table *table, uint64_t slot,
                                 size_t page, size_t *first);

/* Count from the first entry of a slot on; gives where the next one begins. */
size_t slot_table_votes(const slot_table *table, size_t first, slot_votes *out);

/* Bring a history into the order that is asked by. */
void slot_history_sort(slot_history *history);

/* In how many rounds before this one a slot turned. */
int64_t slot_turns_before(const slot_history *history, uint64_t slot);

/* The slots that turned in this round: *out is given, to be freed, with `turns`
 * as it is now. False when memory ends. */
bool slot_table_turns(const slot_table *table, const slot_history *history,
                      slot_history *out);

#endif
