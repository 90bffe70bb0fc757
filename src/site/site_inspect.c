/*
 * See site_inspect.h. Texts of all pages are sorted by their hash, which brings
 * equal ones together, and then by the number of pages they are on.
 */
#include "site/site_inspect.h"

#include "base/radix.h"

/* All texts of all pages that have an example. */
typedef struct text_list {
  uint64_t *hashes;
  const char **examples; /* length and text */
  uint32_t *owners;
  uint32_t count;
} text_list;

static bool
is_wanted(const pith_site_view *view, uint32_t founder, uint32_t page)
{
  return founder == PITH_INDEX_NONE || view->founders[page] == founder;
}

/* A bound on the texts, to take room once. */
static size_t
count_tokens(const pith_site_view *view, uint32_t founder)
{
  size_t total = 0;
  for (uint32_t p = 0; p < view->model->count; p++)
    total += is_wanted(view, founder, p) ? view->model->pages[p].count : 0;
  return total;
}

/* Examples of a page are one after the other, in the order of its tokens;
 * those of tokens that are passed over have to be passed over, too. */
static void
list_texts(const pith_site_view *view, uint32_t founder, text_list *list)
{
  for (uint32_t p = 0; p < view->model->count; p++) {
    const pith_model_page *page = &view->model->pages[p];
    const char *example = page->examples;
    if (!is_wanted(view, founder, p))
      continue;
    for (uint32_t i = 0; i < page->count; i++) {
      if (!pith__has_example(page->tokens[i].facts))
        continue;
      list->hashes[list->count] = page->tokens[i].hash;
      list->examples[list->count] = example;
      list->owners[list->count++] = p;
      example += 1 + (unsigned char)*example;
    }
  }
}

/* How many pages the texts order[from, to) are on; equal ones are in the
 * order of their pages. */
static uint32_t
count_owners(const text_list *list, const uint32_t *order, uint32_t from,
             uint32_t to)
{
  uint32_t pages = 1;
  for (uint32_t i = from + 1; i < to; i++)
    pages += list->owners[order[i]] != list->owners[order[i - 1]];
  return pages;
}

/* Keys that sort by falling number of pages; the lower half names a text.
 * Sorting numbers of 64 bits is all that is needed: pages in the upper half,
 * inverted, so that rising keys are falling numbers. */
static uint32_t
find_shared(const text_list *list, const uint32_t *order, uint32_t least,
            uint64_t *keys)
{
  uint32_t count = 0;
  for (uint32_t from = 0, to; from < list->count; from = to) {
    to = from + 1;
    while (to < list->count &&
           list->hashes[order[to]] == list->hashes[order[from]])
      to++;
    uint32_t pages = count_owners(list, order, from, to);
    if (pages >= least)
      keys[count++] = (uint64_t)(UINT32_MAX - pages) << 32 | order[from];
  }
  return count;
}

static pith_shared_text
text_of(const text_list *list, uint64_t key)
{
  const char *example = list->examples[(uint32_t)key];
  pith_shared_text shared = {{example + 1, (unsigned char)*example},
                             UINT32_MAX - (uint32_t)(key >> 32)};
  return shared;
}

/* Linear but for the two radix sorts. Without memory *texts is NULL. */
pith_status
pith__site_shared_texts(const pith_site_view *view,
                        const pith_texts_request *request, pith_region *region,
                        pith_shared_text **texts, uint32_t *count)
{
  size_t total = count_tokens(view, request->founder);
  *texts = NULL;
  *count = 0;
  pith_region room;
  pith__region_init(&room, region->memory);
  text_list list = {
      .hashes = pith__region_take(&room, total, sizeof *list.hashes),
      .examples = pith__region_take(&room, total, sizeof *list.examples),
      .owners = pith__region_take(&room, total, sizeof *list.owners),
  };
  uint64_t *keys = pith__region_take(&room, total, sizeof *keys);
  uint64_t *scratch = pith__region_take(&room, total, sizeof *scratch);
  const uint32_t *order = NULL;
  if (list.hashes && list.examples && list.owners && keys && scratch) {
    list_texts(view, request->founder, &list);
    order = pith__hash_order(&room, list.hashes, list.count);
  }
  if (order) {
    uint32_t found = find_shared(&list, order, request->least, keys);
    const uint64_t *sorted = pith__radix_sort(keys, scratch, found);
    uint32_t shown = found < request->most ? found : request->most;
    *texts = pith__region_take(region, shown, sizeof **texts);
    for (uint32_t i = 0; *texts && i < shown; i++)
      (*texts)[(*count)++] = text_of(&list, sorted[i]);
  }
  pith__region_done(&room);
  return *texts ? PITH_OK : pith__memory_status(region->memory);
}

/* The same trick: size in the upper half, founder in the lower. */
pith_status
pith__site_clusters(const pith_site_view *view, pith_region *region,
                    pith_site_model_cluster **clusters, uint32_t *count)
{
  uint32_t pages = view->model->count, found = 0;
  pith_region room;
  pith__region_init(&room, region->memory);
  uint32_t *sizes = pith__region_take_zeros(&room, pages, sizeof *sizes);
  uint64_t *keys = pith__region_take(&room, pages, sizeof *keys);
  uint64_t *scratch = pith__region_take(&room, pages, sizeof *scratch);
  *clusters = pith__region_take(region, pages, sizeof **clusters);
  *count = 0;
  bool ok = sizes && keys && scratch && *clusters;
  for (uint32_t p = 0; ok && p < pages; p++)
    sizes[view->founders[p]]++;
  for (uint32_t p = 0; ok && p < pages; p++)
    if (sizes[p] > 0)
      keys[found++] = (uint64_t)(UINT32_MAX - sizes[p]) << 32 | p;
  const uint64_t *sorted = ok ? pith__radix_sort(keys, scratch, found) : NULL;
  for (uint32_t i = 0; i < found; i++) {
    pith_site_model_cluster *cluster = &(*clusters)[(*count)++];
    cluster->id = (uint32_t)sorted[i];
    cluster->pages = UINT32_MAX - (uint32_t)(sorted[i] >> 32);
  }
  pith__region_done(&room);
  return ok ? PITH_OK : pith__memory_status(region->memory);
}
