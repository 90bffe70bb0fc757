/*
 * See chain_index.h. Two sorts: all chains of all pages by their hash, which
 * brings the pages of a chain together; and the chains by a hash of their
 * pages, which brings the chains of a class together.
 *
 * The hash of a chain is a polynomial in the hashes of its tokens, so that the
 * next chain is made from the last by taking out one token and putting in
 * another.
 */
#include "site/chain_index.h"

#include "base/hash64.h"

#define FACTOR PITH_HASH64_B

/* A chain on several pages: where its pages are listed. */
typedef struct shared_chains {
  uint64_t *keys; /* rising */
  uint64_t *sets; /* hash of the pages of each */
  uint32_t *from; /* chain -> its part of `pages` */
  uint32_t count;
  uint16_t *pages;
  uint32_t page_count;
} shared_chains;

/* A rolling hash: chain i + 1 is chain i without its first token, times
 * FACTOR, plus the next one. All arithmetic is modulo 2^64, so taking a token
 * out again is exact. The last step spreads the bits, which a polynomial
 * leaves weak at the low end. */
void
pith__chain_hashes(const pith_profile_token *tokens, uint32_t count,
                   uint64_t *hashes)
{
  uint64_t sum = 0, oldest = 1;
  for (uint32_t i = 1; i < PITH_CHAIN_TOKENS; i++)
    oldest *= FACTOR;
  for (uint32_t i = 0; i < count; i++) {
    if (i >= PITH_CHAIN_TOKENS)
      sum -= tokens[i - PITH_CHAIN_TOKENS].hash * oldest;
    sum = sum * FACTOR + tokens[i].hash;
    if (i + 1 >= PITH_CHAIN_TOKENS)
      hashes[i + 1 - PITH_CHAIN_TOKENS] =
          pith__hash64_fold(sum ^ PITH_HASH64_D, PITH_HASH64_A);
  }
}

/* All chains of all pages in one row, and the page of each. */
static void
list_chains(const pith_site_sample *model, uint64_t *keys, uint16_t *owners)
{
  uint32_t n = 0;
  for (uint32_t p = 0; p < model->count; p++) {
    uint32_t tokens = model->pages[p].count;
    pith__chain_hashes(model->pages[p].tokens, tokens, keys + n);
    for (uint32_t i = 0; i < pith__chain_count(tokens); i++)
      owners[n++] = (uint16_t)p;
  }
}

/* Of the chains in `order`, [from, to) are the same one: keep it if it is on
 * several pages.
 * Equal keys are in the order of pages (the sort is stable), so a page that
 * has the chain several times is counted once by looking at the last one. */
static void
keep_shared(shared_chains *shared, const uint64_t *keys, const uint16_t *owners,
            const uint32_t *order, uint32_t from, uint32_t to)
{
  if (owners[order[from]] == owners[order[to - 1]])
    return;
  uint64_t set = 0;
  uint32_t last = UINT32_MAX;
  shared->keys[shared->count] = keys[order[from]];
  shared->from[shared->count] = shared->page_count;
  for (uint32_t i = from; i < to; i++) {
    uint16_t page = owners[order[i]];
    if (page == last)
      continue;
    last = page;
    shared->pages[shared->page_count++] = page;
    set = pith__hash64_pair(set, page);
  }
  shared->sets[shared->count++] = set;
}

/* At most half of the chains can be on two pages, hence total / 2. */
static bool
find_shared(shared_chains *shared, pith_region *region,
            const pith_site_sample *model, uint32_t total)
{
  pith_region room;
  pith__region_init(&room, region->memory);
  uint64_t *keys = pith__region_take(&room, total, sizeof *keys);
  uint16_t *owners = pith__region_take(&room, total, sizeof *owners);
  uint32_t *order = NULL;
  if (keys && owners) {
    list_chains(model, keys, owners);
    order = pith__hash_order(&room, keys, total);
  }
  shared->keys = pith__region_take(region, total / 2, sizeof *shared->keys);
  shared->sets = pith__region_take(region, total / 2, sizeof *shared->sets);
  shared->from = pith__region_take(region, total / 2 + 1, sizeof *shared->from);
  shared->pages = pith__region_take(region, total, sizeof *shared->pages);
  bool ok =
      order && shared->keys && shared->sets && shared->from && shared->pages;
  for (uint32_t from = 0, to; ok && from < total; from = to) {
    to = from + 1;
    while (to < total && keys[order[to]] == keys[order[from]])
      to++;
    keep_shared(shared, keys, owners, order, from, to);
  }
  if (ok)
    shared->from[shared->count] = shared->page_count;
  pith__region_done(&room);
  return ok;
}

