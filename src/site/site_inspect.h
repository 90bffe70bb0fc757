/*
 * A view of a site in, what was learnt out, for people to look at: the texts
 * that most pages of the model have, and the clusters of pages.
 */
#ifndef PITH_SITE_SITE_INSPECT_H
#define PITH_SITE_SITE_INSPECT_H

#include "site/site_view.h"

/* A text that pages share. Only texts that are short enough to be kept as
 * examples are known by their words. */
typedef struct pith_shared_text {
  pith_slice text; /* lent by the model */
  uint32_t pages;  /* of the model that have it */
} pith_shared_text;

typedef struct pith_framing_cluster {
  uint32_t founder; /* by which the cluster is known */
  uint32_t pages;   /* of the model in it */
} pith_framing_cluster;

/* The texts that are on `least` pages of the model or more, those on most
 * pages first, at most `most` of them; equal ones in a fixed order. Taken from
 * `region`. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__site_shared_texts(const pith_site_model *model,
                                    pith_region *region, uint32_t least,
                                    uint32_t most, pith_shared_text **texts,
                                    uint32_t *count);

/* The clusters, the largest first, of equal ones the earlier founder. Taken
 * from `region`. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__site_clusters(const pith_site_view *view, pith_region *region,
                                pith_framing_cluster **clusters,
                                uint32_t *count);

#endif
