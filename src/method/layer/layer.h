/*
 * The layer method (Yuan, Zhang, Jiang and Zhao 2006): a page's visual blocks
 * compared with pages of the same layer of its site, its partners. What they
 * have too is boilerplate. docs/lab/methods/layer.md.
 *
 *     page, partners ──► classify ──► verdicts on the text
 *
 * Two profiles: to the letter (layer_compat.c) each block of VIPS is looked for
 * in one partner by the matcher of the paper; by default (layer_default.c)
 * trees are matched from the top down and several partners vote.
 */
#ifndef PITH_METHOD_LAYER_LAYER_H
#define PITH_METHOD_LAYER_LAYER_H

#include "page/page_model.h"
#include "verdict/verdict.h"

/* Of the default profile; more partners are not compared. */
#define PITH_LAYER_PARTNERS 8u

/* A page, its partners, and the numbers of the paper. All is borrowed. */
typedef struct pith_layer_call {
  pith_page_model *page;
  pith_page_model *const *partners;
  uint32_t partner_count;
  bool compat;
  bool comments;      /* what readers wrote is content */
  uint32_t alpha;     /* thousandths of the nodes that must match: 800 */
  uint32_t beta;      /* thousandths of the text: 600 */
  uint32_t max_slide; /* subtrees that may be slid over: 2 */
  uint32_t pdoc;      /* degree of coherence that VIPS permits: 5 */
  bool own_text;      /* compat: only elements are nodes, with their own text */
} pith_layer_call;

/* What is reported beside the verdicts. */
typedef struct pith_layer_report {
  uint32_t words;      /* that the page shows */
  uint32_t cut;        /* of them boilerplate */
  uint32_t partners;   /* that were compared */
  bool all_repeats;    /* nearly all of it repeats: nothing was cut */
  bool limited;        /* blocks were not looked for: too much work */
  uint64_t steps;      /* of matching: the cost */
  uint64_t near_steps; /* of looking for near misses, on top of that */
} pith_layer_report;

/* Classify a page; verdicts in text offsets are appended. PITH_NOMEM,
 * PITH_LIMIT. */
pith_status pith__layer_classify(const pith_layer_call *call,
                                 pith_verdicts *verdicts,
                                 pith_layer_report *report);

/* The two profiles. */
pith_status pith__layer_classify_default(const pith_layer_call *call,
                                         pith_verdicts *verdicts,
                                         pith_layer_report *report);
pith_status pith__layer_classify_compat(const pith_layer_call *call,
                                        pith_verdicts *verdicts,
                                        pith_layer_report *report);

#endif
