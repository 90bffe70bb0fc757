/*
 * Sites, section 2 of pith_site.h: a page and a finished model in, verdicts and
 * facts out. The registry says which evidence a method needs; here it is
 * gathered for the page at hand and handed over:
 *
 *     SHARED   the profile of the page, to be looked up in the model's view
 *     LAYER    the models of its partners, from the caller's loader
 *     PAPER    the corpus of the site, and the name of the page in it
 */
#include "api/site_model.h"

#include "method/method.h"

struct pith_site {
  pith_memory memory;
  const pith_site_model *model; /* borrowed */
  pith_page_loader loader;

  pith_chain_classifier chain; /* with PITH_EVIDENCE_SHARED only */
};

/* Whether the model has texts to compare with. */
static bool
has_shared(const pith_site_model *model)
{
  return (model->evidence & PITH_EVIDENCE_SHARED) != 0;
}

/* One site serves one thread; any number may share a finished model, which they
 * only read. */
pith_status
pith_site_open(pith_context *context, const pith_site_model *model,
               const pith_page_loader *loader, pith_site **out)
{
  pith_memory memory;
  *out = NULL;
  if (!model->finished)
    return PITH_USAGE;
  pith__memory_init(&memory, &context->memory.allocator, SIZE_MAX);
  pith_site *site = pith__memory_resize(&memory, NULL, 0, sizeof *site);
  if (!site)
    return PITH_NOMEM;
  memset(site, 0, sizeof *site);
  site->memory = memory;
  site->model = model;
  if (loader)
    site->loader = *loader;
  pith_status status = PITH_OK;
  if (has_shared(model))
    status =
        pith__chain_classify_init(&site->chain, &site->memory, &model->view);
  if (status == PITH_OK)
    *out = site;
  else
    pith__memory_free(&memory, site, sizeof *site);
  return status;
}

void
pith_site_free(pith_site *site)
{
  if (!site)
    return;
  if (has_shared(site->model))
    pith__chain_classify_done(&site->chain);
  pith_memory memory = site->memory;
  pith__memory_free(&memory, site, sizeof *site);
}

/* What is found is lent until this site looks at another page. */
pith_status
pith__site_look(pith_site *site, pith_page_model *page, pith_auto_site *out)
{
  if (!has_shared(site->model))
    return PITH_USAGE;
  out->boilerplate = &site->chain.boilerplate;
  pith_status status = pith__page_profile(page, &out->profile);
  if (status == PITH_OK)
    status = pith__boilerplate_find(&site->chain.boilerplate, out->profile);
  return status;
}

/* --- evidence for a page -------------------------------------------------- */

/* Pages that are lent while one page is classified. */
typedef struct lent_pages {
  const pith_page *pages[PITH_PARTNERS_MOST];
  pith_page_model *models[PITH_PARTNERS_MOST];
  uint32_t count;
} lent_pages;

/* The partners of a page; one that cannot be had is left out. */
static void
load_partners(const pith_site *site, pith_slice name, lent_pages *out)
{
  pith_slice names[PITH_PARTNERS_MOST];
  uint32_t count = site->loader.load
                       ? pith_site_model_partners(site->model, name,
                                                  PITH_PARTNERS_MOST, names)
                       : 0;
  out->count = 0;
  for (uint32_t i = 0; i < count; i++) {
    const pith_page *page = site->loader.load(site->loader.state, names[i]);
    if (!page)
      continue;
    out->pages[out->count] = page;
    out->models[out->count++] = &page->work->model;
  }
}

/* Also after a failure: what the loader has lent goes back in every case. */
static void
release_partners(const pith_site *site, const lent_pages *lent)
{
  for (uint32_t i = 0; site->loader.release && i < lent->count; i++)
    site->loader.release(site->loader.state, lent->pages[i]);
}

static pith_status
classify_with_evidence(pith_site *site, pith_page *page, pith_slice name,
                       const pith_classify_call *how,
                       pith_method_report *report)
{
  lent_pages lent = {.count = 0};
  pith_method_site with = {.chain = &site->chain,
                           .partners = lent.models,
                           .numbers = &site->model->numbers,
                           .corpus = site->model->corpus,
                           .name = name};
  unsigned evidence = pith__method_evidence(how->method, how->call.compat);
  pith_status status = PITH_OK;
  if (evidence & PITH_EVIDENCE_SHARED)
    status = pith__page_profile(&page->work->model, &with.profile);
  if (evidence & PITH_EVIDENCE_LAYER)
    load_partners(site, name, &lent);
  with.partner_count = lent.count;
  if (status == PITH_OK)
    status = how->method->classify_site(&how->call, &with,
                                        &page->work->verdicts, report);
  release_partners(site, &lent);
  return status;
}

/* What the record of the page has of it. The warnings are words of the format,
 * docs/formats/json.md. */
static void
note_on_page(const pith_method_report *report, pith_page *page)
{
  pith_page_set_cluster(page, report->cluster);
  if (report->too_few_pages)
    pith_page_add_warning(page, "alone");
  if (report->all_repeats)
    pith_page_add_warning(page, "spared");
  if (report->limited)
    pith_page_add_warning(page, "match-limit");
}

/* Callers with an older header get the members that they know. */
static void
write_facts(const pith_method_report *report, pith_site_facts *out)
{
  pith_site_facts facts = {.size = out->size,
                           .words = report->words,
                           .cut_words = report->cut_words,
                           .cluster = report->cluster,
                           .fit = report->fit,
                           .too_few_pages = report->too_few_pages,
                           .all_repeats = report->all_repeats,
                           .limited = report->limited};
  memcpy(out, &facts, out->size < sizeof facts ? out->size : sizeof facts);
}

/* Other limits or switches of parsing give other tokens, which would pass for a
 * change of the site. */
static bool
was_parsed_alike(const pith_site_model *model, const pith_page *page)
{
  uint64_t learnt = model->pages.options;
  return learnt == 0 || learnt == page->work->parsed_with;
}

/* A method whose evidence the model has not learnt is refused; one that needs
 * none is as good here as without a site. */
pith_status
pith_site_classify(pith_site *site, pith_page *page, pith_slice name,
                   const pith_options *options, pith_site_facts *out)
{
  pith_classify_call how;
  pith_method_report report = {.cluster = UINT32_MAX, .fit = 1000};
  pith_status status = pith__classify_begin(page->work, options, &how);
  if (status == PITH_OK) {
    unsigned evidence = pith__method_evidence(how.method, how.call.compat);
    if (evidence & ~site->model->evidence)
      status = PITH_USAGE;
    else if (evidence && !was_parsed_alike(site->model, page))
      status = PITH_MISMATCH;
    else if (evidence)
      status = classify_with_evidence(site, page, name, &how, &report);
    else
      status = how.method->classify(&how.call, &page->work->verdicts);
  }
  status = pith__classify_end(page->work, &how, status);
  if (status == PITH_OK)
    note_on_page(&report, page);
  if (out)
    write_facts(&report, out);
  return status;
}

unsigned
pith_method_evidence(const char *method, bool compat)
{
  const pith_method *found = pith__method_find(method, compat);
  return found ? pith__method_evidence(found, compat) : 0;
}
