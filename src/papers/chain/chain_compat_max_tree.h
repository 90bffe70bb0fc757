/*
 * A tournament of pages: each has a value, and the page with the largest one is
 * known at any time, of equal ones the earlier. A page with value 0 takes no
 * part. Changing a value replays log2(pages) matches.
 */
#ifndef PITH_PAPERS_CHAIN_CHAIN_COMPAT_MAX_TREE_H
#define PITH_PAPERS_CHAIN_CHAIN_COMPAT_MAX_TREE_H

#include "base/region.h"

typedef struct pith_max_tree {
  uint32_t *values;  /* page -> value; set it by pith__max_tree_set() */
  uint32_t *winners; /* the tree: [1] is the final, [leaves + page] a leaf */
  uint32_t leaves;   /* a power of two, at least the number of pages */
} pith_max_tree;

/* All values 0. False when `region` finds no memory. */
bool pith__max_tree_init(pith_max_tree *top, pith_region *region,
                         uint32_t page_count);

void pith__max_tree_set(pith_max_tree *top, uint32_t page, uint32_t value);

/* Play everything anew, after values[] were written directly. */
void pith__max_tree_replay(pith_max_tree *top);

/* The winner. When nobody takes part its value is 0. */
static inline uint32_t
pith__max_tree_page(const pith_max_tree *top)
{
  return top->winners[1];
}

#endif
