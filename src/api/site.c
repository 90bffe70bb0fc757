/*
 * Sites: sheets, clusters and judgements of pith.h on the chain method. Each
 * handle has an account of its own, so that sheets can be made in threads and
 * handed to the one that owns the site.
 */
#include "api/workspace.h"

#include "base/slice.h"
#include "method/chain_compat.h"

/* A maker with a longer buffer than this is not kept. */
#define IDLE_BYTES ((size_t)4 * 1000 * 1000)

struct pith_sheet {
  pith_memory memory;
  pith_chain_sheet chain;
  uint32_t bytes; /* size of the page */
};

struct pith_site {
  pith_memory memory;
  pith_chain_site *chain;
};

void
pith_site_options_default(pith_site_options *options)
{
  pith_chain_options chain;
  pith__chain_options_default(&chain);
  memset(options, 0, sizeof *options);
  options->size = sizeof *options;
  options->min_tokens_chain = chain.min_tokens_chain;
  options->dup_limit = chain.dup_limit;
  options->min_nav_length = chain.min_nav_length;
  options->nav_step = chain.nav_step;
  options->nav_end = chain.nav_end;
  options->min_cluster = chain.min_cluster;
  options->max_failures = chain.max_failures;
}

static pith_chain_options
read_options(const pith_site_options *given)
{
  pith_site_options mine;
  pith_site_options_default(&mine);
  if (given)
    memcpy(&mine, given, given->size < sizeof mine ? given->size : sizeof mine);
  pith_chain_options chain = {
      .min_tokens_chain = mine.min_tokens_chain,
      .dup_limit = mine.dup_limit,
      .min_nav_length = mine.min_nav_length,
      .nav_step = mine.nav_step,
      .nav_end = mine.nav_end,
      .min_cluster = mine.min_cluster,
      .max_failures = mine.max_failures,
  };
  return chain;
}

pith_status
pith_sheet_new(pith_context *context, pith_slice html,
               const pith_site_options *options, pith_sheet **out)
{
  *out = NULL;
  pith_chain_options chain = read_options(options);
  if (chain.min_tokens_chain < 1 ||
      chain.min_tokens_chain > PITH_CHAIN_TOKENS_MOST)
    return PITH_USAGE;
  if (html.len > UINT32_MAX)
    return PITH_LIMIT;
  pith_memory memory;
  pith__memory_init(&memory, &context->memory.allocator, SIZE_MAX);
  pith_sheet *sheet = pith__memory_resize(&memory, NULL, 0, sizeof *sheet);
  if (!sheet)
    return PITH_NOMEM;
  sheet->memory = memory;
  sheet->bytes = (uint32_t)html.len;
  pith__chain_sheet_init(&sheet->chain, &sheet->memory);

  pith_chain_maker *maker = &context->maker;
  maker->min_tokens_chain = chain.min_tokens_chain;
  pith_status status = pith__chain_sheet_make(maker, html, &sheet->chain);
  if (maker->normal.capacity > IDLE_BYTES)
    pith__chain_maker_done(maker);
  if (status != PITH_OK)
    pith_sheet_free(sheet);
  else
    *out = sheet;
  return status;
}

void
pith_sheet_free(pith_sheet *sheet)
{
  if (!sheet)
    return;
  pith__chain_sheet_done(&sheet->chain);
  pith_memory memory = sheet->memory;
  pith__memory_free(&memory, sheet, sizeof *sheet);
}

pith_status
pith_site_new(pith_context *context, const pith_site_options *options,
              pith_site **out)
{
  *out = NULL;
  pith_memory memory;
  pith__memory_init(&memory, &context->memory.allocator, SIZE_MAX);
  pith_site *site = pith__memory_resize(&memory, NULL, 0, sizeof *site);
  if (!site)
    return PITH_NOMEM;
  site->memory = memory;
  site->chain = NULL;
  pith_chain_options chain = read_options(options);
  pith_status status =
      pith__chain_site_new(&site->memory, &chain, &site->chain);
  if (status != PITH_OK)
    pith_site_free(site);
  else
    *out = site;
  return status;
}

void
pith_site_free(pith_site *site)
{
  if (!site)
    return;
  if (site->chain)
    pith__chain_site_free(site->chain);
  pith_memory memory = site->memory;
  pith__memory_free(&memory, site, sizeof *site);
}

pith_status
pith_site_add(pith_site *site, pith_slice name, const pith_sheet *sheet)
{
  return pith__chain_site_add(site->chain, name, sheet->bytes, &sheet->chain);
}

pith_status
pith_site_finish(pith_site *site)
{
  return pith__chain_site_finish(site->chain);
}

pith_status
pith_site_judge(const pith_site *site, pith_slice name, pith_page *page)
{
  uint32_t number = pith__chain_site_find(site->chain, name);
  if (number == PITH_CHAIN_NONE)
    return PITH_USAGE;
  pith_workspace *work = page->work;
  pith__verdicts_clear(&work->verdicts);
  pith_status status = pith__chain_site_judge(
      site->chain, number, work->decoded.bytes, &work->verdicts);
  if (status != PITH_OK)
    pith__verdicts_clear(&work->verdicts);
  return status;
}

static const pith_chain_cluster *
find_cluster(const pith_site *site, uint32_t index)
{
  const pith_chain_clusters *clusters = pith__chain_site_clusters(site->chain);
  return index < clusters->count ? &clusters->items[index] : NULL;
}

uint32_t
pith_site_cluster_count(const pith_site *site)
{
  return pith__chain_site_clusters(site->chain)->count;
}

pith_cluster
pith_site_cluster(const pith_site *site, uint32_t index)
{
  pith_cluster shown = {0, 0};
  const pith_chain_cluster *cluster = find_cluster(site, index);
  if (cluster) {
    shown.level = cluster->level;
    shown.members = cluster->member_count;
  }
  return shown;
}

pith_slice
pith_site_cluster_member(const pith_site *site, uint32_t index, uint32_t member,
                         uint32_t *shared)
{
  const pith_chain_cluster *cluster = find_cluster(site, index);
  *shared = 0;
  if (!cluster || member >= cluster->member_count)
    return pith__slice("", 0);
  *shared = cluster->shared[member];
  return pith__chain_site_page_name(site->chain, cluster->members[member]);
}

uint32_t
pith_site_cluster_of(const pith_site *site, pith_slice name, bool *leftover)
{
  uint32_t number = pith__chain_site_find(site->chain, name);
  if (leftover)
    *leftover = false;
  if (number == PITH_CHAIN_NONE)
    return UINT32_MAX;
  const pith_chain_fate *fate =
      &pith__chain_site_clusters(site->chain)->fates[number];
  if (leftover)
    *leftover = fate->cluster != PITH_CHAIN_NONE && fate->leftover;
  return fate->cluster == PITH_CHAIN_NONE ? UINT32_MAX : fate->cluster;
}
