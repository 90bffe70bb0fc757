/*
 * Chains of a whole site in, bundles out: sets of chains that are on exactly
 * the same pages, two or more. See chain_compat_index.h for what they are for.
 */
#ifndef PITH_PAPERS_CHAIN_CHAIN_COMPAT_BUNDLES_H
#define PITH_PAPERS_CHAIN_CHAIN_COMPAT_BUNDLES_H

#include "base/region.h"

#define PITH_CHAIN_NONE UINT32_MAX

/* A page as it comes: its profile, and the size of its file. */
typedef struct pith_chain_source {
  const uint32_t *lengths; /* of its tokens, in bytes */
  const uint32_t *hashes;  /* of its chains */
  uint32_t token_count;
  uint32_t chain_count;
  uint32_t size;
} pith_chain_source;

/* The pages of a site, in order. Borrowed by all who work on them. */
typedef struct pith_chain_sources {
  const pith_chain_source *pages;
  uint32_t count;
} pith_chain_sources;

/* Bundles are numbered by popularity: by falling count of pages. */
typedef struct pith_chain_bundles {
  uint32_t count;
  uint32_t *of_chain;  /* chains of all pages, one after the other: the bundle,
                          or PITH_CHAIN_NONE when it is on one page only */
  uint32_t *page_from; /* bundle -> its part of `pages`; count + 1 entries */
  uint32_t *pages;     /* rising within a bundle */
} pith_chain_bundles;

/* Find the bundles; they are put into `region`. PITH_LIMIT when a site has
 * 2^32 - 1 chains or more. */
pith_status pith__chain_bundles_make(pith_region *region,
                                     const pith_chain_sources *sources,
                                     pith_chain_bundles *bundles);

#endif
