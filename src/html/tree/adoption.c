/*
 * The adoption agency: what becomes of misnested formatting (WHATWG HTML,
 * "The adoption agency algorithm").
 *
 *   <b>1<p>2</b>3</p>
 *
 *   before </b>     body ── b ─┬─ "1"        stack  html body b p
 *                              └─ p ── "2"          common ancestor: body
 *                                                   formatting element: b
 *   after           body ─┬─ b ── "1"               furthest block: p
 *                         └─ p ── b' ── "2"  stack  html body p b'
 *
 * The furthest block moves out of the formatting element, and what is in it
 * moves into a copy. Formatting elements between the two (i in <b><i><p>) are
 * copied on the way, at most three of them.
 *
 * Depths: every entry of the stack has a depth that its node does not pass.
 * The formatting element leaves the stack, so each element up to the furthest
 * block takes the depth of the one before it, and the copy takes that of the
 * furthest block. So nothing gets deeper.
 */
#include "html/tree/formatting.h"

#include "html/tree/insert.h"
#include "html/tree/modes/modes.h"

#define OUTER_ROUNDS 8
#define INNER_ROUNDS 3

/* One round of the algorithm. */
typedef struct adoption {
  pith_builder *b;
  uint32_t element;   /* formatting element, in the stack */
  uint32_t block;     /* furthest block, in the stack */
  uint32_t bookmark;  /* where the copy goes, in the formatting list */
  uint32_t last_node; /* a node: what is put into the next element */
} adoption;

/* Step 4.7 of the algorithm: the topmost special element inside the
 * formatting element. */
static uint32_t
find_furthest_block(pith_builder *b, uint32_t element)
{
  for (uint32_t i = element + 1; i < b->open_count; i++) {
    b->steps--;
    if (b->open[i].bits & PITH_PROPERTY_SPECIAL)
      return i;
  }
  return PITH_OPEN_NONE;
}

/* Step 4.5: whether nothing further in than the entry ends its scope. */
static bool
is_in_scope(pith_builder *b, uint32_t index)
{
  for (uint32_t i = b->open_count - 1; i > index; i--) {
    b->steps--;
    if (b->open[i].bits & PITH_PROPERTY_SCOPE)
      return false;
  }
  return true;
}

/* Take an entry out of the formatting list, and keep the bookmark in place. */
static void
remove_format(adoption *a, uint32_t index)
{
  pith__formatting_remove(a->b, index);
  if (index < a->bookmark)
    a->bookmark--;
}

/* An element that the furthest block leaves ends where that begins; the end
 * tag is left for the copy. So neither holds what is in the other. */
static void
end_at_block(adoption *a, uint32_t node)
{
  pith_tree_node *nodes = a->b->nodes;
  uint32_t at = nodes[a->b->open[a->block].node].from;
  if (at < nodes[node].open_to)
    at = nodes[node].open_to;
  nodes[node].close_from = at;
  nodes[node].close_to = at;
}

/* Step 4.13.6: put a copy in the place of an element in stack and list, and
 * the last node into it. */
static void
copy_inner(adoption *a, uint32_t index, uint32_t format)
{
  pith_builder *b = a->b;
  pith_open *entry = &b->open[index];
  uint32_t copy = pith__clone_element(b, entry->node);
  end_at_block(a, entry->node);
  entry->node = copy;
  entry->inside = copy;
  b->formats[format].node = copy;
  if (a->last_node == b->open[a->block].node)
    a->bookmark = format + 1;
  pith__link_remove(b, a->last_node);
  pith__link_append(b, copy, a->last_node);
  a->last_node = copy;
}

/* Step 4.13, from the furthest block outwards to the formatting element.
 * Elements beyond the third, and elements that are not in the list, leave
 * the stack. */
static void
copy_between(adoption *a)
{
  pith_builder *b = a->b;
  uint32_t round = 0;
  for (uint32_t i = a->block - 1; i > a->element; i--) {
    uint32_t format = pith__formatting_index(b, b->open[i].node);
    if (++round > INNER_ROUNDS && format != PITH_FORMAT_NONE) {
      remove_format(a, format);
      format = PITH_FORMAT_NONE;
    }
    if (format == PITH_FORMAT_NONE) {
      uint32_t node = b->open[i].node;
      pith__open_take(b, i, b->token.from);
      a->block--;
      end_at_block(a, node);
    } else {
      copy_inner(a, i, format);
    }
  }
}

