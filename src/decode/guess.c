/*
 * Unlabelled bytes in, the likeliest encoding out.
 */
#include "decode/guess.h"

bool
pith__guess(pith_slice bytes, pith_encoding *out)
{
  (void)bytes;
  (void)out;
  return false;
}
