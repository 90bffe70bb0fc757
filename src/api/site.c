/*
 * Sites: profiles, clusters and judgements of pith.h on the chain method. Each
 * handle has an account of its own, so that profiles can be made in threads and
 * handed to the one that owns the site.
 */
#include "api/workspace.h"

#include "base/slice.h"
#include "papers/chain/chain_compat.h"

/* A maker with a longer buffer than this is not kept. */
#define IDLE_BYTES ((size_t)4 * 1000 * 1000)

struct pith_chain_page {
  pith_memory memory;
  pith_chain_profile chain;
  uint32_t bytes; /* size of the page */
};

struct pith_chain_site {
  pith_memory memory;
  pith_chain_corpus *chain;
};

void
pith_chain_options_default(pith_chain_options *options)
{
  pith_chain_settings chain;
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

static pith_chain_settings
read_options(const pith_chain_options *given)
{
  pith_chain_options mine;
  pith_chain_options_default(&mine);
  if (given)
    memcpy(&mine, given, given->size < sizeof mine ? given->size : sizeof mine);
  pith_chain_settings chain = {
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
pith_chain_page_new(pith_context *context, pith_slice html,
                    const pith_chain_options *options, pith_chain_page **out)
{
  *out = NULL;
  pith_chain_settings chain = read_options(options);
  if (chain.min_tokens_chain < 1 ||
      chain.min_tokens_chain > PITH_CHAIN_TOKENS_MOST)
    return PITH_USAGE;
  if (html.len > UINT32_MAX)
    return PITH_LIMIT;
  pith_memory memory;
  pith__memory_init(&memory, &context->memory.allocator, SIZE_MAX);
  pith_chain_page *profile =
      pith__memory_resize(&memory, NULL, 0, sizeof *profile);
  if (!profile)
    return PITH_NOMEM;
  profile->memory = memory;
  profile->bytes = (uint32_t)html.len;
  pith__chain_profile_init(&profile->chain, &profile->memory);

  pith_chain_maker *maker = &context->maker;
  maker->min_tokens_chain = chain.min_tokens_chain;
  pith_status status = pith__chain_profile_make(maker, html, &profile->chain);
  if (maker->normal.capacity > IDLE_BYTES)
    pith__chain_maker_done(maker);
  if (status != PITH_OK)
    pith_chain_page_free(profile);
  else
    *out = profile;
  return status;
}

void
pith_chain_page_free(pith_chain_page *profile)
{
  if (!profile)
    return;
  pith__chain_profile_done(&profile->chain);
  pith_memory memory = profile->memory;
  pith__memory_free(&memory, profile, sizeof *profile);
}

pith_status
pith_chain_site_new(pith_context *context, const pith_chain_options *options,
                    pith_chain_site **out)
{
  *out = NULL;
  pith_memory memory;
  pith__memory_init(&memory, &context->memory.allocator, SIZE_MAX);
  pith_chain_site *site = pith__memory_resize(&memory, NULL, 0, sizeof *site);
  if (!site)
    return PITH_NOMEM;
  site->memory = memory;
  site->chain = NULL;
  pith_chain_settings chain = read_options(options);
  pith_status status =
      pith__chain_site_new(&site->memory, &chain, &site->chain);
  if (status != PITH_OK)
    pith_chain_site_free(site);
  else
    *out = site;
  return status;
}

void
pith_chain_site_free(pith_chain_site *site)
{
  if (!site)
    return;
  if (site->chain)
    pith__chain_site_free(site->chain);
  pith_memory memory = site->memory;
  pith__memory_free(&memory, site, sizeof *site);
}

pith_status
pith_chain_site_add(pith_chain_site *site, pith_slice name,
                    const pith_chain_page *profile)
{
  return pith__chain_site_add(site->chain, name, profile->bytes,
                              &profile->chain);
}

pith_status
pith_chain_site_finish(pith_chain_site *site)
{
  return pith__chain_site_finish(site->chain);
}

pith_status
pith_chain_site_classify(const pith_chain_site *site, pith_slice name,
                         pith_page *page)
{
  uint32_t number = pith__chain_site_find(site->chain, name);
  if (number == PITH_CHAIN_NONE)
    return PITH_USAGE;
  pith_workspace *work = page->work;
  pith__verdicts_clear(&work->verdicts);
  pith_status status = pith__chain_site_classify(
      site->chain, number, work->decoded.bytes, &work->verdicts);
  if (status != PITH_OK)
    pith__verdicts_clear(&work->verdicts);
  return status;
}

static const pith_chain_group *
find_cluster(const pith_chain_site *site, uint32_t index)
{
  const pith_chain_clusters *clusters = pith__chain_site_clusters(site->chain);
  return index < clusters->count ? &clusters->items[index] : NULL;
}

uint32_t
pith_chain_site_cluster_count(const pith_chain_site *site)
{
  return pith__chain_site_clusters(site->chain)->count;
}

pith_chain_cluster
pith_chain_site_cluster(const pith_chain_site *site, uint32_t index)
{
  pith_chain_cluster shown = {0, 0};
  const pith_chain_group *cluster = find_cluster(site, index);
  if (cluster) {
    shown.level = cluster->level;
    shown.members = cluster->member_count;
  }
  return shown;
}

pith_slice
pith_chain_site_cluster_member(const pith_chain_site *site, uint32_t index,
                               uint32_t member, uint32_t *shared)
{
  const pith_chain_group *cluster = find_cluster(site, index);
  *shared = 0;
  if (!cluster || member >= cluster->member_count)
    return pith__slice("", 0);
  *shared = cluster->shared[member];
  return pith__chain_site_page_name(site->chain, cluster->members[member]);
}

uint32_t
pith_chain_site_cluster_of(const pith_chain_site *site, pith_slice name,
                           bool *leftover)
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
