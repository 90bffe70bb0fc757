/*
 * The chains of all pages of a site, turned around: from a chain to the pages
 * that have it. Made once from the profiles; the clustering uses nothing else.
 *
 * Chains that are on the very same pages are one *bundle*: whatever pages are
 * intersected, such chains stay or go together. A chain on one page only can
 * be in no intersection and is left out. So a page is a short list of *runs*,
 * stretches of tokens covered by chains of one bundle, and every set of chains
 * that the method works with is a set of bundles.
 *
 *     tokens     |a|b|c|d|e|f|g|h|i|j|...
 *     chains      0 0 0 1 1 -              bundles by chain; -: one page only
 *     runs       [0: a..h] [1: d..i]       they may overlap
 *
 * Bundles are numbered by how many pages have them, the most popular first. The
 * *rank* of a bundle is that number.
 */
#ifndef PITH_PAPERS_CHAIN_CHAIN_COMPAT_INDEX_H
#define PITH_PAPERS_CHAIN_CHAIN_COMPAT_INDEX_H

#include "papers/chain/chain_compat_bundles.h"

/* Where tokens of a run lie, counting bytes of tokens only, from the start of
 * the page. Both ends rise from run to run. */
typedef struct pith_chain_run {
  uint32_t from, to;
  uint32_t bundle;
} pith_chain_run;

/* The same run in numbers of tokens. */
typedef struct pith_chain_place {
  uint32_t first, end;
} pith_chain_place;

/* A bundle of a page. `upto` is cover(page, its bundles as popular as this one
 * or more): what the page can share with one that has nothing rarer of it. */
typedef struct pith_chain_share {
  uint32_t bundle;
  uint32_t upto;
} pith_chain_share;

/* A page of a bundle, with the same `upto`. */
typedef struct pith_chain_posting {
  uint32_t page;
  uint32_t upto;
} pith_chain_posting;

/* A page's or bundle's part of a list that all share is [from[i], from[i + 1]).
 */
typedef struct pith_chain_index {
  uint32_t page_count;
  uint32_t bundle_count;
  uint32_t *dup_limits; /* a page: the most it may share in a founding pair */
  uint32_t *groups;     /* a page: its group (see the .c file), or NONE */
  uint32_t
      *bundle_groups;   /* a bundle: the group all its pages are in, or NONE */
  uint32_t *run_from;   /* page -> runs and places */
  pith_chain_run *runs; /* in the order of the page */
  pith_chain_place *places;
  uint32_t *share_from;         /* page -> shares */
  pith_chain_share *shares;     /* the most popular bundle first */
  uint32_t *posting_from;       /* bundle -> postings */
  pith_chain_posting *postings; /* by falling `upto` */
} pith_chain_index;

/* Work of the clustering, counted in runs and postings walked over. Pairs of
 * pages can take the square of the site; what is counted ends that at the same
 * step on every machine. */
typedef struct pith_chain_work {
  uint64_t steps;
  uint64_t most; /* no more are begun */
} pith_chain_work;

static inline bool
pith__chain_is_spent(const pith_chain_work *work)
{
  return work->steps > work->most;
}

/* What the index depends on beside the pages. */
typedef struct pith_chain_numbers {
  uint32_t min_tokens_chain;
  uint32_t dup_limit; /* per cent of a file */
} pith_chain_numbers;

/* Make the index of the pages whose bundles are given. All of it is put into
 * `region`; nothing of `sources` or `bundles` is kept. PITH_NOMEM, PITH_LIMIT.
 */
pith_status pith__chain_index_make(pith_region *region,
                                   const pith_chain_sources *sources,
                                   const pith_chain_bundles *bundles,
                                   const pith_chain_numbers *numbers,
                                   pith_chain_index *index);

#endif
