/*
 * The stack of open elements, and what is looked up in it: which element is the
 * current one, and whether some element is "in scope".
 *
 * Two things keep the questions cheap. An entry carries the properties of its
 * element, so no walk touches a node. And there is a counter of open elements
 * for every tag: "is a p in button scope", asked at every div, is mostly
 * answered by `tags_open[p] == 0`.
 *
 * Whoever closes an element records where: by an end tag of its own the element
 * ends with that tag, by anything else it ends where the token begins.
 */
#ifndef PITH_HTML_TREE_OPEN_ELEMENTS_H
#define PITH_HTML_TREE_OPEN_ELEMENTS_H

#include "html/tree/builder.h"

/* No such entry in the stack. */
#define PITH_OPEN_NONE UINT32_MAX

/* Sets of properties that end a scope, for pith__open_find(). */
#define PITH_IN_SCOPE (uint32_t) PITH_PROPERTY_SCOPE
#define PITH_IN_BUTTON_SCOPE                                                   \
  (uint32_t)(PITH_PROPERTY_SCOPE | PITH_PROPERTY_BUTTON_SCOPE)
#define PITH_IN_LIST_SCOPE                                                     \
  (uint32_t)(PITH_PROPERTY_SCOPE | PITH_PROPERTY_LIST_SCOPE)
#define PITH_IN_TABLE_SCOPE (uint32_t) PITH_PROPERTY_TABLE_SCOPE

static inline pith_open *
pith__current(const pith_builder *b)
{
  return &b->open[b->open_count - 1];
}

/* The current node, or the context element when a fragment has only its root
 * open. */
static inline const pith_open *
pith__adjusted_current(const pith_builder *b)
{
  return b->fragment && b->open_count == 1 ? &b->context : pith__current(b);
}

static inline bool
pith__current_is(const pith_builder *b, pith_tag tag)
{
  return pith__current(b)->tag == tag;
}

static inline bool
pith__has_open(const pith_builder *b, pith_tag tag)
{
  return b->tags_open[tag] != 0;
}

/* Room for one more entry; false when memory ends. */
bool pith__open_reserve(pith_builder *b);

/* What is left to do when an element with one of PITH_OPEN_LATE's bits has
 * been popped. */
#define PITH_OPEN_LATE (PITH_PROPERTY_LATE | PITH_OPEN_FOREIGN)
void pith__open_closed_late(pith_builder *b, const pith_open *entry);

/* A new entry on top of the stack, whose fields the caller fills in; then it
 * says pith__open_pushed(). NULL when memory ends. */
static inline pith_open *
pith__open_new(pith_builder *b)
{
  if (PITH_UNLIKELY(b->open_count == b->open_capacity) &&
      !pith__open_reserve(b))
    return NULL;
  return &b->open[b->open_count++];
}

static inline void
pith__open_pushed(pith_builder *b, const pith_open *entry)
{
  b->tags_open[entry->tag]++;
  b->parent = entry->inside;
}

/* Push an HTML element that is not deeper than `depth`. */
static inline void
pith__open_push(pith_builder *b, uint32_t node, pith_tag tag, uint32_t depth)
{
  pith_open *entry = pith__open_new(b);
  if (PITH_UNLIKELY(!entry))
    return;
  entry->node = node;
  entry->inside = node + (tag == PITH_TAG_TEMPLATE);
  entry->name_hash = b->token.name_hash;
  entry->depth = depth;
  entry->bits = pith__tag_properties[tag];
  entry->tag = (uint8_t)tag;
  entry->foreign_tag = 0;
  entry->space = PITH_NAMESPACE_HTML;
  pith__open_pushed(b, entry);
}

/* Pop the current node, which ends at [close_from, close_to). The root stays
 * where it is, whatever a page does. */
