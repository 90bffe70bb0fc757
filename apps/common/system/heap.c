/* A binary heap; see heap.h. Items are moved as bytes, so one piece of code
 * serves arrays of any type. */
#include "common/system/heap.h"

#include <assert.h>
#include <string.h>

static char *
item(const item_heap *heap, size_t at)
{
  return (char *)heap->items + at * heap->size;
}

static bool
is_before(const item_heap *heap, size_t one, size_t other)
{
  return heap->before(heap->context, item(heap, one), item(heap, other));
}

static void
swap(const item_heap *heap, size_t one, size_t other)
{
  char held[HEAP_ITEM_MOST];
  assert(heap->size <= sizeof held);
  memcpy(held, item(heap, one), heap->size);
  memcpy(item(heap, one), item(heap, other), heap->size);
  memcpy(item(heap, other), held, heap->size);
}

void
heap_rise(const item_heap *heap, size_t at)
{
  for (; at > 0 && is_before(heap, at, (at - 1) / 2); at = (at - 1) / 2)
    swap(heap, at, (at - 1) / 2);
}

/* The earlier of the children goes up, so that it is before its sibling. */
void
heap_sink(const item_heap *heap, size_t count)
{
  for (size_t at = 0, first = 0;; at = first) {
    for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < count;
         child++)
      if (is_before(heap, child, first))
        first = child;
    if (first == at)
      return;
    swap(heap, at, first);
  }
}
