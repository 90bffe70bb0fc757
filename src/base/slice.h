/*
 * Small questions about slices and ASCII, for every layer. Nothing here
 * allocates; nothing looks at the locale.
 */
#ifndef PITH_BASE_SLICE_H
#define PITH_BASE_SLICE_H

#include "pith.h"

#include <string.h>

static inline pith_slice
pith__slice(const char *data, size_t len)
{
  pith_slice slice = {data, len};
  return slice;
}

static inline pith_slice
pith__slice_of(const char *text)
{
  return pith__slice(text, strlen(text));
}

static inline bool
pith__slice_equal(pith_slice a, pith_slice b)
{
  return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

/* Whether `text` has `part` at `at`. */
static inline bool
pith__slice_has_at(pith_slice text, size_t at, pith_slice part)
{
  return at <= text.len && part.len <= text.len - at &&
         (part.len == 0 || memcmp(text.data + at, part.data, part.len) == 0);
}

/* The five characters that HTML calls ASCII white space. */
static inline bool
pith__is_space(char c)
{
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

static inline bool
pith__is_letter(char c)
{
  unsigned folded = (unsigned char)c | 0x20u;
  return folded >= 'a' && folded <= 'z';
}

static inline bool
pith__is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static inline char
pith__lower(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* Equal when the case of ASCII letters in `a` is ignored; `b` is lower case. */
static inline bool
pith__slice_equal_folded(pith_slice a, pith_slice b)
{
  if (a.len != b.len)
    return false;
  for (size_t i = 0; i < a.len; i++)
    if (pith__lower(a.data[i]) != b.data[i])
      return false;
  return true;
}

/* The same for a C string in lower case. */
static inline bool
pith__slice_is(pith_slice text, const char *lower)
{
  return pith__slice_equal_folded(text, pith__slice_of(lower));
}

/* Whether `text` begins with `lower`, the case of ASCII letters ignored. */
static inline bool
pith__slice_starts(pith_slice text, const char *lower)
{
  pith_slice start = pith__slice_of(lower);
  return text.len >= start.len &&
         pith__slice_equal_folded(pith__slice(text.data, start.len), start);
}

/* `text` without the white space at its ends. */
static inline pith_slice
pith__slice_trim(pith_slice text)
{
  while (text.len > 0 && pith__is_space(text.data[0])) {
    text.data++;
    text.len--;
  }
  while (text.len > 0 && pith__is_space(text.data[text.len - 1]))
    text.len--;
  return text;
}

#endif
