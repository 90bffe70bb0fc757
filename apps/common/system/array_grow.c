/* array_grow.c: see the header. */
#include "common/system/array_grow.h"

#include <stdint.h>
#include <stdlib.h>

enum { FIRST = 16 };

void *
array_grow(void *items, size_t count, size_t *capacity, size_t size)
{
  if (count < *capacity)
    return items;
  if (*capacity > (SIZE_MAX / size - FIRST) / 2)
    return NULL;
  size_t wanted = *capacity * 2 + FIRST;
  void *moved = realloc(items, wanted * size);
  if (moved)
    *capacity = wanted;
  return moved;
}
