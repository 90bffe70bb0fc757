/*
 * The first 16 bytes of a name in one look: where it ends, and its letters
 * folded to lower case in two little-endian words padded with zeros.
 *
 * "Ends" errs on the safe side: any byte up to the space counts, so a control
 * character inside a name stops here too and the caller takes the long way.
 */
#ifndef PITH_BASE_SIMD_NAME_H
#define PITH_BASE_SIMD_NAME_H

#include "base/simd.h"

typedef struct pith_name16 {
  uint64_t low;
  uint64_t high;
  uint32_t len; /* 16 when no end was seen */
  bool upper;   /* it had upper-case letters */
} pith_name16;

#if PITH_X86_64

/* Reads 16 bytes at p. `equals_ends` is a constant at every call. */
static PITH_ALWAYS_INLINE pith_name16
pith__name16(const char *p, bool equals_ends)
{
  /* keep + 16 - n has n bytes of ones, then zeros. */
  static const uint8_t keep[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                   255, 255, 255, 255, 255, 255, 255, 255};
  __m128i bytes = pith__block_load(p);
  __m128i space = _mm_set1_epi8(' ');
  __m128i ends =
      pith__block_or(_mm_cmpeq_epi8(_mm_min_epu8(bytes, space), bytes),
                     pith__block_or(pith__block_equal(bytes, '/'),
                                    pith__block_equal(bytes, '>')));
  if (equals_ends)
    ends = pith__block_or(ends, pith__block_equal(bytes, '='));

  pith_name16 name;
  name.len =
      (uint32_t)__builtin_ctz((unsigned)_mm_movemask_epi8(ends) | 0x10000u);
  __m128i kept = pith__block_load((const char *)keep + 16 - name.len);
  __m128i upper = _mm_and_si128(
      kept, _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8('A' - 1)),
                          _mm_cmplt_epi8(bytes, _mm_set1_epi8('Z' + 1))));
  __m128i folded =
      _mm_or_si128(_mm_and_si128(bytes, kept), _mm_and_si128(upper, space));
  name.upper = _mm_movemask_epi8(upper) != 0;
  name.low = (uint64_t)_mm_cvtsi128_si64(folded);
  name.high = (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(folded, folded));
  return name;
}

#else

static inline pith_name16
pith__name16(const char *p, bool equals_ends)
{
  pith_name16 name = {0, 0, 0, false};
  for (; name.len < 16; name.len++) {
    unsigned char c = (unsigned char)p[name.len];
    if (c <= ' ' || c == '/' || c == '>' || (equals_ends && c == '='))
      break;
    if (c >= 'A' && c <= 'Z') {
      c |= 0x20;
      name.upper = true;
    }
    uint64_t shifted = (uint64_t)c << (name.len % 8 * 8);
    if (name.len < 8)
      name.low |= shifted;
    else
      name.high |= shifted;
  }
  return name;
}

#endif

#endif
