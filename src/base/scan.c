/*
 * The long half of scan.h. On x86-64 the loop exists twice: with AVX2, 64
 * bytes a round, where the processor has it, and with the blocks of simd.h.
 * Both give the same answer; tests compare them byte for byte.
 */
#include "base/scan.h"

static const char *
scan_bytes(const char *p, const char *end, char stop, bool *dirty)
{
  for (; p < end && *p != stop; p++)
    if (*p == '&' || *p == '\0' || *p == '\r')
      *dirty = true;
  return p;
}

static const char *
scan_blocks(const char *p, const char *end, char stop, bool *dirty)
{
  for (; end - p >= PITH_BLOCK_BYTES; p += PITH_BLOCK_BYTES) {
    pith_block block = pith__block_load(p);
    uint64_t hits = pith__block_mask(pith__block_equal(block, stop));
    uint64_t changes = pith__block_mask(
        pith__block_or(pith__block_equal(block, '&'),
                       pith__block_or(pith__block_equal(block, '\0'),
                                      pith__block_equal(block, '\r'))));
    if (hits) {
      if (pith__mask_below(changes, hits))
        *dirty = true;
      return p + pith__mask_first(hits);
    }
    if (changes)
      *dirty = true;
  }
  return scan_bytes(p, end, stop, dirty);
}

#if PITH_X86_64

#include <immintrin.h>

__attribute__((target("avx2"))) static const char *
scan_avx2(const char *p, const char *end, char stop, bool *dirty)
{
  const __m256i stops = _mm256_set1_epi8(stop);
  const __m256i ampersand = _mm256_set1_epi8('&');
  const __m256i zero = _mm256_setzero_si256();
  const __m256i carriage = _mm256_set1_epi8('\r');
  for (; end - p >= 32; p += 32) {
    __m256i block = _mm256_loadu_si256((const __m256i *)(const void *)p);
    __m256i changes =
        _mm256_or_si256(_mm256_cmpeq_epi8(block, ampersand),
                        _mm256_or_si256(_mm256_cmpeq_epi8(block, zero),
                                        _mm256_cmpeq_epi8(block, carriage)));
    unsigned hits =
        (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(block, stops));
    unsigned change_bits = (unsigned)_mm256_movemask_epi8(changes);
    if (hits) {
      if (change_bits & ((hits & (~hits + 1)) - 1))
        *dirty = true;
      return p + __builtin_ctz(hits);
    }
    if (change_bits)
      *dirty = true;
  }
  return scan_blocks(p, end, stop, dirty);
}

#endif

const char *
pith__scan_long(const char *p, const char *end, char stop, bool *dirty)
{
#if PITH_X86_64
  if (end - p >= 32 && __builtin_cpu_supports("avx2"))
    return scan_avx2(p, end, stop, dirty);
#endif
  return scan_blocks(p, end, stop, dirty);
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
