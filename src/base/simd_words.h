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

#define PITH_WORD_BYTES 16
#define PITH_WIDE_BYTES 48

typedef struct pith_word_bits {
  uint64_t word;
  uint64_t stop;
  uint64_t shut;
  uint64_t high;
} pith_word_bits;

/* Letters of ASCII among 32 bytes. */
#define PITH_CASE_BYTES 32

typedef struct pith_case_bits {
  uint32_t small;
  uint32_t capital;
} pith_case_bits;

#if PITH_X86_64

#include <emmintrin.h>

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

/* Sixteen bytes at p, of which `len` count and `room` can be read. */
static PITH_ALWAYS_INLINE __m128i
pith__bytes_load(const char *p, size_t len, size_t room)
{
  if (PITH_LIKELY(room >= PITH_WORD_BYTES))
    return _mm_loadu_si128((const __m128i *)(const void *)p);
  return pith__bytes_few(p, len);
}

/* The bits of the first `len` bytes at p, 1 to 64, of `room` that can be read;
 * what the bits behind these are is not said. */
static PITH_ALWAYS_INLINE pith_word_bits
pith__word_bits(const char *p, size_t len, size_t room)
{
  pith_word_bits bits = {0, 0, 0, 0};
  unsigned at = 0;
  if (PITH_UNLIKELY(room < 64)) { /* near the end of the page */
    for (; at < len; at += PITH_WORD_BYTES)
      pith__word_bits_add(&bits, pith__bytes_load(p + at, len - at, room - at),
                          at);
    return bits;
  }
  do {
    pith__word_bits_add(
        &bits, _mm_loadu_si128((const __m128i *)(const void *)(p + at)), at);
    at += PITH_WORD_BYTES;
  } while (at < len);
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

/* Whether `len` bytes, of `room` that can be read, are all white space. */
static PITH_ALWAYS_INLINE bool
pith__all_blank(const char *p, size_t len, size_t room)
{
  for (size_t at = 0; at < len; at += PITH_WORD_BYTES) {
    unsigned blank =
        pith__blank_bits(pith__bytes_load(p + at, len - at, room - at));
    unsigned first = (unsigned)__builtin_ctz(~blank);
    if (first < PITH_WORD_BYTES)
      return at + first >= len;
  }
  return true;
}

/* How many of the sixteen bytes before `end` are the end of a word: letters,
 * digits and bytes beyond ASCII. */
static PITH_ALWAYS_INLINE unsigned
pith__word_run(const char *end)
{
  __m128i bytes =
      _mm_loadu_si128((const __m128i *)(const void *)(end - PITH_WORD_BYTES));
  __m128i lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
  __m128i word =
      _mm_or_si128(_mm_or_si128(pith__bytes_from(lower, 'a', 26), bytes),
                   pith__bytes_from(bytes, '0', 10));
  unsigned others = ~(unsigned)_mm_movemask_epi8(word) << 16 | 0x8000;
  return (unsigned)__builtin_clz(others);
}

/* How many of the sixteen bytes at p are small letters in a row. */
static PITH_ALWAYS_INLINE unsigned
pith__small_run(const char *p)
{
  __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
  return (unsigned)__builtin_ctz(
      ~(unsigned)_mm_movemask_epi8(pith__bytes_from(bytes, 'a', 26)));
}

/* The last `len` of the eight bytes before `end`, at least one, which are of a
 * word, in lower case; zeros behind them. */
static PITH_ALWAYS_INLINE void
pith__word_end(const char *end, unsigned len, char out[8])
{
  uint64_t bytes = pith__bytes_eight(end - 8);
  bytes |= (~bytes & 0x8080808080808080u) >> 2;
  bytes >>= 64 - 8 * len;
  memcpy(out, &bytes, sizeof bytes);
}

/* How many of PITH_WIDE_BYTES at p are ideographs in a row, from U+4000 to
 * U+9FFF: these have three bytes each and begin alike. */
static PITH_ALWAYS_INLINE unsigned
pith__wide_run(const char *p)
{
  const uint64_t firsts = 0x249249249249u; /* every third */
  uint64_t found = 0;
  for (unsigned at = 0; at < PITH_WIDE_BYTES; at += PITH_WORD_BYTES) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(p + at));
    found |=
        pith__bytes_mask(pith__bytes_from(bytes, (char)0xE4, 0xEA - 0xE4), at);
  }
  return (unsigned)__builtin_ctzll((~found & firsts) | (uint64_t)1
                                                           << PITH_WIDE_BYTES);
}

static PITH_ALWAYS_INLINE uint32_t
pith__range_bits(__m128i low, __m128i high, char first)
{
  return (uint32_t)(pith__bytes_mask(pith__bytes_from(low, first, 26), 0) |
                    pith__bytes_mask(pith__bytes_from(high, first, 26), 16));
}

static PITH_ALWAYS_INLINE pith_case_bits
pith__case_bits(const char *p)
{
  __m128i low = _mm_loadu_si128((const __m128i *)(const void *)p);
  __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(p + 16));
  pith_case_bits bits = {pith__range_bits(low, high, 'a'),
                         pith__range_bits(low, high, 'A')};
  return bits;
}

#else

static inline bool
pith__byte_is_word(unsigned char c)
{
  return (unsigned char)((c | 0x20) - 'a') < 26 ||
         (unsigned char)(c - '0') < 10 || c == '_';
}

static inline pith_word_bits
pith__word_bits(const char *p, size_t len, size_t room)
{
  (void)room;
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

static inline unsigned
pith__word_run(const char *end)
{
  unsigned run = 0;
  for (; run < 16; run++) {
    unsigned char c = (unsigned char)end[-1 - (int)run];
    if (c < 0x80 && (c == '_' || !pith__byte_is_word(c)))
      break;
  }
  return run;
}

static inline unsigned
pith__small_run(const char *p)
{
  unsigned run = 0;
  while (run < PITH_WORD_BYTES && p[run] >= 'a' && p[run] <= 'z')
    run++;
  return run;
}

static inline void
pith__word_end(const char *end, unsigned len, char out[8])
{
  memset(out, 0, 8);
  for (unsigned i = 0; i < len; i++) {
    char c = end[(int)i - (int)len];
    out[i] = c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
  }
}

static inline unsigned
pith__wide_run(const char *p)
{
  unsigned run = 0;
  while (run < PITH_WIDE_BYTES && (unsigned char)p[run] >= 0xE4 &&
         (unsigned char)p[run] < 0xEA)
    run += 3;
  return run;
}

static inline pith_case_bits
pith__case_bits(const char *p)
{
  pith_case_bits bits = {0, 0};
  for (unsigned i = 0; i < PITH_CASE_BYTES; i++) {
    bits.small |= (uint32_t)(p[i] >= 'a' && p[i] <= 'z') << i;
    bits.capital |= (uint32_t)(p[i] >= 'A' && p[i] <= 'Z') << i;
  }
  return bits;
}

static inline bool
pith__all_blank(const char *p, size_t len, size_t room)
{
  (void)room;
  for (size_t i = 0; i < len; i++)
    if (p[i] != ' ' && p[i] != '\n' && p[i] != '\t' && p[i] != '\r' &&
        p[i] != '\f')
      return false;
  return true;
}

#endif

#endif
