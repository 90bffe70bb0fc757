/* review_pieces.c: see the header. */
#include "lab/review/review_pieces.h"

#include <stdio.h>
#include <stdlib.h>

enum { REASON_ROOM = 12 };

static int
by_number(const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a;
  uint32_t y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* All places where a range begins or ends, rising, each once. */
static uint32_t
collect_borders(const review_ranges ranges[4], uint32_t *out)
{
  uint32_t count = 0;
  for (int r = 0; r < 4; r++)
    for (uint32_t i = 0; i < ranges[r].count; i++) {
      out[count++] = ranges[r].spans[i].from;
      out[count++] = ranges[r].spans[i].to;
    }
  qsort(out, count, sizeof *out, by_number);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++)
    if (kept == 0 || out[kept - 1] != out[i])
      out[kept++] = out[i];
  return kept;
}

/* The range that holds the byte `at`, going on from *next. */
static uint32_t
range_at(const review_ranges *ranges, uint32_t *next, uint32_t at)
{
  while (*next < ranges->count && ranges->spans[*next].to <= at)
    ++*next;
  bool inside = *next < ranges->count && ranges->spans[*next].from <= at;
  return inside ? *next : REVIEW_NO;
}

static void
cut(const review_ranges ranges[4], const uint32_t *borders, uint32_t count,
    review_pieces *out)
{
  uint32_t next[4] = {0, 0, 0, 0};
  for (uint32_t i = 0; i + 1 < count; i++) {
    uint32_t at = borders[i];
    review_piece piece = {.span = {at, borders[i + 1]},
                          .block = range_at(&ranges[0], &next[0], at),
                          .first = range_at(&ranges[1], &next[1], at),
                          .second = range_at(&ranges[2], &next[2], at),
                          .correction = range_at(&ranges[3], &next[3], at)};
    if ((piece.block & piece.first & piece.second & piece.correction) !=
        REVIEW_NO)
      out->items[out->count++] = piece;
  }
}

bool
review_pieces_cut(const review_ranges ranges[4], review_pieces *out)
{
  size_t most = 0;
  for (int r = 0; r < 4; r++)
    most += 2 * (size_t)ranges[r].count;
  uint32_t *borders = malloc((most + 1) * sizeof *borders);
  out->items = malloc((most + 1) * sizeof *out->items);
  out->count = 0;
  if (borders && out->items)
    cut(ranges, borders, collect_borders(ranges, borders), out);
  bool done = borders && out->items;
  free(borders);
  if (!done)
    review_pieces_done(out);
  return done;
}

void
review_pieces_done(review_pieces *pieces)
{
  free(pieces->items);
  pieces->items = NULL;
  pieces->count = 0;
}

pith_status
review_pieces_set(const review_pieces *pieces, pith_page *page, char **reasons)
{
  pith_verdict *verdicts = calloc(pieces->count + 1, sizeof *verdicts);
  *reasons = malloc(((size_t)pieces->count + 1) * REASON_ROOM);
  pith_status status = PITH_NOMEM;
  if (verdicts && *reasons) {
    for (uint32_t i = 0; i < pieces->count; i++) {
      char *reason = *reasons + (size_t)i * REASON_ROOM;
      snprintf(reason, REASON_ROOM, "p%u", (unsigned)i);
      verdicts[i] =
          (pith_verdict){pieces->items[i].span, PITH_NAVIGATION, 1, reason};
    }
    status = pith_page_set_verdicts(page, verdicts, pieces->count);
  }
  free(verdicts);
  return status;
}
