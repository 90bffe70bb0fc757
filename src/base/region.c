/*
 * See region.h. Each block has a head in front with its size and the block
 * taken before it, so the region is a list that needs no memory of its own:
 *
 *     region.last -> [head|items] -> [head|items] -> NULL
 */
#include "base/region.h"

#include <stddef.h>
#include <string.h>

typedef struct block_head {
  void *before;
  size_t size;
  max_align_t items[]; /* aligns what follows */
} block_head;

void
pith__region_init(pith_region *region, pith_memory *memory)
{
  region->memory = memory;
  region->last = NULL;
}

/* Newest first. The region is empty afterwards and can be used again. */
void
pith__region_done(pith_region *region)
{
  while (region->last) {
    block_head *head = region->last;
    region->last = head->before;
    pith__memory_free(region->memory, head, head->size);
  }
}

/* The product is tested before it is computed. */
void *
pith__region_take(pith_region *region, size_t count, size_t size)
{
  if (size > 0 && count > (SIZE_MAX - sizeof(block_head)) / size) {
    region->memory->refused = true;
    return NULL;
  }
  size_t whole = sizeof(block_head) + count * size;
  block_head *head = pith__memory_resize(region->memory, NULL, 0, whole);
  if (!head)
    return NULL;
  head->before = region->last;
  head->size = whole;
  region->last = head;
  return head->items;
}

void *
pith__region_take_zeros(pith_region *region, size_t count, size_t size)
{
  void *items = pith__region_take(region, count, size);
  if (items)
    memset(items, 0, count * size);
  return items;
}
