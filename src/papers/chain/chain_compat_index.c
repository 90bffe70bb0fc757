/*
 * See chain_compat_index.h. Runs come from one walk over the chains. `upto` of
 * a page's bundles comes from one walk over its runs: between two neighbouring
 * ends of runs the same few runs lie over the tokens, and that stretch is first
 * covered by the most popular of their bundles. Sums over the bundles by rank
 * do the rest.
 *
 * Groups. Let Q be the shortest list of a page's most popular bundles that
 * covers more than the page may share as a founder (its dup_limit). Two pages
 * a, b with the same Q can found nothing:
 *
 *     shared(a, b) >= min(cover(a, Q), cover(b, Q))
 *                  >  min(dup_limit of a, dup_limit of b)
 *
 * since each of the two covers is above its own page's limit. Pages with the
 * same Q are a group, so the many copies of one page that sites have (lists
 * without entries, forms, error pages) need no comparison with each other.
 */
#include "papers/chain/chain_compat_index.h"

#include "base/radix.h"

#include <string.h>

typedef struct maker {
  pith_region *region; /* for what stays */
  pith_region scratch; /* for what does not */
  const pith_chain_sources *sources;
  const pith_chain_bundles *bundles;
  const pith_chain_numbers *numbers;
  pith_chain_index *index;
  uint32_t *gains; /* bundle -> bytes that no more popular bundle covers */
  uint32_t *share_pages; /* the page of each share */
} maker;

/* In 64 bits: a file of 4 GB times 100 does not fit 32. */
static uint64_t
percent_of(uint32_t size, uint32_t percent)
{
  return (uint64_t)size * percent / 100;
}

/* Runs of a page: their number; written as well when `runs` is not NULL.
 * `start` and `end` follow the runs in bytes, each token being added once. */
static uint32_t
find_runs(const maker *in, uint32_t page, const uint32_t *bundles,
          pith_chain_run *runs, pith_chain_place *places)
{
  const pith_chain_source *source = &in->sources->pages[page];
  uint32_t window = in->numbers->min_tokens_chain, count = 0;
  uint32_t start = 0, end = 0, token = 0,
           last = 0; /* bytes; first not in end */
  for (uint32_t k = 0, next; k < source->chain_count; k = next) {
    for (next = k + 1; next < source->chain_count; next++)
      if (bundles[next] != bundles[k])
        break;
    if (runs) {
      for (; token < k; token++)
        start += source->lengths[token];
      for (; last < next + window - 1; last++)
        end += source->lengths[last];
    }
    if (bundles[k] == PITH_CHAIN_NONE)
      continue;
    if (runs) {
      runs[count] = (pith_chain_run){start, end, bundles[k]};
      places[count] = (pith_chain_place){k, next + window - 1};
    }
    count++;
  }
  return count;
}

/* Count, then fill: the array is exactly as long as needed. */
static bool
make_runs(maker *in)
{
  pith_chain_index *index = in->index;
  const uint32_t *bundles = in->bundles->of_chain;
  uint32_t total = 0;
  index->run_from = pith__region_take(in->region, (size_t)index->page_count + 1,
                                      sizeof *index->run_from);
  if (!index->run_from)
    return false;
  for (uint32_t i = 0; i < index->page_count; i++) {
    index->run_from[i] = total;
    total += find_runs(in, i, bundles, NULL, NULL);
    bundles += in->sources->pages[i].chain_count;
  }
  index->run_from[index->page_count] = total;
  index->runs = pith__region_take(in->region, total, sizeof *index->runs);
  index->places = pith__region_take(in->region, total, sizeof *index->places);
  if (!index->runs || !index->places)
    return false;
  bundles = in->bundles->of_chain;
  for (uint32_t i = 0; i < index->page_count; i++) {
    uint32_t from = index->run_from[i];
    find_runs(in, i, bundles, index->runs + from, index->places + from);
    bundles += in->sources->pages[i].chain_count;
  }
  return true;
}

/* The bundles of each page. Going through the bundles by popularity gives
 * each page's list in that order, without sorting. */
