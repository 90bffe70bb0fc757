/*
 * See chain_compat.h; the rules are in docs/lab/methods/chain.md, "`--compat`:
 * to the letter".
 *
 * A corpus holds the profiles of its pages until finish. After that it holds a
 * page's marks: the runs of tokens that are removed.
 *
 *     add ... add -> profiles -> finish -> bundles -> index -> clusters
 *                                           |                    |
 *                                    profiles are freed        marks
 *
 * Classifying a page reads its tokens once more for their places in the file,
 * without normal forms or hashes.
 */
#include "papers/chain/chain_compat.h"

#include "base/slice.h"
#include "papers/chain/chain_compat_tokens.h"
#include "verdict/reasons.h"

#include <stdlib.h>

#define FAILURES_MOST 1000
#define PAGES_MOST    (UINT32_MAX / 8)

typedef struct site_page {
  char *name; /* owned */
  size_t name_len;
  uint32_t *profile; /* owned: lengths, then hashes; NULL after finish */
  uint32_t token_count;
  uint32_t chain_count;
  uint32_t size;
} site_page;

struct pith_chain_corpus {
  pith_memory *memory;
  pith_chain_settings options;
  site_page *pages; /* owned; after finish in the order of names */
  uint32_t page_count;
  uint32_t page_capacity;
  bool finished;
  pith_region kept;
  pith_chain_clusters clusters;
  uint32_t *mark_from;     /* page -> marks */
  pith_chain_place *marks; /* tokens removed, maximal runs in rising order */
};

/* The ranges that the header documents. They also keep later arithmetic
 * within 32 bits. */
static bool
are_valid(const pith_chain_settings *options)
{
  return options->min_tokens_chain >= 1 &&
         options->min_tokens_chain <= PITH_CHAIN_TOKENS_MOST &&
         options->dup_limit <= 100 && options->min_nav_length >= 1 &&
         options->min_nav_length <= 100 && options->nav_end >= 1 &&
         options->nav_end <= 100 && options->nav_step <= 100 &&
         options->min_cluster >= 2 && options->max_failures <= FAILURES_MOST;
}

/* Lengths and hashes are kept in one block. */
static size_t
profile_size(const site_page *page)
{
  size_t numbers = (size_t)page->token_count + page->chain_count;
  return numbers * sizeof *page->profile;
}

/* Safe to call twice. */
static void
drop_profile(pith_memory *memory, site_page *page)
{
  pith__memory_free(memory, page->profile, profile_size(page));
  page->profile = NULL;
}

static pith_slice
name_of(const site_page *page)
{
  return pith__slice(page->name, page->name_len);
}

/* Byte order, so that the order of pages does not depend on a locale. */
static int
compare_names(pith_slice a, pith_slice b)
{
  size_t len = a.len < b.len ? a.len : b.len;
  int order = len > 0 ? memcmp(a.data, b.data, len) : 0;
  return order != 0 ? order : (a.len > b.len) - (a.len < b.len);
}

/* Names are unique (has_name_twice), so the order is total and any sort returns
 * the same one. */
static int
compare_pages(const void *a, const void *b)
{
  return compare_names(name_of(a), name_of(b));
}

/* Equal names are neighbours after sorting. */
static bool
has_name_twice(const pith_chain_corpus *site)
{
  for (uint32_t i = 1; i < site->page_count; i++)
    if (compare_names(name_of(&site->pages[i - 1]), name_of(&site->pages[i])) ==
        0)
      return true;
  return false;
}

/* What the clustering needs of each page, without owning it. */
static bool
list_sources(const pith_chain_corpus *site, pith_region *work,
             pith_chain_sources *sources)
{
  pith_chain_source *list =
      pith__region_take(work, site->page_count, sizeof *list);
  if (!list)
    return false;
  for (uint32_t i = 0; i < site->page_count; i++) {
    const site_page *page = &site->pages[i];
    list[i].lengths = page->profile;
    list[i].hashes = page->profile ? page->profile + page->token_count : NULL;
    list[i].token_count = page->token_count;
    list[i].chain_count = page->chain_count;
    list[i].size = page->size;
  }
  sources->pages = list;
  sources->count = site->page_count;
  return true;
}

/* Binary search; the bundles of a cluster rise. */
static bool
is_in(const pith_chain_group *cluster, uint32_t bundle)
{
  uint32_t low = 0, high = cluster->bundle_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (cluster->bundles[middle] < bundle)
      low = middle + 1;
    else
      high = middle;
  }
  return low < cluster->bundle_count && cluster->bundles[low] == bundle;
}

/* The tokens removed from a page, as maximal runs: their number. They are
 * written as well when `marks` is not NULL, so that one function counts and
 * fills. */
