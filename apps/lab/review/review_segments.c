/* review_segments.c: see the header. All ends of all ranges, sorted, are the
 * borders; between two borders nothing changes. One cursor for each list of
 * ranges moves along, so the cut is linear after the sort.
 *
 *     blocks       ├─────────┼─────────┤
 *     method A     ├──────────────┤
 *     correction        ├──┤
 *     segments     ├────┼──┼─┼────┼────┤
 */
#include "lab/review/review_segments.h"

#include "common/system/sorted.h"
#include "common/system/need.h"

#include <stdio.h>
#include <stdlib.h>

enum { REASON_ROOM = 12 };

/* All offsets where a range begins or ends, in order, each once. Returns how
 * many.
 */
static uint32_t
collect_borders(const review_ranges ranges[4], uint32_t *out)
{
  uint32_t count = 0;
  for (int r = 0; r < 4; r++)
    for (uint32_t i = 0; i < ranges[r].count; i++) {
      out[count++] = ranges[r].spans[i].from;
      out[count++] = ranges[r].spans[i].to;
    }
  qsort(out, count, sizeof *out, order_uint32);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++)
    if (kept == 0 || out[kept - 1] != out[i])
      out[kept++] = out[i];
  return kept;
}

/* The range that holds the byte `at`; *next is a cursor that only moves
 * forward.
 */
static uint32_t
range_at(const review_ranges *ranges, uint32_t *next, uint32_t at)
{
  while (*next < ranges->count && ranges->spans[*next].to <= at)
    ++*next;
  bool inside = *next < ranges->count && ranges->spans[*next].from <= at;
  return inside ? *next : REVIEW_NO;
}

/* Stretches that no range covers are left out. */
static void
cut(const review_ranges ranges[4], const uint32_t *borders, uint32_t count,
    review_segments *out)
{
  uint32_t next[4] = {0, 0, 0, 0};
  for (uint32_t i = 0; i + 1 < count; i++) {
    uint32_t at = borders[i];
    review_segment segment = {.span = {at, borders[i + 1]},
                              .block = range_at(&ranges[0], &next[0], at),
                              .first = range_at(&ranges[1], &next[1], at),
                              .second = range_at(&ranges[2], &next[2], at),
                              .correction = range_at(&ranges[3], &next[3], at)};
    if ((segment.block & segment.first & segment.second & segment.correction) !=
        REVIEW_NO)
      out->items[out->count++] = segment;
  }
}

/* With n ranges there are at most 2n borders, and fewer segments than
 * borders. */
void
review_segments_cut(const review_ranges ranges[4], review_segments *out)
{
  size_t most = 0;
  for (int r = 0; r < 4; r++)
    most += 2 * (size_t)ranges[r].count;
  uint32_t *borders = need(most, sizeof *borders);
  out->items = need(most, sizeof *out->items);
  out->count = 0;
  cut(ranges, borders, collect_borders(ranges, borders), out);
  free(borders);
}

/* Can be called again, and after a failed cut. */
void
review_segments_done(review_segments *segments)
{
  free(segments->items);
  segments->items = NULL;
  segments->count = 0;
}

/* Reasons of verdicts are borrowed by the page, so they must live as long as
 * it, or be replaced first (review_view.c). */
pith_status
review_segments_set(const review_segments *segments, pith_page *page,
                    char **reasons)
{
  pith_verdict *verdicts = need(segments->count, sizeof *verdicts);
  *reasons = need(segments->count, REASON_ROOM);
  for (uint32_t i = 0; i < segments->count; i++) {
    char *reason = *reasons + (size_t)i * REASON_ROOM;
    snprintf(reason, REASON_ROOM, "p%u", (unsigned)i);
    verdicts[i] =
        (pith_verdict){segments->items[i].span, PITH_NAVIGATION, 1, reason};
  }
  pith_status status = pith_page_set_verdicts(page, verdicts, segments->count);
  free(verdicts);
  return status;
}
