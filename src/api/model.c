/*
 * Site models and judges of pith.h on the default profile of the chain method.
 *
 *   pages ──► profiles ──► model ──► view ──► judge, one a thread ──► verdicts
 *             (maker)              (open)
 *
 * Model and judge have accounts of their own, without a ceiling: what they
 * hold is bounded by the number of pages in a model. The verdicts of a page
 * are on the account of the page.
 */
#include "api/workspace.h"

#include "base/slice.h"
#include "method/auto/auto.h"
#include "method/chain/chain_default.h"
#include "site/site_inspect.h"
#include "site/site_sample.h"

struct pith_site_model {
  pith_memory memory;
  pith_site_sample pages;
  pith_site_view view;
  bool open; /* `view` is there, and the pages stay as they are */
  pith_buffer file;

  /* For looking at it. */
  pith_region shown;                 /* owns the clusters */
  pith_site_model_cluster *clusters; /* NULL until somebody asks */
  uint32_t cluster_count;
  pith_region texts; /* owns what was listed last */
};

struct pith_site {
  pith_memory memory;
  pith_chain_classifier chain;
  pith_verdicts told; /* in text offsets */
};

pith_status
pith_site_model_new(pith_context *context, uint32_t most_pages,
                    pith_site_model **out)
{
  *out = NULL;
  pith_memory memory;
  pith__memory_init(&memory, &context->memory.allocator, SIZE_MAX);
  pith_site_model *model = pith__memory_resize(&memory, NULL, 0, sizeof *model);
  if (!model)
    return PITH_NOMEM;
  memset(model, 0, sizeof *model);
  model->memory = memory;
  pith__site_sample_init(&model->pages, &model->memory, most_pages);
  pith__buffer_init(&model->file, &model->memory);
  pith__region_init(&model->shown, &model->memory);
  pith__region_init(&model->texts, &model->memory);
  *out = model;
  return PITH_OK;
}

void
pith_site_model_free(pith_site_model *model)
{
  if (!model)
    return;
  if (model->open)
    pith__site_view_done(&model->view);
  pith__site_sample_done(&model->pages);
  pith__buffer_done(&model->file);
  pith__region_done(&model->shown);
  pith__region_done(&model->texts);
  pith_memory memory = model->memory;
  pith__memory_free(&memory, model, sizeof *model);
}

pith_status
pith_site_model_learn(pith_site_model *model, const pith_page *page)
{
  const pith_page_profile *profile;
  if (model->open)
    return PITH_USAGE;
  pith_status status = pith__page_profile(&page->work->model, &profile);
  if (status == PITH_OK)
    status = pith__site_sample_add(&model->pages, profile);
  return status;
}

pith_status
pith_site_model_merge(pith_site_model *model, const pith_site_model *other)
{
  if (model->open || model == other)
    return PITH_USAGE;
  return pith__site_sample_merge(&model->pages, &other->pages);
}

pith_status
pith_site_model_save(pith_site_model *model, pith_slice *out)
{
  *out = pith__slice("", 0);
  pith__buffer_clear(&model->file);
  pith_status status = pith__site_sample_save(&model->pages, &model->file);
  if (status == PITH_OK)
    *out = pith__buffer_slice(&model->file);
  return status;
}

pith_status
pith_site_model_load(pith_context *context, pith_slice bytes,
                     pith_site_model **out)
{
  pith_status status = pith_site_model_new(context, 0, out);
  if (status != PITH_OK)
    return status;
  status = pith__site_sample_load(&(*out)->pages, bytes);
  if (status == PITH_OK)
    return PITH_OK;
  pith_site_model_free(*out);
  *out = NULL;
  return status;
}

pith_status
pith_site_model_open(pith_site_model *model)
{
  if (model->open)
    return PITH_USAGE;
  pith_status status =
      pith__site_view_init(&model->view, &model->memory, &model->pages);
  model->open = status == PITH_OK;
  return status;
}

static uint32_t
count_clusters(const pith_site_model *model)
{
  uint32_t count = 0;
  for (uint32_t i = 0; model->open && i < model->pages.count; i++)
    count += model->view.founders[i] == i;
  return count;
}

pith_site_model_facts
pith_site_model_describe(const pith_site_model *model)
{
  pith_site_model_facts facts = {
      .pages = model->pages.count,
      .most_pages = model->pages.most,
      .estimate = pith__site_sample_estimate(&model->pages),
      .clusters = count_clusters(model),
  };
  return facts;
}

