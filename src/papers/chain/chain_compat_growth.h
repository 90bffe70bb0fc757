/*
 * A founding pair in, the cluster that grows from it out: page after page, the
 * one that has most of what all members share joins, as long as no member's
 * share falls below a level of the founders' shared length.
 */
#ifndef PITH_PAPERS_CHAIN_CHAIN_COMPAT_GROWTH_H
#define PITH_PAPERS_CHAIN_CHAIN_COMPAT_GROWTH_H

#include "papers/chain/chain_compat_pair.h"

/* A set of bundles. */
typedef struct pith_chain_set {
  bool *has;         /* bundle -> is in it */
  uint32_t *bundles; /* rising */
  uint32_t count;
} pith_chain_set;

/* Room to grow clusters in, one after the other. */
typedef struct pith_chain_grower {
  const pith_chain_index *index; /* borrowed */
  const bool *left;              /* borrowed: page -> in no cluster yet */
  pith_chain_work *work;         /* borrowed: shared with the search */
  pith_chain_set nav;            /* what all members have */
  pith_chain_set narrower;       /* what would be left of it */
  pith_max_tree rivals;          /* a page: it has no more than this of NAV */
  bool *is_rival;                /* page -> takes part */
  uint32_t *rival_pages;         /* those that do, in no order */
  uint32_t rival_count;
  uint32_t *fresh; /* page -> the version of NAV it is exact for */
  uint32_t version;
  uint32_t *members; /* in the order they joined */
  uint32_t member_count;
} pith_chain_grower;

/* Borrows `index`, `left` and `work`. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__chain_grower_init(pith_chain_grower *grower,
                                    pith_region *region,
                                    const pith_chain_index *index,
                                    const bool *left, pith_chain_work *work);

/* Grow from `pair` at `level` per cent. Members and NAV are in the grower
 * until the next call. Growth stops where the work is spent: what has grown
 * until then is a cluster too, only smaller. */
void pith__chain_grow(pith_chain_grower *grower, const pith_chain_pair *pair,
                      uint32_t level);

/* cover(page, bundles in has[]). */
uint32_t pith__chain_cover(const pith_chain_index *index, uint32_t page,
                           const bool *has);

#endif
