/*
 * See simd_quads.h. Leaves are kept as two tables of sixteen bytes, their lower
 * and their upper halves, because that is what a shuffle looks up.
 */
#include "base/simd_quads.h"

#if PITH_X86_64

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

typedef struct leaf_table {
  __m256i lower;
  __m256i upper;
} leaf_table;

AVX2 static inline leaf_table
read_leaves(const int16_t *leaves)
{
  const __m128i *at = (const __m128i *)(const void *)leaves;
  __m128i first = _mm_loadu_si128(at), second = _mm_loadu_si128(at + 1);
  __m128i byte = _mm_set1_epi16(0xFF);
  __m128i lower =
      _mm_packus_epi16(_mm_and_si128(first, byte), _mm_and_si128(second, byte));
  __m128i upper =
      _mm_packus_epi16(_mm_srli_epi16(first, 8), _mm_srli_epi16(second, 8));
  leaf_table table = {_mm256_broadcastsi128_si256(lower),
                      _mm256_broadcastsi128_si256(upper)};
  return table;
}

/* The numbers of the leaves of 32 rows. What is above the limit is not 0 when
 * the limit is taken off. */
AVX2 static inline __m256i
ask(const pith_quad *quad, uint32_t from)
{
  __m256i answers = _mm256_setzero_si256();
  for (int q = 0; q < 4; q++) {
    __m256i rows = _mm256_loadu_si256(
        (const __m256i *)(const void *)(quad->columns[q] + from));
    __m256i rest =
        _mm256_subs_epu8(rows, _mm256_set1_epi8((char)quad->above[q]));
    __m256i no = _mm256_cmpeq_epi8(rest, _mm256_setzero_si256());
    __m256i bit = _mm256_set1_epi8((char)(1 << q));
    answers = _mm256_or_si256(answers, _mm256_andnot_si256(no, bit));
  }
  return answers;
}

AVX2 static inline void
add_eight(int32_t *scores, __m128i sums)
{
  __m256i *at = (__m256i *)(void *)scores;
  _mm256_storeu_si256(at, _mm256_add_epi32(_mm256_loadu_si256(at),
                                           _mm256_cvtepi16_epi32(sums)));
}

/* Shuffles and unpacks stay within halves of 16 bytes: rows 0 to 7 and 16 to 23
 * come out in `even`, the others in `odd`. */
AVX2 void
pith__quads_add(const pith_quad *quads, uint32_t count, int32_t *scores)
{
  leaf_table tables[PITH_QUADS];
  for (int t = 0; t < PITH_QUADS; t++)
    tables[t] = read_leaves(quads[t].leaves);
  for (uint32_t from = 0; from < count; from += PITH_QUAD_ROWS) {
    __m256i even = _mm256_setzero_si256(), odd = even;
    for (int t = 0; t < PITH_QUADS; t++) {
      __m256i leaf = ask(&quads[t], from);
      __m256i lower = _mm256_shuffle_epi8(tables[t].lower, leaf);
      __m256i upper = _mm256_shuffle_epi8(tables[t].upper, leaf);
      even = _mm256_add_epi16(even, _mm256_unpacklo_epi8(lower, upper));
      odd = _mm256_add_epi16(odd, _mm256_unpackhi_epi8(lower, upper));
    }
    add_eight(scores + from, _mm256_castsi256_si128(even));
    add_eight(scores + from + 8, _mm256_castsi256_si128(odd));
    add_eight(scores + from + 16, _mm256_extracti128_si256(even, 1));
    add_eight(scores + from + 24, _mm256_extracti128_si256(odd, 1));
  }
}

#else

void
pith__quads_add(const pith_quad *quads, uint32_t count, int32_t *scores)
{
  (void)quads;
  (void)count;
  (void)scores;
}

#endif
