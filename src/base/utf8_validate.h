/*
 * How much of a run of bytes is valid UTF-8, as fast as the processor can read
 * it: 16 or 32 bytes at a time where there is SIMD, one sequence at a time
 * where there is none. All paths give the same answer for the same bytes;
 * they are declared one by one so that tests can compare them.
 */
#ifndef PITH_BASE_UTF8_VALIDATE_H
#define PITH_BASE_UTF8_VALIDATE_H

#include "base/compiler.h"

#include <stdbool.h>
#include <stddef.h>

/* The length of the longest prefix that is valid UTF-8 and ends between two
 * characters; `len` when everything is valid. The first malformed sequence
 * starts there. */
size_t pith__utf8_valid_prefix(const char *data, size_t len);

/* How many bytes at the start are ASCII. */
size_t pith__ascii_prefix(const char *data, size_t len);

/* The length of the valid sequence at `data`, 1 to 4, or 0 when it is
 * malformed or cut off. `len` is not 0. */
size_t pith__utf8_sequence(const char *data, size_t len);

/* The paths of pith__utf8_valid_prefix(). */
size_t pith__utf8_valid_portable(const char *data, size_t len);
#if PITH_X86_64
size_t pith__utf8_valid_sse2(const char *data, size_t len);
size_t pith__utf8_valid_avx2(const char *data, size_t len);
#endif
#if PITH_ARM64
size_t pith__utf8_valid_neon(const char *data, size_t len);
#endif

/* A block path checked everything before `at`, except that a sequence may have
 * started there and not ended. Where must a slow path start again? */
static inline size_t
pith__utf8_restart(const char *data, size_t at)
{
  for (size_t back = 1; back <= 3 && back <= at; back++) {
    unsigned char byte = (unsigned char)data[at - back];
    if (byte < 0x80)
      return at;
    if (byte >= 0xC0)
      return at - back;
  }
  return at;
}

#endif
