/*
 * Probabilities of blocks in, which of them to keep out.
 *
 * First blocks that look alike learn from each other: 7 parts its own, 3 parts
 * the mean of its group, by words; those that the site calls boilerplate and
 * those that it lets stay are two groups. Then, from the likeliest block down,
 * as many are kept as make the expected F1 of the page's words largest. With n
 * the words of a block and T the words of the page that are content,
 *
 *     H = sum of p*n over kept,  T = sum of p*n over all,  S = sum of n over
 *     kept,  F1 = 2 H / (S + T),  less 2 cov(H, T) / (S + T)^2
 *
 * Blocks that look alike are content together or not at all, so where many of
 * them are in doubt, H is large when T is, and the mean of the quotient is less
 * than the quotient of the means: cov sums, over kept, n times the words of the
 * block's group times q(1 - q), q being the group's mean chance. For precision
 * or recall T has another weight: F of 1/2 and of 2. What is reported as
 * expected is the quotient of the means, which is nearer to what comes out.
 */
#ifndef PITH_METHOD_AUTO_AUTO_CHOICE_H
#define PITH_METHOD_AUTO_AUTO_CHOICE_H

#include "page/blocks/block_context.h"
#include "method/auto/feature.h"

/* Certainty. */
#define PITH_CHOICE_ONE 65535u

typedef struct pith_auto_choice {
  uint32_t *chances; /* by block: 0 to PITH_CHOICE_ONE; owned by the caller */
  bool *kept;        /* by block; likewise */
  const pith_block_evidence *evidence; /* by block, borrowed; NULL: none */
  uint32_t cutoff;                     /* blocks with this or more are kept */
  uint32_t expected; /* the F1 that is expected, 0 to PITH_CHOICE_ONE */
  uint32_t words;    /* of the page */
  uint32_t words_kept;
} pith_auto_choice;

/* Where the main run ends: blocks one after the other whose words are content
 * rather than not, by the most. One past its last block. */
uint32_t pith__auto_main_end(const pith_block_context *context,
                             const pith_auto_choice *choice);

/* Smooth `chances` by the groups of the context. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__auto_smooth(const pith_block_context *context,
                              pith_memory *memory, pith_auto_choice *choice);

/* Tables of data stay or go as a whole: their cells get one chance, but for
 * those that the site calls boilerplate. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__auto_join_tables(const pith_block_context *context,
                                   pith_memory *memory,
                                   pith_auto_choice *choice);

/* Choose what to keep; a page with blocks keeps at least one. PITH_NOMEM,
 * PITH_LIMIT. */
pith_status pith__auto_choose(const pith_block_context *context,
                              pith_memory *memory, pith_balance balance,
                              pith_auto_choice *choice);

#endif
