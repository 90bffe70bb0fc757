/*
 * The matcher of the paper, corrected: is a block of one page on another? S is
 * the string of the whole other page, T the string of the block.
 *
 * A match begins at a node of S with the tag of T's root and stays inside its
 * subtree; nodes match by tag and by depth below the two roots (the paper's
 * second verification). Where they do not, up to `max_slide` subtrees of S are
 * slid over, or else of T, whose nodes then count as missed.
 *
 *     Tag  = matched nodes / nodes of T        >= alpha
 *     Text = matched text / text of T          >= beta
 *
 * A block without text needs Tag >= 0.95.
 */
#ifndef PITH_PAPERS_LAYER_LAYER_MATCH_H
#define PITH_PAPERS_LAYER_LAYER_MATCH_H

#include "papers/layer/layer_string.h"

/* Thresholds in thousandths. */
typedef struct pith_layer_numbers {
  uint32_t alpha;
  uint32_t beta;
  uint32_t max_slide;
} pith_layer_numbers;

typedef struct pith_layer_matcher {
  const pith_layer_string *page;   /* S; borrowed */
  const pith_layer_string *blocks; /* the page with the blocks; borrowed */
  pith_layer_numbers numbers;
  const uint64_t *wholes; /* hashes of all subtrees of S, rising; or NULL */
  uint64_t steps;         /* taken so far */
  uint64_t steps_most;    /* no more are taken: what is left matches nothing */
} pith_layer_matcher;

/* How well a block matches. */
typedef struct pith_layer_similarity {
  bool found;
  uint32_t nodes;   /* of T */
  uint32_t matched; /* of them */
  uint64_t text;    /* of T, characters */
  uint64_t same;    /* of them */
} pith_layer_similarity;

/* Look for item `t` of the blocks, with all that is in it, on the page: the
 * first place where it matches. */
pith_layer_similarity pith__layer_match(pith_layer_matcher *matcher,
                                        uint32_t t);

/* Whether what was found of a block, or of several parts of one taken
 * together, passes both thresholds. */
bool pith__layer_is_match(const pith_layer_numbers *numbers,
                          const pith_layer_similarity *found);

#endif
