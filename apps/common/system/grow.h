/* grow.h: arrays that get longer, in all programs.
 *
 *     if (!GROW(list->items, list->capacity, list->count + 1))
 *       return false;                       nothing has changed
 *     list->items[list->count++] = item;    *capacity* counts items
 *
 * An array starts as NULL with capacity 0 and is released by free(). It grows
 * by half of itself, so that the sum of all moves stays linear.
 */
#ifndef SHARED_GROW_H
#define SHARED_GROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Make room for `need` items in an array. `items` is the pointer variable
 * itself and `capacity` the size_t beside it. False, with nothing changed, when
 * memory ends or `need` is above the ceiling, GROW_MOST items if none is
 * given. */
#define GROW(items, capacity, need) GROW_UP_TO(items, capacity, need, GROW_MOST)
#define GROW_UP_TO(items, capacity, need, ceiling)                             \
  grow_array(&(items), &(capacity), (need), (ceiling), sizeof *(items))

/* Make room for `need` items whose old values are not wanted. */
#define RENEW(items, capacity, need)                                           \
  renew_array(&(items), &(capacity), (need), sizeof *(items))

/* More items than this are a sign of an error, or of an attack. */
#define GROW_MOST ((size_t)UINT32_MAX)

/* What the macros call: `items` is the address of the array's pointer. */
bool grow_array(void *items, size_t *capacity, size_t need, size_t ceiling,
                size_t size);
bool renew_array(void *items, size_t *capacity, size_t need, size_t size);

#endif
