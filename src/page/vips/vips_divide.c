/*
 * The thirteen rules of division. For each kind of node a list of rules; the
 * first that applies decides.
 *
 *   1  nothing to see in it                       cut away
 *   2  one child, and it is no text               divide
 *   3  it is the whole block                      divide
 *   4  only text in it                            whole: 10, with mixed fonts 9
 *   5  a child breaks the line                    divide
 *   6  a child is a line (hr)                     divide
 *   7  its children are larger than itself        divide
 *   8  a child has another background             divide; that child stays
 * whole 9  text directly in it, and it is small       whole, by tag 10  its
 * largest child is small                 whole, by tag and size 11  the sibling
 * before it stayed whole         whole, by tag and size 12  always divide 13
 * always                                     whole, by tag and size
 *
 * Small is less than 3 % of the page, half of that in the next round, and so
 * on. What fills a large part of the page stays whole with a low degree only,
 * so that it comes back.
 */
#include "page/vips/vips_parts.h"

enum { SMALL = 30000, MILLION = 1000000 };

/* What the rules want to know of the children of a node. */
typedef struct children {
  uint32_t valid;
  uint32_t single;       /* the last valid one */
  uint32_t largest;      /* share of the page, in millionths */
  uint64_t area;         /* of all, in pixels */
  bool all_text;         /* text and virtual text only */
  bool text;             /* some is */
  bool line_break;       /* some is no inline node */
  bool rule;             /* some is hr */
  bool other_background; /* than the node's own */
  bool fonts_differ;
} children;

typedef struct asking {
  pith_vips *vips;
  const pith_vips_question *question;
  children in;
  uint32_t share; /* of the node */
  uint32_t small;
} asking;

uint32_t
pith__vips_share(const pith_vips *vips, uint32_t node)
{
  const pith_vips_node *at = &vips->nodes[node];
  uint64_t area = (uint64_t)at->width * at->height;
  if (vips->page_area == 0 || area >= vips->page_area)
    return MILLION;
  return (uint32_t)(area / (vips->page_area / MILLION + 1));
}

/* False when either has no text: nothing to see, nothing to differ. */
static bool
fonts_differ(const pith_vips *vips, uint32_t a, uint32_t b)
{
  if (a == PITH_NODE_NONE || b == PITH_NODE_NONE)
    return false;
  const pith_style *x = &vips->styles->items[a], *y = &vips->styles->items[b];
  return x->font_size != y->font_size || x->font_weight != y->font_weight;
}

/* All rules look at the same few facts of the children, which are gathered
 * here in one pass. */
static void
look_at_child(const pith_vips *vips, uint32_t node, uint32_t c, children *in)
{
  const pith_tree_node *child = &vips->tree->nodes[c];
  const pith_vips_node *at = &vips->nodes[c];
  const pith_style *style = &vips->styles->items[c];
  bool element = child->kind == PITH_NODE_ELEMENT;
  in->rule |= element && child->tag == PITH_TAG_HR && at->shown;
  if (!pith__vips_valid(vips, c))
    return;
  bool text = at->inlined && at->things == 0; /* text or virtual text */
  uint32_t share = pith__vips_share(vips, c);
  in->valid++;
  in->single = c;
  in->all_text &= text;
  in->text |= text;
  in->line_break |= element && !at->inlined;
  in->area += (uint64_t)at->width * at->height;
  if (share > in->largest)
    in->largest = share;
  in->other_background |=
      element && style->painted &&
      style->background != vips->styles->items[node].background;
  in->fonts_differ |=
      fonts_differ(vips, vips->nodes[node].first_text, at->first_text) ||
      fonts_differ(vips, at->first_text, at->last_text);
}

static children
look_at_children(pith_vips *vips, uint32_t node)
{
  const pith_tree_node *nodes = vips->tree->nodes;
  children in = {.all_text = true, .single = PITH_NODE_NONE};
  for (uint32_t c = node + 1; c < nodes[node].end; c = nodes[c].end) {
    look_at_child(vips, node, c, &in);
    vips->steps++;
  }
  return in;
}

/* --- degrees -------------------------------------------------------------- */

/* What a node is worth that stays whole: by its size, then by its tag. */
static uint8_t
degree_by_size(const asking *ask)
{
  pith_tag tag = (pith_tag)ask->vips->tree->nodes[ask->question->node].tag;
  if (ask->share >= MILLION / 2)
    return 1;
  if (ask->share >= MILLION / 4)
    return 2;
  if (ask->share >= MILLION / 8)
    return 3;
  if (ask->share >= 2 * SMALL)
    return 4;
  switch (tag) {
  case PITH_TAG_TABLE:
  case PITH_TAG_TBODY:
    return 5;
  case PITH_TAG_TR:
    return 6;
  case PITH_TAG_LI:
  case PITH_TAG_SPAN:
  case PITH_TAG_SUP:
  case PITH_TAG_IMG:
    return 8;
  default:
    return 7;
  }
}

