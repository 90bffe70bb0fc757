/*
 * The layer method without a site: partners that the caller has chosen, the
 * paper's score of how alike two pages look, and its numbers; section 4 of
 * pith_site.h.
 */
#include "api/site_model.h"

#include "method/layer/layer_zones.h"
#include "method/method.h"

/* Alpha and beta are shares, 0 to 1; `pdoc` is the degree of coherence at which
 * VIPS stops dividing. */
void
pith_layer_options_default(pith_layer_options *options)
{
  memset(options, 0, sizeof *options);
  options->size = sizeof *options;
  options->alpha = 0.8;
  options->beta = 0.6;
  options->max_slide = 2;
  options->pdoc = PITH_VIPS_PDOC;
}

/* Shares become thousandths, because the method computes in integers and must
 * have the same result on every machine. Written so that a value that is not a
 * number is refused. */
bool
pith__layer_numbers_read(const pith_layer_options *given, pith_layer_call *out)
{
  pith_layer_options mine;
  pith_layer_options_default(&mine);
  memset(out, 0, sizeof *out);
  if (given)
    memcpy(&mine, given, given->size < sizeof mine ? given->size : sizeof mine);
  if (!(mine.alpha >= 0 && mine.alpha <= 1 && mine.beta >= 0 &&
        mine.beta <= 1) ||
      mine.pdoc < 1 || mine.pdoc > 10 || mine.max_slide > 1000)
    return false;
  out->alpha = (uint32_t)(mine.alpha * 1000 + 0.5);
  out->beta = (uint32_t)(mine.beta * 1000 + 0.5);
  out->max_slide = mine.max_slide;
  out->pdoc = mine.pdoc;
  out->own_text = mine.own_text;
  return true;
}

/* The method is the layer method, whatever `options` names. Partners beyond the
 * room are not looked at. Their page models are filled on request, so a partner
 * must not be in use by another thread meanwhile. */
pith_status
pith_page_classify_layer(pith_page *page, const pith_page *const *partners,
                         uint32_t count, const pith_options *options,
                         const pith_layer_options *numbers)
{
  pith_page_model *models[2 * PITH_PARTNERS_MOST];
  const uint32_t most = sizeof models / sizeof models[0];
  pith_classify_call how;
  pith_layer_call read;
  pith_method_report report = {.cluster = UINT32_MAX};
  pith_method_site with = {.partners = models,
                           .partner_count = count < most ? count : most,
                           .numbers = &read};
  for (uint32_t p = 0; p < with.partner_count; p++)
    models[p] = &partners[p]->work->model;
  pith_status status = pith__classify_begin(page->work, options, &how);
  how.method = pith__method_find("layer", false);
  if (status == PITH_OK && !pith__layer_numbers_read(numbers, &read))
    status = PITH_USAGE;
  if (status == PITH_OK)
    status = how.method->classify_site(&how.call, &with, &page->work->verdicts,
                                       &report);
  if (status == PITH_OK && report.limited)
    pith_page_add_warning(page, "match-limit");
  return pith__classify_end(page->work, &how, status);
}

/* A zone is alike when enough of its nodes have their like on the other page.
 */
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
