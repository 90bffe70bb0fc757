/*
 * See chain_compat_pair.h. Every pair (a, b), a before b, belongs to a. For
 * each page a there is either an upper bound of what a shares with any later
 * page, or the exact value with the page it is shared with. Two tournaments
 * know the largest of each. While the largest bound is above the largest exact
 * value, its page is looked at, in pith's one hot loop of this method:
 *
 *     look_at(a, least): the largest possible shared(a, b) >= least, if any.
 *
 * Let r be the rarest atom that a and b have in common. All that they share is
 * made of atoms as popular as r or more, so
 *
 *     shared(a, b) <= upto(a, r)    and    shared(a, b) <= upto(b, r),
 *
 * and a possible pair shares at most the dup_limit of either page. Hence we go
 * through the atoms of a from the rarest on, and meet each b first at r:
 *   - as soon as min(upto(a, r), dup_limit(a)) < least we stop: all pages not
 *     met yet have their rarest common atom among the more popular ones;
 *   - the postings of r are sorted by min(upto(b, r), dup_limit(b)), so we stop
 *     where that falls below `least`;
 *   - b in a's group is never possible (chain_compat_index.c).
 * What is left is computed exactly. The framing that all pages have is in the
 * most popular atoms, whose `upto` is what any two pages share: it is looked
 * through only when there is nothing better, and then the first page is enough.
 *
 * What has been found stays true while pages leave: bounds stay bounds, and an
 * exact value whose partner has left or failed becomes a bound.
 *
 * Ties. Bounds equal to the best exact value matter only for pages before its
 * page, and tournaments prefer the earlier page, so these are looked at with
 * `least` = that value, in order, after all larger bounds are gone.
 */
#include "method/chain_compat_pair.h"

#include <string.h>

static uint32_t
smaller(uint32_t a, uint32_t b)
{
  return a < b ? a : b;
}

static bool
has_failed(const pith_chain_search *search, uint32_t a, uint32_t b)
{
  for (uint32_t i = 0; i < search->failed_count; i++)
    if (search->failed[i].a == a && search->failed[i].b == b)
      return true;
  return false;
}

/* cover(page, atoms whose stamp is `stamp`). Where `copy` is not NULL the same
 * atoms get `copy_stamp` there. */
static inline uint32_t
cover_stamped(const pith_chain_index *index, uint32_t page,
              const uint32_t *stamps, uint32_t stamp, uint32_t *copy,
              uint32_t copy_stamp)
{
  const pith_chain_run *run = index->runs + index->run_from[page];
  const pith_chain_run *end = index->runs + index->run_from[page + 1];
  uint32_t sum = 0, covered = 0;
  for (; run < end; run++) {
    if (stamps[run->atom] != stamp)
      continue;
    if (copy)
      copy[run->atom] = copy_stamp;
    sum += run->to - (run->from > covered ? run->from : covered);
    covered = run->to;
  }
  return sum;
}

/* shared(a, b) if the pair is possible and it is at least `least`; 0 if not.
 * The atoms of a are stamped already. */
static uint32_t
share(pith_chain_search *search, uint32_t a, uint32_t b, uint32_t least)
{
  const pith_chain_index *index = search->index;
  search->pair++;
  search->pairs++;
  uint32_t of_b = cover_stamped(index, b, search->atoms_a, search->round,
                                search->atoms_b, search->pair);
  if (of_b < least)
    return 0;
  uint32_t of_a =
      cover_stamped(index, a, search->atoms_b, search->pair, NULL, 0);
  uint32_t shared = smaller(of_a, of_b);
  uint32_t most = smaller(index->dup_limits[a], index->dup_limits[b]);
  return shared < least || shared > most ? 0 : shared;
}

/* Stamps begin anew before they would repeat. */
static void
next_round(pith_chain_search *search)
{
  const pith_chain_index *index = search->index;
  if (search->round == UINT32_MAX ||
      search->pair > UINT32_MAX - index->page_count) {
    memset(search->seen, 0, index->page_count * sizeof *search->seen);
    memset(search->atoms_a, 0, index->atom_count * sizeof *search->atoms_a);
    memset(search->atoms_b, 0, index->atom_count * sizeof *search->atoms_b);
    search->round = 0;
    search->pair = 0;
  }
  search->round++;
  search->rounds++;
}

/* Look at the pages that have this atom of best->a, and keep the best pair in
 * `best`, whose value rises from what is asked for. */
static void
look_at_atom(pith_chain_search *search, uint32_t atom, pith_chain_pair *best)
{
  const pith_chain_index *index = search->index;
  uint32_t group = index->groups[best->a];
  for (uint32_t i = index->posting_from[atom];
       i < index->posting_from[atom + 1]; i++) {
    uint32_t b = index->postings[i].page;
    if (index->postings[i].limit < best->shared)
      return;
    if (b <= best->a || search->seen[b] == search->round || !search->left[b] ||
        (group != PITH_CHAIN_NONE && index->groups[b] == group))
      continue;
    search->seen[b] = search->round;
    uint32_t shared = share(search, best->a, b, best->shared);
    if (shared == 0 || has_failed(search, best->a, b))
      continue;
    if (shared > best->shared || b < best->b) {
      best->shared = shared;
      best->b = b;
    }
  }
}

