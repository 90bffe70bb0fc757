/*
 * The long half of scan.h. On x86-64 the loop exists twice: with AVX2 where
 * the processor has it, and with the blocks of simd.h. Both give the same
 * answer; tests compare them byte for byte.
 */
#include "base/scan.h"

/* Byte by byte: only called for runs that are known to hold something, or
 * are short. */
unsigned
pith__scan_seen(const char *p, const char *end)
{
  unsigned seen = 0;
  for (; p < end; p++) {
    seen |= *p == '&' ? PITH_SEEN_AMP : 0u;
    seen |= *p == '\0' ? PITH_SEEN_NUL : 0u;
    seen |= *p == '\r' ? PITH_SEEN_CR : 0u;
  }
  return seen;
}

/* The portable loop, and the tail of the fast one. */
static const char *
scan_blocks(const char *p, const char *end, char stop, unsigned *seen)
{
  for (; end - p >= PITH_BLOCK_BYTES; p += PITH_BLOCK_BYTES) {
    pith_block block = pith__block_load(p);
    uint64_t hits = pith__block_mask(pith__block_equal(block, stop));
    uint64_t special = pith__block_mask(pith__block_special(block));
    const char *to = p + (hits ? pith__mask_first(hits) : PITH_BLOCK_BYTES);
    if (special)
      *seen |= pith__scan_seen(p, to);
    if (hits)
      return to;
  }
  const char *start = p;
  while (p < end && *p != stop)
    p++;
  *seen |= pith__scan_seen(start, p);
  return p;
}

#if PITH_X86_64

#include <immintrin.h>

/* The hits of a vector of comparison results, as bits. */
__attribute__((target("avx2"))) static inline unsigned
lane_bits(__m256i lanes)
{
  return (unsigned)_mm256_movemask_epi8(lanes);
}

/* Hits end the loop; special bytes are only gathered, and looked at once at
 * the end. Of the last block only what is before the hit counts: `hits - 1 &
 * ~hits` are the bits below the first one. */
__attribute__((target("avx2"))) static const char *
scan_avx2(const char *p, const char *end, char stop, unsigned *seen)
{
  const __m256i stops = _mm256_set1_epi8(stop);
  const __m256i ampersand = _mm256_set1_epi8('&');
  const __m256i carriage = _mm256_set1_epi8('\r');
  const __m256i zero = _mm256_setzero_si256();
  __m256i amp = zero;
  __m256i nul = zero;
  __m256i cr = zero;
  unsigned hits = 0;
  for (; end - p >= 32; p += 32) {
    __m256i block = _mm256_loadu_si256((const __m256i *)(const void *)p);
    hits = lane_bits(_mm256_cmpeq_epi8(block, stops));
    if (hits)
      break;
    amp = _mm256_or_si256(amp, _mm256_cmpeq_epi8(block, ampersand));
    nul = _mm256_or_si256(nul, _mm256_cmpeq_epi8(block, zero));
    cr = _mm256_or_si256(cr, _mm256_cmpeq_epi8(block, carriage));
  }
  *seen |= (lane_bits(amp) ? PITH_SEEN_AMP : 0u) |
           (lane_bits(nul) ? PITH_SEEN_NUL : 0u) |
           (lane_bits(cr) ? PITH_SEEN_CR : 0u);
  if (!hits)
    return scan_blocks(p, end, stop, seen);

  __m256i block = _mm256_loadu_si256((const __m256i *)(const void *)p);
  __m256i special =
      _mm256_or_si256(_mm256_cmpeq_epi8(block, ampersand),
                      _mm256_or_si256(_mm256_cmpeq_epi8(block, zero),
                                      _mm256_cmpeq_epi8(block, carriage)));
  const char *hit = p + __builtin_ctz(hits);
  if (lane_bits(special) & (hits - 1) & ~hits)
    *seen |= pith__scan_seen(p, hit);
  return hit;
}

#endif

/* Short runs are not worth a test of the processor. */
const char *
pith__scan_long(const char *p, const char *end, char stop, unsigned *seen)
{
#if PITH_X86_64
  if (end - p >= 32 && __builtin_cpu_supports("avx2"))
    return scan_avx2(p, end, stop, seen);
#endif
  return scan_blocks(p, end, stop, seen);
}

const char *
pith__scan_either(const char *p, const char *end, char a, char b)
{
  for (; end - p >= PITH_BLOCK_BYTES; p += PITH_BLOCK_BYTES) {
    pith_block block = pith__block_load(p);
    uint64_t hits = pith__block_mask(pith__block_or(
        pith__block_equal(block, a), pith__block_equal(block, b)));
    if (hits)
      return p + pith__mask_first(hits);
  }
  while (p < end && *p != a && *p != b)
    p++;
  return p;
}
