/*
 * See method.h. A new method is a folder of its own and a row here.
 *
 * The functions before the table fit the site entry point of each method, which
 * has the shape its paper gives it, to the one shape of the registry.
 */
#include "method/method.h"

#include "method/auto/auto.h"
#include "method/dom/dom.h"
#include "method/sentence/sentence.h"

#include <string.h>

/* What classifies a page when the caller names no method. */
#define DEFAULT_METHOD "auto"

/* What the site model knows of the page, whatever the verdicts. */
static void
report_reader(const pith_boilerplate *found, pith_method_report *report)
{
  report->cluster = pith__site_reader_cluster(&found->reader);
  report->fit = pith__site_reader_fit(&found->reader);
  report->too_few_pages = found->too_few_pages && report->words > 0;
}

/* The page's own features, weighed against what its site repeats. */
static pith_status
classify_auto(const pith_method_call *call, const pith_method_site *site,
              pith_verdicts *verdicts, pith_method_report *report)
{
  pith_boilerplate *found = &site->chain->boilerplate;
  pith_auto_site evidence = {found, site->profile};
  pith_auto_report words;
  pith_status status = pith__boilerplate_find(found, site->profile);
  if (status == PITH_OK)
    status = pith__auto_classify_with(call, &evidence, verdicts, &words);
  if (status != PITH_OK)
    return status;
  report->words = words.words;
  report->cut_words = words.words - words.words_kept;
  report_reader(found, report);
  return PITH_OK;
}

/* The papers' chain: the corpus has decided, the page only asks for its part.
 */
static pith_status
classify_chain_paper(const pith_method_call *call, const pith_method_site *site,
                     pith_verdicts *verdicts, pith_method_report *report)
{
  uint32_t page = pith__chain_site_find(site->corpus, site->name);
  if (page == PITH_CHAIN_NONE)
    return PITH_USAGE;
  uint32_t cluster =
      pith__chain_site_clusters(site->corpus)->fates[page].cluster;
  report->cluster = cluster == PITH_CHAIN_NONE ? UINT32_MAX : cluster;
  report->limited = pith__chain_site_clusters(site->corpus)->limited;
  return pith__chain_site_classify(site->corpus, page, call->bytes, verdicts);
}

/* The default profile works on the tree and the site model, the compat profile
 * on bytes and the corpus: they share the name and nothing else. */
static pith_status
classify_chain(const pith_method_call *call, const pith_method_site *site,
               pith_verdicts *verdicts, pith_method_report *report)
{
  if (call->compat)
    return classify_chain_paper(call, site, verdicts, report);
  pith_status status = pith__chain_default_classify(
      site->chain, call->page->tree, site->profile, verdicts);
  const pith_boilerplate *found = &site->chain->boilerplate;
  if (status != PITH_OK)
    return status;
  report->words = found->words;
  report->cut_words = found->cut;
  report->all_repeats = found->all_repeats;
  report_reader(found, report);
  return PITH_OK;
}

/* The numbers of the paper come with the model; what to compare comes with the
 * call. */
static pith_status
classify_layer(const pith_method_call *call, const pith_method_site *site,
               pith_verdicts *verdicts, pith_method_report *report)
{
  pith_layer_report found;
  pith_layer_call with = *site->numbers;
  with.page = call->page;
  with.partners = site->partners;
  with.partner_count = site->partner_count;
  with.compat = call->compat;
  with.comments = call->comments;
  pith_status status = pith__layer_classify(&with, verdicts, &found);
  if (status != PITH_OK)
    return status;
  report->words = found.words;
  report->cut_words = found.cut;
  report->all_repeats = found.all_repeats;
  report->limited = found.limited;
  report->too_few_pages =
      found.partners == 0 && call->page->tree->store.text_len > 0;
  return PITH_OK;
}

/* The order is the order of every list of methods, in help texts and messages
 * too. The first `true` of the facts says that there is `classify`, the second
 * that there is `evidence`; a row with neither could not be called at all. */
static const pith_method methods[] = {
    {.facts = {"auto", "ours: a trained model over blocks", true, true, false},
     .classifies_hidden = true,
     .evidence = PITH_EVIDENCE_SHARED,
     .classify = pith__auto_classify,
     .classify_site = classify_auto},
    {.facts = {"chain", "Ageev et al. 2005, Shorkin 2013", false, true, true},
     .compat_counts_bytes = true,
     .evidence = PITH_EVIDENCE_SHARED,
     .compat_evidence = PITH_EVIDENCE_PAPER,
     .classify_site = classify_chain},
    {.facts = {"layer", "Yuan et al. 2006", false, true, true},
     .evidence = PITH_EVIDENCE_LAYER,
     .compat_evidence = PITH_EVIDENCE_LAYER,
     .classify_site = classify_layer},
    {.facts = {"sentence", "Kuznetsov", true, false, true},
     .compat_counts_bytes = true,
     .classify = pith__sentence_classify},
    {.facts = {"dom", "Shorkin 2013, stand-in for his comparator", true, false,
               false},
     .classify = pith__dom_classify},
};

const pith_method *
pith__methods(uint32_t *count)
{
  *count = sizeof methods / sizeof methods[0];
  return methods;
}

/* NULL is the default here and nowhere else, so it is the same for all. */
const pith_method *
pith__method_find(const char *name, bool compat)
{
  for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
    if (strcmp(name ? name : DEFAULT_METHOD, methods[i].facts.name) == 0)
      return compat && !methods[i].facts.compat ? NULL : &methods[i];
  return NULL;
}

/* 0 for a method that classifies a page without its site. */
unsigned
pith__method_evidence(const pith_method *method, bool compat)
{
  return compat ? method->compat_evidence : method->evidence;
}