/* Chains with the same pages get the same class, whose pages are copied.
 *     chain  pages         class
 *     a      0 1 2 3       0      a menu of four pages has many chains,
 *     b      0 1 2 3       0      and all of them the same pages
 *     c      1 3           1
 *
 * Sets of pages are compared by a hash of 64 bits; two sets with one hash would
 * become one class. */
static bool
number_classes(pith_chain_classes *classes, pith_region *region,
               const shared_chains *shared)
{
  uint32_t count = shared->count;
  uint32_t *class_of = pith__region_take(region, count, sizeof *class_of);
  uint32_t *from = pith__region_take(region, (size_t)count + 1, sizeof *from);
  uint16_t *pages =
      pith__region_take(region, shared->page_count, sizeof *pages);
  const uint32_t *order = pith__hash_order(region, shared->sets, count);
  if (!class_of || !from || !pages || !order)
    return false;
  uint32_t page_count = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t n = order[i];
    if (i == 0 || shared->sets[n] != shared->sets[order[i - 1]]) {
      from[classes->count++] = page_count;
      for (uint32_t j = shared->from[n]; j < shared->from[n + 1]; j++)
        pages[page_count++] = shared->pages[j];
    }
    class_of[n] = classes->count - 1;
  }
  from[classes->count] = page_count;
  classes->class_of = class_of;
  classes->from = from;
  classes->pages = pages;
  return true;
}

/* Count the chains of each page that are not common. `hashes` has room for
 * those of the largest page. */
static void
count_rare(const pith_chain_classes *classes, const pith_site_sample *model,
           uint64_t *hashes, uint32_t *rare)
{
  for (uint32_t p = 0; p < model->count; p++) {
    const pith_model_page *page = &model->pages[p];
    uint32_t chains = pith__chain_count(page->count);
    pith__chain_hashes(page->tokens, page->count, hashes);
    rare[p] = chains;
    for (uint32_t i = 0; i < chains; i++) {
      uint32_t class = pith__chain_class(classes, hashes[i]);
      rare[p] -=
          class != PITH_CLASS_UNKNOWN && pith__class_is_common(classes, class);
    }
  }
}

/* Room for the largest page is taken once. */
static bool
find_rare(pith_chain_classes *classes, pith_region *region,
          const pith_site_sample *model)
{
  uint32_t *rare = pith__region_take(region, model->count, sizeof *rare);
  pith_region room;
  pith__region_init(&room, region->memory);
  uint64_t *hashes =
      pith__region_take(&room, PITH_MODEL_TOKENS_MOST, sizeof *hashes);
  bool ok = rare && hashes;
  if (ok)
    count_rare(classes, model, hashes, rare);
  pith__region_done(&room);
  classes->rare = rare;
  return ok;
}

/* Fails with PITH_LIMIT before anything is taken: the order is in 32 bits. */
pith_status
pith__chain_classes_make(pith_chain_classes *classes, pith_region *region,
                         const pith_site_sample *model)
{
  uint64_t total = 0;
  for (uint32_t p = 0; p < model->count; p++)
    total += pith__chain_count(model->pages[p].count);
  if (total >= UINT32_MAX)
    return PITH_LIMIT;
  shared_chains shared = {0};
  classes->count = 0;
  classes->sample = model->count;
  if (!find_shared(&shared, region, model, (uint32_t)total) ||
      !number_classes(classes, region, &shared) ||
      !pith__hash_index_make(&classes->chains, region, shared.keys,
                             shared.count) ||
      !find_rare(classes, region, model))
    return pith__memory_status(region->memory);
  return PITH_OK;
}