/* Of a node whose children are all small. */
static uint8_t
degree_of_small(const asking *ask)
{
  if (ask->vips->tree->nodes[ask->question->node].tag == PITH_TAG_A)
    return 10;
  if (ask->share >= MILLION / 2)
    return 4;
  if (ask->share >= MILLION / 4)
    return 5;
  if (ask->share >= 4 * SMALL)
    return 6;
  return ask->share >= SMALL ? 7 : 8;
}

static uint8_t
degree_by_tag(const asking *ask)
{
  switch ((pith_tag)ask->vips->tree->nodes[ask->question->node].tag) {
  case PITH_TAG_DIV:
    return 5;
  case PITH_TAG_CODE:
    return 7;
  default:
    return 8;
  }
}

/* Of a child that rule 8 holds: 6 to 8. */
static uint8_t
degree_of_held(const asking *ask)
{
  return ask->share >= 4 * SMALL ? 6 : ask->share >= SMALL ? 7 : 8;
}

/* --- rules ---------------------------------------------------------------- */

/* Whether the rule applies; then its decision is in `out`. */
static bool
try_rule(const asking *ask, uint8_t rule, pith_vips_decision *out)
{
  const children *in = &ask->in;
  out->rule = rule;
  out->divide = false;
  switch (rule) {
  case 1:
    out->cut = in->valid == 0;
    return out->cut;
  case 2:
    out->divide = true;
    out->single = in->single;
    return in->valid == 1 &&
           ask->vips->tree->nodes[in->single].kind == PITH_NODE_ELEMENT;
  case 3:
    out->divide = true;
    return ask->question->root;
  case 4:
    out->doc = in->fonts_differ ? 9 : 10;
    return in->all_text;
  case 5:
    out->divide = true;
    return in->line_break;
  case 6:
    out->divide = true;
    return in->rule;
  case 7:
    out->divide = true;
    return in->area > (uint64_t)ask->vips->nodes[ask->question->node].width *
                          ask->vips->nodes[ask->question->node].height;
  case 8:
    out->divide = out->hold = in->other_background;
    return in->other_background;
  case 9:
    out->doc = degree_by_tag(ask);
    return in->text && ask->share < ask->small;
  case 10:
    out->doc = degree_of_small(ask);
    return in->largest < ask->small;
  case 11:
    out->doc = degree_by_size(ask);
    return ask->question->before_is_whole;
  case 12:
    out->divide = true;
    return true;
  default:
    out->doc = degree_by_size(ask);
    return true;
  }
}

/* The rules of each kind of node, in order. */
static const uint8_t rules_inline[] = {1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 0};
static const uint8_t rules_table[] = {1, 2, 3, 8, 10, 13, 0};
static const uint8_t rules_cell[] = {1, 2, 3, 4, 9, 10, 11, 13, 0};
static const uint8_t rules_other[] = {1, 2, 3, 4, 6, 7, 9, 10, 12, 0};

/* Tags that hold one piece of text. */
static bool
is_paragraph(pith_tag tag)
{
  switch (tag) {
  case PITH_TAG_P:
  case PITH_TAG_H1:
  case PITH_TAG_H2:
  case PITH_TAG_H3:
  case PITH_TAG_H4:
  case PITH_TAG_H5:
  case PITH_TAG_H6:
  case PITH_TAG_LI:
  case PITH_TAG_DT:
  case PITH_TAG_DD:
  case PITH_TAG_FIGCAPTION:
  case PITH_TAG_PRE:
    return true;
  default:
    return false;
  }
}

static const uint8_t *
rules_of(const pith_vips *vips, uint32_t node)
{
  switch ((pith_display)vips->styles->items[node].display) {
  case PITH_DISPLAY_TABLE:
  case PITH_DISPLAY_ROW_GROUP:
  case PITH_DISPLAY_ROW:
    return rules_table;
  case PITH_DISPLAY_CELL:
    return rules_cell;
  case PITH_DISPLAY_INLINE:
  case PITH_DISPLAY_INLINE_BLOCK:
    return rules_inline;
  default:
    return is_paragraph((pith_tag)vips->tree->nodes[node].tag) ? rules_inline
                                                               : rules_other;
  }
}

pith_vips_decision
pith__vips_decide(pith_vips *vips, const pith_vips_question *question)
{
  pith_vips_decision out = {.single = PITH_NODE_NONE};
  uint32_t round = question->round < 16 ? question->round : 16;
  asking ask = {vips, question, look_at_children(vips, question->node),
                pith__vips_share(vips, question->node), SMALL >> round};
  bool huge = ask.share > MILLION / 2;
  if (question->held && ask.in.valid > 0 && !huge) {
    out.rule = 8;
    out.doc = degree_of_held(&ask);
    return out;
  }
  const uint8_t *rules = rules_of(vips, question->node);
  while (!try_rule(&ask, *rules, &out) && rules[1] != 0)
    rules++;
  if (out.divide) {
    uint8_t degree = degree_by_size(&ask);
    out.doc = degree < 4 ? degree : 4;
  }
  return out;
}
