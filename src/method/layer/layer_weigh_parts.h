/*
 * What the files of the weigher share: layer_vote.c counts the votes of
 * partners, layer_place.c finds where the layer keeps its boilerplate,
 * layer_weigh.c decides.
 */
#ifndef PITH_METHOD_LAYER_LAYER_WEIGH_PARTS_H
#define PITH_METHOD_LAYER_LAYER_WEIGH_PARTS_H

#include "method/layer/layer_weigh.h"

/* Per cent of the partners. */
enum {
  PITH_SHARE_OUTSIDE = 34, /* outside main: it repeats */
  PITH_SHARE_NEW = 25,     /* inside main: below this it is new, */
  PITH_SHARE_OLD = 75      /* from this on it repeats */
};

static inline uint64_t
pith__layer_least(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

/* Whether so many per cent of the partners have what node n has. */
static inline bool
pith__layer_is_shared(const pith_layer_weigher *weigher, uint32_t n,
                      uint32_t share)
{
  return weigher->votes[n].same * 100u >= share * weigher->partners &&
         weigher->votes[n].same > 0;
}

/* Find the places of boilerplate: slot, block, aside and field of the nodes,
 * and how many links are in them. */
void pith__layer_find_places(pith_layer_weigher *weigher,
                             const pith_layer_page *page, uint32_t main);

#endif
