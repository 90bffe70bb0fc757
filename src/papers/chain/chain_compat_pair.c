/*
 * See chain_compat_pair.h. Every pair (a, b), a before b, belongs to a. For
 * each page a there is either an upper bound of what a shares with any later
 * page, or the exact value with the page it is shared with. Two tournaments
 * know the largest of each. While the largest bound is above the largest exact
 * value, its page is looked at: is there a possible pair (a, b) that shares at
 * least `least`? Which one shares most? If there is none, what is the new
 * bound?
 *
 * Few at a time (look_through). Let r be the rarest bundle that a and b have in
 * common. All they share is made of bundles as popular as r or more, so
 *
 *     shared(a, b) <= upto(a, r)    and    shared(a, b) <= upto(b, r),
 *
 * and a possible pair shares at most the dup_limit of either page. Hence we go
 * through the bundles of a from the rarest on, and meet each b first at r:
 *   - as soon as upto(a, r) < least we stop: all pages not met yet have their
 *     rarest common bundle among the more popular ones;
 *   - the postings of r are sorted by upto(b, r): we stop where that falls
 *     below `least`;
 *   - b in a's group is never possible (chain_compat_index.c).
 * What is left is compared. The boilerplate that all pages have is in the most
 * popular bundles, whose `upto` is what any two pages share: it is looked
 * through only when there is nothing better, and then the first page is enough.
 *
 * All at once (look_at_all), once the former has taken as long as this will:
 * the row of a (chain_compat_overlap.h) has cover(a, H(a) & H(b)) >= shared(a,
 * b) for every b, and only pages with enough of it are compared.
 *
 * What has been found stays true while pages leave: bounds stay bounds, and an
 * exact value whose partner has left or failed becomes a bound.
 *
 * Ties. Bounds equal to the best exact value matter only for pages before its
 * page, and tournaments prefer the earlier page, so these are looked at with
 * `least` = that value, in order, after all larger bounds are gone.
 */
#include "papers/chain/chain_compat_pair.h"

#include <string.h>

/* Looking through bundles is given up when comparisons have taken this part of
 * the steps of a row: it is either much quicker, or it is not the way. (Walking
 * over postings is no worse than the row, which walks over them too.) */
#define PATIENCE 4

/* What is known of page a while it is looked at. */
typedef struct look {
  pith_chain_pair best; /* .shared: at least this much is wanted */
  uint32_t bound;       /* of pairs that share less than what was wanted */
  uint64_t steps;       /* how much was compared */
} look;

static uint32_t
smaller(uint32_t a, uint32_t b)
{
  return a < b ? a : b;
}

/* Failures are few (at most max_failures a level), so a walk is enough. */
static bool
has_failed(const pith_chain_search *search, uint32_t a, uint32_t b)
{
  for (uint32_t i = 0; i < search->failed_count; i++)
    if (search->failed[i].a == a && search->failed[i].b == b)
      return true;
  return false;
}

/* cover(page, bundles whose stamp is `stamp`). Where `copy` is not NULL the
 * same bundles get `copy_stamp` there: that is the intersection, for the
 * walk in the other direction. Stamps save clearing the arrays for every
 * pair. */
static inline uint32_t
cover_stamped(const pith_chain_index *index, uint32_t page,
              const uint32_t *stamps, uint32_t stamp, uint32_t *copy,
              uint32_t copy_stamp)
{
  const pith_chain_run *run = index->runs + index->run_from[page];
  const pith_chain_run *end = index->runs + index->run_from[page + 1];
  uint32_t sum = 0, covered = 0;
  for (; run < end; run++) {
    if (stamps[run->bundle] != stamp)
      continue;
    if (copy)
      copy[run->bundle] = copy_stamp;
    sum += run->to - (run->from > covered ? run->from : covered);
    covered = run->to;
  }
  return sum;
}

/* Bounds only rise while a page is looked at. */
static void
lift(uint32_t *bound, uint32_t value)
{
  if (value > *bound)
    *bound = value;
}

/* Compare a with b, a possible partner so far as is known. The cover on b's
 * side is worked out first; a's side only if that is enough. The bundles of
 * a are stamped already. */
