/*
 * The list of active formatting elements: those that are opened again inside
 * the next paragraph when the author forgot to close them.
 *
 *   <p><b>one<p>two        b is open here ──► in "two" a new b is made
 *
 * Markers divide the list: what was open outside a table cell is not opened
 * again inside of it.
 */
#ifndef PITH_HTML_TREE_FORMATTING_H
#define PITH_HTML_TREE_FORMATTING_H

#include "html/tree/builder.h"

/* No such entry in the list. */
#define PITH_FORMAT_NONE UINT32_MAX

/* Add the element just inserted, with the "Noah's Ark clause": of more than
 * three equal ones the earliest goes. */
void pith__formatting_push(pith_builder *b, uint32_t node);
void pith__formatting_push_marker(pith_builder *b);

/* "Clear the list up to the last marker". */
void pith__formatting_clear(pith_builder *b);

/* The last entry with `tag` after the last marker. */
uint32_t pith__formatting_find(pith_builder *b, pith_tag tag);

/* The entry of a node, wherever it is. */
uint32_t pith__formatting_index(pith_builder *b, uint32_t node);

void pith__formatting_remove(pith_builder *b, uint32_t index);
void pith__formatting_insert(pith_builder *b, uint32_t index,
                             pith_active entry);

/* "Reconstruct the active formatting elements". */
void pith__reconstruct_slow(pith_builder *b);

/* An element that was closed has an end, so close_to shows whether it is
 * open; no formatting element can end at offset 0. */
static inline bool
pith__active_is_open(const pith_builder *b, const pith_active *entry)
{
  return b->nodes[entry->node].close_to == 0;
}

static inline void
pith__reconstruct(pith_builder *b)
{
  if (PITH_LIKELY(b->format_count == 0))
    return;
  const pith_active *last = &b->formats[b->format_count - 1];
  if (last->tag != PITH_TAG_UNKNOWN && !pith__active_is_open(b, last))
    pith__reconstruct_slow(b);
}

/* adoption.c. "Run the adoption agency algorithm" for the token's name. */
void pith__adoption_agency(pith_builder *b);

#endif
