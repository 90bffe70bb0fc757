/*
 * Founding pairs: on made-up chains, the pair found is the one that comparing
 * all pairs gives, while pages leave, pairs fail and levels change, in any
 * order; and the row of a page is what it shares with each other page.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "papers/chain/chain_compat_pair.h"

#include <string.h>

enum { PAGES_MOST = 24, TOKENS_MOST = 60, FAILED_MOST = 1000 };

typedef struct site {
  uint32_t random;
  uint32_t lengths[PAGES_MOST][TOKENS_MOST];
  uint32_t hashes[PAGES_MOST][TOKENS_MOST];
  pith_chain_source pages[PAGES_MOST];
  uint32_t count;
  pith_chain_numbers numbers;
  uint32_t covers[PAGES_MOST][PAGES_MOST]; /* [a][b]: of a */
  bool left[PAGES_MOST];
  bool failed[PAGES_MOST][PAGES_MOST];
} site;

static uint32_t
pick(site *in, uint32_t below)
{
  in->random = in->random * 1664525 + 1013904223;
  return (uint32_t)(((uint64_t)in->random * below) >> 32);
}

/* Chains from a small pool, in runs that other pages have too. */
static void
make_page(site *in, uint32_t page, uint32_t pool)
{
  pith_chain_source *source = &in->pages[page];
  uint32_t window = in->numbers.min_tokens_chain, sum = 0, hash = 0;
  uint32_t tokens = pick(in, TOKENS_MOST + 1);
  for (uint32_t t = 0; t < tokens; t++) {
    in->lengths[page][t] = 1 + pick(in, pool % 3 ? 1 : 5);
    sum += in->lengths[page][t];
    hash = pick(in, 3) ? hash + 1 : pick(in, pool) * 8;
    in->hashes[page][t] = hash % (8 * pool);
  }
  source->lengths = in->lengths[page];
  source->hashes = in->hashes[page];
  source->token_count = tokens;
  source->chain_count = tokens >= window ? tokens - window + 1 : 0;
  source->size = sum + pick(in, sum + 1);
}

static bool
has_hash(const pith_chain_source *page, uint32_t hash)
{
  for (uint32_t k = 0; k < page->chain_count; k++)
    if (page->hashes[k] == hash)
      return true;
  return false;
}

/* cover(a, H(a) & H(b)), by definition. */
static uint32_t
cover_by_definition(const site *in, uint32_t a, uint32_t b)
{
  const pith_chain_source *page = &in->pages[a];
  bool marked[TOKENS_MOST] = {false};
  uint32_t sum = 0;
  for (uint32_t k = 0; k < page->chain_count; k++)
    if (has_hash(&in->pages[b], page->hashes[k]))
      memset(marked + k, true, in->numbers.min_tokens_chain);
  for (uint32_t t = 0; t < page->token_count; t++)
    sum += marked[t] ? page->lengths[t] : 0;
  return sum;
}

static void
make_site(site *in, uint32_t seed)
{
  in->random = seed * 7919;
  in->count = pick(in, PAGES_MOST + 1);
  in->numbers.min_tokens_chain = 1 + pick(in, 6);
  in->numbers.dup_limit = 40 + pick(in, 61);
  uint32_t pool = 1 + pick(in, 12);
  for (uint32_t page = 0; page < in->count; page++) {
    make_page(in, page, pool);
    in->left[page] = true;
  }
  for (uint32_t a = 0; a < in->count; a++)
    for (uint32_t b = 0; b < in->count; b++)
      in->covers[a][b] = cover_by_definition(in, a, b);
  memset(in->failed, 0, sizeof in->failed);
}

