/* watch_gaps.h: how the passages of a page stand to those it had before.
 *
 *     before   A  ad1  B  C         A and B are kept, the rest are changes.
 *     now      A  ad2  B  C'        What came and what went between the same
 *                                   two kept passages, in one gap, are each
 *                                   other's counterparts: ad2 replaces ad1, C'
 *                                   is C corrected.
 */
#ifndef CRAWL_WATCH_GAPS_H
#define CRAWL_WATCH_GAPS_H

#include "watch/passages.h"

/* What a page said and says; all borrowed. */
typedef struct news_page {
  const passages *before; /* empty when the page is new */
  const passages *now;    /* the same list when it was not looked at */
  const passages
      *stood; /* all that stood on it, boilerplate too; NULL: unknown */
  const passages *stands;
  bool known; /* by an earlier round */
} news_page;

/* How a passage stands to the other list. */
typedef enum turn {
  TURN_KEPT,
  TURN_ALONE,      /* nothing came or went in its place */
  TURN_REPLACED,   /* something else did */
  TURN_RENUMBERED, /* the same with other numbers */
  TURN_CORRECTED   /* much the same */
} turn;

/* Where a passage stands: `rank` places behind the beginning of a gap of `size`
 * passages, whose counterpart begins at `anchor` of the other list. */
typedef struct gap_place {
  size_t anchor;
  size_t rank;
  size_t size;
  turn turn;
  bool same_slot; /* a counterpart that replaces it has its slot */
} gap_place;

typedef struct page_changes {
  gap_place *before; /* owned; one a passage */
  gap_place *now;    /* likewise */
  size_t bytes_before;
  size_t bytes_now;
  bool quiet;          /* most of what it said it still says */
  bool reading_before; /* most of it is no link */
  bool reading_now;
} page_changes;

/* Counterparts that are looked at on either side of the same rank. */
enum { COUNTERPARTS = 4 };

/* Compare both lists of a page. False when memory ends; page_changes_done() in
 * any case. */
bool page_changes_read(const news_page *page, page_changes *out);
void page_changes_done(page_changes *changes);

#endif
