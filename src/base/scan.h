/*
 * Find the next byte that matters, and note on the way whether the bytes
 * passed over are clean: a run without '&', NUL and CR can be used unchanged,
 * so the common case needs no second look.
 */
#ifndef PITH_BASE_SCAN_H
#define PITH_BASE_SCAN_H

#include "base/simd.h"

/* What was passed over. */
typedef enum pith_seen {
  PITH_SEEN_AMP = 1 << 0,
  PITH_SEEN_NUL = 1 << 1,
  PITH_SEEN_CR = 1 << 2
} pith_seen;

/* Which of '&', NUL and CR occur in [p, end): an OR of PITH_SEEN_*. */
unsigned pith__scan_seen(const char *p, const char *end);

/* As pith__scan() below, for what is left after a short first look. */
const char *pith__scan_long(const char *p, const char *end, char stop,
                            unsigned *seen);

/* The first of two bytes in [p, end), or end. */
const char *pith__scan_either(const char *p, const char *end, char a, char b);

/* The bytes of a block that a scan has to report. */
static PITH_ALWAYS_INLINE pith_block
pith__block_special(pith_block block)
{
  return pith__block_or(pith__block_equal(block, '&'),
                        pith__block_or(pith__block_equal(block, '\0'),
                                       pith__block_equal(block, '\r')));
}

/* The first `stop` in [p, end), or end. Adds PITH_SEEN_* for what was passed
 * to *seen. Most runs end in the first block, so that one is looked at in
 * line. */
static PITH_ALWAYS_INLINE const char *
pith__scan(const char *p, const char *end, char stop, unsigned *seen)
{
  if (PITH_LIKELY(end - p >= PITH_BLOCK_BYTES)) {
    pith_block block = pith__block_load(p);
    uint64_t hits = pith__block_mask(pith__block_equal(block, stop));
    uint64_t special = pith__block_mask(pith__block_special(block));
    if (PITH_LIKELY(hits != 0)) {
      const char *hit = p + pith__mask_first(hits);
      if (PITH_UNLIKELY(pith__mask_below(special, hits)))
        *seen |= pith__scan_seen(p, hit);
      return hit;
    }
    if (PITH_UNLIKELY(special != 0))
      *seen |= pith__scan_seen(p, p + PITH_BLOCK_BYTES);
    p += PITH_BLOCK_BYTES;
  }
  return pith__scan_long(p, end, stop, seen);
}

#endif
