/* region_table.h: the regions of a host, places in the layout that many of its
 * pages have, and which of them rotate: show something else in each round, as
 * advertising does.
 *
 *     region    page   before   now   rotated
 *     aside/p   0      40       38    yes      two votes of two: the region
 *     aside/p   1      40       41    yes      rotated in this round
 *     main/p    0      900      900   no
 */
#ifndef WATCH_REGION_TABLE_H
#define WATCH_REGION_TABLE_H

#include "watch/page_diff.h"

#include <stdint.h>

/* In how many rounds a region rotated on most of the pages that have it. */
typedef struct region_rotations {
  uint64_t region;
  int64_t rotations;
} region_rotations;

typedef struct region_history {
  region_rotations *items; /* owned; ordered by region */
  size_t count;
} region_history;

/* A region of a page. */
typedef struct region_page {
  uint64_t region;
  size_t page;
  size_t before; /* bytes of text there */
  size_t now;
  bool rotated;
} region_page;

typedef struct region_table {
  region_page *items; /* owned; ordered by region, then page */
  size_t count;
} region_table;

/* How many pages saw a region rotate in this round. */
typedef struct region_votes {
  size_t pages; /* that had it and have it */
  size_t rotated;
} region_votes;

/* Fill the table from all pages; `diffs` has one item for each. False when
 * memory ends. out->items is to be freed in any case. */
bool region_table_make(const page_versions *pages, const page_diff *diffs,
                       size_t count, region_table *out);

/* The row of a region on a page, lent: there is one for each passage. *first is
 * where the rows of the region begin. */
const region_page *region_table_find(const region_table *table, uint64_t region,
                                     size_t page, size_t *first);

/* Count the votes from the first row of a region on; returns where the next
 * region begins. */
size_t region_table_votes(const region_table *table, size_t first,
                          region_votes *out);

/* Order a history by region; needed before it is searched. */
void region_history_sort(region_history *history);

/* In how many rounds before this one a region rotated. */
int64_t region_rotations_before(const region_history *history, uint64_t region);

/* The regions that rotated in this round, with their new counts: *out is given,
 * its items to be freed. False when memory ends. */
bool region_table_rotations(const region_table *table,
                            const region_history *history, region_history *out);

#endif
