/* block_score.c: see the header.
 *
 *     leaves of VIPS ──► letters of the page, one list for all blocks
 *                            │  rows: where each block ends, letters cut
 *     gold text ──► letters ─┴─► letter_match() ──► kept letters of each block
 *
 * The two questions are independent: whether a block is noise depends on gold
 * only, whether it was found on the prediction only.
 */
#include "lab/eval/metrics/block_score.h"

#include "pith_experimental.h"
#include "common/system/ascii_text.h"
#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

void
block_room_done(block_room *room)
{
  letter_room_done(&room->match);
  letter_list_done(&room->page);
  letter_list_done(&room->gold);
  free(room->rows);
  free(room->lower);
  memset(room, 0, sizeof *room);
}

/* Whether letters in an element do not count as text of their block; the whole
 * element is skipped then. */
static bool
is_silent(const pith_page *page, pith_node node)
{
  static const char *const silent[] = {"script",   "style",  "textarea",
                                       "template", "select", "noembed",
                                       "noscript"};
  pith_slice name = pith_node_name(page, node);
  for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
    if (text_is(name, silent[i]))
      return true;
  return false;
}

/* Append the letters of a text; letter_list_add() takes lower case only. */
static void
read_letters(block_room *room, pith_slice text, letter_list *out)
{
  NEED_NEW(room->lower, room->lower_capacity, PITH_LOWER_ROOM(text.len));
  size_t len = pith_text_lower(text, room->lower);
  letter_list_add(out, (pith_slice){room->lower, len});
}

/* Whether a text node is cut: by its first byte that is no white space, since a
 * range need not cover the blanks before a text. */
static bool
is_cut(const pith_page *page, pith_node node, const span_list *prediction)
{
  pith_slice text = pith_node_text(page, node);
  size_t lead = 0;
  while (lead < text.len && text_is_space(text.data[lead]))
    lead++;
  return span_list_cuts(prediction, pith_node_span(page, node).from + lead);
}

/* Gather the letters of a block; *lost counts those that were cut. Nodes are
 * numbered in document order, so a block is the range [first, end). */
static size_t
read_block(block_room *room, const pith_page *page,
           const pith_visual_block *block, const span_list *prediction)
{
  size_t lost = 0;
  for (pith_node n = block->first; n < block->end;) {
    if (pith_node_get_kind(page, n) == PITH_NODE_ELEMENT &&
        is_silent(page, n)) {
      n = pith_node_end(page, n);
      continue;
    }
    if (pith_node_get_kind(page, n) == PITH_NODE_TEXT) {
      size_t before = room->page.count;
      read_letters(room, pith_node_text(page, n), &room->page);
      lost += is_cut(page, n, prediction) ? room->page.count - before : 0;
    }
    n++;
  }
  return lost;
}

/* The letters of the page, block by block. */
static void
read_blocks(block_room *room, const pith_page *page,
            const pith_visual_block *blocks, uint32_t count,
            const span_list *prediction)
{
  room->page.count = room->row_count = 0;
  for (uint32_t b = 0; b < count; b++) {
    size_t before = room->page.count;
    if (!blocks[b].leaf)
      continue;
    size_t lost = read_block(room, page, &blocks[b], prediction);
    if (room->page.count > before)
      *NEED_ITEM(room, rows, row_count, row_capacity) =
          (block_row){room->page.count, lost};
  }
}

/* The blocks are those of VIPS, as in the paper. */
pith_status
block_score_count(block_room *room, pith_page *page, pith_slice gold,
                  const span_list *prediction, block_counts *out)
{
  const pith_visual_block *blocks;
  uint32_t count;
  pith_status status = pith_page_vips(page, 0, &blocks, &count);
  memset(out, 0, sizeof *out);
  if (status != PITH_OK)
    return status;
  room->gold.count = 0;
  read_letters(room, gold, &room->gold);
  read_blocks(room, page, blocks, count, prediction);
  letter_match(&room->match, &room->page, &room->gold);
  /* A block is noise when most of its letters are not in gold, and found when
   * most were cut. */
  size_t at = 0;
  for (size_t i = 0; i < room->row_count; i++) {
    const block_row *row = &room->rows[i];
    size_t size = row->end - at, kept = 0;
    for (; at < row->end; at++)
      kept += room->match.found[at];
    bool noise = 2 * kept<size, found = 2 * row->lost> size;
    out->noise += noise;
    out->found += found;
    out->right += noise && found;
  }
  return PITH_OK;
}