pith_status
pith_site_model_clusters(pith_site_model *model,
                         const pith_site_model_cluster **out, uint32_t *count)
{
  *out = NULL;
  *count = 0;
  if (!model->open)
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

pith_status
pith_site_model_texts(pith_site_model *model, uint32_t id, uint32_t least,
                      uint32_t most, const pith_shared_text **out,
                      uint32_t *count)
{
  pith_texts_wish wish = {id == UINT32_MAX ? PITH_INDEX_NONE : id, least, most};
  pith_shared_text *texts;
  *out = NULL;
  *count = 0;
  if (!model->open)
    return PITH_USAGE;
  pith__region_done(&model->texts);
  pith__region_init(&model->texts, &model->memory);
  pith_status status = pith__site_shared_texts(&model->view, &wish,
                                               &model->texts, &texts, count);
  if (status == PITH_OK)
    *out = texts;
  return status;
}

pith_status
pith_site_new(pith_context *context, const pith_site_model *model,
              pith_site **out)
{
  *out = NULL;
  if (!model->open)
    return PITH_USAGE;
  pith_memory memory;
  pith__memory_init(&memory, &context->memory.allocator, SIZE_MAX);
  pith_site *judge = pith__memory_resize(&memory, NULL, 0, sizeof *judge);
  if (!judge)
    return PITH_NOMEM;
  memset(judge, 0, sizeof *judge);
  judge->memory = memory;
  pith_status status =
      pith__chain_classify_init(&judge->chain, &judge->memory, &model->view);
  if (status != PITH_OK) {
    memory = judge->memory;
    pith__memory_free(&memory, judge, sizeof *judge);
    return status;
  }
  pith__verdicts_init(&judge->told, &judge->memory);
  *out = judge;
  return PITH_OK;
}

void
pith_site_free(pith_site *judge)
{
  if (!judge)
    return;
  pith__verdicts_done(&judge->told);
  pith__chain_classify_done(&judge->chain);
  pith_memory memory = judge->memory;
  pith__memory_free(&memory, judge, sizeof *judge);
}

/* What was told of the text, of the bytes. */
static pith_status
set_verdicts(const pith_site *judge, pith_workspace *work)
{
  pith__verdicts_clear(&work->verdicts);
  work->hidden_classified = false;
  for (uint32_t i = 0; i < judge->told.count; i++) {
    const pith_verdict *told = &judge->told.items[i];
    pith__verdicts_add(&work->verdicts,
                       pith__map_span(work, told->span.from, told->span.to),
                       told->label, told->score, told->reason);
  }
  work->verdicts.confidence = judge->told.confidence;
  work->verdicts.page_type = judge->told.page_type;
  if (!work->verdicts.failed) {
    pith__verdicts_settle(&work->verdicts);
    return PITH_OK;
  }
  pith__verdicts_clear(&work->verdicts);
  return pith__memory_status(&work->memory);
}

static void
show_report(const pith_chain_report *from, pith_site_facts *out)
{
  out->words = from->words;
  out->cut_words = from->cut;
  out->cluster = from->cluster; /* "none" is UINT32_MAX on both sides */
  out->fit = from->fit;
  out->alone = from->alone;
  out->spared = from->spared;
}

pith_status
pith_site_classify_chain(pith_site *judge, pith_page *page,
                         pith_site_facts *out)
{
  pith_workspace *work = page->work;
  pith_chain_report report;
  memset(out, 0, sizeof *out);
  out->cluster = UINT32_MAX;
  const pith_page_profile *profile;
  pith_status status = pith__page_profile(&work->model, &profile);
  pith__verdicts_clear(&judge->told);
  if (status == PITH_OK)
    status = pith__chain_default_classify(&judge->chain, &work->tree, profile,
                                          &judge->told, &report);
  if (status == PITH_OK)
    status = set_verdicts(judge, work);
  if (status == PITH_OK)
    show_report(&report, out);
  return status;
}

pith_status
pith__site_look(pith_site *judge, pith_page_model *page, pith_auto_site *site)
{
  site->boilerplate = &judge->chain.boilerplate;
  pith_status status = pith__page_profile(page, &site->profile);
  if (status == PITH_OK)
    status = pith__boilerplate_find(&judge->chain.boilerplate, site->profile);
  return status;
}

/* By `auto`, with what the site says. */
static pith_status
classify_by_auto(pith_site *judge, pith_page *page, const pith_options *style,
                 pith_site_facts *out)
{
  pith_workspace *work = page->work;
  pith_auto_site site;
  pith_auto_report report;
  pith_method_call call = {&work->model, work->decoded.bytes, false,
                           style->comments, style->balance};
  pith_status status = pith__site_look(judge, &work->model, &site);
  pith__verdicts_clear(&judge->told);
  if (status == PITH_OK)
    status = pith__auto_classify_with(&call, &site, &judge->told, &report);
  if (status == PITH_OK) {
    pith__verdicts_settle(&judge->told);
    status = set_verdicts(judge, work);
  }
  if (status != PITH_OK)
    return status;
  work->hidden_classified = true;
  out->words = report.words;
  out->cut_words = report.words - report.words_kept;
  out->cluster = pith__site_reader_cluster(&site.boilerplate->reader);
  out->fit = pith__site_reader_fit(&site.boilerplate->reader);
  out->alone = site.boilerplate->alone;
  return PITH_OK;
}

pith_status
pith_site_classify(pith_site *judge, pith_page *page, const pith_options *given,
                   pith_site_facts *out)
{
  pith_options style;
  pith__options_read(given, &style);
  memset(out, 0, sizeof *out);
  out->cluster = UINT32_MAX;
  if (pith__is_cancelled(&style))
    return PITH_CANCELLED;
  if (style.compat)
    return PITH_USAGE;
  if (!style.method || strcmp(style.method, "chain") == 0)
    return pith_site_classify_chain(judge, page, out);
  if (strcmp(style.method, "auto") != 0)
    return PITH_USAGE;
  return classify_by_auto(judge, page, &style, out);
}
