/*
 * See hash64.h. The last 1 to 16 bytes are read as two words that may overlap;
 * the length is mixed in, so that zeros at the end count. The state is turned
 * and added again in every step: bytes that make one factor zero would
 * otherwise wipe out all that came before them.
 */
#include "base/hash64.h"

/* 1 to 3 bytes: first, middle and last cover all of them. */
static uint64_t
read_few(const char *p, size_t len)
{
  const unsigned char *b = (const unsigned char *)p;
  return (uint64_t)b[0] | (uint64_t)b[len / 2] << 8 |
         (uint64_t)b[len - 1] << 16;
}

/* Multiply and fold. The old state is turned and added, so that a zero
 * factor cannot wipe it out. */
static uint64_t
step(uint64_t hash, uint64_t low, uint64_t high)
{
  return pith__hash64_fold(low ^ PITH_HASH64_A, high ^ hash) +
         (hash << 27 | hash >> 37);
}

/* The tail is read as two words that may overlap, which needs no loop; the
 * length keeps different tails apart. */
uint64_t
pith__hash64(const char *data, size_t len, uint64_t seed)
{
  uint64_t hash = pith__hash64_fold(seed ^ PITH_HASH64_C, PITH_HASH64_D);
  size_t left = len;
  for (; left > 16; left -= 16, data += 16)
    hash = step(hash, pith__bytes8(data), pith__bytes8(data + 8));
  uint64_t low = 0, high = 0;
  if (left >= 8) {
    low = pith__bytes8(data);
    high = pith__bytes8(data + left - 8);
  } else if (left >= 4) {
    low = pith__bytes4(data) | pith__bytes4(data + left - 4) << 32;
  } else if (left > 0) {
    low = read_few(data, left);
  }
  hash = step(hash, low, high);
  return pith__hash64_fold(hash ^ PITH_HASH64_A, (uint64_t)len + PITH_HASH64_D);
}
