/*
 * See chain_compat_navigation.h. A walk over the chains of a page yields the
 * runs of tokens that are covered: a run goes on as long as the next chain in
 * the set begins inside it or right behind it.
 */
#include "papers/chain/chain_compat_navigation.h"

#include "base/radix.h"
#include "papers/chain/chain_compat_tokens.h"

#include <string.h>

/* Hashes by bundle. */
typedef struct hash_lists {
  uint32_t *from;
  uint32_t *hashes;
} hash_lists;

static bool
list_hashes(pith_region *scratch, const pith_chain_bundles *bundles,
            hash_lists *lists)
{
  uint32_t *from = pith__region_take_zeros(scratch, (size_t)bundles->count + 2,
                                           sizeof *from);
  lists->from = from;
  lists->hashes =
      pith__region_take(scratch, bundles->hash_count, sizeof *lists->hashes);
  if (!from || !lists->hashes)
    return false;
  for (uint32_t i = 0; i < bundles->hash_count; i++)
    from[bundles->hash_bundles[i] + 2]++;
  for (uint32_t bundle = 0; bundle < bundles->count; bundle++)
    from[bundle + 2] += from[bundle + 1];
  for (uint32_t i = 0; i < bundles->hash_count; i++)
    lists->hashes[from[bundles->hash_bundles[i] + 1]++] = bundles->hashes[i];
  return true;
}

/* All hashes of a cluster's bundles, sorted. `keys` and `spare` have room for
 * those of all bundles. */
static bool
collect_nav(pith_region *region, const hash_lists *lists, uint64_t *keys,
            uint64_t *spare, pith_chain_group *cluster)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < cluster->bundle_count; i++) {
    uint32_t bundle = cluster->bundles[i];
    for (uint32_t k = lists->from[bundle]; k < lists->from[bundle + 1]; k++)
      keys[count++] = (uint64_t)lists->hashes[k] << 32;
  }
  keys = pith__radix_sort(keys, spare, count);
  cluster->nav.count = count;
  cluster->nav.hashes =
      pith__region_take(region, count, sizeof *cluster->nav.hashes);
  if (!cluster->nav.hashes)
    return false;
  for (uint32_t i = 0; i < count; i++)
    cluster->nav.hashes[i] = (uint32_t)(keys[i] >> 32);
  return true;
}

static bool
has_hash(const pith_chain_nav *nav, uint32_t hash)
{
  uint32_t low = 0, high = nav->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (nav->hashes[middle] < hash)
      low = middle + 1;
    else
      high = middle;
  }
  return low < nav->count && nav->hashes[low] == hash;
}

/* The next covered run of tokens: *chain is where to look, and then where to
 * look the next time. False when there is none. */
static bool
next_run(const pith_chain_nav *nav, const pith_chain_profile *profile,
         uint32_t min_tokens_chain, uint32_t *chain, pith_chain_place *run)
{
  uint32_t k = *chain;
  while (k < profile->chain_count && !has_hash(nav, profile->hashes[k]))
    k++;
  if (k == profile->chain_count) {
    *chain = k;
    return false;
  }
  run->first = k;
  run->end = k + min_tokens_chain;
  for (k++; k < profile->chain_count && k <= run->end; k++)
    if (has_hash(nav, profile->hashes[k]))
      run->end = k + min_tokens_chain;
  *chain = k;
  return true;
}

pith_status
pith__chain_navs_collect(pith_region *region, const pith_chain_bundles *bundles,
                         pith_chain_clusters *clusters)
{
  pith_region scratch;
  hash_lists lists;
  pith__region_init(&scratch, region->memory);
  uint64_t *keys =
      pith__region_take(&scratch, bundles->hash_count, sizeof *keys);
  uint64_t *spare =
      pith__region_take(&scratch, bundles->hash_count, sizeof *spare);
  bool done = keys && spare && list_hashes(&scratch, bundles, &lists);
  for (uint32_t i = 0; done && i < clusters->count; i++)
    done = collect_nav(region, &lists, keys, spare, &clusters->items[i]);
  pith__region_done(&scratch);
  return done ? PITH_OK : pith__memory_status(region->memory);
}

uint32_t
pith__chain_nav_cover(const pith_chain_nav *nav,
                      const pith_chain_profile *profile,
                      uint32_t min_tokens_chain)
{
  uint32_t chain = 0, sum = 0;
  pith_chain_place run;
  while (next_run(nav, profile, min_tokens_chain, &chain, &run))
    for (uint32_t token = run.first; token < run.end; token++)
      sum += profile->lengths[token];
  return sum;
}

pith_status
pith__chain_nav_classify(const pith_chain_nav *nav,
                         const pith_chain_profile *profile,
                         uint32_t min_tokens_chain, pith_slice bytes,
                         const char *reason, pith_verdicts *verdicts)
{
  pith_chain_tokens tokens;
  pith_chain_place run;
  pith_span span, range = {0, 0};
  uint32_t chain = 0;
  pith_status status = pith__chain_tokens_init(&tokens, bytes, NULL);
  if (status != PITH_OK)
    return status;
  bool more = next_run(nav, profile, min_tokens_chain, &chain, &run);
  for (uint32_t token = 0; more && pith__chain_tokens_next(&tokens, &span);
       token++) {
    if (token == run.first)
      range.from = span.from;
    if (token + 1 != run.end)
      continue;
    range.to = span.to;
    pith__verdicts_add(verdicts, range, PITH_NAVIGATION, 1, reason);
    more = next_run(nav, profile, min_tokens_chain, &chain, &run);
  }
  return verdicts->failed ? pith__memory_status(verdicts->memory) : PITH_OK;
}
