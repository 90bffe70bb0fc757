/*
 * Find the next byte that matters, and note on the way whether the bytes
 * passed over are clean: a run without '&', NUL and CR can be used as it
 * stands, so the common case needs no second look.
 */
#ifndef PITH_BASE_SCAN_H
#define PITH_BASE_SCAN_H

#include "base/simd.h"

/* As pith__scan() below, for what is left after a short first look. */
const char *pith__scan_long(const char *p, const char *end, char stop,
                            bool *dirty);

/* The first of two bytes in [p, end), or end. */
const char *pith__scan_either(const char *p, const char *end, char a, char b);

/* The first `stop` in [p, end), or end. Sets *dirty when '&', NUL or CR was
 * passed; leaves it alone otherwise. Most runs end in the first block, so
 * that one is looked at in line. */
static PITH_ALWAYS_INLINE const char *
pith__scan(const char *p, const char *end, char stop, bool *dirty)
{
  if (PITH_LIKELY(end - p >= PITH_BLOCK_BYTES)) {
    pith_block block = pith__block_load(p);
    uint64_t hits = pith__block_mask(pith__block_equal(block, stop));
    uint64_t changes = pith__block_mask(
        pith__block_or(pith__block_equal(block, '&'),
                       pith__block_or(pith__block_equal(block, '\0'),
                                      pith__block_equal(block, '\r'))));
    if (PITH_LIKELY(hits != 0)) {
      if (PITH_UNLIKELY(pith__mask_below(changes, hits)))
        *dirty = true;
      return p + pith__mask_first(hits);
    }
    if (PITH_UNLIKELY(changes != 0))
      *dirty = true;
    p += PITH_BLOCK_BYTES;
  }
  return pith__scan_long(p, end, stop, dirty);
}

#endif
