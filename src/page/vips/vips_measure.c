/*
 * The sizes of a page that is never drawn: three walks over the nodes.
 *
 *   up     text, images, first and last text of every node
 *   down   widths: from the screen's, divided where things are side by side
 *   up     heights: lines of text, stacked or side by side; margins collapse
 *
 * A character is half an em wide, one of a script without spaces a whole em;
 * a line is 1.2 em high.
 */
#include "page/vips/vips_parts.h"

enum { IMAGE_HEIGHT = 150, FIELD_HEIGHT = 24, LEAST_WIDTH = 40 };
#define HEIGHT_MOST 100000000u

/* Whether an element shows something that is no text. */
static bool
is_thing(const pith_tree_node *node)
{
  switch ((pith_tag)node->tag) {
  case PITH_TAG_IMG:
  case PITH_TAG_INPUT:
  case PITH_TAG_BUTTON:
  case PITH_TAG_SELECT:
  case PITH_TAG_TEXTAREA:
  case PITH_TAG_IFRAME:
  case PITH_TAG_OBJECT:
  case PITH_TAG_EMBED:
  case PITH_TAG_VIDEO:
  case PITH_TAG_AUDIO:
  case PITH_TAG_CANVAS:
  case PITH_TAG_SVG:
    return true;
  default:
    return false;
  }
}

/* Characters of a text as they are shown, white space collapsed, and the half
 * ems they take. */
static void
measure_text(pith_slice text, pith_vips_node *out)
{
  bool space = true;
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.data[i];
    if (pith__is_space((char)c)) {
      space = true;
      continue;
    }
    if ((c & 0xC0) == 0x80)
      continue;
    if (space && out->chars > 0) {
      out->chars++;
      out->units++;
    }
    space = false;
    out->chars++;
    out->units += c >= 0xE3 ? 2 : 1; /* U+3000 and up */
  }
}

/* Whether an element breaks the line, by itself. */
static bool
breaks_line(const pith_style *style)
{
  return style->display >= PITH_DISPLAY_BLOCK ||
         style->place == PITH_PLACE_APART || style->place == PITH_PLACE_FLOAT;
}

/* A node by itself: its text, whether it breaks lines, whether it is a thing
 * such as an image. */
static void
start_node(pith_vips *vips, uint32_t n, bool in_link)
{
  const pith_tree_node *node = &vips->tree->nodes[n];
  const pith_style *style = &vips->styles->items[n];
  pith_vips_node *out = &vips->nodes[n];
  memset(out, 0, sizeof *out);
  out->first_text = out->last_text = PITH_NODE_NONE;
  out->shown = style->visible && !style->hidden;
  out->inlined = node->kind == PITH_NODE_TEXT ||
                 (node->kind == PITH_NODE_ELEMENT && !breaks_line(style));
  if (node->kind == PITH_NODE_TEXT && out->shown &&
      style->display != PITH_DISPLAY_REPLACED) {
    measure_text(pith__tree_text(vips->tree, n), out);
    out->link_chars = in_link ? out->chars : 0;
    if (out->chars > 0)
      out->first_text = out->last_text = n;
  } else if (node->kind == PITH_NODE_ELEMENT && out->shown) {
    out->things = is_thing(node);
  }
}

/* Start all nodes, links known from above. */
static void
start_nodes(pith_vips *vips)
{
  const pith_tree *tree = vips->tree;
  uint32_t link_end = 0;
  for (uint32_t n = 0; n < tree->count; n++) {
    const pith_tree_node *node = &tree->nodes[n];
    if (node->kind == PITH_NODE_ELEMENT && node->tag == PITH_TAG_A &&
        node->end > link_end)
      link_end = node->end;
    start_node(vips, n, n < link_end);
  }
}

/* What is in a node, from the last to the first. */
static void
sum_up(pith_vips *vips)
{
  for (uint32_t n = vips->tree->count - 1; n > 0; n--) {
    const pith_vips_node *from = &vips->nodes[n];
    pith_vips_node *to = &vips->nodes[vips->tree->nodes[n].parent];
    if (!pith__vips_valid(vips, n))
      continue;
    to->chars += from->chars;
    to->link_chars += from->link_chars;
    to->units += from->units;
    to->things += from->things;
    if (from->first_text != PITH_NODE_NONE) {
      to->first_text = from->first_text;
      if (to->last_text == PITH_NODE_NONE)
        to->last_text = from->last_text;
    }
    to->inlined = to->inlined && from->inlined;
  }
}

/* Half ems that are wanted in a row by children without a width, and the
 * pixels that are left to them. */
