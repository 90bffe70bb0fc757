/*
 * The index of a site in, its clusters out: founding pairs are found and grown,
 * level after level, until nothing is left to try; then the pages that have no
 * cluster, or lose nothing to theirs, get the one that fits them best.
 */
#ifndef PITH_PAPERS_CHAIN_CHAIN_COMPAT_CLUSTER_H
#define PITH_PAPERS_CHAIN_CHAIN_COMPAT_CLUSTER_H

#include "papers/chain/chain_compat_index.h"
#include "pith_experimental.h"

/* The numbers of the papers. A site with fewer pages than min_cluster has
 * nothing removed. */
typedef struct pith_chain_levels {
  uint32_t first, step, last; /* per cent; falling from first to last */
  uint32_t min_cluster;
  uint32_t max_failures; /* a level; one more ends it */
} pith_chain_levels;

typedef struct pith_chain_group {
  uint32_t level;
  uint32_t member_count;
  uint32_t *members; /* pages, rising */
  uint32_t *shared;  /* member -> cover(member, NAV) */
  uint32_t bundle_count;
  uint32_t *bundles; /* NAV, rising */
} pith_chain_group;

/* Which cluster's NAV is removed from a page. */
typedef struct pith_chain_fate {
  uint32_t cluster; /* PITH_CHAIN_NONE: nothing is removed */
  uint32_t shared;  /* cover(page, NAV) */
  bool leftover;    /* the page is no member */
} pith_chain_fate;

typedef struct pith_chain_clusters {
  pith_chain_group *items; /* in the order accepted */
  uint32_t count;
  pith_chain_fate *fates;   /* of each page */
  uint64_t pairs_looked_at; /* for measuring */
  uint64_t steps;           /* of work, pith_chain_work */
  bool limited; /* the work was spent before all clusters were found */
} pith_chain_clusters;

/* Find the clusters; all of it is put into `region`. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__chain_cluster(pith_region *region,
                                const pith_chain_index *index,
                                const pith_chain_levels *levels,
                                pith_chain_clusters *clusters);

#endif
