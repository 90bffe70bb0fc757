/*
 * What is behind pith_site_model: three kinds of evidence on one account, of
 * which a model has those that its options name.
 *
 *     page ──► profile ──► sample ──► view       PITH_EVIDENCE_SHARED
 *     page ──► card ─────► layers                PITH_EVIDENCE_LAYER
 *     bytes ─► chains ───► corpus ──► clusters   PITH_EVIDENCE_PAPER
 *              learn       merge      finish
 *
 * The account has no ceiling: what a model holds is bounded by the number of
 * pages in its sample, or for the last two grows with the site.
 */
#ifndef PITH_API_SITE_MODEL_H
#define PITH_API_SITE_MODEL_H

#include "api/workspace.h"
#include "method/layer/layer.h"
#include "method/layer/layer_partners.h"
#include "papers/chain/chain_compat.h"
#include "site/site_view.h"

struct pith_site_model {
  pith_memory memory;
  unsigned evidence;
  bool finished;

  /* PITH_EVIDENCE_SHARED */
  pith_site_sample pages;
  pith_site_view view;               /* once finished */
  pith_buffer file;                  /* what was saved last */
  pith_region shown;                 /* owns the clusters */
  pith_site_model_cluster *clusters; /* NULL until they are listed */
  uint32_t cluster_count;
  pith_region texts; /* owns what was listed last */

  /* PITH_EVIDENCE_LAYER */
  pith_layer_index layers;
  pith_layer_call numbers; /* of its fields the numbers count */

  /* PITH_EVIDENCE_PAPER */
  pith_chain_corpus *corpus;
  pith_chain_maker maker;
  pith_chain_profile chains; /* of the page learnt last */
};

/* The numbers of the layer method, NULL for the defaults, into the fields of a
 * call; the rest of it is zero. False when one is out of range. */
bool pith__layer_numbers_read(const pith_layer_options *given,
                              pith_layer_call *out);

#endif
