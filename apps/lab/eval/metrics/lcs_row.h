/* lcs_row.h: one step of a longest common subsequence, 64 rows at a time.
 *
 *     t[i][j] = length of the longest common subsequence of the first i words
 *               of one text and the first j of the other
 *
 * A column of t is kept as bits: bit i is 0 where t[i + 1] = t[i] + 1. The next
 * column is (V + (V & M)) | (V & ~M), where M has the places of the next word
 * (Hyyrö 2004). The first column is all ones.
 */
#ifndef EVAL_LCS_ROW_H
#define EVAL_LCS_ROW_H

#include <stddef.h>
#include <stdint.h>

/* The column behind `before`, which may be `out`, for a word with this mask. */
static inline void
lcs_step(const uint64_t *before, const uint64_t *mask, uint64_t *out,
         size_t width)
{
  uint64_t carry = 0;
  for (size_t w = 0; w < width; w++) {
    uint64_t both = before[w] & mask[w];
    uint64_t sum = before[w] + both;
    uint64_t more = sum + carry;
    carry = (sum < both) | (more < sum);
    out[w] = more | (before[w] & ~mask[w]);
  }
}

#endif
