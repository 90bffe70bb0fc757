/* review_segments.h: a page cut wherever a block, a verdict or a correction
 * begins or ends.
 *
 *   blocks        [......][...........]   [....]
 *   method A      [nnnnnn][cccc][nnnnn]   [nnnn]
 *   method B              [ccccccccccc]
 *   corrections           [c]
 *   segments        0       1  2  3         4
 *
 * A segment has one block, one verdict of each method and one correction, or
 * none of it. Pieces are in the order of the page and do not overlap. The frame
 * and the lists of the review page all count in segments.
 */
#ifndef REVIEW_SEGMENTS_H
#define REVIEW_SEGMENTS_H

#include "pith.h"

#define REVIEW_NO UINT32_MAX

typedef struct review_segment {
  pith_span span;
  uint32_t block; /* numbers in the lists it was made from; REVIEW_NO */
  uint32_t first;
  uint32_t second;
  uint32_t correction;
} review_segment;

/* Ranges in rising order that do not overlap. Borrowed. */
typedef struct review_ranges {
  const pith_span *spans;
  uint32_t count;
} review_ranges;

typedef struct review_segments {
  review_segment *items; /* owned */
  uint32_t count;
} review_segments;

/* Cut a page. Ranges in the order block, first, second, correction. What is in
 * no range is no segment. review_segments_done(). */
void review_segments_cut(const review_ranges ranges[4], review_segments *out);
void review_segments_done(review_segments *segments);

/* Give the page one verdict a segment, all navigation, with the reason "pN" for
 * segment N, so that rendering it as marked HTML marks every segment. The
 * reasons are written to *reasons, which the caller frees after the page. */
pith_status review_segments_set(const review_segments *segments,
                                pith_page *page, char **reasons);

#endif
