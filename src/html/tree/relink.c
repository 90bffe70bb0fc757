/*
 * The end of a parse in linked mode: number the nodes in document order, put
 * them there, set `end`, and let every parent's span take in its children.
 *
 * One walk over the links does all but the moving. The number of a node is
 * written over its `prev`, which the walk does not need; `end`, which held
 * the first child, gets its final value when the walk leaves the node, and so
 * does `parent`. Then each node is carried to its number, cycle by cycle:
 *
 *   number   2 0 1   node 0 goes to 2, node 2 to 1, node 1 to 0
 *
 * Nodes the walk did not meet hang nowhere (removed from the tree) and are
 * left out.
 *
 * What widening does: `<b><p>x</b>y</p>` moves p out of b, and a b made by
 * the parser at `</b>` takes in the x that is before it, so its empty
 * span has to begin at x. `<form><div></form>y</div>` closes the form before
 * its child ends, so the form ends with the div, and `</form>` is just a tag
 * inside of it.
 */
#include "html/tree/links.h"

#include "html/tree/builder.h"

#define UNNUMBERED PITH_NODE_NONE

/* Make the span of `parent` hold that of `child`. */
static void
widen_parent(pith_tree_node *parent, const pith_tree_node *child)
{
  if (child->close_to > parent->close_from) {
    if (parent->close_to < child->close_to)
      parent->close_to = child->close_to;
    parent->close_from = parent->close_to;
  }
  if (child->from < parent->open_to) {
    if (child->from < parent->from)
      parent->from = child->from;
    parent->open_to = parent->from;
  }
}

/* Leave a node for good: its span is final, and so is its place. Returns the
 * old number of its parent. */
static uint32_t
leave(pith_builder *b, uint32_t node, uint32_t next_number)
{
  pith_tree_node *nodes = b->nodes;
  uint32_t parent = nodes[node].parent;
  nodes[node].end = next_number;
  if (parent != PITH_NODE_NONE) {
    widen_parent(&nodes[parent], &nodes[node]);
    nodes[node].parent = b->links[parent].prev;
  }
  return parent;
}

/* Number all that hangs below the document; returns how many that are. */
static uint32_t
number_nodes(pith_builder *b)
{
  uint32_t number = 0;
  uint32_t node = 0;
  for (;;) {
    b->links[node].prev = number++;
    uint32_t next = b->nodes[node].end;
    while (next == PITH_NODE_NONE) {
      next = b->links[node].next;
      node = leave(b, node, number);
      if (node == PITH_NODE_NONE)
        return number;
    }
    node = next;
  }
}

/* Carry every numbered node to its number. */
static void
move_nodes(pith_builder *b)
{
  for (uint32_t start = 0; start < b->count; start++) {
    uint32_t to = b->links[start].prev;
    if (to == UNNUMBERED || to == start)
      continue;
    pith_tree_node carried = b->nodes[start];
    b->links[start].prev = UNNUMBERED;
    while (to != UNNUMBERED) {
      pith_tree_node other = b->nodes[to];
      uint32_t next = b->links[to].prev;
      b->nodes[to] = carried;
      b->links[to].prev = UNNUMBERED;
      carried = other;
      to = next;
    }
  }
}

void
pith__relink(pith_builder *b)
{
  for (uint32_t i = 0; i < b->count; i++)
    b->links[i].prev = UNNUMBERED;
  b->links[0].next = PITH_NODE_NONE;
  uint32_t count = number_nodes(b);
  move_nodes(b);
  b->count = count;
}

/* Without links: parents come before their children, so a pass from the end
 * is enough. */
void
pith__widen(pith_builder *b)
{
  for (uint32_t i = b->count - 1; i > 0; i--) {
    pith_tree_node *node = &b->nodes[i];
    if (node->end == 0)
      node->end = i + 1;
    pith_tree_node *parent = &b->nodes[node->parent];
    if (parent->end < node->end)
      parent->end = node->end;
    widen_parent(parent, node);
  }
}
