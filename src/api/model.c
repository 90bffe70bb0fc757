/*
 * Site models and judges of pith.h on the default profile of the chain method.
 *
 *   pages ──► sheets ──► model ──► view ──► judge, one a thread ──► verdicts
 *             (maker)              (open)
 *
 * Model and judge have accounts of their own, without a ceiling: what they
 * hold is bounded by the number of pages in a model. The verdicts of a page
 * are on the account of the page.
 */
#include "api/workspace.h"

#include "base/slice.h"
#include "method/auto.h"
#include "method/chain_default.h"
#include "site/site_inspect.h"
#include "site/site_model.h"

struct pith_model {
  pith_memory memory;
  pith_site_model pages;
  pith_sheet_maker *maker; /* NULL until the first page is added */
  pith_page_sheet sheet;   /* of the page added last */
  pith_site_view view;
  bool open; /* `view` is there, and the pages stay as they are */
  pith_buffer file;

  /* For looking at it. */
  pith_region shown;            /* owns the clusters */
  pith_model_cluster *clusters; /* NULL until somebody asks */
  uint32_t cluster_count;
  pith_region texts; /* owns what was listed last */
};

struct pith_judge {
  pith_memory memory;
  pith_sheet_maker *maker;
  pith_page_sheet sheet;
  pith_chain_judge chain;
  pith_verdicts told; /* in text offsets */
};

pith_status
pith_model_new(pith_context *context, uint32_t most_pages, pith_model **out)
{
  *out = NULL;
  pith_memory memory;
  pith__memory_init(&memory, &context->memory.allocator, SIZE_MAX);
  pith_model *model = pith__memory_resize(&memory, NULL, 0, sizeof *model);
  if (!model)
    return PITH_NOMEM;
  memset(model, 0, sizeof *model);
  model->memory = memory;
  pith__site_model_init(&model->pages, &model->memory, most_pages);
  pith__page_sheet_init(&model->sheet, &model->memory);
  pith__buffer_init(&model->file, &model->memory);
  pith__region_init(&model->shown, &model->memory);
  pith__region_init(&model->texts, &model->memory);
  *out = model;
  return PITH_OK;
}

void
pith_model_free(pith_model *model)
{
  if (!model)
    return;
  if (model->open)
    pith__site_view_done(&model->view);
  if (model->maker)
    pith__sheet_maker_free(model->maker);
  pith__page_sheet_done(&model->sheet);
  pith__site_model_done(&model->pages);
  pith__buffer_done(&model->file);
  pith__region_done(&model->shown);
  pith__region_done(&model->texts);
  pith_memory memory = model->memory;
  pith__memory_free(&memory, model, sizeof *model);
}

pith_status
pith_model_add(pith_model *model, const pith_page *page)
{
  pith_status status = PITH_OK;
  if (model->open)
    return PITH_USAGE;
  if (!model->maker)
    status = pith__sheet_maker_new(&model->memory, &model->maker);
  if (status == PITH_OK)
    status =
        pith__page_sheet_make(model->maker, &page->work->tree, &model->sheet);
  if (status == PITH_OK)
    status = pith__site_model_add(&model->pages, &model->sheet);
  return status;
}

pith_status
pith_model_merge(pith_model *model, const pith_model *other)
{
  if (model->open || model == other)
    return PITH_USAGE;
  return pith__site_model_merge(&model->pages, &other->pages);
}

pith_status
pith_model_save(pith_model *model, pith_slice *out)
{
  *out = pith__slice("", 0);
  pith__buffer_clear(&model->file);
  pith_status status = pith__site_model_save(&model->pages, &model->file);
  if (status == PITH_OK)
    *out = pith__buffer_slice(&model->file);
  return status;
}

pith_status
pith_model_load(pith_context *context, pith_slice bytes, pith_model **out)
{
  pith_status status = pith_model_new(context, 0, out);
  if (status != PITH_OK)
    return status;
  status = pith__site_model_load(&(*out)->pages, bytes);
  if (status == PITH_OK)
    return PITH_OK;
  pith_model_free(*out);
  *out = NULL;
  return status;
}

pith_status
pith_model_open(pith_model *model)
{
  if (model->open)
    return PITH_USAGE;
  pith_status status =
      pith__site_view_init(&model->view, &model->memory, &model->pages);
  model->open = status == PITH_OK;
  return status;
}

static uint32_t
count_clusters(const pith_model *model)
{
  uint32_t count = 0;
  for (uint32_t i = 0; model->open && i < model->pages.count; i++)
    count += model->view.founders[i] == i;
  return count;
}

pith_model_facts
pith_model_describe(const pith_model *model)
{
  pith_model_facts facts = {
      .pages = model->pages.count,
      .most_pages = model->pages.most,
      .estimate = pith__site_model_estimate(&model->pages),
      .clusters = count_clusters(model),
  };
  return facts;
}

