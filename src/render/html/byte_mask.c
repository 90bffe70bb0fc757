/*
 * A set of bytes of the text, one bit each. Eight bits at a time where a range
 * allows it: masks are as long as the page, ranges are often whole elements.
 */
#include "render/html/byte_mask.h"

#include <string.h>

/* One byte more than needed, so that a mask of an empty text is a block too. */
bool
pith__byte_mask_init(pith_byte_mask *mask, pith_region *region, uint32_t len)
{
  mask->len = len;
  mask->bits = pith__region_take_zeros(region, (size_t)len / 8 + 1, 1);
  return mask->bits != NULL;
}

/* Bits up to the next whole byte, whole bytes, the bits that are left. */
void
pith__byte_mask_set(pith_byte_mask *mask, uint32_t from, uint32_t to)
{
  while (from < to && from % 8 != 0) {
    mask->bits[from / 8] |= (uint8_t)(1u << from % 8);
    from++;
  }
  if (to > from && to - from >= 8) {
    memset(mask->bits + from / 8, 0xFF, (to - from) / 8);
    from += (to - from) / 8 * 8;
  }
  for (; from < to; from++)
    mask->bits[from / 8] |= (uint8_t)(1u << from % 8);
}

/* Runs of equal bits are skipped a byte at a time where they fill it. */
uint32_t
pith__byte_mask_run(const pith_byte_mask *mask, uint32_t from)
{
  bool set = pith__byte_mask_has(mask, from);
  uint8_t whole = set ? 0xFF : 0;
  while (from < mask->len && pith__byte_mask_has(mask, from) == set) {
    if (from % 8 == 0 && mask->bits[from / 8] == whole)
      from += 8;
    else
      from++;
  }
  return from < mask->len ? from : mask->len;
}
