/*
 * Hashes in order, and finding one of many. Sorted arrays are used where
 * others use hash tables, because the hashes are made from pages: whatever a
 * page holds, sorting is linear and a look-up takes at most log2(n) steps.
 */
#ifndef PITH_BASE_HASH_INDEX_H
#define PITH_BASE_HASH_INDEX_H

#include "base/region.h"

#define PITH_INDEX_NONE UINT32_MAX

/* Sorted hashes, none twice, with a table of where each beginning starts. */
typedef struct pith_hash_index {
  const uint64_t *keys; /* rising */
  uint32_t count;
  uint32_t shift;         /* key >> shift is its bucket */
  const uint32_t *starts; /* bucket -> its first key; one more at the end */
} pith_hash_index;

/* The numbers 0 .. count - 1 in the order of their keys, equal ones rising,
 * taken from `region`. NULL when there is no memory. */
uint32_t *pith__hash_order(pith_region *region, const uint64_t *keys,
                           uint32_t count);

/* Make the index of `keys` (borrowed: rising, none twice), its table taken
 * from `region`. False when there is no memory. */
bool pith__hash_index_make(pith_hash_index *index, pith_region *region,
                           const uint64_t *keys, uint32_t count);

/* The place of `key` among the keys, or PITH_INDEX_NONE. */
static inline uint32_t
pith__hash_index_find(const pith_hash_index *index, uint64_t key)
{
  uint64_t bucket = key >> index->shift;
  uint32_t low = index->starts[bucket], high = index->starts[bucket + 1];
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (index->keys[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low < index->count && index->keys[low] == key ? low : PITH_INDEX_NONE;
}

#endif
