/*
 * Where a node goes (WHATWG HTML, "appropriate place for inserting a node"),
 * and the slots it may take.
 *
 * Foster parenting: what does not belong in a table is put in front of it.
 *
 *   <table>oops<tr>       body ─┬─ "oops"
 *                               └─ table ── tbody ── tr
 */
#include "html/tree/insert.h"

/* Nodes and links grow together. */
static bool
grow(pith_builder *b, uint32_t more)
{
  pith_tree *tree = b->tree;
  bool grown = PITH_GROW(tree->memory, b->nodes, tree->capacity,
                         b->count + more + 1, UINT32_MAX);
  tree->nodes = b->nodes;
  if (!grown || !b->linked)
    return grown;
  return PITH_GROW(tree->memory, b->links, b->link_capacity, tree->capacity,
                   UINT32_MAX);
}

/* One slot more than `max_nodes` is kept as a spare, so that a token in
 * progress always has a node to write to. */
bool
pith__node_reserve(pith_builder *b, uint32_t more)
{
  if (more > b->max_nodes - b->count) {
    b->tree->limits_hit |= PITH_LIMIT_NODES;
    pith__builder_stop(b);
    return false;
  }
  if (!grow(b, more)) {
    pith__builder_fail(b);
    return false;
  }
  b->room = b->tree->capacity - 1;
  if (b->room > b->max_nodes)
    b->room = b->max_nodes;
  return true;
}

uint32_t
pith__node_new_slow(pith_builder *b)
{
  return pith__node_reserve(b, 1) ? b->count++ : b->count;
}

/* HTML, "foster parent": before the innermost table, or the end of the
 * template or html element. */
static pith_place
foster_place(pith_builder *b)
{
  pith_place place = {PITH_NODE_NONE, PITH_NODE_NONE};
  uint32_t index = b->open_count;
  while (index-- > 1) {
    const pith_open *entry = &b->open[index];
    b->steps--;
    if (entry->tag == PITH_TAG_TEMPLATE)
      break;
    if (entry->tag != PITH_TAG_TABLE)
      continue;
    place.parent = b->nodes[entry->node].parent;
    place.before = entry->node;
    if (place.parent != PITH_NODE_NONE)
      return place;
    place.before = PITH_NODE_NONE;
    index--; /* a table without a parent: the element above it in the stack */
    break;
  }
  place.parent = b->open[index == PITH_OPEN_NONE ? 0 : index].inside;
  return place;
}

/* HTML, "appropriate place for inserting a node". */
pith_place
pith__place_for(pith_builder *b, const pith_open *target)
{
  if (b->foster && (target->bits & PITH_PROPERTY_FOSTER))
    return foster_place(b);
  pith_place place = {target->inside, PITH_NODE_NONE};
  return place;
}

/* As long as nodes go to the end of the array nothing has to be linked. */
void
pith__place_node(pith_builder *b, pith_place place, uint32_t node)
{
  if (!b->linked) {
    if (!b->sealed && place.before == PITH_NODE_NONE &&
        place.parent == b->parent) {
      b->nodes[node].parent = b->parent;
      return;
    }
    pith__links_begin(b, node);
    if (!b->linked)
      return;
    b->nodes[node].end = PITH_NODE_NONE;
  }
  if (place.before == PITH_NODE_NONE)
    pith__link_append(b, place.parent, node);
  else
    pith__link_before(b, place.before, node);
}
