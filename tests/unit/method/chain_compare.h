/*
 * One site through the library and through the twin of chain_twin.h: clusters,
 * shared lengths and ranges must be the same. Any difference is an assertion.
 */
#ifndef PITH_TESTS_UNIT_METHOD_CHAIN_COMPARE_H
#define PITH_TESTS_UNIT_METHOD_CHAIN_COMPARE_H

#include "chain_twin.h"

#include "base/slice.h"
#include "pith_experimental.h"

#include <stdio.h>

/* Page i is called "p00i", so that the order is that of the array. */
static inline pith_slice
compare_name(size_t i, char room[16])
{
  int len = snprintf(room, 16, "p%07zu", i);
  return pith__slice(room, (size_t)len);
}

/* Pages are added from the last to the first: the order must not matter. */
static inline pith_status
compare_learn(pith_memory *memory, const pith_slice *pages, size_t count,
              const pith_chain_settings *options, pith_chain_corpus **site)
{
  pith_chain_maker maker;
  pith_chain_profile profile;
  pith_status status = pith__chain_site_new(memory, options, site);
  pith__chain_maker_init(&maker, memory, options->min_tokens_chain);
  pith__chain_profile_init(&profile, memory);
  for (size_t i = count; i-- > 0 && status == PITH_OK;) {
    char room[16];
    status = pith__chain_profile_make(&maker, pages[i], &profile);
    if (status == PITH_OK)
      status = pith__chain_site_add(*site, compare_name(i, room),
                                    (uint32_t)pages[i].len, &profile);
  }
  pith__chain_profile_done(&profile);
  pith__chain_maker_done(&maker);
  return status == PITH_OK ? pith__chain_site_finish(*site) : status;
}

static inline void
compare_clusters(const pith_chain_corpus *site, twin_site *twin)
{
  const pith_chain_clusters *clusters = pith__chain_site_clusters(site);
  assert(clusters->count == twin->cluster_count);
  for (uint32_t c = 0; c < clusters->count; c++) {
    const pith_chain_group *got = &clusters->items[c];
    const twin_cluster *wanted = &twin->clusters[c];
    assert(got->level == wanted->level);
    assert(got->member_count == wanted->member_count);
    for (uint32_t i = 0; i < got->member_count; i++) {
      assert(i == 0 || got->members[i] > got->members[i - 1]);
      assert(twin_is_member(wanted, got->members[i]));
      assert(got->shared[i] == twin_cover(&twin->pages[got->members[i]],
                                          wanted->nav, wanted->nav_count,
                                          twin->options->min_tokens_chain));
    }
  }
}

static inline void
compare_ranges(const pith_chain_corpus *site, const twin_site *twin,
               uint32_t page, pith_verdicts *verdicts)
{
  const twin_page *wanted = &twin->pages[page];
  pith_slice bytes = pith__slice(wanted->data, wanted->len);
  pith__verdicts_clear(verdicts);
  pith_status status = pith__chain_site_classify(site, page, bytes, verdicts);
  assert(status == PITH_OK);
  assert(pith__verdicts_are_valid(verdicts, (uint32_t)wanted->len));
  assert(verdicts->count == wanted->range_count);
  for (uint32_t i = 0; i < verdicts->count; i++) {
    const pith_verdict *got = &verdicts->items[i];
    assert(got->span.from == wanted->ranges[i].from);
    assert(got->span.to == wanted->ranges[i].to);
    assert(got->label == PITH_NAVIGATION && got->score == 1);
    assert(strcmp(got->reason, wanted->leftover ? "chain-leftover" : "chain") ==
           0);
    assert(i == 0 || got->span.from > got[-1].span.to);
  }
}

static inline size_t
compare_pages(const pith_chain_corpus *site, const twin_site *twin,
              pith_memory *memory)
{
  pith_verdicts verdicts;
  size_t ranges = 0;
  pith__verdicts_init(&verdicts, memory);
  for (uint32_t i = 0; i < twin->count; i++) {
    compare_ranges(site, twin, i, &verdicts);
    ranges += verdicts.count;
  }
  pith__verdicts_done(&verdicts);
  return ranges;
}

/* Returns the number of ranges, so that a test can see that there were some. */
static inline size_t
compare_site(const pith_slice *pages, size_t count,
             const pith_chain_settings *options)
{
  pith_memory memory;
  pith_chain_corpus *site;
  twin_site twin;
  twin_run(&twin, pages, count, options);
  pith__memory_init(&memory, NULL, SIZE_MAX);
  pith_status status = compare_learn(&memory, pages, count, options, &site);
  assert(status == PITH_OK);
  compare_clusters(site, &twin);
  size_t ranges = compare_pages(site, &twin, &memory);
  pith__chain_site_free(site);
  assert(memory.used == 0);
  twin_done(&twin);
  return ranges;
}

#endif
