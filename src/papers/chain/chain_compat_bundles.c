/*
 * See chain_compat_bundles.h. All chains of the site are sorted by hash; each
 * run of equal hashes is a chain's list of pages. Lists are looked up in a hash
 * table, where they are compared page by page, so two chains are in one bundle
 * exactly when their pages are the same. In the end the bundles are numbered
 * anew by popularity (a counting sort, since no list is longer than the site).
 *
 * Sorting dominates: 16 bytes a chain for as long as this takes.
 */
#include "papers/chain/chain_compat_bundles.h"

#include "base/radix.h"

#include <string.h>

#define BLOCK_BITS 8 /* a hint of the page for every 256 chains */

typedef struct finder {
  const pith_chain_sources *sources;
  uint32_t chain_count;
  uint32_t *chain_from; /* page -> number of its first chain */
  uint32_t *page_hints; /* chain number / 256 -> a page at or before it */
  uint64_t *keys;       /* hash << 32 | number of the chain, sorted */
  uint32_t *lists;      /* pages of each bundle, in the order found */
  uint32_t *list_from;  /* bundle -> its list */
  uint64_t *prints;     /* bundle -> fingerprint of its list */
  uint32_t *slots;      /* hash table: bundle + 1, or 0 */
  uint32_t slot_mask;
  uint32_t bundle_count;
  uint32_t *of_chain;
} finder;

/* False when chain numbers would not fit 32 bits. */
static bool
count_chains(finder *in)
{
  uint64_t total = 0;
  for (uint32_t i = 0; i < in->sources->count; i++)
    total += in->sources->pages[i].chain_count;
  in->chain_count = (uint32_t)total;
  return total < UINT32_MAX;
}

/* Number the chains of all pages, and sort them by hash. The radix sort is
 * stable, so equal hashes stay in the order of pages. */
static bool
sort_chains(finder *in, pith_region *scratch)
{
  uint32_t count = in->chain_count, at = 0;
  uint64_t *keys = pith__region_take(scratch, count, sizeof *keys);
  uint64_t *spare = pith__region_take(scratch, count, sizeof *spare);
  in->chain_from = pith__region_take(scratch, (size_t)in->sources->count + 1,
                                     sizeof *in->chain_from);
  in->page_hints = pith__region_take(scratch, (count >> BLOCK_BITS) + (size_t)1,
                                     sizeof *in->page_hints);
  if (!keys || !spare || !in->chain_from || !in->page_hints)
    return false;
  for (uint32_t i = 0; i < in->sources->count; i++) {
    const pith_chain_source *page = &in->sources->pages[i];
    in->chain_from[i] = at;
    for (uint32_t k = 0; k < page->chain_count; k++, at++) {
      keys[at] = (uint64_t)page->hashes[k] << 32 | at;
      if ((at & ((1u << BLOCK_BITS) - 1)) == 0)
        in->page_hints[at >> BLOCK_BITS] = i;
    }
  }
  in->chain_from[in->sources->count] = at;
  in->keys = pith__radix_sort(keys, spare, count);
  /* Lists are never longer than the chains they come from. */
  in->lists = (uint32_t *)(in->keys == keys ? spare : keys);
  return true;
}

/* The page of a chain number. A hint for every 256 chains makes the walk
 * short; a table of all of them would cost as much as the keys. */
static uint32_t
page_of(const finder *in, uint32_t chain)
{
  uint32_t page = in->page_hints[chain >> BLOCK_BITS];
  while (in->chain_from[page + 1] <= chain)
    page++;
  return page;
}

/* One past the last key with the hash of keys[from]. */
static uint32_t
hash_end(const finder *in, uint32_t from)
{
  uint32_t hash = (uint32_t)(in->keys[from] >> 32), end = from + 1;
  while (end < in->chain_count && (uint32_t)(in->keys[end] >> 32) == hash)
    end++;
  return end;
}

/* Write the different pages of keys[from..end) to `list`; returns their
 * count. Chains of one page are neighbours, so each page is met once. */
static uint32_t
list_pages(const finder *in, uint32_t from, uint32_t end, uint32_t *list)
{
  uint32_t count = 0;
  for (uint32_t i = from; i < end;) {
    uint32_t page = page_of(in, (uint32_t)in->keys[i]);
    list[count++] = page;
    while (i < end && (uint32_t)in->keys[i] < in->chain_from[page + 1])
      i++;
  }
  return count;
}

/* Mixes the length in, so that a list and its beginning differ. */
static uint64_t
fingerprint(const uint32_t *list, uint32_t count)
{
  uint64_t print = count;
  for (uint32_t i = 0; i < count; i++) {
    print = (print ^ list[i]) * 0x9E3779B97F4A7C15u;
    print ^= print >> 32;
  }
  return print;
}

/* The bundle of the list that was just written behind the last bundle's: an
 * existing one with the same pages, or a new one. Fingerprints only save
 * comparisons; the pages themselves decide. */
