/*
 * See style_cascade.h. For each element the declaration that wins is kept for
 * every property, by one number (its rank):
 *
 *     63 important | 62 style="" | 61 a rule | 32.. weight | 0.. order
 *     1  bgcolor and other attributes: they lose to all of the above
 *
 * Only what VIPS needs is computed: display, place, visibility, colours, font
 * and the vertical part of the box. Everything is inherited from the parent's
 * style, which is complete before its children are looked at, so one walk over
 * the nodes in document order will do.
 */
#include "page/style/style_cascade.h"

#include "page/element/attribute.h"
#include "page/element/display.h"
#include "tables/style_tags.h"

enum { ROOT_SIZE = 16, INLINE_MOST = 128, OFF_SCREEN = -500 };
enum { BOLD = 700, NORMAL = 400 };

#define IMPORTANT      ((uint64_t)1 << 63)
#define FROM_ATTRIBUTE ((uint64_t)1 << 62) /* style="" */
#define FROM_SHEET     ((uint64_t)1 << 61)
#define FROM_MARKUP    ((uint64_t)1) /* bgcolor and the like */

/* The declarations that won, for one element. */
typedef struct winners {
  uint64_t ranks[PITH_STYLE_PROPERTIES]; /* 0: not set */
  pith_style_declaration items[PITH_STYLE_PROPERTIES];
} winners;

/* A later declaration of the same rank wins, as in a style sheet: `<`, not
 * `<=`. */
static void
declare(winners *won, const pith_style_declaration *found, uint64_t rank)
{
  if (found->important)
    rank |= IMPORTANT;
  if (rank < won->ranks[found->property])
    return;
  won->ranks[found->property] = rank;
  won->items[found->property] = *found;
}

/* A presentational attribute. It has the lowest rank, so any rule beats it. */
static void
declare_markup(winners *won, pith_style_property property, pith_style_unit unit,
               int32_t value)
{
  pith_style_declaration found = {(uint8_t)property, (uint8_t)unit, false,
                                  value};
  declare(won, &found, FROM_MARKUP);
}

/* --- presentational attributes -------------------------------------------- */

/* <font size>: 1 to 7, or +1 and -1 from 3. */
static void
read_font_attribute(winners *won, pith_slice value)
{
  static const int32_t pixels[] = {10, 10, 13, 16, 18, 24, 32, 48};
  size_t at = 0;
  bool sign = value.len > 0 && (value.data[0] == '+' || value.data[0] == '-');
  bool minus = sign && value.data[0] == '-';
  at += sign;
  if (at >= value.len || !pith__is_digit(value.data[at]))
    return;
  int32_t step = value.data[at] - '0';
  if (sign)
    step = minus ? 3 - step : 3 + step;
  step = step < 1 ? 1 : step > 7 ? 7 : step;
  declare_markup(won, PITH_STYLE_FONT_SIZE, PITH_UNIT_PIXELS,
                 pixels[step] * 100);
}

/* width=600 and width="50%". Lengths without a unit are pixels in attributes,
 * while CSS ignores them. */
static void
read_length_attribute(winners *won, pith_style_property property,
                      pith_slice value)
{
  pith_style_declaration found = {0};
  if (!pith__style_length(pith__slice_trim(value), &found) || found.value < 0)
    return;
  if (found.unit == PITH_UNIT_NUMBER)
    found.unit = PITH_UNIT_PIXELS;
  found.property = (uint8_t)property;
  declare(won, &found, FROM_MARKUP);
}

/* Colours that make no sense are dropped. Browsers guess some of them; no rule
 * of VIPS is decided by such a guess. */
static void
read_colour_attribute(winners *won, pith_style_property property,
                      pith_slice value)
{
  int32_t rgb;
  if (pith__style_colour(pith__slice_trim(value), &rgb))
    declare_markup(won, property, PITH_UNIT_COLOUR, rgb);
}

/* Only tables and images float by `align`; elsewhere it moves text inside a
 * line, which changes no block. */
static void
read_align(winners *won, pith_tag tag, pith_slice value)
{
  if (tag != PITH_TAG_TABLE && tag != PITH_TAG_IMG)
    return;
  if (pith__slice_equal_folded(value, pith__slice_of("left")))
    declare_markup(won, PITH_STYLE_FLOAT, PITH_UNIT_WORD, PITH_WORD_LEFT);
  else if (pith__slice_equal_folded(value, pith__slice_of("right")))
    declare_markup(won, PITH_STYLE_FLOAT, PITH_UNIT_WORD, PITH_WORD_RIGHT);
}