static void
compare(pith_chain_search *search, look *at, uint32_t b)
{
  const pith_chain_index *index = search->index;
  uint32_t a = at->best.a, least = at->best.shared;
  uint32_t most = smaller(index->dup_limits[a], index->dup_limits[b]);
  at->steps += index->run_from[b + 1] - index->run_from[b];
  search->pair++;
  search->pairs++;
  uint32_t shared = cover_stamped(index, b, search->bundles_a, search->round,
                                  search->bundles_b, search->pair);
  if (shared >= least) {
    at->steps += index->run_from[a + 1] - index->run_from[a];
    shared = smaller(shared, cover_stamped(index, a, search->bundles_b,
                                           search->pair, NULL, 0));
  } else {
    shared = smaller(shared, most); /* a bound */
  }
  if (shared > most || has_failed(search, a, b))
    return;
  if (shared < least) {
    lift(&at->bound, shared);
  } else if (shared > least || b < at->best.b) {
    at->best.shared = shared;
    at->best.b = b;
  }
}

/* Whether b can be a partner of a at all: later, still left, and not in the
 * same group. */
static bool
is_partner(const pith_chain_search *search, uint32_t a, uint32_t b)
{
  const uint32_t *groups = search->index->groups;
  return b > a && search->left[b] &&
         (groups[a] == PITH_CHAIN_NONE || groups[a] != groups[b]);
}

/* Stamps begin anew before they would repeat. */
static void
next_round(pith_chain_search *search)
{
  const pith_chain_index *index = search->index;
  if (search->round == UINT32_MAX ||
      search->pair > UINT32_MAX - 2 * index->page_count) {
    memset(search->seen, 0, index->page_count * sizeof *search->seen);
    memset(search->bundles_a, 0,
           index->bundle_count * sizeof *search->bundles_a);
    memset(search->bundles_b, 0,
           index->bundle_count * sizeof *search->bundles_b);
    search->round = 0;
    search->pair = 0;
  }
  search->round++;
}

/* Look at the pages that have this bundle of a, as the rarest of all they have
 * in common. */
static void
look_through_bundle(pith_chain_search *search, look *at, uint32_t rarest,
                    uint64_t most_steps)
{
  const pith_chain_index *index = search->index;
  for (uint32_t i = index->posting_from[rarest];
       i < index->posting_from[rarest + 1] && at->steps <= most_steps; i++) {
    uint32_t b = index->postings[i].page;
    if (index->postings[i].upto < at->best.shared) {
      lift(&at->bound, index->postings[i].upto);
      return;
    }
    search->work->steps++;
    if (search->seen[b] == search->round || !is_partner(search, at->best.a, b))
      continue;
    search->seen[b] = search->round;
    if (index->dup_limits[b] < at->best.shared)
      lift(&at->bound, index->dup_limits[b]);
    else
      compare(search, at, b);
  }
}

/* False when comparing took more steps than `most_steps` and was given up.
 * What was found until then holds. */
static bool
look_through(pith_chain_search *search, look *at, uint64_t most_steps)
{
  const pith_chain_index *index = search->index;
  uint32_t from = index->share_from[at->best.a];
  uint32_t group = index->groups[at->best.a];
  for (uint32_t i = index->share_from[at->best.a + 1]; i-- > from;) {
    if (index->shares[i].upto < at->best.shared) {
      lift(&at->bound, index->shares[i].upto);
      return true;
    }
    uint32_t bundle = index->shares[i].bundle;
    if (group != PITH_CHAIN_NONE && index->bundle_groups[bundle] == group)
      continue;
    look_through_bundle(search, at, bundle, most_steps);
    if (at->steps > most_steps)
      return false;
  }
  return true;
}

/* The exact overlap on a's side is known for every page, so only promising
 * ones are compared. */
static void
look_at_all(pith_chain_search *search, look *at)
{
  const pith_chain_index *index = search->index;
  pith_chain_overlaps *row = &search->row;
  pith__chain_overlaps_fill(row, index, at->best.a);
  for (uint32_t i = 0; i < row->count; i++) {
    uint32_t b = row->pages[i];
    uint32_t most = smaller(row->cells[b].cover, index->dup_limits[b]);
    if (!is_partner(search, at->best.a, b))
      continue;
    if (most < at->best.shared)
      lift(&at->bound, most);
    else if (most > at->best.shared || b < at->best.b)
      compare(search, at, b);
  }
}

/* Look at page a. True: the best pair is in at->best. False: a's pairs share
 * at most at->bound, which is less than `least`. */