static void
divide_row(const pith_vips *vips, uint32_t row, uint64_t *wanted,
           uint32_t *left)
{
  const pith_tree_node *nodes = vips->tree->nodes;
  uint32_t whole = vips->nodes[row].width;
  *wanted = 0;
  *left = whole;
  for (uint32_t c = row + 1; c < nodes[row].end; c = nodes[c].end) {
    const pith_style *style = &vips->styles->items[c];
    if (nodes[c].kind != PITH_NODE_ELEMENT || !pith__vips_valid(vips, c))
      continue;
    uint32_t fixed = style->width > 0 ? (uint32_t)style->width
                                      : whole * style->width_share / 100;
    if (fixed > 0)
      *left -= fixed < *left ? fixed : *left;
    else
      *wanted += vips->nodes[c].units + 10;
  }
}

/* A width that is set wins, then a share of the parent's; else an element in a
 * row gets its part of what is left, by the text in it. Never wider than the
 * parent. */
static uint32_t
width_of(const pith_vips *vips, uint32_t n, uint64_t wanted, uint32_t left)
{
  const pith_style *style = &vips->styles->items[n];
  uint32_t parent = vips->tree->nodes[n].parent;
  uint32_t whole = vips->nodes[parent].width, width = whole;
  if (style->width > 0)
    width = (uint32_t)style->width;
  else if (style->width_share > 0)
    width = whole * style->width_share / 100;
  else if (wanted > 0)
    width = (uint32_t)((uint64_t)left * (vips->nodes[n].units + 10) / wanted);
  if (width > whole)
    width = whole;
  return width < LEAST_WIDTH ? LEAST_WIDTH : width;
}

/* From the root down, so that the parent's width is known. */
static void
set_widths(pith_vips *vips)
{
  const pith_tree_node *nodes = vips->tree->nodes;
  vips->nodes[0].width = PITH_SCREEN_WIDTH;
  for (uint32_t n = 0; n < vips->tree->count; n++) {
    uint64_t wanted = 0;
    uint32_t left = 0;
    bool row = vips->styles->items[n].row && nodes[n].kind == PITH_NODE_ELEMENT;
    if (row)
      divide_row(vips, n, &wanted, &left);
    if (row || n == 0 || nodes[n].kind == PITH_NODE_ELEMENT)
      for (uint32_t c = n + 1; c < nodes[n].end; c = nodes[c].end)
        vips->nodes[c].width = width_of(vips, c, wanted, left);
  }
}

/* What a node has gathered from its children on the way up. */
typedef struct heap {
  uint64_t line;    /* pixels of text in one line */
  uint32_t stacked; /* height of blocks below each other */
  uint32_t beside;  /* of the highest of those side by side */
} heap;

/* Lines of text and what is stacked add up; what is side by side counts if it
 * is taller. A height that is set wins if it is larger: text overflows, it is
 * not cut. */
static uint32_t
height_of(const pith_vips *vips, uint32_t n, const heap *in)
{
  const pith_style *style = &vips->styles->items[n];
  uint32_t width = vips->nodes[n].width, line = style->font_size * 6u / 5;
  uint64_t height = in->stacked;
  if (width > 0)
    height += (in->line + width - 1) / width * line;
  if (in->beside > height)
    height = in->beside;
  if (style->padding_top > 0)
    height += (uint64_t)style->padding_top;
  if (style->padding_bottom > 0)
    height += (uint64_t)style->padding_bottom;
  if (style->height > 0 && (uint32_t)style->height > height)
    height = (uint32_t)style->height;
  return height < HEIGHT_MOST ? (uint32_t)height : HEIGHT_MOST;
}

/* Images and fields without a height are guessed. */
static uint32_t
thing_height(const pith_vips *vips, uint32_t n)
{
  const pith_style *style = &vips->styles->items[n];
  pith_tag tag = (pith_tag)vips->tree->nodes[n].tag;
  if (style->height >= 0)
    return (uint32_t)style->height;
  return tag == PITH_TAG_INPUT || tag == PITH_TAG_BUTTON ||
                 tag == PITH_TAG_SELECT
             ? FIELD_HEIGHT
             : IMAGE_HEIGHT;
}

/* The text of a node as one heap of inline content. */
static uint32_t
text_height(const pith_vips *vips, uint32_t n)
{
  const pith_vips_node *at = &vips->nodes[n];
  heap line = {(uint64_t)at->units * vips->styles->items[n].font_size / 2, 0,
               0};
  return height_of(vips, n, &line);
}

