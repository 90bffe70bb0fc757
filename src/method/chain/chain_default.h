/*
 * The chain method, default profile (`-m chain`): what the pages of a site
 * share is its boilerplate, with the failures that the papers admit mended. The
 * whole idea, rule by rule, is in docs/lab/methods/chain.md.
 *
 *     for each page, in any order and any thread   pith__page_profile_make()
 *       one at a time                              pith__site_sample_add()
 *     once                                         pith__site_view_init()
 *     for each page, in any order and any thread pith__chain_default_classify()
 *
 * A page that was not there when the site was learnt is classified in the same
 * way. Only integers decide; nothing depends on order or threads.
 */
#ifndef PITH_METHOD_CHAIN_CHAIN_DEFAULT_H
#define PITH_METHOD_CHAIN_CHAIN_DEFAULT_H

#include "site/boilerplate.h"
#include "verdict/verdict.h"

/* What is kept from page to page by a thread. */
typedef struct pith_chain_classifier {
  pith_memory *memory; /* borrowed */
  pith_boilerplate boilerplate;
  pith_span *kept; /* texts that stay, in source order */
  uint32_t kept_capacity;
} pith_chain_classifier;

/* Borrows `memory` and `view`. PITH_NOMEM, PITH_LIMIT: nothing is to be
 * done. */
pith_status pith__chain_classify_init(pith_chain_classifier *by,
                                      pith_memory *memory,
                                      const pith_site_view *view);
void pith__chain_classify_done(pith_chain_classifier *by);

/* Classify a page: its profile, the tree that the profile was made from.
 * Verdicts in text offsets are added to `verdicts`, navigation and content, and
 * settled; what else was found out is in by->boilerplate. PITH_NOMEM,
 * PITH_LIMIT. */
pith_status pith__chain_default_classify(pith_chain_classifier *by,
                                         const pith_tree *tree,
                                         const pith_page_profile *profile,
                                         pith_verdicts *verdicts);

#endif
