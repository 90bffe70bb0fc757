/*
 * Site models, sections 1 and 3 of pith_site.h: pages of a site in, what they
 * have in common out. See site_model.h for what a model is made of.
 */
#include "api/site_model.h"

#include "base/slice.h"
#include "site/site_inspect.h"

/* A buffer for normal forms that is longer than this is not kept. */
#define IDLE_BYTES ((size_t)4 * 1000 * 1000)

void
pith_site_options_default(pith_site_options *options)
{
  memset(options, 0, sizeof *options);
  options->size = sizeof *options;
  options->evidence = PITH_EVIDENCE_SHARED;
  options->most_pages = 256;
}

/* The numbers have one home, with the method; here they only get their public
 * type. */
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

/* The public numbers as papers/ has them. A caller built with an older header
 * has fewer; the rest keep their defaults. */
static pith_chain_settings
read_chain(const pith_chain_options *given)
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

/* Set up every part, also those without evidence: they cost nothing while they
 * are empty, and can be released without looking. */
static pith_status
init_parts(pith_site_model *model, const pith_site_options *options)
{
  pith_chain_settings chain = read_chain(options->chain);
  pith__site_sample_init(&model->pages, &model->memory, options->most_pages);
  pith__buffer_init(&model->file, &model->memory);
  pith__region_init(&model->shown, &model->memory);
  pith__region_init(&model->texts, &model->memory);
  pith__layer_index_init(&model->layers, &model->memory);
  pith__chain_profile_init(&model->chains, &model->memory);
  pith__chain_maker_init(&model->maker, &model->memory, 1);
  if (options->key)
    pith__site_sample_name(&model->pages, pith__slice_of(options->key));
  if (!pith__layer_numbers_read(options->layer, &model->numbers))
    return PITH_USAGE;
  model->maker.min_tokens_chain = chain.min_tokens_chain;
  if (!(model->evidence & PITH_EVIDENCE_PAPER))
    return PITH_OK;
  return pith__chain_site_new(&model->memory, &chain, &model->corpus);
}

/* The model has an account of its own, with the allocator of the context; it
 * may outlive all pages it has learnt from. */
pith_status
pith_site_model_new(pith_context *context, const pith_site_options *given,
                    pith_site_model **out)
{
  pith_site_options options;
  pith_memory memory;
  *out = NULL;
  pith_site_options_default(&options);
  if (given)
    memcpy(&options, given,
           given->size < sizeof options ? given->size : sizeof options);
  pith__memory_init(&memory, &context->memory.allocator, SIZE_MAX);
  pith_site_model *model = pith__memory_resize(&memory, NULL, 0, sizeof *model);
  if (!model)
    return PITH_NOMEM;
  memset(model, 0, sizeof *model);
  model->memory = memory;
  model->evidence = options.evidence;
  pith_status status = init_parts(model, &options);
  if (status == PITH_OK)
    *out = model;
  else
    pith_site_model_free(model);
  return status;
}

/* The view exists only in a finished model; everything else is set up from the
 * beginning on, and empty at worst. */
void
pith_site_model_free(pith_site_model *model)
{
  if (!model)
    return;
  if (model->finished && (model->evidence & PITH_EVIDENCE_SHARED))
    pith__site_view_done(&model->view);
  pith__site_sample_done(&model->pages);
  pith__buffer_done(&model->file);
  pith__region_done(&model->shown);
  pith__region_done(&model->texts);
  pith__layer_index_done(&model->layers);
  pith__chain_site_free(model->corpus);
  pith__chain_profile_done(&model->chains);
  pith__chain_maker_done(&model->maker);
  pith_memory memory = model->memory;
  pith__memory_free(&memory, model, sizeof *model);
}

/* --- learning ------------------------------------------------------------- */

/* The sample copies what it keeps of the profile, which belongs to the page. */
static pith_status
learn_shared(pith_site_model *model, pith_page_model *page)
{
  const pith_page_profile *profile;
  pith_status status = pith__page_profile(page, &profile);
  if (status == PITH_OK)
    status = pith__site_sample_add(&model->pages, profile);
  return status;
}

