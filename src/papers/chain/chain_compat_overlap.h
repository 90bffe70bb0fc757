/*
 * What one page shares with all others, at once: cover(a, H(a) & H(b)) for
 * every page b, in one walk over the pages of a's chains. Better than comparing
 * a with each of them by itself when they are many and share little.
 */
#ifndef PITH_PAPERS_CHAIN_CHAIN_COMPAT_OVERLAP_H
#define PITH_PAPERS_CHAIN_CHAIN_COMPAT_OVERLAP_H

#include "papers/chain/chain_compat_index.h"

/* A page of the row. */
typedef struct pith_chain_overlap {
  uint32_t cover;   /* of what `a` shares with it; 0: nothing */
  uint32_t covered; /* how far */
} pith_chain_overlap;

typedef struct pith_chain_overlaps {
  pith_chain_overlap *cells; /* of all pages */
  uint32_t *pages;           /* those with something to share, in no order */
  uint32_t count;
} pith_chain_overlaps;

/* False when `region` finds no memory. */
bool pith__chain_overlaps_init(pith_chain_overlaps *row, pith_region *region,
                               uint32_t page_count);

/* Fill the row for page `a`; pages not left are in it too, and `a` itself. */
void pith__chain_overlaps_fill(pith_chain_overlaps *row,
                               const pith_chain_index *index, uint32_t a);

/* How many steps filling it takes. */
uint64_t pith__chain_overlaps_cost(const pith_chain_index *index, uint32_t a);

#endif
