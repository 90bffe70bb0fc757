/*
 * The visual blocks of a page, in bytes as it arrived.
 */
#include "api/workspace.h"

#include "page/vips/vips.h"

void
pith__blocks_drop(pith_workspace *work)
{
  PITH_FREE_ITEMS(&work->memory, work->blocks, work->block_capacity);
  work->blocks = NULL;
  work->block_capacity = 0;
}

/* The bytes of nodes [from, to), which are siblings and what is in them. The
 * parser moves misplaced nodes, so the first sibling need not begin first. */
static pith_span
span_of_nodes(pith_workspace *work, uint32_t from, uint32_t to)
{
  const pith_tree_node *nodes = work->tree.nodes;
  uint32_t first = nodes[from].from, last = nodes[from].close_to;
  for (uint32_t n = from; n < to; n = nodes[n].end) {
    if (nodes[n].from < first)
      first = nodes[n].from;
    if (nodes[n].close_to > last)
      last = nodes[n].close_to;
  }
  return pith__map_span(work, first, last);
}

static pith_visual_block
show_block(pith_workspace *work, const pith_vips_block *from)
{
  pith_visual_block block = {.span = span_of_nodes(work, from->from, from->to),
                             .parent = from->parent,
                             .first = from->from,
                             .end = from->to,
                             .chars = from->chars,
                             .link_chars = from->link_chars,
                             .depth = from->depth,
                             .doc = from->doc,
                             .rule = from->rule,
                             .separator = from->separator,
                             .leaf = from->leaf};
  return block;
}

/* The array is reused by the next call for this page, whatever its `pdoc`. */
static pith_status
keep_blocks(pith_workspace *work, const pith_vips *vips)
{
  if (!PITH_GROW(&work->memory, work->blocks, work->block_capacity, vips->count,
                 UINT32_MAX / 2))
    return pith__memory_status(&work->memory);
  for (uint32_t b = 0; b < vips->count; b++)
    work->blocks[b] = show_block(work, &vips->blocks[b]);
  return PITH_OK;
}

pith_status
pith_page_vips(pith_page *page, uint32_t pdoc, const pith_visual_block **out,
               uint32_t *count)
{
  pith_workspace *work = page->work;
  const pith_vips *vips;
  *out = NULL;
  *count = 0;
  if (pdoc > 10)
    return PITH_USAGE;
  pith_status status =
      pith__page_vips(&work->model, pdoc > 0 ? pdoc : PITH_VIPS_PDOC, &vips);
  if (status == PITH_OK)
    status = keep_blocks(work, vips);
  if (status == PITH_OK) {
    *out = work->blocks;
    *count = vips->count;
  }
  return status;
}