pith_status
pith_model_clusters(pith_model *model, const pith_model_cluster **out,
                    uint32_t *count)
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
pith_model_texts(pith_model *model, uint32_t id, uint32_t least, uint32_t most,
                 const pith_shared_text **out, uint32_t *count)
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
pith_judge_new(pith_context *context, const pith_model *model, pith_judge **out)
{
  *out = NULL;
  if (!model->open)
    return PITH_USAGE;
  pith_memory memory;
  pith__memory_init(&memory, &context->memory.allocator, SIZE_MAX);
  pith_judge *judge = pith__memory_resize(&memory, NULL, 0, sizeof *judge);
  if (!judge)
    return PITH_NOMEM;
  memset(judge, 0, sizeof *judge);
  judge->memory = memory;
  pith_status status = pith__sheet_maker_new(&judge->memory, &judge->maker);
  if (status == PITH_OK) {
    status =
        pith__chain_judge_init(&judge->chain, &judge->memory, &model->view);
    if (status != PITH_OK)
      pith__sheet_maker_free(judge->maker);
  }
  if (status != PITH_OK) {
    memory = judge->memory;
    pith__memory_free(&memory, judge, sizeof *judge);
    return status;
  }
  pith__page_sheet_init(&judge->sheet, &judge->memory);
  pith__verdicts_init(&judge->told, &judge->memory);
  *out = judge;
  return PITH_OK;
}

void
pith_judge_free(pith_judge *judge)
{
  if (!judge)
    return;
  pith__verdicts_done(&judge->told);
  pith__page_sheet_done(&judge->sheet);
  pith__chain_judge_done(&judge->chain);
  pith__sheet_maker_free(judge->maker);
  pith_memory memory = judge->memory;
  pith__memory_free(&memory, judge, sizeof *judge);
}

/* What was told of the text, of the bytes. */
static pith_status
set_verdicts(const pith_judge *judge, pith_workspace *work)
{
  pith__verdicts_clear(&work->verdicts);
  work->hidden_judged = false;
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
show_report(const pith_chain_report *from, pith_judgement *out)
{
  out->words = from->words;
  out->cut_words = from->cut;
  out->cluster = from->cluster; /* "none" is UINT32_MAX on both sides */
  out->fit = from->fit;
  out->alone = from->alone;
  out->spared = from->spared;
}

pith_status
pith_judge_page(pith_judge *judge, pith_page *page, pith_judgement *out)
{
  pith_workspace *work = page->work;
  pith_chain_report report;
  memset(out, 0, sizeof *out);
  out->cluster = UINT32_MAX;
  pith_status status =
      pith__page_sheet_make(judge->maker, &work->tree, &judge->sheet);
  pith__verdicts_clear(&judge->told);
  if (status == PITH_OK)
    status = pith__chain_judge(&judge->chain, &work->tree, &judge->sheet,
                               &judge->told, &report);
  if (status == PITH_OK)
    status = set_verdicts(judge, work);
  if (status == PITH_OK)
    show_report(&report, out);
  return status;
}

pith_status
pith__judge_look(pith_judge *judge, const pith_tree *tree, pith_auto_site *site)
{
  site->framing = &judge->chain.framing;
  site->sheet = &judge->sheet;
  pith_status status = pith__page_sheet_make(judge->maker, tree, &judge->sheet);
  if (status == PITH_OK)
    status = pith__framing_find(&judge->chain.framing, &judge->sheet);
  return status;
}

/* By `auto`, with what the site says. */
static pith_status
judge_by_auto(pith_judge *judge, pith_page *page, const pith_judge_style *style,
              pith_judgement *out)
{
  pith_workspace *work = page->work;
  pith_auto_site site;
  pith_auto_report report;
  pith_method_call call = {&work->memory, work->decoded.bytes, &work->tree,
                           false,         style->comments,     style->balance,
                           NULL};
  pith_status status = pith__judge_look(judge, &work->tree, &site);
  pith__verdicts_clear(&judge->told);
  if (status == PITH_OK)
    status = pith__auto_judge_with(&call, &site, &judge->told, &report);
  if (status == PITH_OK) {
    pith__verdicts_settle(&judge->told);
    status = set_verdicts(judge, work);
  }
  if (status != PITH_OK)
    return status;
  work->hidden_judged = true;
  out->words = report.words;
  out->cut_words = report.words - report.words_kept;
  out->cluster = pith__site_reader_cluster(&site.framing->reader);
  out->fit = pith__site_reader_fit(&site.framing->reader);
  out->alone = site.framing->alone;
  return PITH_OK;
}

pith_status
pith_judge_page_by(pith_judge *judge, pith_page *page,
                   const pith_judge_style *given, pith_judgement *out)
{
  pith_judge_style style;
  pith_judge_style_default(&style);
  if (given)
    memcpy(&style, given,
           given->size < sizeof style ? given->size : sizeof style);
  memset(out, 0, sizeof *out);
  out->cluster = UINT32_MAX;
  if (style.compat)
    return PITH_USAGE;
  if (!style.method || strcmp(style.method, "chain") == 0)
    return pith_judge_page(judge, page, out);
  if (strcmp(style.method, "auto") != 0)
    return PITH_USAGE;
  return judge_by_auto(judge, page, &style, out);
}