static bool
make_shares(maker *in)
{
  pith_chain_index *index = in->index;
  const pith_chain_bundles *bundles = in->bundles;
  uint32_t total = bundles->page_from[bundles->count];
  uint32_t *from = pith__region_take_zeros(
      in->region, (size_t)index->page_count + 2, sizeof *from);
  index->share_from = from;
  index->shares = pith__region_take(in->region, total, sizeof *index->shares);
  in->share_pages =
      pith__region_take(&in->scratch, total, sizeof *in->share_pages);
  if (!from || !index->shares || !in->share_pages)
    return false;
  /* from[page + 2] counts, from[page + 1] is where the next one goes; then
   * from[page + 1] is where the next page begins. */
  for (uint32_t i = 0; i < total; i++)
    from[bundles->pages[i] + 2]++;
  for (uint32_t page = 0; page < index->page_count; page++)
    from[page + 2] += from[page + 1];
  for (uint32_t a = 0; a < bundles->count; a++)
    for (uint32_t i = bundles->page_from[a]; i < bundles->page_from[a + 1];
         i++) {
      uint32_t place = from[bundles->pages[i] + 1]++;
      index->shares[place].bundle = a;
      in->share_pages[place] = bundles->pages[i];
    }
  return true;
}

/* Give each stretch of the page's tokens to the most popular bundle over it.
 *
 *     runs    [ 5 ........ ]
 *                  [ 2 ....... ]
 *     gains   [ 5 ][ 2 ....... ]       2 is the more popular */
static void
add_gains(const pith_chain_index *index, uint32_t page, uint32_t *gains)
{
  const pith_chain_run *runs = index->runs + index->run_from[page];
  uint32_t count = index->run_from[page + 1] - index->run_from[page];
  uint32_t open = 0, next = 0, at = 0; /* runs[open..next) lie over `at` */
  while (open < count) {
    if (open == next)
      at = runs[next].from;
    while (next < count && runs[next].from <= at)
      next++;
    uint32_t end = runs[open].to, best = runs[open].bundle;
    if (next < count && runs[next].from < end)
      end = runs[next].from;
    for (uint32_t i = open + 1; i < next; i++)
      if (runs[i].bundle < best)
        best = runs[i].bundle;
    gains[best] += end - at;
    at = end;
    while (open < next && runs[open].to <= at)
      open++;
  }
}

/* Sums over the gains by rank are the `upto` of each share. */
static bool
sum_up_shares(maker *in)
{
  pith_chain_index *index = in->index;
  in->gains = pith__region_take_zeros(&in->scratch, index->bundle_count,
                                      sizeof *in->gains);
  if (!in->gains)
    return false;
  for (uint32_t page = 0; page < index->page_count; page++) {
    uint32_t sum = 0;
    add_gains(index, page, in->gains);
    for (uint32_t i = index->share_from[page]; i < index->share_from[page + 1];
         i++) {
      pith_chain_share *share = &index->shares[i];
      sum += in->gains[share->bundle];
      share->upto = sum;
      in->gains[share->bundle] = 0;
    }
  }
  return true;
}

/* Chain.md, "founding pair": above this many bytes the pair are duplicates. */
static bool
make_dup_limits(maker *in)
{
  pith_chain_index *index = in->index;
  index->dup_limits = pith__region_take(in->region, index->page_count,
                                        sizeof *index->dup_limits);
  if (!index->dup_limits)
    return false;
  for (uint32_t i = 0; i < index->page_count; i++)
    index->dup_limits[i] = (uint32_t)percent_of(in->sources->pages[i].size,
                                                in->numbers->dup_limit);
  return true;
}

/* Sort all shares by falling `upto`, then deal them out to their bundles. */
static bool
make_postings(maker *in)
{
  pith_chain_index *index = in->index;
  uint32_t total = index->share_from[index->page_count];
  size_t bundles = index->bundle_count;
  uint64_t *keys = pith__region_take(&in->scratch, total, sizeof *keys);
  uint64_t *spare = pith__region_take(&in->scratch, total, sizeof *spare);
  uint32_t *next = pith__region_take(&in->scratch, bundles, sizeof *next);
  index->posting_from =
      pith__region_take(in->region, bundles + 1, sizeof *index->posting_from);
  index->postings =
      pith__region_take(in->region, total, sizeof *index->postings);
  if (!keys || !spare || !next || !index->posting_from || !index->postings)
    return false;
  memcpy(index->posting_from, in->bundles->page_from,
         (bundles + 1) * sizeof *index->posting_from);
  memcpy(next, in->bundles->page_from, bundles * sizeof *next);
  for (uint32_t i = 0; i < total; i++)
    keys[i] = (uint64_t)~index->shares[i].upto << 32 | i;
  keys = pith__radix_sort(keys, spare, total);
  for (uint32_t i = 0; i < total; i++) {
    uint32_t share = (uint32_t)keys[i];
    pith_chain_posting *posting =
        &index->postings[next[index->shares[share].bundle]++];
    posting->page = in->share_pages[share];
    posting->upto = index->shares[share].upto;
  }
  return true;
}

