/*
 * See hash_index.h. An order by 64 bits is two stable sorts by 32, the lower
 * half first.
 */
#include "base/hash_index.h"

#include "base/radix.h"

enum { BUCKET_BITS_MOST = 16 };

/* The numbers 0 to count - 1 in the order of their keys, by two stable sorts
 * of 32 bits each, the lower half first. */
uint32_t *
pith__hash_order(pith_region *region, const uint64_t *keys, uint32_t count)
{
  uint32_t *order = pith__region_take(region, count, sizeof *order);
  pith_region room;
  pith__region_init(&room, region->memory);
  uint64_t *items = pith__region_take(&room, count, sizeof *items);
  uint64_t *scratch = pith__region_take(&room, count, sizeof *scratch);
  if (!order || !items || !scratch) {
    pith__region_done(&room);
    return NULL;
  }
  for (uint32_t i = 0; i < count; i++)
    items[i] = keys[i] << 32 | i;
  uint64_t *half = pith__radix_sort(items, scratch, count);
  for (uint32_t i = 0; i < count; i++) {
    uint64_t number = half[i] & UINT32_MAX;
    half[i] = (keys[number] >> 32 << 32) | number;
  }
  const uint64_t *sorted =
      pith__radix_sort(half, half == items ? scratch : items, count);
  for (uint32_t i = 0; i < count; i++)
    order[i] = (uint32_t)sorted[i];
  pith__region_done(&room);
  return order;
}

/* Keys are sorted already; starts[b] is the first key of bucket b, by the
 * top bits.
 *
 *     keys     00.. 00.. 01.. 11..
 *     starts   0         2    3   3   4 */
bool
pith__hash_index_make(pith_hash_index *index, pith_region *region,
                      const uint64_t *keys, uint32_t count)
{
  uint32_t bits = 1;
  while (bits < BUCKET_BITS_MOST && (1u << bits) < count)
    bits++;
  uint32_t buckets = 1u << bits;
  uint32_t *starts = pith__region_take(region, buckets + 1, sizeof *starts);
  if (!starts)
    return false;
  uint32_t at = 0;
  for (uint32_t b = 0; b < buckets; b++) {
    starts[b] = at;
    while (at < count && keys[at] >> (64 - bits) == b)
      at++;
  }
  starts[buckets] = count;
  index->keys = keys;
  index->count = count;
  index->shift = 64 - bits;
  index->starts = starts;
  return true;
}
