/*
 * Blocks of memory that end together. Nothing in a region is released alone:
 * work that needs a dozen arrays takes them here and has one place to clean up,
 * however it ends.
 */
#ifndef PITH_BASE_REGION_H
#define PITH_BASE_REGION_H

#include "base/memory.h"

typedef struct pith_region {
  pith_memory *memory; /* borrowed */
  void *last;          /* owned: the newest block, which knows the one before */
} pith_region;

void pith__region_init(pith_region *region, pith_memory *memory);
void pith__region_done(pith_region *region);

/* `count` items of `size` bytes, aligned for anything, with any contents; a
 * block even when count is 0. NULL when there is no memory. Lent until the
 * region is done. */
void *pith__region_take(pith_region *region, size_t count, size_t size);

/* The same, filled with zeros. */
void *pith__region_take_zeros(pith_region *region, size_t count, size_t size);

#endif
