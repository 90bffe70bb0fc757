/* page_diff.h: how the passages of a page differ from those it had before.
 *
 *     before   A  ad1  B  C         A and B are kept, the rest are changes.
 *     now      A  ad2  B  C'        Changes between the same two kept passages
 *                                   are counterparts of each other: ad2
 *                                   replaces ad1, and C' is C edited.
 *
 * A run of changes between two kept passages is a gap.
 */
#ifndef WATCH_PAGE_DIFF_H
#define WATCH_PAGE_DIFF_H

#include "watch/passages.h"

/* The passages of a page in the last round and in this one; all borrowed. */
typedef struct page_versions {
  const passages *before;     /* empty when the page is new */
  const passages *now;        /* equal to `before` when it was not read */
  const passages *all_before; /* with the boilerplate; NULL: not known */
  const passages *all_now;
  bool known; /* by an earlier round */
} page_versions;

/* How a passage differs from what is in its place in the other version. */
typedef enum change_kind {
  CHANGE_NONE,       /* it is kept */
  CHANGE_SINGLE,     /* nothing is in its place */
  CHANGE_REPLACED,   /* something else is */
  CHANGE_RENUMBERED, /* the same text with other numbers */
  CHANGE_EDITED      /* much the same text */
} change_kind;

/* Where a passage is: `rank` places after the start of a gap of `size`
 * passages, whose counterpart starts at `anchor` of the other version. */
typedef struct diff_item {
  size_t anchor;
  size_t rank;
  size_t size;
  change_kind change;
  bool same_region; /* a counterpart is in the same region */
} diff_item;

typedef struct page_diff {
  diff_item *before; /* owned; one for each passage */
  diff_item *now;    /* likewise */
  size_t bytes_before;
  size_t bytes_now;
  bool stable;         /* at least half of its text is kept or edited */
  bool reading_before; /* most of its text is outside links */
  bool reading_now;
} page_diff;

/* Counterparts that are compared on either side of the same rank. */
enum { COUNTERPARTS = 4 };

/* Compare both versions of a page. False when memory ends; page_diff_done() in
 * any case. */
bool page_diff_make(const page_versions *page, page_diff *out);
void page_diff_done(page_diff *diff);

#endif