static bool
look_at(pith_chain_search *search, uint32_t a, uint32_t least, look *at)
{
  const pith_chain_index *index = search->index;
  uint32_t from = index->share_from[a], end = index->share_from[a + 1];
  *at = (look){{a, PITH_CHAIN_NONE, least}, 0, 0};
  next_round(search);
  for (uint32_t i = from; i < end; i++)
    search->bundles_a[index->shares[i].bundle] = search->round;
  uint64_t row = pith__chain_overlaps_cost(index, a);
  bool enough = look_through(search, at, row / PATIENCE);
  if (!enough)
    look_at_all(search, at);
  search->work->steps += at->steps + (enough ? 0 : row) + end - from + 1;
  return at->best.b != PITH_CHAIN_NONE;
}

/* The largest exact value whose pair still holds. One whose partner has left
 * or failed becomes a bound again. */
static uint32_t
best_exact(pith_chain_search *search)
{
  for (;;) {
    uint32_t page = pith__max_tree_page(&search->exact);
    uint32_t value = search->exact.values[page];
    if (value == 0)
      return page;
    uint32_t partner = search->partners[page];
    if (search->left[partner] && !has_failed(search, page, partner))
      return page;
    pith__max_tree_set(&search->exact, page, 0);
    pith__max_tree_set(&search->bounds, page, value);
  }
}

pith_status
pith__chain_search_init(pith_chain_search *search, pith_region *region,
                        const pith_chain_index *index, const bool *left,
                        pith_chain_work *work, uint32_t most_failed)
{
  uint32_t pages = index->page_count, bundles = index->bundle_count;
  memset(search, 0, sizeof *search);
  search->index = index;
  search->left = left;
  search->work = work;
  search->partners = pith__region_take(region, pages, sizeof(uint32_t));
  search->seen = pith__region_take_zeros(region, pages, sizeof(uint32_t));
  search->bundles_a =
      pith__region_take_zeros(region, bundles, sizeof(uint32_t));
  search->bundles_b =
      pith__region_take_zeros(region, bundles, sizeof(uint32_t));
  search->failed =
      pith__region_take(region, most_failed, sizeof *search->failed);
  if (!search->partners || !search->seen || !search->bundles_a ||
      !search->bundles_b || !search->failed ||
      !pith__chain_overlaps_init(&search->row, region, pages) ||
      !pith__max_tree_init(&search->bounds, region, pages) ||
      !pith__max_tree_init(&search->exact, region, pages))
    return pith__memory_status(region->memory);
  for (uint32_t page = 0; page < pages; page++) {
    uint32_t from = index->share_from[page], end = index->share_from[page + 1];
    if (from < end)
      search->bounds.values[page] =
          smaller(index->shares[end - 1].upto, index->dup_limits[page]);
  }
  pith__max_tree_replay(&search->bounds);
  return PITH_OK;
}

/* Look at the page with the largest bound until no bound can beat the best
 * exact value. Ties go to the earlier page. */
bool
pith__chain_search_next(pith_chain_search *search, pith_chain_pair *pair)
{
  while (!pith__chain_is_spent(search->work)) {
    uint32_t known = best_exact(search);
    uint32_t value = search->exact.values[known];
    uint32_t page = pith__max_tree_page(&search->bounds);
    uint32_t bound = search->bounds.values[page];
    if (bound == 0 && value == 0)
      return false;
    if (bound < value || (bound == value && known < page)) {
      *pair = (pith_chain_pair){known, search->partners[known], value};
      return true;
    }
    look at;
    if (look_at(search, page, bound > value ? value + 1 : value, &at)) {
      search->partners[page] = at.best.b;
      pith__max_tree_set(&search->exact, page, at.best.shared);
      pith__max_tree_set(&search->bounds, page, 0);
    } else {
      pith__max_tree_set(&search->bounds, page, at.bound);
    }
  }
  return false;
}

void
pith__chain_search_fail(pith_chain_search *search, const pith_chain_pair *pair)
{
  search->failed[search->failed_count++] = *pair;
}

/* Later failures share less, so the largest of a page's failed pairs is the
 * last to be its bound. */
void
pith__chain_search_new_level(pith_chain_search *search)
{
  while (search->failed_count > 0) {
    const pith_chain_pair *pair = &search->failed[--search->failed_count];
    if (!search->left[pair->a])
      continue;
    pith__max_tree_set(&search->exact, pair->a, 0);
    pith__max_tree_set(&search->bounds, pair->a, pair->shared);
  }
}

/* The page founds nothing any more. Pairs with it as the later page are
 * dropped when they come to the top. */
void
pith__chain_search_leave(pith_chain_search *search, uint32_t page)
{
  pith__max_tree_set(&search->exact, page, 0);
  pith__max_tree_set(&search->bounds, page, 0);
}
