/* grow.c: see the header.
 *
 * The address of a pointer of any type comes in as void *. The pointer is read
 * and written as bytes, so that the compiler's aliasing rules hold whatever
 * its type is.
 */
#include "common/system/grow.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 16 };

bool
grow_array(void *items, size_t *capacity, size_t need, size_t ceiling,
           size_t size)
{
  if (need <= *capacity)
    return true;
  if (need > ceiling || need > SIZE_MAX / size)
    return false;
  size_t wanted = *capacity + *capacity / 2 + FIRST;
  if (wanted < need)
    wanted = need;
  if (wanted > ceiling || wanted > SIZE_MAX / size)
    wanted = need; /* the last items fit exactly */
  void *block;
  memcpy(&block, items, sizeof block);
  block = realloc(block, wanted * size);
  if (!block)
    return false;
  memcpy(items, &block, sizeof block);
  *capacity = wanted;
  return true;
}

/* Freed before the new block is taken, so that both never exist together. */
bool
renew_array(void *items, size_t *capacity, size_t need, size_t size)
{
  if (need <= *capacity)
    return true;
  void *block;
  memcpy(&block, items, sizeof block);
  free(block); /* the old values need not move */
  block = NULL;
  memcpy(items, &block, sizeof block);
  *capacity = 0;
  return grow_array(items, capacity, need, GROW_MOST, size);
}
