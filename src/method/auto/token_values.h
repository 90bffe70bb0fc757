/*
 * What a model has learnt of single words and names, and what follows for boxes
 * and blocks. Two numbers for the hash of each, -127 (boilerplate) to 127
 * (content): its own value, and what it adds to all the others that
 * are beside it.
 *
 *     <div class="post body">     post: value 40, adds 9
 *                                 body: value 38, adds 30
 */
#ifndef PITH_METHOD_AUTO_TOKEN_VALUES_H
#define PITH_METHOD_AUTO_TOKEN_VALUES_H

#include "page/blocks/block_context.h"

/* A table with free places: a hash is at `hash & mask` or behind it, before
 * the first 0. */
typedef struct pith_token_values {
  const uint32_t *hashes; /* 0: free */
  const int8_t *values;   /* its own value */
  const int8_t *added;    /* what it adds to the others */
  uint32_t mask;          /* places minus one; a power of two minus one */
  const uint32_t
      *filter; /* a bit for the upper half of each hash that is there:
                  most tokens of most pages are distinguished by it */
} pith_token_values;

/* The values of some tokens, taken together. */
typedef struct pith_token_sum {
  int32_t sum;
  int32_t added; /* sum, over the square root of the count; 256 for 1 */
  int16_t count;
  int8_t least;
  int8_t most;
} pith_token_sum;

/* The columns that come from values; see docs/formats/blocks.md. */
typedef struct pith_token_context {
  pith_region region;
  pith_token_sum *inner; /* by block: names inside it */
  pith_token_sum *boxes; /* by box: its own names */
  pith_token_sum *words; /* by block */
} pith_token_context;

/* Look up all names and words of a page. `path` and `words` may be NULL: then
 * nothing is known of any. Release with pith__token_context_done(), also after
 * a failure: PITH_NOMEM, PITH_LIMIT. */
pith_status pith__token_context_make(pith_token_context *tokens,
                                     pith_memory *memory,
                                     const pith_block_list *list,
                                     const pith_token_values *path,
                                     const pith_token_values *words);
void pith__token_context_done(pith_token_context *tokens);

/* Put two sums together. */
void pith__token_sum_add(pith_token_sum *sum, const pith_token_sum *other);

/* What is added, as a column: 128 for nothing, 16 more for each in log-odds. */
static inline uint8_t
pith__token_added(int32_t added)
{
  enum { COLUMN_UNIT = 512, MIDDLE = 128, MOST = 255 };
  int32_t column = (added + COLUMN_UNIT * MIDDLE) / COLUMN_UNIT;
  if (added < -COLUMN_UNIT * (MIDDLE - 1))
    return 1;
  return (uint8_t)(column > MOST ? MOST : column);
}

/* The mean as a column: 0 when nothing is known, else 1 to 255. */
static inline uint8_t
pith__token_mean(const pith_token_sum *sum)
{
  if (sum->count == 0)
    return 0;
  /* Rounds down, also below 0; the sum is at least -127 a token. */
  int32_t mean = (sum->sum + 128 * sum->count) / sum->count;
  return (uint8_t)(mean < 1 ? 1 : mean);
}

#endif