static bool
is(pith_slice name, const char *word)
{
  return pith__slice_equal(name, pith__slice_of(word));
}

/* One attribute that sets a look. Names are compared only here, for elements
 * that have attributes at all. */
static void
read_attribute(winners *won, pith_tag tag, pith_slice name, pith_slice value)
{
  bool table = tag == PITH_TAG_TABLE || tag == PITH_TAG_TD ||
               tag == PITH_TAG_TH || tag == PITH_TAG_TR;
  bool colour = (is(name, "color") && tag == PITH_TAG_FONT) ||
                (is(name, "text") && tag == PITH_TAG_BODY);
  if (is(name, "bgcolor"))
    read_colour_attribute(won, PITH_STYLE_BACKGROUND, value);
  else if (colour)
    read_colour_attribute(won, PITH_STYLE_COLOUR, value);
  else if (is(name, "size") && tag == PITH_TAG_FONT)
    read_font_attribute(won, value);
  else if (is(name, "width"))
    read_length_attribute(won, PITH_STYLE_WIDTH, value);
  else if (is(name, "height"))
    read_length_attribute(won, PITH_STYLE_HEIGHT, value);
  else if (is(name, "align"))
    read_align(won, tag, value);
  else if (is(name, "border") && table) {
    read_length_attribute(won, PITH_STYLE_BORDER_TOP, value);
    read_length_attribute(won, PITH_STYLE_BORDER_BOTTOM, value);
  }
}

/* All presentational attributes of an element. */
static void
read_attributes(const pith_tree *tree, const pith_tree_node *node, winners *won)
{
  const pith_store *store = &tree->store;
  pith_tag tag = (pith_tag)node->tag;
  bool open = false, body = tag == PITH_TAG_BODY || tag == PITH_TAG_HTML;
  for (uint32_t i = 0; i < node->attributes; i++) {
    const pith_attr *attr = &store->attrs[node->data + i];
    pith_slice name = pith__attr_name(store, attr);
    if (name.len < 4 || name.len > 7)
      continue;
    pith_slice value = pith__attr_value(store, attr);
    open |= is(name, "open");
    bool away = (is(name, "hidden") && !is(value, "until-found")) ||
                is(name, "popover");
    if (away && !body)
      declare_markup(won, PITH_STYLE_DISPLAY, PITH_UNIT_WORD, PITH_WORD_NONE);
    else
      read_attribute(won, tag, name, value);
  }
  if (tag == PITH_TAG_DIALOG && !open)
    declare_markup(won, PITH_STYLE_DISPLAY, PITH_UNIT_WORD, PITH_WORD_NONE);
}

/* The style attribute. Bounded: a hostile one with a million declarations
 * costs INLINE_MOST. */
static void
read_inline(const pith_tree *tree, uint32_t node, winners *won)
{
  pith_style_declaration found[PITH_STYLE_SHORTHAND];
  pith_slice text;
  size_t at = 0;
  uint32_t count;
  if (!pith__attribute_get(tree, node, "style", &text))
    return;
  for (uint32_t n = 0;
       n < INLINE_MOST && (count = pith__style_next(text, &at, found)) > 0; n++)
    for (uint32_t i = 0; i < count; i++)
      declare(won, &found[i], FROM_ATTRIBUTE);
}

/* Rules of the page's sheets, in no order: rank decides, so no sorting. */
static void
read_rules(pith_style_sheet *sheet, uint32_t node, winners *won)
{
  pith_style_search at = {0};
  const pith_style_rule *rule;
  while ((rule = pith__style_rule_next(sheet, node, &at))) {
    uint64_t rank = FROM_SHEET | (uint64_t)rule->weight << 32 | rule->order;
    for (uint32_t i = 0; i < rule->declarations; i++)
      declare(won, &sheet->declarations[rule->declaration + i], rank);
  }
}

/* --- from declarations to a style ----------------------------------------- */

/* The declaration that won, NULL when there is none. */
static const pith_style_declaration *
winner(const winners *won, pith_style_property property)
{
  return won->ranks[property] > 0 ? &won->items[property] : NULL;
}

