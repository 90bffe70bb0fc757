/*
 * The method `auto`: a small trained model over the blocks of a page. What it
 * looks at is in block/feature.h, how it decides in docs/method/auto.md.
 *
 *     tree ─► line of blocks ─► scene ─► features ─► trees ─► chances
 *                                                               │
 *                                   verdicts ◄─ reasons ◄─ what to keep
 */
#ifndef PITH_METHOD_AUTO_H
#define PITH_METHOD_AUTO_H

#include "method/auto_choice.h"
#include "method/auto_evidence.h"
#include "method/method.h"

/* What is said of a page beside its verdicts. */
typedef struct pith_auto_report {
  uint32_t words;
  uint32_t words_kept;
} pith_auto_report;

/* Judge a page alone; offsets of the text. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__auto_judge(const pith_method_call *call,
                             pith_verdicts *verdicts);

/* The same with what other pages of the site say, NULL for none. */
pith_status pith__auto_judge_with(const pith_method_call *call,
                                  const pith_auto_site *site,
                                  pith_verdicts *verdicts,
                                  pith_auto_report *report);

#endif
