/*
 * What words, and the ends of sentences, are made of, for sixteen bytes of
 * ASCII at once: a bit for each byte, the first lowest.
 *
 *     I said "3.50".     word  1011110011011000   letters, digits, underscores
 *                        stop  0000000000100010   . ! ?
 *                        shut  0000000100000100   " ' ) ]
 *                        high                     bytes beyond ASCII
 *
 * Without SSE2 the bits are found one by one.
 */
#ifndef PITH_BASE_SIMD_WORDS_H
#define PITH_BASE_SIMD_WORDS_H

#include "base/compiler.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct pith_word_bits {
  uint64_t word;
  uint64_t stop;
  uint64_t shut;
  uint64_t high;
} pith_word_bits;

#if PITH_X86_64

#include <emmintrin.h>

#define PITH_WORD_BYTES 16

/* Whether each byte is one of `count` from `first` on. */
static PITH_ALWAYS_INLINE __m128i
pith__bytes_from(__m128i bytes, char first, char count)
{
  __m128i moved = _mm_add_epi8(bytes, _mm_set1_epi8((char)(-128 - first)));
  return _mm_cmplt_epi8(moved, _mm_set1_epi8((char)(-128 + count)));
}

static PITH_ALWAYS_INLINE __m128i
pith__bytes_two(__m128i bytes, char a, char b)
{
  return _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(a)),
                      _mm_cmpeq_epi8(bytes, _mm_set1_epi8(b)));
}

static PITH_ALWAYS_INLINE uint64_t
pith__bytes_mask(__m128i lanes, unsigned shift)
{
  return (uint64_t)(unsigned)_mm_movemask_epi8(lanes) << shift;
}

/* Add the bits of sixteen bytes, `shift` places up. */
static PITH_ALWAYS_INLINE void
pith__word_bits_add(pith_word_bits *bits, __m128i bytes, unsigned shift)
{
  __m128i lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
  __m128i word = _mm_or_si128(_mm_or_si128(pith__bytes_from(lower, 'a', 26),
                                           pith__bytes_from(bytes, '0', 10)),
                              _mm_cmpeq_epi8(bytes, _mm_set1_epi8('_')));
  __m128i stop = _mm_or_si128(pith__bytes_two(bytes, '.', '!'),
                              _mm_cmpeq_epi8(bytes, _mm_set1_epi8('?')));
  __m128i shut = _mm_or_si128(pith__bytes_two(bytes, '"', '\''),
                              pith__bytes_two(bytes, ')', ']'));
  bits->word |= pith__bytes_mask(word, shift);
  bits->stop |= pith__bytes_mask(stop, shift);
  bits->shut |= pith__bytes_mask(shut, shift);
  bits->high |= pith__bytes_mask(bytes, shift);
}

static PITH_ALWAYS_INLINE uint64_t
pith__bytes_eight(const char *p)
{
  uint64_t word;
  memcpy(&word, p, sizeof word);
  return word;
}

/* Fewer than sixteen bytes, and nothing behind them: zeros fill up. */
static PITH_ALWAYS_INLINE __m128i
pith__bytes_few(const char *p, size_t len)
{
  uint64_t low = 0, high = 0;
  if (len >= 8) {
    low = pith__bytes_eight(p);
    high = len == 8 ? 0 : pith__bytes_eight(p + len - 8) >> (128 - 8 * len);
  } else if (len >= 4) {
    uint32_t first, last;
    memcpy(&first, p, sizeof first);
    memcpy(&last, p + len - 4, sizeof last);
    low = first | (uint64_t)last << (8 * len - 32);
  } else {
    for (size_t i = 0; i < len; i++)
      low |= (uint64_t)(unsigned char)p[i] << (8 * i);
  }
  return _mm_set_epi64x((long long)high, (long long)low);
}

/* The bits of the first `len` bytes at p, at most 64. */
static PITH_ALWAYS_INLINE pith_word_bits
pith__word_bits(const char *p, size_t len)
{
  pith_word_bits bits = {0, 0, 0, 0};
  size_t at = 0;
  for (; at + PITH_WORD_BYTES <= len; at += PITH_WORD_BYTES)
    pith__word_bits_add(
        &bits, _mm_loadu_si128((const __m128i *)(const void *)(p + at)),
        (unsigned)at);
  if (at < len)
    pith__word_bits_add(&bits, pith__bytes_few(p + at, len - at), (unsigned)at);
  return bits;
}

/* A bit for each of sixteen bytes that is white space. */
static PITH_ALWAYS_INLINE unsigned
pith__blank_bits(__m128i bytes)
{
  __m128i line = _mm_or_si128(pith__bytes_two(bytes, '\n', '\t'),
                              pith__bytes_two(bytes, '\r', '\f'));
  return (unsigned)_mm_movemask_epi8(
      _mm_or_si128(line, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(' '))));
}

/* Whether `len` bytes are all white space. */
static PITH_ALWAYS_INLINE bool
pith__all_blank(const char *p, size_t len)
{
  enum { ALL = (1 << PITH_WORD_BYTES) - 1 };
  if (len > 0 && (unsigned char)*p > ' ')
    return false; /* most of what is not blank does not begin so either */
  for (; len >= PITH_WORD_BYTES; p += PITH_WORD_BYTES, len -= PITH_WORD_BYTES)
    if (pith__blank_bits(_mm_loadu_si128((const __m128i *)(const void *)p)) !=
        ALL)
      return false;
  unsigned rest = (1u << len) - 1;
  return (pith__blank_bits(pith__bytes_few(p, len)) & rest) == rest;
}

#else

static inline bool
pith__byte_is_word(unsigned char c)
{
  return (unsigned char)((c | 0x20) - 'a') < 26 ||
         (unsigned char)(c - '0') < 10 || c == '_';
}

static inline pith_word_bits
pith__word_bits(const char *p, size_t len)
{
  pith_word_bits bits = {0, 0, 0, 0};
  for (size_t i = 0; i < len; i++) {
    unsigned char c = (unsigned char)p[i];
    bits.word |= (uint64_t)pith__byte_is_word(c) << i;
    bits.stop |= (uint64_t)(c == '.' || c == '!' || c == '?') << i;
    bits.shut |= (uint64_t)(c == '"' || c == '\'' || c == ')' || c == ']') << i;
    bits.high |= (uint64_t)(c >= 0x80) << i;
  }
  return bits;
}

static inline bool
pith__all_blank(const char *p, size_t len)
{
  for (size_t i = 0; i < len; i++)
    if (p[i] != ' ' && p[i] != '\n' && p[i] != '\t' && p[i] != '\r' &&
        p[i] != '\f')
      return false;
  return true;
}

#endif

#endif
