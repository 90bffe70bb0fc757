/*
 * Weighted top-down tree matching: which nodes of a page are where nodes of
 * its partner do.
 *
 *     ul { li "Home" | li "News" | li "About" }
 *     ul { li "Home" |             li "About" }
 *
 * The roots are a pair. The children of a pair are matched in order, so that
 * the weight of all pairs is largest: equal subtrees weigh what is in them,
 * nodes of one label a little more the more texts they seem to have in common.
 * A menu with an entry more is found for what it is, and two pages with the
 * same text in other trees are not.
 *
 * The work for two lists of children is at most 256 steps a child.
 */
#ifndef PITH_METHOD_LAYER_LAYER_ALIGN_H
#define PITH_METHOD_LAYER_LAYER_ALIGN_H

#include "method/layer/layer_page.h"

typedef struct pith_layer_pair {
  uint32_t mine;
  uint32_t other;
} pith_layer_pair;

typedef struct pith_layer_aligner {
  pith_memory *memory; /* borrowed */
  uint32_t *other;     /* by node of mine: the partner's, or NONE */
  uint32_t capacity;   /* of it */
  pith_layer_pair *todo;
  uint32_t todo_count, todo_capacity;
  uint32_t *lists; /* children of the pair at work, mine then the other's */
  uint32_t list_capacity;
  uint32_t *scores; /* two rows */
  uint32_t score_capacity;
  uint8_t *ways; /* how the best score was come by, by row */
  uint32_t way_capacity;
  uint64_t steps; /* taken in all: the cost */
} pith_layer_aligner;

void pith__layer_aligner_init(pith_layer_aligner *aligner, pith_memory *memory);
void pith__layer_aligner_done(pith_layer_aligner *aligner);

/* Match two pages; the answer is in aligner->other until the next call.
 * PITH_NOMEM, PITH_LIMIT. */
pith_status pith__layer_align(pith_layer_aligner *aligner,
                              const pith_layer_page *mine,
                              const pith_layer_page *other);

#endif
