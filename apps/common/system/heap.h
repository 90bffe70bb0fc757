/* Order kept in an array while items come and go: a binary heap over the
 * caller's own array, whatever its items are.
 *
 *             0            items[0] comes before all others;
 *           1   2          the children of i are 2i+1 and 2i+2
 *          3 4 5 6
 *
 * To add an item, store it behind the last and let it rise. To take the first,
 * move the last to its place and let it sink. Both cost log n comparisons. */
#ifndef COMMON_SYSTEM_HEAP_H
#define COMMON_SYSTEM_HEAP_H

#include <stdbool.h>
#include <stddef.h>

#define HEAP_ITEM_MOST 64 /* bytes of an item */

typedef struct item_heap {
  void *items; /* borrowed */
  size_t size; /* of an item */
  bool (*before)(void *context, const void *one, const void *other);
  void *context; /* borrowed */
} item_heap;

/* The item at `at` moves towards the top. */
void heap_rise(const item_heap *heap, size_t at);

/* The item at the top moves down, among `count` items. */
void heap_sink(const item_heap *heap, size_t count);

#endif
