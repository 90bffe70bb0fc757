/* review_pieces.h: a page cut wherever somebody's opinion of it changes.
 *
 *   blocks        [......][...........]   [....]
 *   method A      [nnnnnn][cccc][nnnnn]   [nnnn]
 *   method B              [ccccccccccc]
 *   corrections           [c]
 *   pieces        0       1  2  3         4
 *
 * A piece has one block, one verdict of each method and one correction, or none
 * of it. Pieces are in the order of the page and do not overlap. The frame and
 * the lists of the review page all count in pieces.
 */
#ifndef SERVER_REVIEW_PIECES_H
#define SERVER_REVIEW_PIECES_H

#include "pith.h"

#define REVIEW_NO UINT32_MAX

typedef struct review_piece {
  pith_span span;
  uint32_t block; /* numbers in the lists it was made from; REVIEW_NO */
  uint32_t first;
  uint32_t second;
  uint32_t correction;
} review_piece;

/* Ranges in rising order that do not overlap. Borrowed. */
typedef struct review_ranges {
  const pith_span *spans;
  uint32_t count;
} review_ranges;

typedef struct review_pieces {
  review_piece *items; /* owned */
  uint32_t count;
} review_pieces;

/* Cut a page. Ranges in the order block, first, second, correction. What is in
 * no range is no piece. False when memory ends; review_pieces_done(). */
bool review_pieces_cut(const review_ranges ranges[4], review_pieces *out);
void review_pieces_done(review_pieces *pieces);

/* Give the page one verdict a piece, all navigation, with the reason "pN" for
 * piece N, so that rendering it as marked HTML marks every piece. The reasons
 * are written to *reasons, which the caller frees after the page. */
pith_status review_pieces_set(const review_pieces *pieces, pith_page *page,
                              char **reasons);

#endif
