/*
 * A bit for every byte of the text: set out or not. Ranges may be set in
 * any order and more than once, which is what makes it simple to let several
 * rules work on the same page.
 */
#ifndef PITH_RENDER_HTML_BYTE_MASK_H
#define PITH_RENDER_HTML_BYTE_MASK_H

#include "base/region.h"

typedef struct pith_byte_mask {
  uint8_t *bits; /* lent by a region */
  uint32_t len;  /* of the text */
} pith_byte_mask;

/* Nothing set. False when memory ends. */
bool pith__byte_mask_init(pith_byte_mask *mask, pith_region *region,
                          uint32_t len);

/* Strike [from, to). */
void pith__byte_mask_set(pith_byte_mask *mask, uint32_t from, uint32_t to);

/* The end of the run of equal bits that starts at `from`. */
uint32_t pith__byte_mask_run(const pith_byte_mask *mask, uint32_t from);

static inline bool
pith__byte_mask_has(const pith_byte_mask *mask, uint32_t place)
{
  return mask->bits[place / 8] >> place % 8 & 1;
}

#endif
