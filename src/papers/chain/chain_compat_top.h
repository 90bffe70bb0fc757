/*
 * A tournament of pages: each has a value, and the page with the largest one is
 * known at any time, of equal ones the earlier. A page with value 0 takes no
 * part. Changing a value replays log2(pages) matches.
 */
#ifndef PITH_PAPERS_CHAIN_CHAIN_COMPAT_TOP_H
#define PITH_PAPERS_CHAIN_CHAIN_COMPAT_TOP_H

#include "base/region.h"

typedef struct pith_chain_top {
  uint32_t *values;  /* page -> value; set it by pith__chain_top_set() */
  uint32_t *winners; /* the tree: [1] is the final, [leaves + page] a leaf */
  uint32_t leaves;   /* a power of two, at least the number of pages */
} pith_chain_top;

/* All values 0. False when `region` finds no memory. */
bool pith__chain_top_init(pith_chain_top *top, pith_region *region,
                          uint32_t page_count);

void pith__chain_top_set(pith_chain_top *top, uint32_t page, uint32_t value);

/* Play everything anew, after values[] were written directly. */
void pith__chain_top_replay(pith_chain_top *top);

/* The winner. When nobody takes part its value is 0. */
static inline uint32_t
pith__chain_top_page(const pith_chain_top *top)
{
  return top->winners[1];
}

#endif
