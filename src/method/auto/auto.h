/*
 * The method `auto`: a small trained model over the blocks of a page. What it
 * looks at is in method/auto/feature.h, how it decides in
 * docs/lab/methods/auto.md.
 *
 *     tree ─► block list ─► context ─► features ─► trees ─► chances
 *                                                               │
 *                                   verdicts ◄─ reasons ◄─ what to keep
 */
#ifndef PITH_METHOD_AUTO_AUTO_H
#define PITH_METHOD_AUTO_AUTO_H

#include "method/auto/auto_choice.h"
#include "method/auto/auto_evidence.h"
#include "method/common/method_call.h"

/* What is reported beside the verdicts. */
typedef struct pith_auto_report {
  uint32_t words;
  uint32_t words_kept;
} pith_auto_report;

/* Classify a page by itself; offsets of the text. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__auto_classify(const pith_method_call *call,
                                pith_verdicts *verdicts);

/* The same with the evidence of other pages of the site, NULL for none. */
pith_status pith__auto_classify_with(const pith_method_call *call,
                                     const pith_auto_site *site,
                                     pith_verdicts *verdicts,
                                     pith_auto_report *report);

#endif
