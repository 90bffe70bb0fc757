/*
 * See links.h for the drawing. Whatever is looked up with the spare slot of
 * pith__node_new() (its number is not below `count`) is not done, so that a
 * tree whose budget ran out in the middle of a token stays whole.
 */
#include "html/tree/links.h"

#include "html/tree/builder.h"
#include "html/tree/insert.h"

/* Whether one of the two is the spare slot, which is no node of the tree. */
static bool
is_spare(const pith_builder *b, uint32_t one, uint32_t other)
{
  return one >= b->count || other >= b->count;
}

/* The first child's `prev` is the last child, so appending needs no walk. */
void
pith__link_append(pith_builder *b, uint32_t parent, uint32_t child)
{
  if (PITH_UNLIKELY(is_spare(b, parent, child)))
    return;
  uint32_t first = b->nodes[parent].end;
  b->nodes[child].parent = parent;
  b->links[child].next = PITH_NODE_NONE;
  if (first == PITH_NODE_NONE) {
    b->nodes[parent].end = child;
    b->links[child].prev = child;
    return;
  }
  uint32_t last = b->links[first].prev;
  b->links[last].next = child;
  b->links[child].prev = last;
  b->links[first].prev = child;
}

/* In front of a child: foster parenting. */
void
pith__link_before(pith_builder *b, uint32_t before, uint32_t child)
{
  if (PITH_UNLIKELY(is_spare(b, before, child)))
    return;
  uint32_t parent = b->nodes[before].parent;
  uint32_t prev = b->links[before].prev;
  b->nodes[child].parent = parent;
  b->links[child].next = before;
  b->links[child].prev = prev;
  b->links[before].prev = child;
  if (b->nodes[parent].end == before)
    b->nodes[parent].end = child;
  else
    b->links[prev].next = child;
}

/* Two texts that met become one. */
static void
join_neighbours(pith_builder *b, uint32_t first, uint32_t second)
{
  if (b->nodes[first].kind != PITH_NODE_TEXT ||
      b->nodes[second].kind != PITH_NODE_TEXT)
    return;
  pith__link_remove(b, second);
  pith__text_join(b, first, second);
}

/* The neighbours of what was removed may be two texts; they become one. */
void
pith__link_remove(pith_builder *b, uint32_t child)
{
  uint32_t parent = b->nodes[child].parent;
  if (PITH_UNLIKELY(parent == PITH_NODE_NONE || is_spare(b, parent, child)))
    return;
  uint32_t first = b->nodes[parent].end;
  uint32_t next = b->links[child].next;
  uint32_t prev = b->links[child].prev;
  b->nodes[child].parent = PITH_NODE_NONE;
  if (child == first) {
    b->nodes[parent].end = next;
    if (next != PITH_NODE_NONE)
      b->links[next].prev = prev;
    return;
  }
  b->links[prev].next = next;
  if (next == PITH_NODE_NONE) {
    b->links[first].prev = prev;
    return;
  }
  b->links[next].prev = prev;
  join_neighbours(b, prev, next);
}

/* All children change their parent; the list itself stays. */
void
pith__link_move_children(pith_builder *b, uint32_t from, uint32_t to)
{
  if (PITH_UNLIKELY(is_spare(b, from, to)))
    return;
  uint32_t first = b->nodes[from].end;
  b->nodes[from].end = PITH_NODE_NONE;
  b->nodes[to].end = first;
  for (uint32_t i = first; i != PITH_NODE_NONE; i = b->links[i].next) {
    b->nodes[i].parent = to;
    b->steps--;
  }
}

uint32_t
pith__link_first(const pith_builder *b, uint32_t parent)
{
  return parent < b->count ? b->nodes[parent].end : PITH_NODE_NONE;
}

uint32_t
pith__link_last(const pith_builder *b, uint32_t parent)
{
  uint32_t first = pith__link_first(b, parent);
  return first == PITH_NODE_NONE ? PITH_NODE_NONE : b->links[first].prev;
}

/* The first child has none, although its `prev` is used for the last. */
uint32_t
pith__link_previous(const pith_builder *b, uint32_t child)
{
  uint32_t parent = b->nodes[child].parent;
  return b->nodes[parent].end == child ? PITH_NODE_NONE : b->links[child].prev;
}

/* Once, and for the rest of the page: linking costs one pass and is needed
 * by about one page in ten. */
void
pith__links_begin(pith_builder *b, uint32_t count)
{
  if (b->linked)
    return;
  if (!PITH_GROW(b->tree->memory, b->links, b->link_capacity, b->tree->capacity,
                 UINT32_MAX)) {
    pith__builder_fail(b);
    return;
  }
  b->linked = true;
  b->careful = true;
  for (uint32_t i = 0; i < count; i++)
    b->nodes[i].end = PITH_NODE_NONE;
  for (uint32_t i = 1; i < count; i++)
    pith__link_append(b, b->nodes[i].parent, i);
}