/* A length in pixels; `missing` when there is none. */
static int32_t
length_of(const winners *won, pith_style_property property, int32_t font,
          int32_t whole, int32_t missing)
{
  const pith_style_declaration *found = winner(won, property);
  int64_t value = found ? found->value : 0;
  if (!found)
    return missing;
  switch ((pith_style_unit)found->unit) {
  case PITH_UNIT_PIXELS:
  case PITH_UNIT_NUMBER:
    value /= 100;
    break;
  case PITH_UNIT_EM:
    value = value * font / 100;
    break;
  case PITH_UNIT_REM:
    value = value * ROOT_SIZE / 100;
    break;
  case PITH_UNIT_PERCENT:
    value = value * whole / 10000;
    break;
  default:
    return missing;
  }
  return (int32_t)(value > 10000 ? 10000 : value < -10000 ? -10000 : value);
}

/* Needed first, because lengths in em depend on it. An em in font-size itself
 * is one of the parent's, so `above` is passed as the font. */
static uint16_t
font_size_of(const winners *won, const pith_style *parent,
             const pith_style_tag *usual)
{
  const pith_style_declaration *found = winner(won, PITH_STYLE_FONT_SIZE);
  int32_t above = parent->font_size;
  int32_t size = usual->size > 0 ? above * usual->size / 100 : above;
  if (found && found->unit == PITH_UNIT_WORD) {
    if (found->value == PITH_WORD_SMALLER)
      size = above * 83 / 100;
    else if (found->value == PITH_WORD_LARGER)
      size = above * 120 / 100;
    else if (found->value == PITH_WORD_INHERIT)
      size = above;
  } else if (found) {
    size = length_of(won, PITH_STYLE_FONT_SIZE, above, above, size);
  }
  return (uint16_t)(size < 0 ? 0 : size > 1000 ? 1000 : size);
}

/* Numbers from 100 to 1000, in hundredths like all values; lighter and bolder
 * are rounded to the two weights that VIPS compares. */
static uint16_t
font_weight_of(const winners *won, const pith_style *parent,
               const pith_style_tag *usual)
{
  const pith_style_declaration *found = winner(won, PITH_STYLE_FONT_WEIGHT);
  uint16_t weight = usual->weight > 0 ? usual->weight : parent->font_weight;
  if (!found)
    return weight;
  if (found->unit == PITH_UNIT_NUMBER && found->value >= 10000 &&
      found->value <= 100000)
    return (uint16_t)(found->value / 100);
  if (found->value == PITH_WORD_BOLD || found->value == PITH_WORD_BOLDER)
    return BOLD;
  if (found->value == PITH_WORD_NORMAL || found->value == PITH_WORD_LIGHTER)
    return NORMAL;
  return found->value == PITH_WORD_INHERIT ? parent->font_weight : weight;
}

/* Words that lay out inside, such as table-column, keep the usual display of
 * the tag. */
static pith_display
display_by_word(int32_t word, pith_display usual)
{
  switch (word) {
  case PITH_WORD_NONE:
    return PITH_DISPLAY_NONE;
  case PITH_WORD_INLINE:
  case PITH_WORD_CONTENTS:
    return PITH_DISPLAY_INLINE;
  case PITH_WORD_INLINE_BLOCK:
    return PITH_DISPLAY_INLINE_BLOCK;
  case PITH_WORD_BLOCK:
  case PITH_WORD_FLEX:
  case PITH_WORD_GRID:
    return PITH_DISPLAY_BLOCK;
  case PITH_WORD_LIST_ITEM:
    return PITH_DISPLAY_LIST_ITEM;
  case PITH_WORD_TABLE:
    return PITH_DISPLAY_TABLE;
  case PITH_WORD_ROW_GROUP:
    return PITH_DISPLAY_ROW_GROUP;
  case PITH_WORD_ROW:
    return PITH_DISPLAY_ROW;
  case PITH_WORD_CELL:
    return PITH_DISPLAY_CELL;
  default:
    return usual;
  }
}

/* Display, and whether children are side by side. What is no text at all
 * (scripts, styles) is never shown; html and body always are, because pages
 * that hide them show them by script. */