/* The best pair of page a with a later one, if it shares `least` or more. */
static bool
look_at(pith_chain_search *search, uint32_t a, uint32_t least,
        pith_chain_pair *best)
{
  const pith_chain_index *index = search->index;
  uint32_t from = index->share_from[a], end = index->share_from[a + 1];
  next_round(search);
  for (uint32_t i = from; i < end; i++)
    search->atoms_a[index->shares[i].atom] = search->round;
  best->a = a;
  best->b = PITH_CHAIN_NONE;
  best->shared = least;
  for (uint32_t i = end; i-- > from;) {
    const pith_chain_share *rarest = &index->shares[i];
    if (smaller(rarest->upto, index->dup_limits[a]) < best->shared)
      break;
    look_at_atom(search, rarest->atom, best);
  }
  return best->b != PITH_CHAIN_NONE;
}

/* The largest exact value whose pair still stands. */
static uint32_t
best_exact(pith_chain_search *search)
{
  for (;;) {
    uint32_t page = pith__chain_top_page(&search->exact);
    uint32_t value = search->exact.values[page];
    if (value == 0)
      return page;
    uint32_t partner = search->partners[page];
    if (search->left[partner] && !has_failed(search, page, partner))
      return page;
    pith__chain_top_set(&search->exact, page, 0);
    pith__chain_top_set(&search->bounds, page, value);
  }
}

pith_status
pith__chain_search_init(pith_chain_search *search, pith_region *region,
                        const pith_chain_index *index, const bool *left,
                        uint32_t most_failed)
{
  uint32_t pages = index->page_count, atoms = index->atom_count;
  memset(search, 0, sizeof *search);
  search->index = index;
  search->left = left;
  search->partners = pith__region_take(region, pages, sizeof(uint32_t));
  search->seen = pith__region_take_zeros(region, pages, sizeof(uint32_t));
  search->atoms_a = pith__region_take_zeros(region, atoms, sizeof(uint32_t));
  search->atoms_b = pith__region_take_zeros(region, atoms, sizeof(uint32_t));
  search->failed =
      pith__region_take(region, most_failed, sizeof *search->failed);
  if (!search->partners || !search->seen || !search->atoms_a ||
      !search->atoms_b || !search->failed ||
      !pith__chain_top_init(&search->bounds, region, pages) ||
      !pith__chain_top_init(&search->exact, region, pages))
    return pith__memory_status(region->memory);
  for (uint32_t page = 0; page < pages; page++) {
    uint32_t from = index->share_from[page], end = index->share_from[page + 1];
    if (from < end)
      search->bounds.values[page] =
          smaller(index->shares[end - 1].upto, index->dup_limits[page]);
  }
  pith__chain_top_replay(&search->bounds);
  return PITH_OK;
}

bool
pith__chain_search_next(pith_chain_search *search, pith_chain_pair *pair)
{
  for (;;) {
    uint32_t known = best_exact(search);
    uint32_t value = search->exact.values[known];
    uint32_t page = pith__chain_top_page(&search->bounds);
    uint32_t bound = search->bounds.values[page];
    if (bound < value || (bound == value && (value == 0 || known < page))) {
      pair->a = known;
      pair->b = search->partners[known];
      pair->shared = value;
      return value > 0;
    }
    uint32_t least = bound > value ? value + 1 : value;
    if (look_at(search, page, least, pair)) {
      search->partners[page] = pair->b;
      pith__chain_top_set(&search->exact, page, pair->shared);
      pith__chain_top_set(&search->bounds, page, 0);
    } else {
      pith__chain_top_set(&search->bounds, page, least - 1);
    }
  }
}

void
pith__chain_search_fail(pith_chain_search *search, const pith_chain_pair *pair)
{
  search->failed[search->failed_count++] = *pair;
}

void
pith__chain_search_new_level(pith_chain_search *search)
{
  while (search->failed_count > 0) {
    const pith_chain_pair *pair = &search->failed[--search->failed_count];
    uint32_t *exact = search->exact.values, *bounds = search->bounds.values;
    if (!search->left[pair->a])
      continue;
    uint32_t bound = pair->shared;
    if (exact[pair->a] > bound)
      bound = exact[pair->a];
    if (bounds[pair->a] > bound)
      bound = bounds[pair->a];
    pith__chain_top_set(&search->exact, pair->a, 0);
    pith__chain_top_set(&search->bounds, pair->a, bound);
  }
}

void
pith__chain_search_leave(pith_chain_search *search, uint32_t page)
{
  pith__chain_top_set(&search->exact, page, 0);
  pith__chain_top_set(&search->bounds, page, 0);
}
