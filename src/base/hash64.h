/*
 * A 64-bit hash of bytes and of numbers. It is part of the site model's file
 * format, so it is the same on every machine and in every version; it is not
 * meant to keep secrets.
 *
 * The bytes are taken sixteen at a time as two little-endian words; each pair
 * is multiplied to 128 bits and both halves are kept (a fold), which spreads
 * every bit over the whole result.
 */
#ifndef PITH_BASE_HASH64_H
#define PITH_BASE_HASH64_H

#include <stddef.h>
#include <stdint.h>

/* Odd numbers without a pattern: the fraction of the square roots of 2, 3, 5
 * and 7, last bit set. */
#define PITH_HASH64_A 0x6A09E667F3BCC909u
#define PITH_HASH64_B 0xBB67AE8584CAA73Bu
#define PITH_HASH64_C 0x3C6EF372FE94F82Bu
#define PITH_HASH64_D 0xA54FF53A5F1D36F1u

/* Four and eight bytes as a number, the first byte lowest; at any address. */
static inline uint64_t
pith__bytes4(const char *p)
{
  const unsigned char *b = (const unsigned char *)p;
  return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 |
         (uint64_t)b[3] << 24;
}

static inline uint64_t
pith__bytes8(const char *p)
{
  return pith__bytes4(p) | pith__bytes4(p + 4) << 32;
}

/* The product of two words, its halves put together. */
static inline uint64_t
pith__hash64_fold(uint64_t a, uint64_t b)
{
  __extension__ unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Two numbers to one; the order matters. */
static inline uint64_t
pith__hash64_pair(uint64_t a, uint64_t b)
{
  return pith__hash64_fold(a ^ PITH_HASH64_A, b ^ PITH_HASH64_B) ^
         pith__hash64_fold(b + PITH_HASH64_C, PITH_HASH64_D);
}

/* The hash of some bytes; `seed` separates kinds of keys. */
uint64_t pith__hash64(const char *data, size_t len, uint64_t seed);

#endif
