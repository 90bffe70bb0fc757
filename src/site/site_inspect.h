/*
 * A view of a site in, what was learnt out, for people to look at: the texts
 * that most pages of the model or of a cluster have, and the clusters of pages.
 */
#ifndef PITH_SITE_SITE_INSPECT_H
#define PITH_SITE_SITE_INSPECT_H

#include "site/site_view.h"
#include "pith_site.h"

/* Which texts are wanted. */
typedef struct pith_texts_request {
  uint32_t founder; /* of the cluster; PITH_INDEX_NONE: of all pages */
  uint32_t least;   /* pages that have it */
  uint32_t most;    /* texts */
} pith_texts_request;

/* The texts that pages share, those on most pages first, equal ones in a fixed
 * order. Only texts that are short enough to be kept as examples are known by
 * their words; these are lent by the model. Taken from `region`. PITH_NOMEM,
 * PITH_LIMIT. */
pith_status pith__site_shared_texts(const pith_site_view *view,
                                    const pith_texts_request *request,
                                    pith_region *region,
                                    pith_shared_text **texts, uint32_t *count);

/* The clusters, the largest first, of equal ones the earlier founder. Taken
 * from `region`. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__site_clusters(const pith_site_view *view, pith_region *region,
                                pith_site_model_cluster **clusters,
                                uint32_t *count);

#endif