static void
set_display(const pith_tree_node *node, const winners *won,
            const pith_style *parent, pith_style *style)
{
  const pith_style_declaration *found = winner(won, PITH_STYLE_DISPLAY);
  pith_display usual = pith__display_default(node), display = usual;
  bool body = node->tag == PITH_TAG_BODY || node->tag == PITH_TAG_HTML;
  if (found && usual != PITH_DISPLAY_NONE &&
      !(body && found->value == PITH_WORD_NONE))
    display = display_by_word(found->value, usual);
  if (usual == PITH_DISPLAY_REPLACED && display != PITH_DISPLAY_NONE)
    display = usual;
  if (parent->row && display < PITH_DISPLAY_BLOCK &&
      display != PITH_DISPLAY_NONE && display != PITH_DISPLAY_REPLACED)
    display = PITH_DISPLAY_BLOCK; /* the children of flex are blocks */
  style->display = (uint8_t)display;
  style->row = display == PITH_DISPLAY_ROW;
  if (found && found->value == PITH_WORD_FLEX) {
    const pith_style_declaration *way = winner(won, PITH_STYLE_FLEX_DIRECTION);
    style->row = !way || way->value != PITH_WORD_COLUMN;
  }
}

/* Float and position take an element out of the flow, which makes a block of
 * it (CSS 2, "Relationships between display, position and float"). */
static void
set_place(const winners *won, pith_style *style)
{
  const pith_style_declaration *place = winner(won, PITH_STYLE_POSITION);
  const pith_style_declaration *side = winner(won, PITH_STYLE_FLOAT);
  style->place = PITH_PLACE_FLOW;
  if (side && (side->value == PITH_WORD_LEFT || side->value == PITH_WORD_RIGHT))
    style->place = PITH_PLACE_FLOAT;
  if (place &&
      (place->value == PITH_WORD_ABSOLUTE || place->value == PITH_WORD_FIXED ||
       place->value == PITH_WORD_STICKY))
    style->place = PITH_PLACE_APART;
  if (style->place != PITH_PLACE_FLOW &&
      (style->display == PITH_DISPLAY_INLINE ||
       style->display == PITH_DISPLAY_INLINE_BLOCK))
    style->display = PITH_DISPLAY_BLOCK;
}

/* Whether it is outside the screen, or is clipped to nothing. */
static bool
is_off_screen(const winners *won, const pith_style *style)
{
  const pith_style_declaration *clip = winner(won, PITH_STYLE_CLIP);
  if (length_of(won, PITH_STYLE_INDENT, style->font_size, 0, 0) < OFF_SCREEN)
    return true;
  if (style->place != PITH_PLACE_APART)
    return false;
  return (clip && clip->value == PITH_WORD_HIDDEN) ||
         length_of(won, PITH_STYLE_LEFT, style->font_size, 0, 0) < OFF_SCREEN ||
         length_of(won, PITH_STYLE_TOP, style->font_size, 0, 0) < OFF_SCREEN;
}

/* Whether a reader sees it. `visibility` can be undone by a child, all other
 * ways of hiding cannot, so they are two facts. */
static void
set_visible(const winners *won, const pith_style *parent, pith_style *style)
{
  const pith_style_declaration *found = winner(won, PITH_STYLE_VISIBILITY);
  const pith_style_declaration *opacity = winner(won, PITH_STYLE_OPACITY);
  style->hidden = parent->hidden;
  if (found && found->value == PITH_WORD_HIDDEN)
    style->hidden = true;
  else if (found && found->value == PITH_WORD_VISIBLE)
    style->hidden = false;
  style->visible = parent->visible && style->display != PITH_DISPLAY_NONE &&
                   style->display != PITH_DISPLAY_COLUMN &&
                   style->font_size > 0 && !is_off_screen(won, style) &&
                   !(opacity && opacity->value == 0);
}

/* Text colour is inherited. A background is not, but what is seen behind a
 * transparent element is that of its parent, so the nearest painted one is
 * kept. */
static void
set_colours(const winners *won, const pith_style *parent, pith_style *style)
{
  const pith_style_declaration *front = winner(won, PITH_STYLE_COLOUR);
  const pith_style_declaration *back = winner(won, PITH_STYLE_BACKGROUND);
  style->colour = front && front->unit == PITH_UNIT_COLOUR &&
                          front->value != PITH_COLOUR_NONE
                      ? front->value
                      : parent->colour;
  style->painted =
      back && back->unit == PITH_UNIT_COLOUR && back->value != PITH_COLOUR_NONE;
  style->background = style->painted ? back->value : parent->background;
}

/* In pixels, at most 100: a border is a separator, and thicker ones say no
 * more. */
static uint8_t
border_of(const winners *won, pith_style_property property)
{
  int32_t width = length_of(won, property, 0, 0, 0);
  return (uint8_t)(width < 0 ? 0 : width > 100 ? 100 : width);
}

