/*
 * The founding pair of the next cluster: of all pairs of pages left that are
 * possible and have not failed, the one with the largest shared length; of
 * equal ones the one whose first, then whose second page is the earlier.
 *
 * Exactly that pair is found, without looking at all of them. The head of the
 * .c file explains how, and why nothing is missed.
 */
#ifndef PITH_PAPERS_CHAIN_CHAIN_COMPAT_PAIR_H
#define PITH_PAPERS_CHAIN_CHAIN_COMPAT_PAIR_H

#include "papers/chain/chain_compat_index.h"
#include "papers/chain/chain_compat_overlap.h"
#include "papers/chain/chain_compat_max_tree.h"

typedef struct pith_chain_pair {
  uint32_t a, b; /* a before b */
  uint32_t shared;
} pith_chain_pair;

/* The search, kept from one cluster to the next. */
typedef struct pith_chain_search {
  const pith_chain_index *index; /* borrowed */
  const bool *left;              /* borrowed: page -> in no cluster yet */
  pith_chain_work *work;         /* borrowed: shared with the grower */
  pith_max_tree bounds; /* a page: no more than this with a later one */
  pith_max_tree exact;  /* a page: this much, with partners[page] */
  uint32_t *partners;
  pith_chain_pair *failed; /* at this level */
  uint32_t failed_count;
  pith_chain_overlaps row;
  uint32_t *seen;      /* page -> the last round it was looked at */
  uint32_t *bundles_a; /* bundle -> the last round whose first page has it */
  uint32_t *bundles_b; /* bundle -> the last pair that has it in common */
  uint32_t round, pair;
  uint64_t pairs; /* how many were compared, for measuring */
} pith_chain_search;

/* Begin with all pages of the index. Borrows `index`, `left` (the caller keeps
 * that up to date) and `work`; `most_failed` is how many pairs may fail at a
 * level. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__chain_search_init(pith_chain_search *search,
                                    pith_region *region,
                                    const pith_chain_index *index,
                                    const bool *left, pith_chain_work *work,
                                    uint32_t most_failed);

/* Find the pair. False when there is none, or the work is spent. */
bool pith__chain_search_next(pith_chain_search *search, pith_chain_pair *pair);

/* The pair has made no cluster: it is not to be found again at this level. */
void pith__chain_search_fail(pith_chain_search *search,
                             const pith_chain_pair *pair);

/* A new level: pairs that failed may be tried again. */
void pith__chain_search_new_level(pith_chain_search *search);

/* A page has got into a cluster; left[page] is false already. */
void pith__chain_search_leave(pith_chain_search *search, uint32_t page);

#endif