/* Hand a node's size to its parent. */
static void
pile_up(const pith_vips *vips, uint32_t n, heap *up)
{
  const pith_tree_node *node = &vips->tree->nodes[n];
  const pith_style *style = &vips->styles->items[n];
  const pith_vips_node *at = &vips->nodes[n];
  bool beside =
      vips->styles->items[node->parent].row || style->place == PITH_PLACE_FLOAT;
  uint64_t sum;
  if (node->kind == PITH_NODE_TEXT) {
    up->line += (uint64_t)at->units * style->font_size / 2;
    return;
  }
  if (at->inlined && at->things == 0 && !beside) {
    if (node->tag == PITH_TAG_BR)
      up->stacked += style->font_size * 6u / 5;
    return; /* its text was handed on below */
  }
  if (beside) {
    if (at->height > up->beside)
      up->beside = at->height;
    return;
  }
  sum = (uint64_t)up->stacked + at->height +
        (style->margin_top > 0 ? (uint64_t)style->margin_top : 0);
  up->stacked = sum < HEIGHT_MOST ? (uint32_t)sum : HEIGHT_MOST;
}

/* Gaps: a margin is that of the first child too, unless something is drawn
 * between them. Called for children in falling order. */
static void
collapse_margins(pith_vips *vips, uint32_t n, bool last)
{
  const pith_style *above = &vips->styles->items[vips->tree->nodes[n].parent];
  pith_vips_node *to = &vips->nodes[vips->tree->nodes[n].parent];
  const pith_vips_node *at = &vips->nodes[n];
  if (above->padding_top <= 0 && above->border_top == 0)
    to->lead = at->lead > above->margin_top ? at->lead : above->margin_top;
  if (last && above->padding_bottom <= 0 && above->border_bottom == 0 &&
      at->trail > to->trail)
    to->trail = at->trail;
}

/* Margin, border and padding above and below. Inline elements leave no gap. */
static void
set_own_gaps(pith_vips *vips, uint32_t n)
{
  const pith_style *style = &vips->styles->items[n];
  pith_vips_node *at = &vips->nodes[n];
  bool text = vips->tree->nodes[n].kind != PITH_NODE_ELEMENT || at->inlined;
  at->lead = at->trail = 0;
  if (text)
    return;
  at->lead = (int16_t)(style->margin_top + style->border_top +
                       (style->padding_top > 0 ? style->padding_top : 0));
  at->trail =
      (int16_t)(style->margin_bottom + style->border_bottom +
                (style->padding_bottom > 0 ? style->padding_bottom : 0));
}

/* Heights and gaps, from the last node to the first. */
static void
set_heights(pith_vips *vips, heap *heaps)
{
  const pith_tree_node *nodes = vips->tree->nodes;
  for (uint32_t n = vips->tree->count; n-- > 0;)
    set_own_gaps(vips, n);
  for (uint32_t n = vips->tree->count - 1; n > 0; n--) {
    pith_vips_node *at = &vips->nodes[n];
    heap *up = &heaps[nodes[n].parent];
    bool thing = nodes[n].kind == PITH_NODE_ELEMENT && is_thing(&nodes[n]);
    at->height = height_of(vips, n, &heaps[n]);
    if (!pith__vips_valid(vips, n) && nodes[n].tag != PITH_TAG_BR)
      continue;
    if (thing)
      at->height = thing_height(vips, n);
    else if (nodes[n].kind == PITH_NODE_TEXT)
      at->height = text_height(vips, n);
    if (at->inlined && !thing && nodes[n].kind == PITH_NODE_ELEMENT)
      up->line += heaps[n].line;
    bool last = up->line == 0 && up->stacked == 0 && up->beside == 0;
    pile_up(vips, n, up);
    collapse_margins(vips, n, last);
  }
  vips->nodes[0].height = height_of(vips, 0, &heaps[0]);
}

/* Five passes over the nodes, which is what `steps` counts. Without memory for
 * the heaps nothing is measured. */
bool
pith__vips_measure(pith_vips *vips)
{
  size_t bytes = vips->tree->count * sizeof(heap);
  heap *heaps = pith__memory_resize(vips->memory, NULL, 0, bytes);
  if (!heaps)
    return false;
  memset(heaps, 0, bytes);
  start_nodes(vips);
  sum_up(vips);
  set_widths(vips);
  set_heights(vips, heaps);
  pith__memory_free(vips->memory, heaps, bytes);
  vips->page_area = (uint64_t)vips->nodes[0].width * vips->nodes[0].height;
  vips->steps += 5 * (uint64_t)vips->tree->count;
  return true;
}
