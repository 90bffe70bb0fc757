/* array_grow.h: arrays that get one item after the other. */
#ifndef SHARED_ARRAY_GROW_H
#define SHARED_ARRAY_GROW_H

#include <stddef.h>

/* Room for one more item of `size` bytes behind `count` of them; the array is
 * doubled when it is full. Gives the array, which may have moved, to be freed;
 * NULL when memory ends, and all is as it was. */
void *array_grow(void *items, size_t count, size_t *capacity, size_t size);

#endif