/* Margins, padding and size. Percentages of margins are of the width, as in
 * CSS, and the screen is the best guess of it here. */
static void
set_box(const winners *won, const pith_style_tag *usual, pith_style *style)
{
  const pith_style_declaration *width = winner(won, PITH_STYLE_WIDTH);
  int32_t font = style->font_size, screen = PITH_SCREEN_WIDTH;
  style->margin_top = (int16_t)length_of(won, PITH_STYLE_MARGIN_TOP, font,
                                         screen, font * usual->above / 100);
  style->margin_bottom = (int16_t)length_of(won, PITH_STYLE_MARGIN_BOTTOM, font,
                                            screen, font * usual->below / 100);
  style->padding_top =
      (int16_t)length_of(won, PITH_STYLE_PADDING_TOP, font, screen, 0);
  style->padding_bottom =
      (int16_t)length_of(won, PITH_STYLE_PADDING_BOTTOM, font, screen, 0);
  style->border_top = border_of(won, PITH_STYLE_BORDER_TOP);
  style->border_bottom = border_of(won, PITH_STYLE_BORDER_BOTTOM);
  style->height = length_of(won, PITH_STYLE_HEIGHT, font, 0, -1);
  style->width = 0;
  style->width_share = 0;
  if (width && width->unit == PITH_UNIT_PERCENT) {
    int32_t share = width->value / 100;
    style->width_share = (uint8_t)(share < 0 ? 0 : share > 100 ? 100 : share);
  } else {
    style->width = length_of(won, PITH_STYLE_WIDTH, font, 0, 0);
  }
}

/* The style of one element. Order matters: sizes in em need the font, and
 * visibility needs display and place. */
static void
compute(pith_style_sheet *sheet, uint32_t node, const pith_style *parent,
        pith_style *style)
{
  const pith_tree_node *at = &sheet->tree->nodes[node];
  static const pith_style_tag plain = {100, 0, 0, 0};
  const pith_style_tag *usual =
      at->space == PITH_NAMESPACE_HTML ? &pith__style_tags[at->tag] : &plain;
  winners won;
  memset(won.ranks, 0, sizeof won.ranks);
  if (at->attributes > 0 || at->tag == PITH_TAG_DIALOG)
    read_attributes(sheet->tree, at, &won);
  read_rules(sheet, node, &won);
  if (at->attributes > 0)
    read_inline(sheet->tree, node, &won);
  style->font_size = font_size_of(&won, parent, usual);
  style->font_weight = font_weight_of(&won, parent, usual);
  set_display(at, &won, parent, style);
  set_place(&won, style);
  set_colours(&won, parent, style);
  set_box(&won, usual, style);
  set_visible(&won, parent, style);
}

/* What is around the page. */
static pith_style
screen_style(void)
{
  pith_style style = {.background = 0xFFFFFF,
                      .height = -1,
                      .font_size = ROOT_SIZE,
                      .font_weight = NORMAL,
                      .display = PITH_DISPLAY_BLOCK,
                      .visible = true};
  return style;
}

pith_status
pith__styles_init(pith_styles *styles, pith_memory *memory,
                  const pith_tree *tree)
{
  pith_style_sheet sheet;
  memset(styles, 0, sizeof *styles);
  styles->memory = memory;
  pith_status status = pith__style_sheet_init(&sheet, memory, tree);
  if (status != PITH_OK)
    return status;
  pith_style *items =
      pith__memory_resize(memory, NULL, 0, tree->count * sizeof *styles->items);
  if (!items) {
    pith__style_sheet_done(&sheet);
    return pith__memory_status(memory);
  }
  styles->items = items;
  styles->count = tree->count;
  for (uint32_t n = 0; n < tree->count; n++) {
    uint32_t parent = tree->nodes[n].parent;
    if (parent == PITH_NODE_NONE)
      items[n] = screen_style();
    else if (tree->nodes[n].kind == PITH_NODE_ELEMENT)
      compute(&sheet, n, &items[parent], &items[n]);
    else
      items[n] = items[parent];
    if (tree->nodes[n].kind == PITH_NODE_CONTENT)
      items[n].visible = false;
  }
  styles->steps = sheet.steps;
  pith__style_sheet_done(&sheet);
  return PITH_OK;
}

void
pith__styles_done(pith_styles *styles)
{
  PITH_FREE_ITEMS(styles->memory, styles->items, styles->count);
  styles->items = NULL;
  styles->count = 0;
}
