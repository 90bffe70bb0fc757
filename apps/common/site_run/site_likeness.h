/* site_likeness.h: how alike the pages of a layer look, as in Table 1 of Yuan
 * et al. 2006. From a few pages of the site, each is compared with its
 * partners; a pair scores a point for each of header, navigation, footer and
 * advertising that is the same.
 */
#ifndef COMMON_SITE_LIKENESS_H
#define COMMON_SITE_LIKENESS_H

#include "common/site_run/site_run.h"

/* A row of the table. */
typedef struct site_likeness {
  unsigned starts; /* pages that others were compared with */
  unsigned pages;  /* pairs that could be compared */
  unsigned
      scores[4]; /* header, navigation, footer, advertising: a point each */
} site_likeness;

/* Measure a site whose model is finished and has the evidence of layers. */
exit_code site_likeness_measure(site_run *run, site_likeness *out);

/* The sum of the scores, and per cent of the points that could be had; 0
 * without pages. */
unsigned site_likeness_points(const site_likeness *likeness);
double site_likeness_share(const site_likeness *likeness);

#endif