/* Step 4.14: put the last node into the common ancestor, or before a table. */
static void
place_last_node(adoption *a)
{
  pith_builder *b = a->b;
  pith__link_remove(b, a->last_node);
  pith__place_node(b, pith__place_for(b, &b->open[a->element - 1]),
                   a->last_node);
}

/* Steps 4.15 to 4.17: move what is in the furthest block into a copy of the
 * formatting element. Returns the copy. */
static uint32_t
move_into_copy(adoption *a)
{
  pith_builder *b = a->b;
  uint32_t inside = b->open[a->block].inside;
  uint32_t copy = pith__clone_element(b, b->open[a->element].node);
  pith__link_move_children(b, inside, copy);
  pith__link_append(b, inside, copy);
  return copy;
}

/* Step 4.18: the copy takes the place of the bookmark in the list. */
static void
replace_in_list(adoption *a, uint32_t copy)
{
  pith_builder *b = a->b;
  uint32_t format = pith__formatting_index(b, b->open[a->element].node);
  pith_active entry = b->formats[format];
  entry.node = copy;
  remove_format(a, format);
  pith__formatting_insert(b, a->bookmark, entry);
}

/* The formatting element leaves the stack, its copy comes in behind the
 * furthest block; what is between moves one place, and takes the depth that
 * belongs to the place. */
static void
replace_in_stack(adoption *a, uint32_t copy)
{
  pith_builder *b = a->b;
  pith_open entry = b->open[a->element];
  end_at_block(a, entry.node);
  uint32_t depth_of_block = b->open[a->block].depth;
  for (uint32_t i = a->element; i < a->block; i++) {
    uint32_t depth = b->open[i].depth;
    b->open[i] = b->open[i + 1];
    b->open[i].depth = depth;
    b->steps--;
  }
  entry.node = copy;
  entry.inside = copy;
  entry.depth = depth_of_block;
  b->open[a->block] = entry;
  pith__open_update_parent(b);
}

/* Nodes move, so links are needed. Room for all copies is reserved first: a
 * failure in the middle would leave a broken tree. */
static void
adopt(adoption *a)
{
  pith_builder *b = a->b;
  pith__links_begin(b, b->count);
  if (b->stop || !pith__node_reserve(b, INNER_ROUNDS + 1))
    return;
  copy_between(a);
  place_last_node(a);
  uint32_t copy = move_into_copy(a);
  replace_in_list(a, copy);
  replace_in_stack(a, copy);
}

/* One outer round. True when the algorithm is over. */
static bool
run_round(pith_builder *b, pith_tag subject)
{
  uint32_t format = pith__formatting_find(b, subject);
  if (format == PITH_FORMAT_NONE) {
    pith__end_ordinary(b);
    return true;
  }
  if (!pith__active_is_open(b, &b->formats[format])) {
    pith__formatting_remove(b, format);
    return true;
  }
  uint32_t element = pith__open_index(b, b->formats[format].node);
  if (element == PITH_OPEN_NONE || !is_in_scope(b, element))
    return true;
  uint32_t block = find_furthest_block(b, element);
  if (block == PITH_OPEN_NONE) {
    pith__pop_through(b, element);
    pith__formatting_remove(b, format);
    return true;
  }
  adoption a = {b, element, block, format, b->open[block].node};
  adopt(&a);
  return b->stop;
}

/* Steps 1 and 2, and by far the most frequent case: well nested formatting.
 * The current node is what is meant, and it is the last in the list, or not
 * there at all. */
static bool
close_current(pith_builder *b, pith_tag subject)
{
  if (!pith__current_is(b, subject))
    return false;
  uint32_t node = pith__current(b)->node;
  if (PITH_LIKELY(b->format_count > 0 &&
                  b->formats[b->format_count - 1].node == node)) {
    b->format_count--;
    b->format_elements--;
  } else if (pith__formatting_index(b, node) != PITH_FORMAT_NONE) {
    return false;
  }
  if (b->token.kind == PITH_TOKEN_END_TAG)
    pith__pop_by_end_tag(b);
  else
    pith__pop(b);
  return true;
}

void
pith__adoption_agency(pith_builder *b)
{
  pith_tag subject = b->token.tag;
  if (PITH_LIKELY(close_current(b, subject)))
    return;
  for (int round = 0; round < OUTER_ROUNDS; round++)
    if (run_round(b, subject))
      return;
}