/* How many of its most popular bundles a page needs to pass its limit; 0
 * when all together do not. These are the Q of the head of this file. */
static uint32_t
core_length(const pith_chain_index *index, uint32_t page)
{
  uint32_t from = index->share_from[page];
  for (uint32_t i = from; i < index->share_from[page + 1]; i++)
    if (index->shares[i].upto > index->dup_limits[page])
      return i - from + 1;
  return 0;
}

/* Shares are sorted by popularity, so equal sets are equal lists. */
static bool
same_core(const pith_chain_index *index, uint32_t a, uint32_t b,
          uint32_t length)
{
  const pith_chain_share *of_a = index->shares + index->share_from[a];
  const pith_chain_share *of_b = index->shares + index->share_from[b];
  for (uint32_t i = 0; i < length; i++)
    if (of_a[i].bundle != of_b[i].bundle)
      return false;
  return true;
}

/* Pages with the same Q, by a hash table of their lists. A group is named
 * after its first page. */
static bool
make_groups(maker *in)
{
  pith_chain_index *index = in->index;
  uint32_t count = index->page_count;
  size_t slot_count = 16;
  while (slot_count < 2 * (size_t)count)
    slot_count *= 2;
  uint32_t *slots =
      pith__region_take_zeros(&in->scratch, slot_count, sizeof *slots);
  uint32_t *cores = pith__region_take(&in->scratch, count, sizeof *cores);
  index->groups = pith__region_take(in->region, count, sizeof *index->groups);
  if (!slots || !cores || !index->groups)
    return false;
  for (uint32_t page = 0; page < count; page++) {
    uint64_t print = cores[page] = core_length(index, page);
    index->groups[page] = PITH_CHAIN_NONE;
    if (cores[page] == 0)
      continue;
    for (uint32_t i = 0; i < cores[page]; i++) {
      print ^= index->shares[index->share_from[page] + i].bundle;
      print *= 0x9E3779B97F4A7C15u;
      print ^= print >> 32;
    }
    size_t slot = (size_t)print & (slot_count - 1);
    while (slots[slot] != 0 &&
           (cores[slots[slot] - 1] != cores[page] ||
            !same_core(index, slots[slot] - 1, page, cores[page])))
      slot = (slot + 1) & (slot_count - 1);
    if (slots[slot] == 0)
      slots[slot] = page + 1;
    index->groups[page] = slots[slot] - 1;
  }
  return true;
}

/* Whether all pages of a bundle are in one group: such a bundle can be
 * skipped when looking for partners of a page of that group. */
static bool
make_bundle_groups(maker *in)
{
  pith_chain_index *index = in->index;
  const pith_chain_bundles *bundles = in->bundles;
  index->bundle_groups = pith__region_take(in->region, index->bundle_count,
                                           sizeof *index->bundle_groups);
  if (!index->bundle_groups)
    return false;
  for (uint32_t a = 0; a < index->bundle_count; a++) {
    uint32_t group = index->groups[bundles->pages[bundles->page_from[a]]];
    for (uint32_t i = bundles->page_from[a]; i < bundles->page_from[a + 1]; i++)
      if (index->groups[bundles->pages[i]] != group)
        group = PITH_CHAIN_NONE;
    index->bundle_groups[a] = group;
  }
  return true;
}

/* The steps depend on each other in this order. */
pith_status
pith__chain_index_make(pith_region *region, const pith_chain_sources *sources,
                       const pith_chain_bundles *bundles,
                       const pith_chain_numbers *numbers,
                       pith_chain_index *index)
{
  maker in = {.region = region,
              .sources = sources,
              .bundles = bundles,
              .numbers = numbers,
              .index = index};
  memset(index, 0, sizeof *index);
  index->page_count = sources->count;
  index->bundle_count = bundles->count;
  pith__region_init(&in.scratch, region->memory);
  bool done = make_runs(&in) && make_shares(&in) && sum_up_shares(&in) &&
              make_dup_limits(&in) && make_postings(&in) && make_groups(&in) &&
              make_bundle_groups(&in);
  pith__region_done(&in.scratch);
  return done ? PITH_OK : pith__memory_status(region->memory);
}