static uint32_t
bundle_of_list(finder *in, uint32_t count)
{
  uint32_t *list = in->lists + in->list_from[in->bundle_count];
  uint64_t print = fingerprint(list, count);
  uint32_t slot = (uint32_t)(print >> 20) & in->slot_mask;
  for (; in->slots[slot] != 0; slot = (slot + 1) & in->slot_mask) {
    uint32_t bundle = in->slots[slot] - 1;
    uint32_t from = in->list_from[bundle];
    if (in->prints[bundle] == print &&
        in->list_from[bundle + 1] - from == count &&
        memcmp(in->lists + from, list, count * sizeof *list) == 0)
      return bundle;
  }
  in->slots[slot] = in->bundle_count + 1;
  in->prints[in->bundle_count] = print;
  in->list_from[in->bundle_count + 1] = in->list_from[in->bundle_count] + count;
  return in->bundle_count++;
}

/* Room for the bundles: there are no more of them than hashes that occur
 * twice. */
static bool
make_table(finder *in, pith_region *scratch)
{
  size_t shared = 0, slots = 16;
  for (uint32_t i = 0, end; i < in->chain_count; i = end) {
    end = hash_end(in, i);
    shared += end - i > 1;
  }
  while (slots < 2 * shared)
    slots *= 2;
  in->slot_mask = (uint32_t)(slots - 1);
  in->slots = pith__region_take_zeros(scratch, slots, sizeof *in->slots);
  in->prints = pith__region_take(scratch, shared, sizeof *in->prints);
  in->list_from =
      pith__region_take_zeros(scratch, shared + 1, sizeof *in->list_from);
  return in->slots && in->prints && in->list_from;
}

/* Each run of equal hashes is one chain of the site. */
static void
find_bundles(finder *in)
{
  for (uint32_t i = 0, end; i < in->chain_count; i = end) {
    uint32_t bundle = PITH_CHAIN_NONE;
    end = hash_end(in, i);
    if (end - i > 1) {
      uint32_t *list = in->lists + in->list_from[in->bundle_count];
      uint32_t count = list_pages(in, i, end, list);
      if (count > 1)
        bundle = bundle_of_list(in, count);
    }
    for (uint32_t k = i; k < end; k++)
      in->of_chain[(uint32_t)in->keys[k]] = bundle;
  }
}

/* ranks[bundle] = its number by popularity, in the scratch region; NULL when
 * there is no memory. Bundles equally popular keep their order. */
static uint32_t *
rank_bundles(const finder *in, pith_region *scratch)
{
  uint32_t pages = in->sources->count;
  uint32_t *ranks = pith__region_take(scratch, in->bundle_count, sizeof *ranks);
  uint32_t *places =
      pith__region_take_zeros(scratch, (size_t)pages + 2, sizeof *places);
  if (!ranks || !places)
    return NULL;
  /* places[pages - length + 1] counts, then is where that length begins. */
  for (uint32_t a = 0; a < in->bundle_count; a++)
    places[pages - (in->list_from[a + 1] - in->list_from[a]) + 1]++;
  for (uint32_t i = 1; i <= pages; i++)
    places[i] += places[i - 1];
  for (uint32_t a = 0; a < in->bundle_count; a++)
    ranks[a] = places[pages - (in->list_from[a + 1] - in->list_from[a])]++;
  return ranks;
}

/* Copy what was found to its final place, under the final numbers. */
static bool
hand_over(const finder *in, const uint32_t *ranks, pith_region *region,
          pith_chain_bundles *bundles)
{
  uint32_t count = in->bundle_count;
  uint32_t *from =
      pith__region_take_zeros(region, (size_t)count + 1, sizeof *from);
  uint32_t *pages =
      pith__region_take(region, in->list_from[count], sizeof *pages);
  if (!from || !pages)
    return false;
  for (uint32_t a = 0; a < count; a++)
    from[ranks[a] + 1] = in->list_from[a + 1] - in->list_from[a];
  for (uint32_t a = 0; a < count; a++)
    from[a + 1] += from[a];
  for (uint32_t a = 0; a < count; a++)
    memcpy(pages + from[ranks[a]], in->lists + in->list_from[a],
           (in->list_from[a + 1] - in->list_from[a]) * sizeof *pages);
  for (uint32_t k = 0; k < in->chain_count; k++)
    if (in->of_chain[k] != PITH_CHAIN_NONE)
      in->of_chain[k] = ranks[in->of_chain[k]];
  bundles->count = count;
  bundles->of_chain = in->of_chain;
  bundles->page_from = from;
  bundles->pages = pages;
  return true;
}

/* What is only needed on the way is in `scratch` and ends with this call. */
pith_status
pith__chain_bundles_make(pith_region *region, const pith_chain_sources *sources,
                         pith_chain_bundles *bundles)
{
  finder in = {.sources = sources};
  pith_region scratch;
  memset(bundles, 0, sizeof *bundles);
  if (!count_chains(&in))
    return PITH_LIMIT;
  pith__region_init(&scratch, region->memory);
  in.of_chain = pith__region_take(region, in.chain_count, sizeof *in.of_chain);
  bool done =
      in.of_chain && sort_chains(&in, &scratch) && make_table(&in, &scratch);
  if (done) {
    find_bundles(&in);
    uint32_t *ranks = rank_bundles(&in, &scratch);
    done = ranks && hand_over(&in, ranks, region, bundles);
  }
  pith__region_done(&scratch);
  return done ? PITH_OK : pith__memory_status(region->memory);
}
