/*
 * How alike two pages of a layer look, zone by zone, as the paper scores it by
 * eye: header, navigation, footer, advertising. What is outside the text of
 * the page is
 *
 *   navigation    texts in links
 *   header        other texts before the text of the page
 *   footer        other texts behind it
 *   advertising   images and frames
 *
 * A zone is alike when most of it is in the same place on the partner, or
 * neither page has it.
 */
#ifndef PITH_METHOD_LAYER_LAYER_ZONES_H
#define PITH_METHOD_LAYER_LAYER_ZONES_H

#include "page/page_model.h"

typedef enum pith_layer_zone {
  PITH_ZONE_HEADER,
  PITH_ZONE_NAVIGATION,
  PITH_ZONE_FOOTER,
  PITH_ZONE_ADVERTISING,
  PITH_ZONES
} pith_layer_zone;

typedef struct pith_layer_zones {
  uint32_t nodes[PITH_ZONES];  /* of the page */
  uint32_t placed[PITH_ZONES]; /* of them, with something in their place */
  bool alike[PITH_ZONES];
} pith_layer_zones;

/* Compare two pages. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__layer_zones_compare(pith_page_model *page,
                                      pith_page_model *partner,
                                      pith_layer_zones *out);

#endif
