/*
 * The one registry of methods: what `-m` may be called with, what a method has
 * to learn of a site, and how it is called for a page.
 *
 *     page ─────────────────► classify()      ──► verdicts
 *     page + site evidence ─► classify_site() ──► verdicts, report
 *
 * A method leaves the page as it is and answers with labelled ranges: offsets
 * of the decoded text, which api/ turns into bytes, or (compat_counts_bytes)
 * bytes of the page as it arrived. Every list of methods, in the library and in
 * the programs, is read from here.
 */
#ifndef PITH_METHOD_METHOD_H
#define PITH_METHOD_METHOD_H

#include "method/chain/chain_default.h"
#include "method/common/method_call.h"
#include "method/layer/layer.h"
#include "papers/chain/chain_compat.h"
#include "pith_site.h"

/* What other pages of the site contribute to the classification of one page.
 * All is borrowed; filled in are the parts that the method's row asks for. */
typedef struct pith_method_site {
  /* PITH_EVIDENCE_SHARED: the page as the site model sees it */
  pith_chain_classifier *chain;
  const pith_page_profile *profile;

  /* PITH_EVIDENCE_LAYER */
  pith_page_model *const *partners;
  uint32_t partner_count;
  const pith_layer_call *numbers; /* of its fields the numbers count */

  /* PITH_EVIDENCE_PAPER */
  const pith_chain_corpus *corpus;
  pith_slice name; /* of the page in it */
} pith_method_site;

/* What is found out beside the verdicts: pith_site_facts without its size. */
typedef struct pith_method_report {
  uint32_t words;
  uint32_t cut_words;
  uint32_t cluster;
  uint32_t fit;
  bool too_few_pages;
  bool all_repeats;
  bool limited; /* not all of the evidence was looked at */
} pith_method_report;

/* As pith_method_classify, with the evidence of a site. `report` comes filled
 * with "nothing known". Also PITH_USAGE: a name that was not learnt. */
typedef pith_status (*pith_method_classify_site)(const pith_method_call *call,
                                                 const pith_method_site *site,
                                                 pith_verdicts *verdicts,
                                                 pith_method_report *report);

typedef struct pith_method {
  pith_method_facts facts;  /* what the interface says of it */
  bool compat_counts_bytes; /* the compat profile's verdicts are on bytes */
  bool classifies_hidden; /* what the page hides too; else that is no content */
  unsigned evidence;      /* OR of pith_evidence: what it learns of a site; */
  unsigned compat_evidence;      /* its compat profile */
  pith_method_classify classify; /* NULL: it cannot classify a page alone */
  pith_method_classify_site classify_site; /* NULL: it has no evidence */
} pith_method;

/* The methods, in the order they are listed. Lent for the program's life. */
const pith_method *pith__methods(uint32_t *count);

/* The method with this name, for NULL the default one. NULL when there is none,
 * or when it has no compat profile and one is required. */
const pith_method *pith__method_find(const char *name, bool compat);

/* What a method has to learn of a site. */
unsigned pith__method_evidence(const pith_method *method, bool compat);

#endif
