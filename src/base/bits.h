/*
 * Counting bits, the same on every compiler and processor.
 */
#ifndef PITH_BASE_BITS_H
#define PITH_BASE_BITS_H

#include <stdint.h>

/* How many bits of a word are set. Pairs, then fours, then bytes are summed
 * side by side; the product adds the bytes up in the highest one. */
static inline uint32_t
pith__count_bits(uint64_t bits)
{
  bits -= bits >> 1 & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return (uint32_t)(bits * 0x0101010101010101u >> 56);
}

#endif
