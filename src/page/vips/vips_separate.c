/*
 * The weight of the separator between two neighbouring blocks.
 *
 *   gap in pixels      > 55: 12, > 45: 10, > 35: 8, > 25: 6, > 15: 4, > 8: 2,
 *                      else 1
 *   a line (hr)        + 2
 *   other background   + 2
 *   other names        + 1   classes replace the profiles that are not there
 *   other font         + 2, and + 2 when the one above is smaller   below each
 *   both text, alike   - 2                                           other only
 *   a layer of its own  12
 */
#include "page/vips/vips_parts.h"

#include "page/element/attribute.h"

enum { BREAK_GAP = 20, HEAVIEST = 12 };

static uint8_t
weight_of_gap(int32_t gap)
{
  static const struct {
    int32_t above;
    uint8_t weight;
  } steps[] = {{55, 12}, {45, 10}, {35, 8}, {25, 6}, {15, 4}, {8, 2}};
  for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
    if (gap > steps[i].above)
      return steps[i].weight;
  return 1;
}

/* Pixels between two neighbours. Margins collapse, so the larger one counts;
 * the first line break only ends the line, each further one adds a gap. */
static int32_t
gap_between(const pith_vips *vips, const pith_vips_item *above,
            const pith_vips_item *below)
{
  int32_t trail = above->run ? 0 : vips->nodes[above->from].trail;
  int32_t lead = below->run ? 0 : vips->nodes[below->from].lead;
  int32_t gap = trail > lead ? trail : lead;
  uint32_t breaks = below->breaks < 10 ? below->breaks : 10;
  return gap + (breaks > 1 ? (int32_t)(breaks - 1) * BREAK_GAP : 0);
}

static int32_t
background_of(const pith_vips *vips, const pith_vips_item *item)
{
  return vips->styles->items[item->from].background;
}

/* Whether the classes of two elements, or their ids, differ. */
static bool
names_differ(const pith_vips *vips, const pith_vips_item *a,
             const pith_vips_item *b)
{
  const pith_tree *tree = vips->tree;
  pith_slice x, y;
  if (a->run || b->run)
    return false;
  if (tree->nodes[a->from].tag != tree->nodes[b->from].tag)
    return true;
  pith__attribute_get(tree, a->from, "class", &x);
  pith__attribute_get(tree, b->from, "class", &y);
  if (x.len != y.len || x.len > 64)
    return x.len != y.len;
  return !pith__slice_equal(x, y);
}

/* The style of a text, NULL when there is none. */
static const pith_style *
font_of(const pith_vips *vips, uint32_t text)
{
  return text == PITH_NODE_NONE ? NULL : &vips->styles->items[text];
}

/* The first and the last text of an item. */
static uint32_t
text_of(const pith_vips *vips, const pith_vips_item *item, bool last)
{
  uint32_t found = PITH_NODE_NONE;
  uint32_t n = item->from;
  while (n < item->to && (last || found == PITH_NODE_NONE)) {
    uint32_t text = last ? vips->nodes[n].last_text : vips->nodes[n].first_text;
    if (text != PITH_NODE_NONE)
      found = text;
    n = vips->tree->nodes[n].end;
  }
  return found;
}

/* A larger font below begins something new and weighs more than a smaller one;
 * text of the same look on both sides belongs together. */
static int32_t
weight_of_fonts(const pith_vips *vips, const pith_vips_item *above,
                const pith_vips_item *below)
{
  const pith_style *a = font_of(vips, text_of(vips, above, true));
  const pith_style *b = font_of(vips, text_of(vips, below, false));
  bool alike_tags = above->run == below->run &&
                    (above->run || vips->tree->nodes[above->from].tag ==
                                       vips->tree->nodes[below->from].tag);
  if (!a || !b)
    return 0;
  if (a->font_size != b->font_size || a->font_weight != b->font_weight)
    return a->font_size < b->font_size ? 4 : 2;
  bool text = above->doc >= 9 && below->doc >= 9; /* by rule 4 */
  return text && alike_tags && a->colour == b->colour ? -2 : 0;
}

/* Neighbours in a row or two floats: the gap between them is no separator of
 * lines. */
static bool
is_beside(const pith_vips *vips, uint32_t parent, const pith_vips_item *above,
          const pith_vips_item *below)
{
  if (vips->styles->items[parent].row)
    return true;
  return !above->run && !below->run &&
         vips->styles->items[above->from].place == PITH_PLACE_FLOAT &&
         vips->styles->items[below->from].place == PITH_PLACE_FLOAT;
}

static bool
is_apart(const pith_vips *vips, const pith_vips_item *item)
{
  return !item->run &&
         vips->styles->items[item->from].place == PITH_PLACE_APART;
}

uint8_t
pith__vips_separator(const pith_vips *vips, uint32_t parent,
                     const pith_vips_item *above, const pith_vips_item *below)
{
  int32_t weight = weight_of_gap(gap_between(vips, above, below));
  if (below->rule_before)
    weight += 2;
  if (background_of(vips, above) != background_of(vips, below))
    weight += 2;
  if (names_differ(vips, above, below))
    weight += 1;
  if (!is_beside(vips, parent, above, below))
    weight += weight_of_fonts(vips, above, below);
  if ((is_apart(vips, above) || is_apart(vips, below)) && weight < HEAVIEST)
    weight = HEAVIEST;
  return (uint8_t)(weight < 1 ? 1 : weight);
}
