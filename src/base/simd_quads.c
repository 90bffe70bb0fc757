/*
 * See simd_quads.h. Leaves are kept as two tables of sixteen bytes, their lower
 * and their upper halves, because that is what a shuffle looks up.
 */
#include "base/simd_quads.h"

#if PITH_X86_64

#include <immintrin.h>
#include <stddef.h>

#define AVX2 __attribute__((target("avx2")))

typedef struct leaf_table {
  __m256i lower;
  __m256i upper;
} leaf_table;

/* Sixteen leaves of 16 bits become two tables of sixteen bytes, one copy in
 * each half of the vector. */
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

/* Two times 32 rows are evaluated together: what is looked up for a tree serves
 * for both. */
enum { VECTORS = 2 };

/* No alignment is required. */
AVX2 static inline __m256i
load_rows(const uint8_t *rows)
{
  return _mm256_loadu_si256((const __m256i *)(const void *)rows);
}

/* The numbers of the leaves of 32 rows in each of `count` vectors. A row shows
 * no when the greater of it and the limit is the limit. */
AVX2 static inline void
find_leaves(const pith_quad *quad, uint32_t from, int count, __m256i *leaves)
{
  for (int v = 0; v < count; v++)
    leaves[v] = _mm256_setzero_si256();
  for (int q = 0; q < 4; q++) {
    const uint8_t *rows = quad->columns[q] + from;
    __m256i limit = _mm256_set1_epi8((char)quad->above[q]);
    __m256i bit = _mm256_set1_epi8((char)(1 << q));
    for (int v = 0; v < count; v++) {
      __m256i more =
          _mm256_max_epu8(limit, load_rows(rows + (size_t)v * PITH_QUAD_ROWS));
      __m256i no = _mm256_cmpeq_epi8(more, limit);
      leaves[v] = _mm256_or_si256(leaves[v], _mm256_andnot_si256(no, bit));
    }
  }
}

/* Eight sums of 16 bits are added to eight scores of 32. */
AVX2 static inline void
add_eight(int32_t *scores, __m128i sums)
{
  __m256i *at = (__m256i *)(void *)scores;
  _mm256_storeu_si256(at, _mm256_add_epi32(_mm256_loadu_si256(at),
                                           _mm256_cvtepi16_epi32(sums)));
}

/* Add what 32 rows in each of `count` vectors get. Shuffles and unpacks stay
 * within halves of 16 bytes: rows 0 to 7 and 16 to 23 come out in `even`, the
 * others in `odd`. */
AVX2 static inline void
add_rows(const pith_quad *quads, const leaf_table *tables, uint32_t from,
         int count, int32_t *scores)
{
  __m256i even[VECTORS], odd[VECTORS], leaves[VECTORS];
  for (int v = 0; v < count; v++)
    even[v] = odd[v] = _mm256_setzero_si256();
  for (int t = 0; t < PITH_QUADS; t++) {
    find_leaves(&quads[t], from, count, leaves);
    for (int v = 0; v < count; v++) {
      __m256i lower = _mm256_shuffle_epi8(tables[t].lower, leaves[v]);
      __m256i upper = _mm256_shuffle_epi8(tables[t].upper, leaves[v]);
      even[v] = _mm256_add_epi16(even[v], _mm256_unpacklo_epi8(lower, upper));
      odd[v] = _mm256_add_epi16(odd[v], _mm256_unpackhi_epi8(lower, upper));
    }
  }
  for (int v = 0; v < count; v++) {
    int32_t *at = scores + from + (size_t)v * PITH_QUAD_ROWS;
    add_eight(at, _mm256_castsi256_si128(even[v]));
    add_eight(at + 8, _mm256_castsi256_si128(odd[v]));
    add_eight(at + 16, _mm256_extracti128_si256(even[v], 1));
    add_eight(at + 24, _mm256_extracti128_si256(odd[v], 1));
  }
}

/* 64 rows a round; the last round may be of 32. */
AVX2 void
pith__quads_add(const pith_quad *quads, uint32_t count, int32_t *scores)
{
  leaf_table tables[PITH_QUADS];
  uint32_t from = 0;
  for (int t = 0; t < PITH_QUADS; t++)
    tables[t] = read_leaves(quads[t].leaves);
  for (; from + PITH_QUAD_ROWS < count; from += VECTORS * PITH_QUAD_ROWS)
    add_rows(quads, tables, from, VECTORS, scores);
  if (from < count)
    add_rows(quads, tables, from, 1, scores);
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