static uint32_t
mark_page(const pith_chain_corpus *site, const pith_chain_index *index,
          uint32_t page, pith_chain_place *marks)
{
  const pith_chain_fate *fate = &site->clusters.fates[page];
  uint32_t count = 0, end = 0;
  if (fate->cluster == PITH_CHAIN_NONE)
    return 0;
  for (uint32_t i = index->run_from[page]; i < index->run_from[page + 1]; i++) {
    pith_chain_place place = index->places[i];
    if (!is_in(&site->clusters.items[fate->cluster], index->runs[i].bundle))
      continue;
    if (count == 0 || place.first > end) {
      if (marks)
        marks[count] = place;
      count++;
    }
    end = place.end;
    if (marks)
      marks[count - 1].end = end;
  }
  return count;
}

/* Marks of all pages in one array, `mark_from` telling them apart. */
static bool
mark_pages(pith_chain_corpus *site, const pith_chain_index *index)
{
  uint32_t total = 0;
  site->mark_from = pith__region_take(&site->kept, (size_t)site->page_count + 1,
                                      sizeof *site->mark_from);
  if (!site->mark_from)
    return false;
  for (uint32_t i = 0; i < site->page_count; i++) {
    site->mark_from[i] = total;
    total += mark_page(site, index, i, NULL);
  }
  site->mark_from[site->page_count] = total;
  site->marks = pith__region_take(&site->kept, total, sizeof *site->marks);
  if (!site->marks)
    return false;
  for (uint32_t i = 0; i < site->page_count; i++)
    mark_page(site, index, i, site->marks + site->mark_from[i]);
  return true;
}

/* All that needs the profiles. They are freed as soon as the index is made,
 * which halves the memory that clustering has left. `work` is the caller's
 * to release, however this ends. */
static pith_status
learn(pith_chain_corpus *site, pith_region *work)
{
  const pith_chain_settings *options = &site->options;
  pith_chain_numbers numbers = {options->min_tokens_chain, options->dup_limit};
  pith_chain_levels levels = {options->min_nav_length, options->nav_step,
                              options->nav_end, options->min_cluster,
                              options->max_failures};
  pith_chain_sources sources;
  pith_chain_bundles bundles;
  pith_chain_index index;
  if (!list_sources(site, work, &sources))
    return pith__memory_status(site->memory);
  pith_status status = pith__chain_bundles_make(work, &sources, &bundles);
  if (status == PITH_OK)
    status = pith__chain_index_make(work, &sources, &bundles, &numbers, &index);
  for (uint32_t i = 0; i < site->page_count; i++)
    drop_profile(site->memory, &site->pages[i]);
  if (status == PITH_OK)
    status = pith__chain_cluster(&site->kept, &index, &levels, &site->clusters);
  if (status == PITH_OK && !mark_pages(site, &index))
    status = pith__memory_status(site->memory);
  return status;
}

/* The values of the papers (docs/lab/methods/chain.md, table of options). */
void
pith__chain_options_default(pith_chain_settings *options)
{
  *options = (pith_chain_settings){.min_tokens_chain = 6,
                                   .dup_limit = 70,
                                   .min_nav_length = 80,
                                   .nav_step = 20,
                                   .nav_end = 40,
                                   .min_cluster = 4,
                                   .max_failures = 8};
}

pith_status
pith__chain_site_new(pith_memory *memory, const pith_chain_settings *options,
                     pith_chain_corpus **out)
{
  pith_chain_settings standard;
  *out = NULL;
  pith__chain_options_default(&standard);
  if (!options)
    options = &standard;
  if (!are_valid(options))
    return PITH_USAGE;
  memory->refused = false;
  pith_chain_corpus *site = pith__memory_resize(memory, NULL, 0, sizeof *site);
  if (!site)
    return pith__memory_status(memory);
  memset(site, 0, sizeof *site);
  site->memory = memory;
  site->options = *options;
  pith__region_init(&site->kept, memory);
  *out = site;
  return PITH_OK;
}

void
pith__chain_site_free(pith_chain_corpus *site)
{
  if (!site)
    return;
  pith_memory *memory = site->memory;
  pith__region_done(&site->kept);
  for (uint32_t i = 0; i < site->page_count; i++) {
    drop_profile(memory, &site->pages[i]);
    pith__memory_free(memory, site->pages[i].name, site->pages[i].name_len + 1);
  }
  PITH_FREE_ITEMS(memory, site->pages, site->page_capacity);
  pith__memory_free(memory, site, sizeof *site);
}

/* The profile is copied: callers make profiles in many threads and reuse
 * them. */
