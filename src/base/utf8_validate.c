/*
 * The slow paths of UTF-8 validation and the choice between all of them.
 *
 * The slow paths read sequence by sequence (Unicode standard, table "Well-
 * Formed UTF-8 Byte Sequences"); runs of ASCII are skipped in blocks. They are
 * also what the fast paths fall back on for the last few bytes, and to find
 * the place of an error that a block is known to hold.
 *
 * The processor is checked at every call. That is one load and one test, and it
 * spares the library a global variable.
 */
#include "base/utf8_validate.h"

#include <stdint.h>
#include <string.h>

#if PITH_X86_64
#include <emmintrin.h>
#endif

static bool
is_continuation(char c)
{
  return ((unsigned char)c & 0xC0) == 0x80;
}

/* Second bytes have narrower ranges behind some lead bytes. */
static bool
in_range(char c, unsigned first, unsigned last)
{
  return (unsigned char)c >= first && (unsigned char)c <= last;
}

/* E0 would be overlong below A0; ED would be a surrogate above 9F. */
static size_t
sequence_of_three(const char *data, size_t len)
{
  unsigned char lead = (unsigned char)data[0];
  unsigned first = lead == 0xE0 ? 0xA0 : 0x80;
  unsigned last = lead == 0xED ? 0x9F : 0xBF;
  return len >= 3 && in_range(data[1], first, last) && is_continuation(data[2])
             ? 3
             : 0;
}

/* F0 would be overlong below 90; F4 is above U+10FFFF from 90 on. */
static size_t
sequence_of_four(const char *data, size_t len)
{
  unsigned char lead = (unsigned char)data[0];
  unsigned first = lead == 0xF0 ? 0x90 : 0x80;
  unsigned last = lead == 0xF4 ? 0x8F : 0xBF;
  return len >= 4 && in_range(data[1], first, last) &&
                 is_continuation(data[2]) && is_continuation(data[3])
             ? 4
             : 0;
}

/* Length of the sequence at `data`, 0 when it is malformed or cut off. */
size_t
pith__utf8_sequence(const char *data, size_t len)
{
  unsigned char lead = (unsigned char)data[0];
  if (lead < 0x80)
    return 1;
  if (lead < 0xC2)
    return 0;
  if (lead < 0xE0)
    return len >= 2 && is_continuation(data[1]) ? 2 : 0;
  if (lead < 0xF0)
    return sequence_of_three(data, len);
  return lead < 0xF5 ? sequence_of_four(data, len) : 0;
}

/* Eight bytes at a time: the top bits of all of them are tested together. */
static size_t
ascii_prefix_portable(const char *data, size_t len)
{
  size_t i = 0;
  for (; i + 8 <= len; i += 8) {
    uint64_t word;
    memcpy(&word, data + i, 8);
    if (word & 0x8080808080808080u)
      break;
  }
  while (i < len && (unsigned char)data[i] < 0x80)
    i++;
  return i;
}

/* ASCII in long steps, everything else sequence by sequence. */
size_t
pith__utf8_valid_portable(const char *data, size_t len)
{
  size_t i = 0;
  while (i < len) {
    if ((unsigned char)data[i] < 0x80) {
      i += ascii_prefix_portable(data + i, len - i);
      continue;
    }
    size_t length = pith__utf8_sequence(data + i, len - i);
    if (length == 0)
      return i;
    i += length;
  }
  return len;
}

#if PITH_X86_64

/* 64 bytes a round: pages are mostly ASCII. */
static size_t
ascii_prefix_sse2(const char *data, size_t len)
{
  size_t i = 0;
  for (; i + 64 <= len; i += 64) {
    const __m128i *at = (const __m128i *)(const void *)(data + i);
    __m128i ab = _mm_or_si128(_mm_loadu_si128(at), _mm_loadu_si128(at + 1));
    __m128i cd = _mm_or_si128(_mm_loadu_si128(at + 2), _mm_loadu_si128(at + 3));
    if (_mm_movemask_epi8(_mm_or_si128(ab, cd)))
      break;
  }
  for (; i + 16 <= len; i += 16) {
    __m128i a = _mm_loadu_si128((const __m128i *)(const void *)(data + i));
    int high = _mm_movemask_epi8(a);
    if (high)
      return i + (size_t)__builtin_ctz((unsigned)high);
  }
  return i + ascii_prefix_portable(data + i, len - i);
}

size_t
pith__utf8_valid_sse2(const char *data, size_t len)
{
  size_t i = 0;
  while (i < len) {
    if ((unsigned char)data[i] < 0x80) {
      i += ascii_prefix_sse2(data + i, len - i);
      continue;
    }
    size_t length = pith__utf8_sequence(data + i, len - i);
    if (length == 0)
      return i;
    i += length;
  }
  return len;
}

#endif

size_t
pith__ascii_prefix(const char *data, size_t len)
{
#if PITH_X86_64
  return ascii_prefix_sse2(data, len);
#else
  return ascii_prefix_portable(data, len);
#endif
}

/* The best path of this processor. */
size_t
pith__utf8_valid_prefix(const char *data, size_t len)
{
#if PITH_X86_64
  if (__builtin_cpu_supports("avx2"))
    return pith__utf8_valid_avx2(data, len);
  return pith__utf8_valid_sse2(data, len);
#elif PITH_ARM64
  return pith__utf8_valid_neon(data, len);
#else
  return pith__utf8_valid_portable(data, len);
#endif
}