static inline void
pith__pop_at(pith_builder *b, uint32_t close_from, uint32_t close_to)
{
  if (PITH_UNLIKELY(b->open_count == 1))
    return;
  const pith_open *entry = &b->open[--b->open_count];
  pith_tree_node *node = &b->nodes[entry->node];
  node->close_from = close_from;
  node->close_to = close_to;
  if (!b->linked)
    node->end = b->count;
  b->tags_open[entry->tag]--;
  b->parent = entry[-1].inside;
  if (PITH_UNLIKELY(entry->bits & PITH_OPEN_LATE))
    pith__open_closed_late(b, entry);
}

/* Pop the current node because of the token. */
static inline void
pith__pop(pith_builder *b)
{
  pith__pop_at(b, b->token.from, b->token.from);
}

/* Pop the current node, whose end tag the token is. */
static inline void
pith__pop_by_end_tag(pith_builder *b)
{
  pith__pop_at(b, b->token.from, b->token.to);
}

/* Pop down to the entry `index`, that included; the token is its end tag if
 * it is an end tag of that name. */
void pith__pop_through(pith_builder *b, uint32_t index);

/* Pop until an element `tag` has been popped; nothing if there is none. */
void pith__pop_until(pith_builder *b, pith_tag tag);

/* "Clear the stack back to a ... context": pop until the current node has
 * `tag` (PITH_TAG_UNKNOWN: is a table body), or is a template or html; or a
 * table, which only happens when the depth limit has closed what is meant. */
void pith__pop_to_context(pith_builder *b, pith_tag tag);

/* Take an entry out of the middle; its element ends at [token, close_to). */
void pith__open_take(pith_builder *b, uint32_t index, uint32_t close_to);

/* The same for any entry; it ends by the token if that is its end tag. */
void pith__open_remove(pith_builder *b, uint32_t index);

/* After the stack was changed by hand: new nodes go into the current node. */
static inline void
pith__open_update_parent(pith_builder *b)
{
  b->parent = pith__current(b)->inside;
}

/* "Generate implied end tags", except for `except`; thoroughly. */
void pith__imply_end_tags(pith_builder *b, pith_tag except);
void pith__imply_end_tags_thoroughly(pith_builder *b);

/* The innermost entry with `tag`, unless an element with one of the `ends`
 * properties is further in; PITH_OPEN_NONE if there is none. */
uint32_t pith__open_find(pith_builder *b, pith_tag tag, uint32_t ends);

/* "Has an element in scope". */
static inline bool
pith__in_scope(pith_builder *b, pith_tag tag, uint32_t ends)
{
  return b->tags_open[tag] != 0 &&
         pith__open_find(b, tag, ends) != PITH_OPEN_NONE;
}

/* The entry of a node; PITH_OPEN_NONE when it is not open. */
uint32_t pith__open_index(pith_builder *b, uint32_t node);

/* Whether an HTML element that the token names is this one. */
bool pith__open_is_named(const pith_builder *b, const pith_open *entry);

/* "Close a p element", if one is in button scope. */
void pith__close_p_slow(pith_builder *b);

static inline void
pith__close_p(pith_builder *b)
{
  if (PITH_UNLIKELY(b->tags_open[PITH_TAG_P] != 0))
    pith__close_p_slow(b);
}

/* "Reset the insertion mode appropriately". */
void pith__reset_mode(pith_builder *b);

/* A part of a table has been closed, and `mode` is that of what is around it;
 * unless the depth limit has closed that before, then the stack knows. */
static inline void
pith__leave_table_part(pith_builder *b, pith_mode mode)
{
  b->mode = mode;
  if (PITH_UNLIKELY(b->tree->limits_hit & PITH_LIMIT_DEPTH))
    pith__reset_mode(b);
}

/* The depth limit: close the current node, so that one more element fits. */
void pith__open_make_room(pith_builder *b);

/* The end: close everything that is open, at `at` unless it has an end. */
void pith__open_close_all(pith_builder *b, uint32_t at);

#endif
