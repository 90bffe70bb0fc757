/*
 * See radix.h. Least significant digits first, a byte each: each
 * pass counts, then moves every item to its place. All four counts are
 * taken in one reading. A digit that is the same in all items needs no pass.
 */
#include "base/radix.h"

#include <string.h>

enum { PASSES = 4, BITS = 8, DIGITS = 1 << BITS };

/* Bits 32 to 63, a byte at a time, the lowest first. */
static size_t
digit(uint64_t item, int pass)
{
  return (size_t)(item >> (32 + BITS * pass)) & (DIGITS - 1);
}

/* One reading of the items fills the counts of all four passes. */
static void
count_digits(const uint64_t *items, size_t count, size_t counts[PASSES][DIGITS])
{
  memset(counts, 0, sizeof(size_t) * PASSES * DIGITS);
  for (size_t i = 0; i < count; i++)
    for (int pass = 0; pass < PASSES; pass++)
      counts[pass][digit(items[i], pass)]++;
}

/* Counts become places (a running sum), then each item goes to the next
 * place of its digit. Items are read in order, which makes the sort stable. */
static void
move_items(const uint64_t *from, uint64_t *to, size_t count, int pass,
           size_t *places)
{
  size_t sum = 0;
  for (size_t d = 0; d < DIGITS; d++) {
    size_t here = places[d];
    places[d] = sum;
    sum += here;
  }
  for (size_t i = 0; i < count; i++)
    to[places[digit(from[i], pass)]++] = from[i];
}

uint64_t *
pith__radix_sort(uint64_t *items, uint64_t *scratch, size_t count)
{
  size_t counts[PASSES][DIGITS];
  if (count == 0)
    return items;
  count_digits(items, count, counts);
  for (int pass = 0; pass < PASSES; pass++) {
    if (counts[pass][digit(items[0], pass)] == count)
      continue;
    move_items(items, scratch, count, pass, counts[pass]);
    uint64_t *sorted = scratch;
    scratch = items;
    items = sorted;
  }
  return items;
}
