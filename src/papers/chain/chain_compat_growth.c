/*
 * See chain_compat_growth.h. NAV only shrinks, so cover(page, NAV) only falls,
 * and a value once computed is an upper bound from then on. The page with the
 * largest bound is computed anew if its value is older than NAV; when the
 * largest one is fresh, it is the largest cover, and of equal ones the earlier,
 * since tournaments prefer that.
 *
 * Only pages that could have enough take part: cover(page, NAV) is at most
 * upto(page, r), r being the rarest bundle of NAV that the page has, and the
 * postings of r are sorted by that.
 *
 * A page that has all of NAV leaves it as it is, and then no member has lost
 * anything. NAV can shrink at most as often as it has bundles, so all members
 * are looked at only that often.
 */
#include "papers/chain/chain_compat_growth.h"

#include <string.h>

/* The smallest cover with not 100 * cover < level * base. */
static uint64_t
least_cover(uint32_t base, uint32_t level)
{
  return ((uint64_t)base * level + 99) / 100;
}

/* Costs as much as the set holds, not as there are bundles. */
static void
empty_set(pith_chain_set *set)
{
  for (uint32_t i = 0; i < set->count; i++)
    set->has[set->bundles[i]] = false;
  set->count = 0;
}

/* Bundles are added in rising order. */
static void
add_to_set(pith_chain_set *set, uint32_t bundle)
{
  set->has[bundle] = true;
  set->bundles[set->count++] = bundle;
}

/* result = what the page has of `set`, or all it has when that is NULL. */
static void
intersect(const pith_chain_index *index, uint32_t page,
          const pith_chain_set *set, pith_chain_set *result)
{
  empty_set(result);
  for (uint32_t i = index->share_from[page]; i < index->share_from[page + 1];
       i++) {
    uint32_t bundle = index->shares[i].bundle;
    if (!set || set->has[bundle])
      add_to_set(result, bundle);
  }
}

/* Take over the narrower NAV without copying it. */
static void
swap_sets(pith_chain_grower *grower)
{
  pith_chain_set nav = grower->nav;
  grower->nav = grower->narrower;
  grower->narrower = nav;
}

/* cover(page, set), counted as work. */
static uint32_t
count_cover(pith_chain_grower *grower, uint32_t page, const pith_chain_set *set)
{
  const uint32_t *run_from = grower->index->run_from;
  grower->work->steps += run_from[page + 1] - run_from[page] + 1;
  return pith__chain_cover(grower->index, page, set->has);
}

/* Forget the rivals of the last cluster; only those that took part are
 * touched. */
static void
drop_rivals(pith_chain_grower *grower)
{
  for (uint32_t i = 0; i < grower->rival_count; i++) {
    uint32_t page = grower->rival_pages[i];
    grower->is_rival[page] = false;
    pith__max_tree_set(&grower->rivals, page, 0);
  }
  grower->rival_count = 0;
}

/* Every page left that is no founder is a rival, if it could have enough.
 * Postings are sorted by `upto`, so the walk stops at the first that cannot. */
static void
start_rivals(pith_chain_grower *grower, const pith_chain_pair *pair,
             uint64_t least)
{
  const pith_chain_index *index = grower->index;
  drop_rivals(grower);
  grower->version = 0;
  for (uint32_t i = 0; i < grower->nav.count; i++) {
    uint32_t bundle = grower->nav.bundles[i];
    for (uint32_t k = index->posting_from[bundle];
         k < index->posting_from[bundle + 1] &&
         index->postings[k].upto >= least;
         k++) {
      uint32_t page = index->postings[k].page;
      grower->work->steps++;
      if (!grower->left[page] || grower->is_rival[page] || page == pair->a ||
          page == pair->b)
        continue;
      grower->is_rival[page] = true;
      grower->rival_pages[grower->rival_count++] = page;
      grower->fresh[page] = 0;
      pith__max_tree_set(&grower->rivals, page,
                         count_cover(grower, page, &grower->nav));
    }
  }
}

/* The page with the largest cover of NAV, or PITH_CHAIN_NONE when that is
 * below `least`. Values are upper bounds until they are fresh, so the first
 * fresh one at the top is the largest. */
