/*
 * The account of memory.h. `used` counts what was asked for, not what malloc
 * rounds it to; the peak is what docs and tests quote.
 */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Arrays above this many bytes grow by a fifth instead of a half: room that
 * is never used counts against the page. */
#define SMALL_ARRAY ((size_t)64 * 1024)

/* The allocator of callers that bring none. */
static void *
resize_with_malloc(void *state, void *block, size_t old_size, size_t new_size)
{
  (void)state;
  (void)old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return realloc(block, new_size);
}

void
pith__memory_init(pith_memory *memory, const pith_allocator *allocator,
                  size_t ceiling)
{
  pith_allocator standard = {resize_with_malloc, NULL};
  memory->allocator = allocator ? *allocator : standard;
  memory->used = 0;
  memory->peak = 0;
  memory->ceiling = ceiling;
  memory->refused = false;
}

/* The ceiling is tested before the allocator is called, in a form that
 * cannot overflow. `refused` makes the difference between PITH_LIMIT and
 * PITH_NOMEM. */
void *
pith__memory_resize(pith_memory *memory, void *block, size_t old_size,
                    size_t new_size)
{
  size_t others = memory->used - old_size;
  if (new_size > memory->ceiling || others > memory->ceiling - new_size) {
    memory->refused = true;
    return NULL;
  }
  void *moved = memory->allocator.resize(memory->allocator.state, block,
                                         old_size, new_size);
  if (!moved)
    return NULL;
  memory->used = others + new_size;
  if (memory->used > memory->peak)
    memory->peak = memory->used;
  return moved;
}

/* `size` must be what was asked for: the account has no other source. */
void
pith__memory_free(pith_memory *memory, void *block, size_t size)
{
  if (!block)
    return;
  memory->used -= size;
  memory->allocator.resize(memory->allocator.state, block, size, 0);
}

pith_status
pith__memory_status(const pith_memory *memory)
{
  return memory->refused ? PITH_LIMIT : PITH_NOMEM;
}

/* Small arrays grow by a half, large ones by a fifth, never beyond the
 * ceiling. */
bool
pith__memory_grow(pith_memory *memory, void *items, size_t size,
                  uint32_t *capacity, uint64_t need, uint32_t ceiling)
{
  if (need > ceiling)
    return false;
  uint32_t share = *capacity * size < SMALL_ARRAY ? 2 : 5;
  uint64_t wanted = (uint64_t)*capacity + *capacity / share + 16;
  if (wanted < need)
    wanted = need;
  if (wanted > ceiling)
    wanted = ceiling;
  /* The caller's pointer has a type of its own; reading it as a `void *`
   * would break the aliasing rules, copying its bytes does not. */
  void *block;
  memcpy(&block, items, sizeof block);
  void *moved = pith__memory_resize(memory, block, *capacity * size,
                                    (size_t)wanted * size);
  if (!moved)
    return false;
  memcpy(items, &moved, sizeof moved);
  *capacity = (uint32_t)wanted;
  return true;
}
