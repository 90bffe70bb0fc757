/*
 * Memory with an account: the caller's allocator, and how much of it one page
 * has in use. Everything the library allocates goes through here, so that a
 * hostile page becomes PITH_LIMIT rather than a dead process, and a test can
 * make any single allocation fail.
 */
#ifndef PITH_BASE_MEMORY_H
#define PITH_BASE_MEMORY_H

#include "pith.h"

typedef struct pith_memory {
  pith_allocator allocator;
  size_t used;    /* bytes in use now */
  size_t peak;    /* the most there ever were */
  size_t ceiling; /* `used` never passes this */
  bool refused;   /* some request was refused because of the ceiling */
} pith_memory;

/* Start an account. `allocator` is copied, NULL means malloc. */
void pith__memory_init(pith_memory *memory, const pith_allocator *allocator,
                       size_t ceiling);

/* The three uses of pith_allocator.resize, with the account kept. NULL when
 * the allocator or the ceiling refuses; the old block is then still there. */
void *pith__memory_resize(pith_memory *memory, void *block, size_t old_size,
                          size_t new_size);

/* Release a block of `size` bytes. NULL is allowed. */
void pith__memory_free(pith_memory *memory, void *block, size_t size);

/* What a failed request means: PITH_LIMIT after a refusal, else PITH_NOMEM. */
pith_status pith__memory_status(const pith_memory *memory);

/* Make room for `need` items in a growing array:
 *
 *     items -> [ x x x x x . . . ]      x: in use, counted by the caller
 *              |<-- capacity -->|
 *
 * False, with nothing changed, when there is no memory or `need` is above
 * `ceiling` items. The array grows by a share of itself, so the sum of all
 * moves stays linear. `items` and `capacity` are lvalues; `need` is evaluated
 * twice. The size of an item is taken from the type of `items`, so it cannot
 * disagree with it. */
#define PITH_GROW(memory, items, capacity, need, ceiling)                      \
  ((need) <= (capacity) ||                                                     \
   pith__memory_grow((memory), &(items), sizeof *(items), &(capacity), (need), \
                     (ceiling)))

/* Release an array that PITH_GROW made. `items` still points to it. */
#define PITH_FREE_ITEMS(memory, items, capacity)                               \
  pith__memory_free((memory), (items), (size_t)(capacity) * sizeof *(items))

/* What PITH_GROW calls. `items` is the address of a pointer to any type. */
bool pith__memory_grow(pith_memory *memory, void *items, size_t size,
                       uint32_t *capacity, uint64_t need, uint32_t ceiling);

#endif
