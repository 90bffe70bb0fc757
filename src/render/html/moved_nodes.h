/*
 * Which nodes have the same order in the source as in the tree. The parser
 * moves some: text between the rows of a table goes before the table. A tag
 * put around such text in the source would not end up around it in the tree.
 */
#ifndef PITH_RENDER_HTML_MOVED_NODES_H
#define PITH_RENDER_HTML_MOVED_NODES_H

#include "base/region.h"
#include "html/tree/tree.h"

typedef struct pith_moved_nodes {
  uint32_t *earliest; /* lent by a region; by node: where the first of it and
                         all nodes behind it is in the source */
  uint32_t count;
} pith_moved_nodes;

/* Look at all nodes of a tree. False when memory ends. */
bool pith__moved_nodes_init(pith_moved_nodes *places, const pith_tree *tree,
                            pith_region *region);

/* The first place in the source of all nodes from `node` on; `node` may be
 * the number of nodes. */
static inline uint32_t
pith__moved_nodes_from(const pith_moved_nodes *places, uint32_t node)
{
  return node < places->count ? places->earliest[node] : UINT32_MAX;
}

#endif
