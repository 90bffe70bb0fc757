/*
 * See vips.h: the content structure.
 *
 * A block is a range of items, the children that one divided node fell into.
 * One item alone is divided further, when rules or its degree want it; several
 * are parted where the separators between them are heaviest. So the tree is
 * made from the page down, with a stack of what is still to do, and comes out
 * in page order.
 */
#include "page/vips/vips.h"

#include "page/vips/vips_parts.h"

enum { DEGREE_MOST = 10 };
#define ITEMS_MOST (UINT32_MAX / 4)

/* A block that is still to do. */
typedef struct pending {
  uint32_t first; /* items [first, end) */
  uint32_t end;
  uint32_t parent;  /* block */
  uint32_t list_in; /* the node whose children the items are */
  uint32_t round;
  uint8_t heaviest; /* separator of the list it was parted from */
} pending;

typedef struct cutter {
  pith_vips *vips;
  uint32_t pdoc;
  pith_vips_item *items;
  uint32_t item_count, item_capacity;
  pending *todo;
  uint32_t todo_count, todo_capacity;
} cutter;

/* The list of blocks to do is a stack: parents are written before their
 * children, and children in page order, because part() pushes from the last to
 * the first. */
static bool
push(cutter *cut, pending one)
{
  if (!PITH_GROW(cut->vips->memory, cut->todo, cut->todo_capacity,
                 cut->todo_count + 1, ITEMS_MOST))
    return false;
  cut->todo[cut->todo_count++] = one;
  return true;
}

/* Items of all lists lie in one array; a list is a range of it and stays until
 * the end, since its blocks refer to it. */
static bool
add_item(cutter *cut, pith_vips_item item)
{
  if (!PITH_GROW(cut->vips->memory, cut->items, cut->item_capacity,
                 cut->item_count + 1, ITEMS_MOST))
    return false;
  cut->items[cut->item_count++] = item;
  return true;
}

/* --- items ---------------------------------------------------------------- */

/* Where the fonts of a run change. */
static bool
has_one_font(const pith_vips *vips, uint32_t from, uint32_t to)
{
  const pith_style *first = NULL;
  for (uint32_t n = from; n < to; n++) {
    const pith_style *style = &vips->styles->items[n];
    if (vips->nodes[n].first_text != n)
      continue;
    if (first && (first->font_size != style->font_size ||
                  first->font_weight != style->font_weight))
      return false;
    first = style;
  }
  return true;
}

/* A <br> that is shown. */
static bool
is_break(const pith_vips *vips, uint32_t node)
{
  return vips->tree->nodes[node].kind == PITH_NODE_ELEMENT &&
         vips->tree->nodes[node].tag == PITH_TAG_BR && vips->nodes[node].shown;
}

/* The run of inline siblings from `from` on, up to two breaks or a block. */
static pith_vips_item
read_run(cutter *cut, uint32_t from, uint32_t limit)
{
  const pith_vips *vips = cut->vips;
  const pith_tree_node *nodes = vips->tree->nodes;
  uint32_t breaks = 0, n = from, to = nodes[from].end;
  for (; n < limit; n = nodes[n].end) {
    if (is_break(vips, n)) {
      if (++breaks == 2)
        break;
      continue;
    }
    if (!pith__vips_valid(vips, n))
      continue;
    if (!vips->nodes[n].inlined)
      break;
    breaks = 0;
    to = nodes[n].end;
  }
  pith_vips_item item = {.from = from, .to = to, .run = true, .rule = 4};
  item.doc = has_one_font(vips, from, to) ? 10 : 9;
  cut->vips->steps += to - from;
  return item;
}

/* what is between items. */
typedef struct between {
  uint32_t breaks;
  bool rule;
  bool before_is_whole;
} between;

/* The decision of the rules on child `c`; one with a single child is what that
 * one is. */
static pith_vips_decision
decide_item(pith_vips *vips, pith_vips_question question)
{
  pith_vips_decision decision = pith__vips_decide(vips, &question);
  while (decision.rule == 2 && !vips->nodes[decision.single].inlined) {
    question.node = decision.single;
    decision = pith__vips_decide(vips, &question);
  }
  if (decision.rule == 2) { /* a line of text */
    decision.divide = false;
    decision.doc = has_one_font(vips, decision.single,
                                vips->tree->nodes[decision.single].end)
                       ? 10
                       : 9;
  }
  return decision;
}