pith_status
pith__chain_site_add(pith_chain_corpus *site, pith_slice name, uint32_t size,
                     const pith_chain_profile *profile)
{
  if (site->finished)
    return PITH_USAGE;
  if (site->page_count == PAGES_MOST)
    return PITH_LIMIT;
  site->memory->refused = false;
  if (!PITH_GROW(site->memory, site->pages, site->page_capacity,
                 site->page_count + 1, PAGES_MOST))
    return pith__memory_status(site->memory);
  site_page page = {.name_len = name.len,
                    .token_count = profile->token_count,
                    .chain_count = profile->chain_count,
                    .size = size};
  page.name = pith__memory_resize(site->memory, NULL, 0, name.len + 1);
  if (!page.name)
    return pith__memory_status(site->memory);
  if (name.len > 0)
    memcpy(page.name, name.data, name.len);
  if (page.token_count > 0) {
    page.profile =
        pith__memory_resize(site->memory, NULL, 0, profile_size(&page));
    if (!page.profile) {
      pith__memory_free(site->memory, page.name, name.len + 1);
      return pith__memory_status(site->memory);
    }
    memcpy(page.profile, profile->lengths,
           page.token_count * sizeof *page.profile);
    if (page.chain_count > 0)
      memcpy(page.profile + page.token_count, profile->hashes,
             page.chain_count * sizeof *page.profile);
  }
  site->pages[site->page_count++] = page;
  return PITH_OK;
}

/* Sorting by name makes the result independent of the order in which pages
 * were added. */
pith_status
pith__chain_site_merge(pith_chain_corpus *site, const pith_chain_corpus *other)
{
  pith_status status = other->finished ? PITH_USAGE : PITH_OK;
  for (uint32_t i = 0; i < other->page_count && status == PITH_OK; i++) {
    const site_page *page = &other->pages[i];
    pith_chain_profile profile = {.lengths = page->profile,
                                  .token_count = page->token_count,
                                  .chain_count = page->chain_count};
    if (page->chain_count > 0)
      profile.hashes = page->profile + page->token_count;
    status = pith__chain_site_add(site, name_of(page), page->size, &profile);
  }
  return status;
}

pith_status
pith__chain_site_finish(pith_chain_corpus *site)
{
  pith_region work;
  if (site->finished)
    return PITH_USAGE;
  site->finished = true;
  site->memory->refused = false;
  if (site->page_count > 1)
    qsort(site->pages, site->page_count, sizeof *site->pages, compare_pages);
  if (has_name_twice(site))
    return PITH_USAGE;
  pith__region_init(&work, site->memory);
  pith_status status = learn(site, &work);
  pith__region_done(&work);
  return status;
}

uint32_t
pith__chain_site_page_count(const pith_chain_corpus *site)
{
  return site->page_count;
}

pith_slice
pith__chain_site_page_name(const pith_chain_corpus *site, uint32_t page)
{
  return name_of(&site->pages[page]);
}

uint32_t
pith__chain_site_find(const pith_chain_corpus *site, pith_slice name)
{
  uint32_t low = 0, high = site->page_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    int order = compare_names(name_of(&site->pages[middle]), name);
    if (order == 0)
      return middle;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return PITH_CHAIN_NONE;
}

/* Tokens are counted, not compared: the profile was made from the same
 * bytes. */
pith_status
pith__chain_site_classify(const pith_chain_corpus *site, uint32_t page,
                          pith_slice bytes, pith_verdicts *verdicts)
{
  pith_chain_tokens tokens;
  pith_span span, range = {0, 0};
  uint32_t token = 0, mark = site->mark_from[page];
  uint32_t mark_end = site->mark_from[page + 1];
  const char *reason = site->clusters.fates[page].leftover
                           ? PITH_REASON_CHAIN_LEFTOVER
                           : PITH_REASON_CHAIN;
  if (bytes.len != site->pages[page].size)
    return PITH_USAGE;
  if (mark == mark_end)
    return PITH_OK;
  pith__chain_tokens_init(&tokens, bytes, NULL);
  for (; mark < mark_end && pith__chain_tokens_next(&tokens, &span); token++) {
    if (token == site->marks[mark].first)
      range.from = span.from;
    if (token + 1 != site->marks[mark].end)
      continue;
    range.to = span.to;
    pith__verdicts_add(verdicts, range, PITH_NAVIGATION, 1, reason);
    mark++;
  }
  return verdicts->failed ? pith__memory_status(verdicts->memory) : PITH_OK;
}

const pith_chain_clusters *
pith__chain_site_clusters(const pith_chain_corpus *site)
{
  return &site->clusters;
}
