/*
 * Pages of the same layer: section 3 of pith_site.h.
 */
#include "api/workspace.h"

#include "method/layer/layer.h"
#include "method/layer/layer_partners.h"
#include "method/layer/layer_zones.h"

struct pith_layers {
  pith_memory memory;
  pith_layer_index index;
};

void
pith_layer_style_default(pith_layer_style *style)
{
  memset(style, 0, sizeof *style);
  style->size = sizeof *style;
  style->alpha = 0.8;
  style->beta = 0.6;
  style->max_slide = 2;
  style->pdoc = PITH_VIPS_PDOC;
}

/* The numbers of a style; false when one is out of range. */
static bool
read_style(const pith_layer_style *given, pith_layer_call *call)
{
  pith_layer_style mine;
  pith_layer_style_default(&mine);
  if (given)
    memcpy(&mine, given, given->size < sizeof mine ? given->size : sizeof mine);
  if (!(mine.alpha >= 0 && mine.alpha <= 1 && mine.beta >= 0 &&
        mine.beta <= 1) ||
      mine.pdoc < 1 || mine.pdoc > 10 || mine.max_slide > 1000)
    return false;
  call->compat = mine.compat;
  call->comments = mine.comments;
  call->alpha = (uint32_t)(mine.alpha * 1000 + 0.5);
  call->beta = (uint32_t)(mine.beta * 1000 + 0.5);
  call->max_slide = mine.max_slide;
  call->pdoc = mine.pdoc;
  return true;
}

static void
tell(const pith_layer_report *report, pith_site_facts *out)
{
  memset(out, 0, sizeof *out);
  out->words = report->words;
  out->cut_words = report->cut;
  out->cluster = UINT32_MAX;
  out->fit = 1000;
  out->alone = report->partners == 0;
  out->spared = report->spared;
}

pith_status
pith_page_classify_layer(pith_page *page, const pith_page *const *partners,
                         uint32_t count, const pith_layer_style *style,
                         pith_site_facts *out)
{
  pith_workspace *work = page->work;
  pith_page_model *models[2 * PITH_PARTNERS_MOST];
  uint32_t most = sizeof models / sizeof models[0];
  pith_layer_report report;
  pith_layer_call call = {.page = &work->model,
                          .partners = models,
                          .partner_count = count < most ? count : most};
  pith__verdicts_clear(&work->verdicts);
  if (!read_style(style, &call))
    return PITH_USAGE;
  for (uint32_t p = 0; p < call.partner_count; p++)
    models[p] = &partners[p]->work->model;
  pith_status status = pith__layer_classify(&call, &work->verdicts, &report);
  if (status == PITH_OK)
    pith__verdicts_settle(&work->verdicts);
  if (status == PITH_OK && work->verdicts.failed)
    status = pith__memory_status(&work->memory);
  if (status != PITH_OK) {
    pith__verdicts_clear(&work->verdicts);
    return status;
  }
  pith__verdicts_to_bytes(work, &work->verdicts);
  if (out)
    tell(&report, out);
  return PITH_OK;
}

pith_status
pith_page_compare(pith_page *page, const pith_page *partner,
                  pith_page_similarity *out)
{
  pith_layer_zones zones;
  memset(out, 0, sizeof *out);
  pith_status status = pith__layer_zones_compare(&page->work->model,
                                                 &partner->work->model, &zones);
  if (status != PITH_OK)
    return status;
  out->header = zones.alike[PITH_ZONE_HEADER];
  out->navigation = zones.alike[PITH_ZONE_NAVIGATION];
  out->footer = zones.alike[PITH_ZONE_FOOTER];
  out->advertising = zones.alike[PITH_ZONE_ADVERTISING];
  return PITH_OK;
}

pith_status
pith_layers_new(pith_context *context, pith_layers **out)
{
  pith_memory memory;
  pith__memory_init(&memory, &context->memory.allocator, SIZE_MAX);
  pith_layers *layers = pith__memory_resize(&memory, NULL, 0, sizeof *layers);
  *out = layers;
  if (!layers)
    return PITH_NOMEM;
  layers->memory = memory;
  pith__layer_index_init(&layers->index, &layers->memory);
  return PITH_OK;
}

void
pith_layers_free(pith_layers *layers)
{
  if (!layers)
    return;
  pith__layer_index_done(&layers->index);
  pith_memory memory = layers->memory;
  pith__memory_free(&memory, layers, sizeof *layers);
}

pith_status
pith_layers_add(pith_layers *layers, pith_slice name, const pith_page *page)
{
  return pith__layer_index_add(&layers->index, name, &page->work->model);
}

pith_status
pith_layers_merge(pith_layers *layers, const pith_layers *other)
{
  return layers == other
             ? PITH_USAGE
             : pith__layer_index_merge(&layers->index, &other->index);
}

void
pith_layers_close(pith_layers *layers)
{
  if (!layers->index.closed)
    pith__layer_index_close(&layers->index);
}

uint32_t
pith_layers_partners(const pith_layers *layers, pith_slice name, uint32_t most,
                     pith_slice *out)
{
  return pith__layer_index_choose(&layers->index, name, most, out);
}