/* The item at child `c`, which is valid. */
static pith_vips_item
read_item(cutter *cut, uint32_t c, uint32_t limit, uint32_t round, bool hold,
          const between *seen)
{
  pith_vips *vips = cut->vips;
  if (vips->nodes[c].inlined)
    return read_run(cut, c, limit);
  const pith_style *style = &vips->styles->items[c];
  uint32_t parent = vips->tree->nodes[c].parent;
  bool other = style->painted &&
               style->background != vips->styles->items[parent].background;
  pith_vips_question question = {.node = c,
                                 .round = round,
                                 .before_is_whole = seen->before_is_whole,
                                 .held = hold && other};
  pith_vips_decision decision = decide_item(vips, question);
  pith_vips_item item = {.from = c,
                         .to = vips->tree->nodes[c].end,
                         .doc = decision.doc,
                         .rule = decision.rule,
                         .divide = decision.divide};
  return item;
}

/* The items that the children of a node are, at the end of the list. */
static bool
list_items(cutter *cut, uint32_t node, uint32_t round, bool hold)
{
  pith_vips *vips = cut->vips;
  const pith_tree_node *nodes = vips->tree->nodes;
  uint32_t limit = nodes[node].end, first = cut->item_count;
  between seen = {0, false, false};
  for (uint32_t c = node + 1; c < limit;) {
    seen.breaks += is_break(vips, c);
    seen.rule |= nodes[c].kind == PITH_NODE_ELEMENT &&
                 nodes[c].tag == PITH_TAG_HR && vips->nodes[c].shown;
    vips->steps++;
    if (!pith__vips_valid(vips, c)) {
      c = nodes[c].end;
      continue;
    }
    pith_vips_item item = read_item(cut, c, limit, round, hold, &seen);
    item.breaks = seen.breaks;
    item.rule_before = seen.rule;
    if (cut->item_count > first)
      item.separator = pith__vips_separator(
          vips, node, &cut->items[cut->item_count - 1], &item);
    if (!add_item(cut, item))
      return false;
    seen = (between){0, false, !item.divide};
    c = item.to;
  }
  return true;
}

/* Go down from a node to the first that has several things to see, rule 2. */
static uint32_t
go_down(pith_vips *vips, uint32_t node, uint32_t round, bool *hold)
{
  for (;;) {
    pith_vips_question question = {.node = node, .round = round, .root = true};
    pith_vips_decision decision = pith__vips_decide(vips, &question);
    if (decision.rule != 2 || vips->nodes[decision.single].inlined) {
      /* rule 3 hides whether rule 8 would hold children: ask without it */
      question.root = false;
      decision = pith__vips_decide(vips, &question);
      *hold = decision.hold;
      return node;
    }
    node = decision.single;
  }
}

/* --- blocks --------------------------------------------------------------- */

/* The weight of the heaviest separator inside a list. Each list is looked
 * through once for each weight that can be heaviest, of which there are few:
 * that bounds the cost. */
static uint8_t
heaviest_in(cutter *cut, uint32_t first, uint32_t end)
{
  uint8_t heaviest = 0;
  for (uint32_t i = first + 1; i < end; i++)
    if (cut->items[i].separator > heaviest)
      heaviest = cut->items[i].separator;
  cut->vips->steps += end - first;
  return heaviest;
}

/* The degree of several items together: the heavier the separators inside, the
 * lower; and no item may be less coherent. */
static uint8_t
degree_of_list(cutter *cut, const pending *one)
{
  uint32_t inside = heaviest_in(cut, one->first, one->end);
  uint32_t whole = one->heaviest > 0 ? one->heaviest : inside;
  uint32_t lost = whole > 0 ? (9 * inside + whole / 2) / whole : 9;
  uint8_t degree = (uint8_t)(lost >= 9 ? 1 : DEGREE_MOST - lost);
  for (uint32_t i = one->first; i < one->end; i++)
    if (cut->items[i].doc < degree)
      degree = cut->items[i].doc;
  return degree;
}

/* Write down a block; its number. */
static bool
add_block(cutter *cut, const pending *one, uint32_t *number)
{
  pith_vips *vips = cut->vips;
  const pith_vips_item *item = &cut->items[one->first];
  bool single = one->end == one->first + 1;
  if (!PITH_GROW(vips->memory, vips->blocks, vips->capacity, vips->count + 1,
                 ITEMS_MOST))
    return false;
  pith_vips_block block = {.parent = one->parent,
                           .from = item->from,
                           .to = cut->items[one->end - 1].to,
                           .doc = single ? item->doc : degree_of_list(cut, one),
                           .rule = single ? item->rule : 0,
                           .separator = item->separator,
                           .leaf = true};
  if (one->parent != PITH_NODE_NONE) {
    const pith_vips_block *above = &vips->blocks[one->parent];
    block.depth = (uint16_t)(above->depth + (above->depth < UINT16_MAX));
    if (block.doc < above->doc)
      block.doc = above->doc;
  }
  *number = vips->count;
  vips->blocks[vips->count++] = block;
  return true;
}

