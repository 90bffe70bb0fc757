/*
 * One pass from the last node to the first: each node gets the earliest source
 * position of itself and all nodes behind it. A node whose successors begin
 * before it was moved.
 *
 *     source   <table>x<tr>...      tree   x, table, tr
 *     x        earliest of what follows is the table, before x: x was moved
 *
 * Nodes that the parser implied have no position of their own and do not
 * count.
 */
#include "render/html/moved_nodes.h"

bool
pith__moved_nodes_init(pith_moved_nodes *places, const pith_tree *tree,
                       pith_region *region)
{
  uint32_t earliest = UINT32_MAX;
  places->count = tree->count;
  places->earliest =
      pith__region_take(region, tree->count, sizeof *places->earliest);
  if (!places->earliest)
    return false;
  for (uint32_t n = tree->count; n-- > 0;) {
    const pith_tree_node *node = &tree->nodes[n];
    if (node->close_to > node->from && node->from < earliest)
      earliest = node->from;
    places->earliest[n] = earliest;
  }
  return true;
}