/* The papers read the bytes as they arrived, not the tree. */
static pith_status
learn_paper(pith_site_model *model, pith_slice bytes, pith_slice name)
{
  pith_status status =
      pith__chain_profile_make(&model->maker, bytes, &model->chains);
  if (model->maker.normal.capacity > IDLE_BYTES)
    pith__chain_maker_done(&model->maker);
  if (status != PITH_OK)
    return status;
  return pith__chain_site_add(model->corpus, name, (uint32_t)bytes.len,
                              &model->chains);
}

/* A failure may leave the page in one kind of evidence and not in the next; the
 * first is not taken back. */
pith_status
pith_site_model_learn(pith_site_model *model, const pith_page *page,
                      pith_slice name)
{
  pith_workspace *work = page->work;
  pith_status status =
      model->finished
          ? PITH_USAGE
          : pith__site_sample_accept(&model->pages, work->parsed_with);
  if (status == PITH_OK && (model->evidence & PITH_EVIDENCE_SHARED))
    status = learn_shared(model, &work->model);
  if (status == PITH_OK && (model->evidence & PITH_EVIDENCE_LAYER))
    status = pith__layer_index_add(&model->layers, name, &work->model);
  if (status == PITH_OK && (model->evidence & PITH_EVIDENCE_PAPER))
    status = learn_paper(model, work->decoded.bytes, name);
  return status;
}

/* `other` is read only and remains the caller's. Both must have learnt the same
 * kinds of evidence, or the merged model would know only some of its pages. */
pith_status
pith_site_model_merge(pith_site_model *model, const pith_site_model *other)
{
  if (model->finished || other->finished || model == other ||
      model->evidence != other->evidence)
    return PITH_USAGE;
  pith_status status = PITH_OK;
  if (model->evidence & PITH_EVIDENCE_SHARED)
    status = pith__site_sample_merge(&model->pages, &other->pages);
  if (status == PITH_OK && (model->evidence & PITH_EVIDENCE_LAYER))
    status = pith__layer_index_merge(&model->layers, &other->layers);
  if (status == PITH_OK && (model->evidence & PITH_EVIDENCE_PAPER))
    status = pith__chain_site_merge(model->corpus, other->corpus);
  return status;
}

/* The digest is that of the options as parsing reads them. */
pith_status
pith_site_model_check(const pith_site_model *model, const pith_options *options)
{
  pith_options mine;
  pith__options_read(options, &mine);
  uint64_t learnt = model->pages.options;
  return learnt == 0 || learnt == pith__options_digest(&mine) ? PITH_OK
                                                              : PITH_MISMATCH;
}

/* A failure leaves the model unfinished: its view is then not there, and must
 * not be released. */
pith_status
pith_site_model_finish(pith_site_model *model)
{
  pith_status status = PITH_OK;
  if (model->finished)
    return PITH_USAGE;
  if (model->evidence & PITH_EVIDENCE_PAPER)
    status = pith__chain_site_finish(model->corpus);
  if (status == PITH_OK && (model->evidence & PITH_EVIDENCE_LAYER) &&
      !model->layers.closed)
    pith__layer_index_close(&model->layers);
  if (status == PITH_OK && (model->evidence & PITH_EVIDENCE_SHARED))
    status = pith__site_view_init(&model->view, &model->memory, &model->pages);
  model->finished = status == PITH_OK;
  return status;
}

/* --- files ---------------------------------------------------------------- */

/* Only the sample has a file format: the other two kinds of evidence grow with
 * the site and are learnt again. The bytes are lent until the next call. */
pith_status
pith_site_model_save(pith_site_model *model, pith_slice *out)
{
  *out = pith__slice("", 0);
  if (!(model->evidence & PITH_EVIDENCE_SHARED))
    return PITH_USAGE;
  pith__buffer_clear(&model->file);
  pith_status status = pith__site_sample_save(&model->pages, &model->file);
  if (status == PITH_OK)
    *out = pith__buffer_slice(&model->file);
  return status;
}

/* A model from a file is unfinished, so that it can learn more pages or be
 * merged before it is used. */
pith_status
pith_site_model_load(pith_context *context, pith_slice bytes,
                     pith_site_model **out)
{
  pith_status status = pith_site_model_new(context, NULL, out);
  if (status != PITH_OK)
    return status;
  status = pith__site_sample_load(&(*out)->pages, bytes);
  if (status == PITH_OK)
    return PITH_OK;
  pith_site_model_free(*out);
  *out = NULL;
  return status;
}

