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

#include "papers/layer/layer_anchors.h"

/* Thresholds in thousandths. */
typedef struct pith_layer_numbers {
  uint32_t alpha;
  uint32_t beta;
  uint32_t max_slide;
} pith_layer_numbers;

/* How well a block matches. */
typedef struct pith_layer_similarity {
  bool found;
  uint32_t nodes;   /* of T */
  uint32_t matched; /* of them */
  uint64_t text;    /* of T, characters */
  uint64_t same;    /* of them */
} pith_layer_similarity;

/* Answers of this many blocks are remembered: pages repeat small ones. */
#define PITH_LAYER_REMEMBERED 1024u

typedef struct pith_layer_answer {
  uint64_t whole; /* hash of the block */
  pith_layer_similarity found;
} pith_layer_answer;

typedef struct pith_layer_matcher {
  const pith_layer_string *page;   /* S; borrowed */
  const pith_layer_string *blocks; /* the page with the blocks; borrowed */
  pith_layer_numbers numbers;
  pith_layer_anchors anchors; /* of S; owned, as all below */
  uint64_t *wholes;           /* hashes of all subtrees of S, rising */
  pith_layer_answer *answers; /* PITH_LAYER_REMEMBERED, by hash */
  bool failed;                /* no memory: answers are wrong */
  bool limited;               /* the limit of steps was reached */
  uint64_t near_steps;        /* taken for near misses, beside the limit */
} pith_layer_matcher;

/* Begin to look for blocks of one page on another, with at most `steps` steps
 * in all. PITH_NOMEM: nothing is to be done. */
pith_status pith__layer_matcher_init(pith_layer_matcher *matcher,
                                     const pith_layer_string *page,
                                     const pith_layer_string *blocks,
                                     pith_layer_numbers numbers,
                                     uint64_t steps);
void pith__layer_matcher_done(pith_layer_matcher *matcher);

/* Look for item `t` of the blocks, with all that is in it, on the page: the
 * first place where it matches. */
pith_layer_similarity pith__layer_match(pith_layer_matcher *matcher,
                                        uint32_t t);

/* A block that is nowhere: the place that comes nearest, among those with half
 * of alpha and half of beta; no node is matched when there is none. Nearest is
 * where the least is missing to the two thresholds, in thousandths; the first
 * of equals. It changes no answer: at most PITH_LAYER_NEAR_STEPS steps for each
 * node of the block and 16 more, counted apart; then the best so far. */
#define PITH_LAYER_NEAR_STEPS 64u
pith_layer_similarity pith__layer_nearest(pith_layer_matcher *matcher,
                                          uint32_t t);

/* Whether what was found of a block, or of several parts of one taken
 * together, passes both thresholds. */
bool pith__layer_is_match(const pith_layer_numbers *numbers,
                          const pith_layer_similarity *found);

#endif
