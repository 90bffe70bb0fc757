/* sorted.h: a range of equal items in a sorted array.
 *
 *     items   a b b b c          key b  ──►  first 1, count 3
 *
 * bsearch() finds some item; this finds where the equal ones begin, also when
 * there is none: there a new one would go.
 */
#ifndef SHARED_SORTED_H
#define SHARED_SORTED_H

#include <stddef.h>

/* Compares an item with a key: below 0, 0 or above. */
typedef int (*sorted_order)(const void *item, const void *key);

/* The first item that is not below the key: its number, `count` for none. */
size_t sorted_first(const void *items, size_t count, size_t size,
                    const void *key, sorted_order order);

/* The same, and in *found how many items from there on equal the key. */
size_t sorted_range(const void *items, size_t count, size_t size,
                    const void *key, sorted_order order, size_t *found);

/* Orders for qsort() and the functions above: of numbers and of texts (items
 * are char *), or of structs that begin with one. */
int order_uint32(const void *a, const void *b);
int order_uint64(const void *a, const void *b);
int order_int64(const void *a, const void *b);
int order_texts(const void *a, const void *b);

#endif