static bool
pair_by_definition(const site *in, pith_chain_pair *best)
{
  best->shared = 0;
  for (uint32_t a = 0; a < in->count; a++)
    for (uint32_t b = a + 1; b < in->count; b++) {
      uint32_t shared = in->covers[a][b] < in->covers[b][a] ? in->covers[a][b]
                                                            : in->covers[b][a];
      uint32_t size = in->pages[a].size < in->pages[b].size ? in->pages[a].size
                                                            : in->pages[b].size;
      if (!in->left[a] || !in->left[b] || in->failed[a][b] ||
          100 * (uint64_t)shared > in->numbers.dup_limit * (uint64_t)size)
        continue;
      if (shared > best->shared)
        *best = (pith_chain_pair){a, b, shared};
    }
  return best->shared > 0;
}

static void
leave(site *in, pith_chain_search *search, uint32_t page)
{
  if (!in->left[page])
    return;
  in->left[page] = false;
  pith__chain_search_leave(search, page);
}

/* Something that happens after a pair was found. */
static void
go_on(site *in, pith_chain_search *search, const pith_chain_pair *pair)
{
  switch (pick(in, 8)) {
  case 0:
    leave(in, search, pair->a);
    leave(in, search, pair->b);
    leave(in, search, pick(in, in->count));
    break;
  case 1:
    leave(in, search, pick(in, 2) ? pair->b : pick(in, in->count));
    break;
  case 2:
    memset(in->failed, 0, sizeof in->failed);
    pith__chain_search_new_level(search);
    leave(in, search, pick(in, in->count));
    break;
  case 3:
    search->round = UINT32_MAX; /* stamps run out */
    break;
  case 4:
    if (search->pair < UINT32_MAX / 2)
      search->pair = UINT32_MAX - pick(in, 3 * in->count);
    break;
  default:
    in->failed[pair->a][pair->b] = true;
    pith__chain_search_fail(search, pair);
    break;
  }
}

static void
check_rows(const site *in, const pith_chain_index *index,
           pith_chain_overlaps *row)
{
  for (uint32_t a = 0; a < in->count; a++) {
    uint32_t some = 0;
    pith__chain_overlaps_fill(row, index, a);
    for (uint32_t b = 0; b < in->count; b++) {
      /* Chains that a alone has are not in the index. */
      if (a != b)
        assert_int_equal(row->cells[b].cover, in->covers[a][b]);
      some += row->cells[b].cover > 0;
    }
    assert_int_equal(row->count, some);
    assert_true(pith__chain_overlaps_cost(index, a) >= some);
  }
}

static size_t
run_site(site *in)
{
  pith_chain_sources sources = {in->pages, in->count};
  pith_memory memory;
  pith_region region;
  pith_chain_bundles bundles;
  pith_chain_index index;
  pith_chain_search search;
  pith_chain_work work = {.most = UINT64_MAX};
  pith_chain_pair got, wanted;
  size_t rounds = 0;
  pith__memory_init(&memory, NULL, 1 << 24);
  pith__region_init(&region, &memory);
  assert_int_equal(pith__chain_bundles_make(&region, &sources, &bundles),
                   PITH_OK);
  assert_int_equal(
      pith__chain_index_make(&region, &sources, &bundles, &in->numbers, &index),
      PITH_OK);
  assert_int_equal(pith__chain_search_init(&search, &region, &index, in->left,
                                           &work, FAILED_MOST),
                   PITH_OK);
  check_rows(in, &index, &search.row);
  while (pith__chain_search_next(&search, &got)) {
    assert_true(pair_by_definition(in, &wanted));
    assert_int_equal(got.shared, wanted.shared);
    assert_int_equal(got.a, wanted.a);
    assert_int_equal(got.b, wanted.b);
    go_on(in, &search, &got);
    rounds++;
  }
  assert_false(pair_by_definition(in, &wanted));
  pith__region_done(&region);
  assert_int_equal(memory.used, 0);
  return rounds;
}

static void
the_best_pair_is_found(void **state)
{
  (void)state;
  static site in;
  size_t rounds = 0;
  for (uint32_t seed = 1; seed <= 4000; seed++) {
    make_site(&in, seed);
    rounds += run_site(&in);
  }
  assert_true(rounds > 50000);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_best_pair_is_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
