/*
 * The chain method to the letter (`-m chain --compat`): Ageev, Vershinnikov and
 * Dobrov 2005, Shorkin 2013. The pages of a site in, for each page the byte
 * ranges that it shares with the pages of its cluster out. Raw bytes, no
 * decoding, no tree; every comparison is one of integers.
 *
 *     for each page, in any order and any thread   pith__chain_profile_make()
 *       one at a time                              pith__chain_site_add()
 *     once                                         pith__chain_site_finish()
 *     for each page, in any order and any thread   pith__chain_site_classify()
 *
 * The bytes of a page are wanted twice and kept at no time, so a site costs 8
 * bytes of memory a token, some 30 a token for a moment in the middle, and next
 * to nothing at the end.
 *
 * Files: chain_compat_tokens (bytes to tokens), _profile (tokens to chains),
 * _bundles and _index (chains to pages), _pair, _grow, _cluster (the
 * clustering), _overlap and _max_tree (which these use).
 */
#ifndef PITH_PAPERS_CHAIN_CHAIN_COMPAT_H
#define PITH_PAPERS_CHAIN_CHAIN_COMPAT_H

#include "papers/chain/chain_compat_cluster.h"
#include "papers/chain/chain_compat_profile.h"
#include "verdict/verdict.h"

/* The numbers of the papers, under their names there. */
typedef struct pith_chain_settings {
  uint32_t min_tokens_chain; /* tokens in a chain: 6; 1 to 64 */
  uint32_t dup_limit;        /* a pair that shares more of the shorter file
                                founds no cluster: 70 %; 0 to 100 */
  uint32_t min_nav_length;   /* what members keep of the founders' shared
                                length, at the first level: 80 %; 1 to 100 */
  uint32_t nav_step;         /* from level to level: 20 %; 0: one level only */
  uint32_t nav_end;          /* the last level: 40 %; 1 to 100 */
  uint32_t min_cluster;      /* pages in a cluster: 4; at least 2 */
  uint32_t max_failures;     /* pairs of a level that may fail: 8; to 1000 */
} pith_chain_settings;

typedef struct pith_chain_corpus pith_chain_corpus;

void pith__chain_options_default(pith_chain_settings *options);

/* Make an empty site. `options` is copied, NULL means the defaults; `memory` is
 * borrowed. Gives a site: release it with pith__chain_site_free().
 * PITH_USAGE for an option out of range, PITH_NOMEM, PITH_LIMIT. */
pith_status pith__chain_site_new(pith_memory *memory,
                                 const pith_chain_settings *options,
                                 pith_chain_corpus **out);
void pith__chain_site_free(pith_chain_corpus *site);

/* Add a page. Its name, unique in the site, and its profile are copied; `size`
 * is that of the file. Adding in another order changes nothing. PITH_NOMEM,
 * PITH_LIMIT; PITH_USAGE after finish. */
pith_status pith__chain_site_add(pith_chain_corpus *site, pith_slice name,
                                 uint32_t size,
                                 const pith_chain_profile *profile);

/* Add all pages of another site with the same options, which stays as it is.
 * Fails as pith__chain_site_add() does, with some of them added; PITH_USAGE
 * also when `other` is finished. */
pith_status pith__chain_site_merge(pith_chain_corpus *site,
                                   const pith_chain_corpus *other);

/* Find the clusters. From now on pages have numbers: their place in the byte
 * order of names. PITH_NOMEM, PITH_LIMIT: the site can only be freed then;
 * PITH_USAGE when two pages have one name, or at the second call. */
pith_status pith__chain_site_finish(pith_chain_corpus *site);

/* All below requires a finished site and leaves it as it is: many threads may
 * read it at once. What is lent lives as long as the site. */

uint32_t pith__chain_site_page_count(const pith_chain_corpus *site);
pith_slice pith__chain_site_page_name(const pith_chain_corpus *site,
                                      uint32_t page);

/* The number of a page, or PITH_CHAIN_NONE. */
uint32_t pith__chain_site_find(const pith_chain_corpus *site, pith_slice name);

/* Add what is removed from a page to `verdicts`: rising ranges that do not
 * touch, PITH_NAVIGATION, score 1, reason `chain` or `chain-leftover`. `bytes`
 * are those its profile was made from: PITH_USAGE when the size is another one.
 * PITH_NOMEM and PITH_LIMIT by the account of `verdicts`. */
pith_status pith__chain_site_classify(const pith_chain_corpus *site,
                                      uint32_t page, pith_slice bytes,
                                      pith_verdicts *verdicts);

/* Clusters in the order they were accepted, lent. */
const pith_chain_clusters *
pith__chain_site_clusters(const pith_chain_corpus *site);

#endif
