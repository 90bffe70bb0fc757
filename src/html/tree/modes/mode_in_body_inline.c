/*
 * HTML, "in body", start tags of formatting elements: they are
 * entered in the list of active formatting elements, so that they can be
 * opened again in the next block.
 */
#include "html/tree/modes/modes.h"

#include "html/tree/formatting.h"
#include "html/tree/insert.h"

/* Formatting that is due is opened first, so that nesting is kept. */
pith_step
pith__start_formatting(pith_builder *b)
{
  pith__reconstruct(b);
  uint32_t node = pith__insert_element(b);
  pith__formatting_push(b, node);
  return PITH_DONE;
}

/* A link inside a link ends the outer one. */
static void
close_a(pith_builder *b, uint32_t format)
{
  uint32_t node = b->formats[format].node;
  pith__adoption_agency(b);
  uint32_t still_there = pith__formatting_index(b, node);
  if (still_there != PITH_FORMAT_NONE)
    pith__formatting_remove(b, still_there);
  if (b->nodes[node].close_to != 0)
    return;
  uint32_t still_open = pith__open_index(b, node);
  if (still_open != PITH_OPEN_NONE)
    pith__open_remove(b, still_open);
}

/* The list may still have an `a` that the adoption agency left. */
pith_step
pith__start_a(pith_builder *b)
{
  if (b->format_count > 0) {
    uint32_t format = pith__formatting_find(b, PITH_TAG_A);
    if (format != PITH_FORMAT_NONE)
      close_a(b, format);
  }
  return pith__start_formatting(b);
}

/* `nobr` does not nest either, but by scope, not by the list. */
pith_step
pith__start_nobr(pith_builder *b)
{
  pith__reconstruct(b);
  if (pith__in_scope(b, PITH_TAG_NOBR, PITH_IN_SCOPE)) {
    pith__adoption_agency(b);
    pith__reconstruct(b);
  }
  uint32_t node = pith__insert_element(b);
  pith__formatting_push(b, node);
  return PITH_DONE;
}