/* --- what it holds -------------------------------------------------------- */

/* Whether there is a view to look at. */
static bool
has_view(const pith_site_model *model)
{
  return model->finished && (model->evidence & PITH_EVIDENCE_SHARED);
}

/* A cluster has one founder, a page that is the founder of itself; their number
 * is the number of clusters. Callers with an older header get the members that
 * they know. */
void
pith_site_model_describe(const pith_site_model *model,
                         pith_site_model_facts *out)
{
  pith_site_model_facts facts = {
      .size = out->size,
      .pages = model->pages.count,
      .most_pages = model->pages.most,
      .estimate = pith__site_sample_estimate(&model->pages),
      .evidence = model->evidence,
      .revision = PITH_PROFILE_REVISION,
      .options = model->pages.options,
      .key = model->pages.key,
  };
  for (uint32_t i = 0; has_view(model) && i < model->pages.count; i++)
    facts.clusters += model->view.founders[i] == i;
  memcpy(out, &facts, out->size < sizeof facts ? out->size : sizeof facts);
}

/* Made once and kept for the life of the model. A failure leaves half of it in
 * the region; it is not reached again and goes with the model. */
pith_status
pith_site_model_clusters(pith_site_model *model,
                         const pith_site_model_cluster **out, uint32_t *count)
{
  *out = NULL;
  *count = 0;
  if (!has_view(model))
    return PITH_USAGE;
  if (!model->clusters) {
    pith_status status = pith__site_clusters(
        &model->view, &model->shown, &model->clusters, &model->cluster_count);
    if (status != PITH_OK) {
      model->clusters = NULL;
      return status;
    }
  }
  *out = model->clusters;
  *count = model->cluster_count;
  return PITH_OK;
}

/* Each call replaces the list of the last one. */
pith_status
pith_site_model_texts(pith_site_model *model, uint32_t id, uint32_t least,
                      uint32_t most, const pith_shared_text **out,
                      uint32_t *count)
{
  pith_texts_request request = {id == UINT32_MAX ? PITH_INDEX_NONE : id, least,
                                most};
  pith_shared_text *texts;
  *out = NULL;
  *count = 0;
  if (!has_view(model))
    return PITH_USAGE;
  pith__region_done(&model->texts);
  pith__region_init(&model->texts, &model->memory);
  pith_status status = pith__site_shared_texts(&model->view, &request,
                                               &model->texts, &texts, count);
  if (status == PITH_OK)
    *out = texts;
  return status;
}

/* The names are lent by the model. */
uint32_t
pith_site_model_partners(const pith_site_model *model, pith_slice name,
                         uint32_t most, pith_slice *out)
{
  if (!model->finished || !(model->evidence & PITH_EVIDENCE_LAYER))
    return 0;
  return pith__layer_index_choose(&model->layers, name, most, out);
}

/* --- clusters of the papers ----------------------------------------------- */

/* 0 before the model is finished, because clusters are found only then. */
uint32_t
pith_chain_cluster_count(const pith_site_model *model)
{
  return model->finished && model->corpus
             ? pith__chain_site_clusters(model->corpus)->count
             : 0;
}

/* NULL when there is none of this number. */
static const pith_chain_group *
find_group(const pith_site_model *model, uint32_t index)
{
  if (index >= pith_chain_cluster_count(model))
    return NULL;
  return &pith__chain_site_clusters(model->corpus)->items[index];
}

pith_chain_cluster
pith_chain_cluster_get(const pith_site_model *model, uint32_t index)
{
  pith_chain_cluster cluster = {0, 0};
  const pith_chain_group *group = find_group(model, index);
  if (group) {
    cluster.level = group->level;
    cluster.members = group->member_count;
  }
  return cluster;
}

/* `*shared` is 0, and the name empty, for a member that is not there. */
pith_slice
pith_chain_cluster_member(const pith_site_model *model, uint32_t index,
                          uint32_t member, uint32_t *shared)
{
  const pith_chain_group *group = find_group(model, index);
  *shared = 0;
  if (!group || member >= group->member_count)
    return pith__slice("", 0);
  *shared = group->shared[member];
  return pith__chain_site_page_name(model->corpus, group->members[member]);
}
