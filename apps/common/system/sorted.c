/* sorted.c: see the header. Halving; what is below the key is always before
 * `low`, what is not is from `high` on.
 */
#include "common/system/sorted.h"

#include <stdint.h>
#include <string.h>

size_t
sorted_first(const void *items, size_t count, size_t size, const void *key,
             sorted_order order)
{
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (order((const char *)items + middle * size, key) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

size_t
sorted_range(const void *items, size_t count, size_t size, const void *key,
             sorted_order order, size_t *found)
{
  size_t first = sorted_first(items, count, size, key, order), end = first;
  while (end < count && order((const char *)items + end * size, key) == 0)
    end++;
  *found = end - first;
  return first;
}

/* By comparison, not by difference: that could overflow. */
#define ORDER(name, type)                                                      \
  int name(const void *a, const void *b)                                       \
  {                                                                            \
    type one = *(const type *)a, two = *(const type *)b;                       \
    return (one > two) - (one < two);                                          \
  }
ORDER(order_uint32, uint32_t)
ORDER(order_uint64, uint64_t)
ORDER(order_int64, int64_t)

/* By bytes, the same in every locale. */
int
order_texts(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}
