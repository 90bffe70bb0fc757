/*
 * A block of bytes compared at once: 16 with SSE2 or NEON, which every x86-64
 * and arm64 has, 8 in an ordinary register elsewhere. Scanners are written
 * once against these few operations.
 *
 *   block   the bytes
 *   lanes   a block where each byte is all ones (hit) or zero
 *   mask    the hits as bits of an integer, lowest address first; how many
 *           bits a byte has differs, so use pith__mask_first() and _below()
 */
#ifndef PITH_BASE_SIMD_H
#define PITH_BASE_SIMD_H

#include "base/compiler.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if PITH_X86_64

#include <emmintrin.h>

#define PITH_BLOCK_BYTES 16
typedef __m128i pith_block;

static PITH_ALWAYS_INLINE pith_block
pith__block_load(const char *p)
{
  return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static PITH_ALWAYS_INLINE pith_block
pith__block_equal(pith_block block, char c)
{
  return _mm_cmpeq_epi8(block, _mm_set1_epi8(c));
}

static PITH_ALWAYS_INLINE pith_block
pith__block_or(pith_block a, pith_block b)
{
  return _mm_or_si128(a, b);
}

static PITH_ALWAYS_INLINE uint64_t
pith__block_mask(pith_block lanes)
{
  return (uint64_t)(unsigned)_mm_movemask_epi8(lanes);
}

#define PITH_MASK_SHIFT 0

#elif PITH_ARM64

#include <arm_neon.h>

#define PITH_BLOCK_BYTES 16
typedef uint8x16_t pith_block;

static PITH_ALWAYS_INLINE pith_block
pith__block_load(const char *p)
{
  return vld1q_u8((const uint8_t *)p);
}

static PITH_ALWAYS_INLINE pith_block
pith__block_equal(pith_block block, char c)
{
  return vceqq_u8(block, vdupq_n_u8((uint8_t)c));
}

static PITH_ALWAYS_INLINE pith_block
pith__block_or(pith_block a, pith_block b)
{
  return vorrq_u8(a, b);
}

/* Four bits a byte: NEON narrows, but has no movemask. */
static PITH_ALWAYS_INLINE uint64_t
pith__block_mask(pith_block lanes)
{
  uint8x8_t nibbles = vshrn_n_u16(vreinterpretq_u16_u8(lanes), 4);
  return vget_lane_u64(vreinterpret_u64_u8(nibbles), 0);
}

#define PITH_MASK_SHIFT 2

#else

#define PITH_BLOCK_BYTES 8
typedef uint64_t pith_block;

static PITH_ALWAYS_INLINE pith_block
pith__block_load(const char *p)
{
  uint64_t word;
  memcpy(&word, p, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

/* 0x80 in each byte that equals c: the carry of adding 0x7F shows whether the
 * low seven bits are zero, the byte itself has the eighth. */
static PITH_ALWAYS_INLINE pith_block
pith__block_equal(pith_block block, char c)
{
  const uint64_t low = 0x7F7F7F7F7F7F7F7Full;
  uint64_t differs = block ^ (0x0101010101010101ull * (unsigned char)c);
  return ~(((differs & low) + low) | differs | low);
}

static PITH_ALWAYS_INLINE pith_block
pith__block_or(pith_block a, pith_block b)
{
  return a | b;
}

static PITH_ALWAYS_INLINE uint64_t
pith__block_mask(pith_block lanes)
{
  return lanes;
}

#define PITH_MASK_SHIFT 3

#endif

/* The index of the first hit; the mask must not be 0. */
static PITH_ALWAYS_INLINE unsigned
pith__mask_first(uint64_t mask)
{
  return (unsigned)__builtin_ctzll(mask) >> PITH_MASK_SHIFT;
}

/* Whether `mask` has a hit before the first hit of `stop` (not 0). */
static PITH_ALWAYS_INLINE bool
pith__mask_below(uint64_t mask, uint64_t stop)
{
  return (mask & ((stop & (~stop + 1)) - 1)) != 0;
}

#endif