/* Part a list where its separators are heaviest; the parts are to do next. */
static bool
part(cutter *cut, const pending *one, uint32_t block)
{
  uint8_t heaviest = heaviest_in(cut, one->first, one->end);
  uint32_t end = one->end;
  cut->vips->blocks[block].leaf = false;
  for (uint32_t i = one->end; i-- > one->first;) {
    if (i > one->first && cut->items[i].separator < heaviest)
      continue;
    pending piece = {i, end, block, one->list_in, one->round, heaviest};
    if (!push(cut, piece))
      return false;
    end = i;
  }
  return true;
}

/* Divide the node of a block that is one item. */
static bool
divide(cutter *cut, const pending *one, uint32_t block)
{
  pith_vips *vips = cut->vips;
  const pith_vips_item item = cut->items[one->first];
  uint32_t round = one->round + !item.divide;
  bool hold = false;
  uint32_t node = go_down(vips, item.from, round, &hold);
  pending list = {.first = cut->item_count, .list_in = node, .round = round};
  if (!list_items(cut, node, round, hold))
    return false;
  list.end = cut->item_count;
  if (list.end == list.first)
    return true;
  if (list.end > list.first + 1)
    return part(cut, &list, block);
  const pith_vips_item *only = &cut->items[list.first];
  if (!only->run) { /* beside text that is not shown; it takes the place */
    list.parent = block;
    vips->blocks[block].leaf = false;
    return push(cut, list);
  }
  if (only->doc > vips->blocks[block].doc)
    vips->blocks[block].doc = only->doc;
  return true;
}

/* One block: write it down, and divide it if it is too coarse. A run of inline
 * nodes cannot be divided, whatever its degree. */
static bool
do_block(cutter *cut, const pending *one)
{
  uint32_t block;
  if (!add_block(cut, one, &block))
    return false;
  const pith_vips_item *item = &cut->items[one->first];
  if (cut->vips->blocks[block].doc >= cut->pdoc)
    return true;
  if (one->end > one->first + 1)
    return part(cut, one, block);
  return item->run || divide(cut, one, block);
}

/* Begins with the whole page as one item of degree 1 and ends when nothing is
 * left to divide. No recursion: depth of the page costs memory, not stack. */
static bool
cut_page(cutter *cut)
{
  pith_vips_item page = {
      .from = 0, .to = cut->vips->tree->count, .doc = 1, .divide = true};
  pending one = {.end = 1, .parent = PITH_NODE_NONE};
  if (!add_item(cut, page) || !push(cut, one))
    return false;
  while (cut->todo_count > 0) {
    one = cut->todo[--cut->todo_count];
    if (!do_block(cut, &one))
      return false;
  }
  return true;
}

/* How much text each block has: leaves from their nodes, the others from
 * their children. */
static void
count_text(pith_vips *vips)
{
  for (uint32_t b = vips->count; b-- > 0;) {
    pith_vips_block *block = &vips->blocks[b];
    for (uint32_t n = block->from; block->leaf && n < block->to;) {
      bool inside = vips->tree->nodes[n].end <= block->to;
      block->chars += inside ? vips->nodes[n].chars : 0;
      block->link_chars += inside ? vips->nodes[n].link_chars : 0;
      n = inside ? vips->tree->nodes[n].end : n + 1;
    }
    if (block->parent != PITH_NODE_NONE) {
      vips->blocks[block->parent].chars += block->chars;
      vips->blocks[block->parent].link_chars += block->link_chars;
    }
  }
}

/* Node measures live as long as the blocks do: callers look at the text of
 * leaves. */
pith_status
pith__vips_init(pith_vips *vips, const pith_styles *styles,
                const pith_tree *tree, uint32_t pdoc)
{
  cutter cut = {.vips = vips, .pdoc = pdoc};
  pith_memory *memory = styles->memory;
  memset(vips, 0, sizeof *vips);
  vips->memory = memory;
  vips->tree = tree;
  vips->styles = styles;
  vips->steps = styles->steps;
  bool fine = PITH_GROW(memory, vips->nodes, vips->node_capacity, tree->count,
                        UINT32_MAX / 2) &&
              pith__vips_measure(vips) && cut_page(&cut);
  PITH_FREE_ITEMS(memory, cut.items, cut.item_capacity);
  PITH_FREE_ITEMS(memory, cut.todo, cut.todo_capacity);
  if (!fine) {
    pith__vips_done(vips);
    return pith__memory_status(memory);
  }
  count_text(vips);
  return PITH_OK;
}

void
pith__vips_done(pith_vips *vips)
{
  PITH_FREE_ITEMS(vips->memory, vips->nodes, vips->node_capacity);
  PITH_FREE_ITEMS(vips->memory, vips->blocks, vips->capacity);
  vips->nodes = NULL;
  vips->blocks = NULL;
  vips->node_capacity = vips->count = vips->capacity = 0;
}
