/*
 * UTF-8 validation, 64 bytes a round with AVX2. Bytes in, length of the valid
 * prefix out; see utf8_classes.h for how a pair of bytes is classified.
 *
 * A round needs the three bytes before it. A block of pure ASCII after a block
 * of pure ASCII needs nothing at all, which is most of what web pages are made
 * of. When a round finds an error, the slow path starts at the last character
 * that began before the round and names the exact byte.
 */
#include "base/utf8_validate.h"

#if PITH_X86_64

#include "base/utf8_classes.h"

#include <immintrin.h>

typedef struct block_tables {
  __m256i first_upper;
  __m256i first_lower;
  __m256i second_upper;
} block_tables;

#define AVX2 __attribute__((target("avx2")))

/* Shuffles look up within 16-byte lanes, so each lane needs the table. */
AVX2 static __m256i
both_lanes(const unsigned char table[16])
{
  const __m128i *at = (const __m128i *)(const void *)table;
  return _mm256_broadcastsi128_si256(_mm_loadu_si128(at));
}

/* There is no shift of bytes; what comes in from the neighbour is masked
 * out. */
AVX2 static __m256i
upper_half(__m256i bytes)
{
  return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
}

/* Non-zero bytes where `bytes` is wrong, given the 32 bytes before. */
AVX2 static inline __m256i
errors_in(const block_tables *tables, __m256i bytes, __m256i before)
{
  /* AVX2 shifts within 16-byte lanes, so the lanes that meet are paired. */
  __m256i joint = _mm256_permute2x128_si256(before, bytes, 0x21);
  __m256i back1 = _mm256_alignr_epi8(bytes, joint, 15);
  __m256i back2 = _mm256_alignr_epi8(bytes, joint, 14);
  __m256i back3 = _mm256_alignr_epi8(bytes, joint, 13);

  __m256i lower = _mm256_and_si256(back1, _mm256_set1_epi8(0x0F));
  __m256i open = _mm256_and_si256(
      _mm256_and_si256(
          _mm256_shuffle_epi8(tables->first_upper, upper_half(back1)),
          _mm256_shuffle_epi8(tables->first_lower, lower)),
      _mm256_shuffle_epi8(tables->second_upper, upper_half(bytes)));

  /* Saturating: the top bit is left only by 0xE0 and above two bytes back, or
   * 0xF0 and above three bytes back. There PAIR must be, elsewhere it must
   * not. */
  __m256i third = _mm256_subs_epu8(back2, _mm256_set1_epi8(0xE0 - 0x80));
  __m256i fourth = _mm256_subs_epu8(back3, _mm256_set1_epi8(0xF0 - 0x80));
  __m256i expected = _mm256_and_si256(_mm256_or_si256(third, fourth),
                                      _mm256_set1_epi8((char)0x80));
  return _mm256_xor_si256(open, expected);
}

/* The tail, and the round with an error, are left to the portable path,
 * which starts at a character that began before. */
AVX2 size_t
pith__utf8_valid_avx2(const char *data, size_t len)
{
  const block_tables tables = {both_lanes(first_upper), both_lanes(first_lower),
                               both_lanes(second_upper)};
  __m256i before = _mm256_setzero_si256();
  bool ascii_before = true;
  size_t i = 0;
  for (; i + 64 <= len; i += 64) {
    const __m256i *at = (const __m256i *)(const void *)(data + i);
    __m256i a = _mm256_loadu_si256(at);
    __m256i b = _mm256_loadu_si256(at + 1);
    bool ascii = _mm256_movemask_epi8(_mm256_or_si256(a, b)) == 0;
    if (!ascii || !ascii_before) {
      __m256i errors = _mm256_or_si256(errors_in(&tables, a, before),
                                       errors_in(&tables, b, a));
      if (!_mm256_testz_si256(errors, errors))
        break;
    }
    before = b;
    ascii_before = ascii;
  }
  size_t restart = pith__utf8_restart(data, i);
  return restart + pith__utf8_valid_portable(data + restart, len - restart);
}

#endif
