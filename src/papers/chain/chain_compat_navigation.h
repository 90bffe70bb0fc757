/*
 * What clusters remove, as hashes of chains: the form that can be kept in a
 * file and used on pages that were not there when it was learnt. On the pages
 * of the site it gives what pith__chain_site_classify() gives.
 */
#ifndef PITH_PAPERS_CHAIN_CHAIN_COMPAT_NAVIGATION_H
#define PITH_PAPERS_CHAIN_CHAIN_COMPAT_NAVIGATION_H

#include "papers/chain/chain_compat_cluster.h"
#include "papers/chain/chain_compat_profile.h"
#include "verdict/verdict.h"

/* Fill the `nav` of each cluster; it is put into `region`. PITH_NOMEM,
 * PITH_LIMIT. */
pith_status pith__chain_navs_collect(pith_region *region,
                                     const pith_chain_bundles *bundles,
                                     pith_chain_clusters *clusters);

/* cover(page, nav) of the page that the profile was made of. */
uint32_t pith__chain_nav_cover(const pith_chain_nav *nav,
                               const pith_chain_profile *profile,
                               uint32_t min_tokens_chain);

/* Add the ranges of the page that `nav` covers to `verdicts`, as navigation
 * with score 1 and this reason. `bytes` are those the profile was made of.
 * PITH_LIMIT, PITH_NOMEM. */
pith_status pith__chain_nav_classify(const pith_chain_nav *nav,
                                     const pith_chain_profile *profile,
                                     uint32_t min_tokens_chain,
                                     pith_slice bytes, const char *reason,
                                     pith_verdicts *verdicts);

#endif
