/*
 * Sorting of many numbers by their upper half, in four passes, whatever they
 * are. Stable: equal upper halves stay in the order they came, so the lower
 * half can number the thing a key belongs to.
 */
#ifndef PITH_BASE_RADIX_H
#define PITH_BASE_RADIX_H

#include <stddef.h>
#include <stdint.h>

/* Sort `items` by their upper 32 bits, rising. `scratch` has the same size and
 * is overwritten. Returns where the result is: in one of the two. */
uint64_t *pith__radix_sort(uint64_t *items, uint64_t *scratch, size_t count);

#endif