static uint32_t
best_rival(pith_chain_grower *grower, uint64_t least)
{
  while (!pith__chain_is_spent(grower->work)) {
    uint32_t page = pith__max_tree_page(&grower->rivals);
    uint32_t value = grower->rivals.values[page];
    if (value == 0 || value < least)
      return PITH_CHAIN_NONE;
    if (grower->fresh[page] == grower->version)
      return page;
    grower->fresh[page] = grower->version;
    pith__max_tree_set(&grower->rivals, page,
                       count_cover(grower, page, &grower->nav));
  }
  return PITH_CHAIN_NONE;
}

/* Take the page in, unless a member would be left with too little. Where the
 * page has all of NAV nothing changes for the members, and they need no
 * check. */
static bool
join(pith_chain_grower *grower, uint32_t page, uint64_t least)
{
  const pith_chain_index *index = grower->index;
  intersect(index, page, &grower->nav, &grower->narrower);
  if (grower->narrower.count < grower->nav.count) {
    for (uint32_t i = 0; i < grower->member_count; i++)
      if (count_cover(grower, grower->members[i], &grower->narrower) < least)
        return false;
    swap_sets(grower);
    grower->version++;
  }
  grower->members[grower->member_count++] = page;
  pith__max_tree_set(&grower->rivals, page, 0);
  return true;
}

/* Room for every bundle, once; sets are emptied and reused. */
static bool
take_set(pith_chain_set *set, pith_region *region, uint32_t bundles)
{
  set->has = pith__region_take_zeros(region, bundles, sizeof *set->has);
  set->bundles = pith__region_take(region, bundles, sizeof *set->bundles);
  set->count = 0;
  return set->has && set->bundles;
}

pith_status
pith__chain_grower_init(pith_chain_grower *grower, pith_region *region,
                        const pith_chain_index *index, const bool *left,
                        pith_chain_work *work)
{
  memset(grower, 0, sizeof *grower);
  grower->index = index;
  grower->left = left;
  grower->work = work;
  grower->fresh =
      pith__region_take(region, index->page_count, sizeof *grower->fresh);
  grower->members =
      pith__region_take(region, index->page_count, sizeof *grower->members);
  grower->is_rival = pith__region_take_zeros(region, index->page_count,
                                             sizeof *grower->is_rival);
  grower->rival_pages =
      pith__region_take(region, index->page_count, sizeof(uint32_t));
  bool done = grower->fresh && grower->members && grower->is_rival &&
              grower->rival_pages &&
              take_set(&grower->nav, region, index->bundle_count) &&
              take_set(&grower->narrower, region, index->bundle_count) &&
              pith__max_tree_init(&grower->rivals, region, index->page_count);
  return done ? PITH_OK : pith__memory_status(region->memory);
}

/* Founders first, then the best rival as long as there is one that all
 * members can bear (docs/lab/methods/chain.md, "growth"). */
void
pith__chain_grow(pith_chain_grower *grower, const pith_chain_pair *pair,
                 uint32_t level)
{
  uint64_t least = least_cover(pair->shared, level);
  intersect(grower->index, pair->a, NULL, &grower->narrower);
  intersect(grower->index, pair->b, &grower->narrower, &grower->nav);
  grower->members[0] = pair->a;
  grower->members[1] = pair->b;
  grower->member_count = 2;
  start_rivals(grower, pair, least);
  uint32_t page = best_rival(grower, least);
  while (page != PITH_CHAIN_NONE && join(grower, page, least))
    page = best_rival(grower, least);
}

/* Runs have rising ends, so remembering how far the page is covered is
 * enough to count overlapping runs once. */
uint32_t
pith__chain_cover(const pith_chain_index *index, uint32_t page, const bool *has)
{
  const pith_chain_run *run = index->runs + index->run_from[page];
  const pith_chain_run *end = index->runs + index->run_from[page + 1];
  uint32_t sum = 0, covered = 0;
  for (; run < end; run++) {
    if (!has[run->bundle])
      continue;
    sum += run->to - (run->from > covered ? run->from : covered);
    covered = run->to;
  }
  return sum;
}
