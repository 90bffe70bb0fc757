/*
 * Leaves and containers of a flow; the words themselves are in pen_words.c.
 *
 * What surprises: an operation can be taken back. Text that stands in a list
 * but in no item belongs to the item before it, so the ITEM_CLOSE just written
 * is removed and the item goes on. A second `<li>` outside any list goes on
 * with the list that was implied for the first.
 */
#include "render/flow/pen.h"

#include "render/flow/pen_words.h"

void
pith__pen_init(pith_pen *pen, pith_flow *flow)
{
  memset(pen, 0, sizeof *pen);
  pen->flow = flow;
}

static void
add(pith_pen *pen, pith_flow_kind kind, uint32_t a)
{
  pith_flow_op op = {(uint8_t)kind, 0, a, 0, 0};
  pith__flow_add(pen->flow, op);
}

/* --- lists ---------------------------------------------------------------- */

static void
write_list_open(pith_pen *pen, pith_container *list, uint32_t number)
{
  pith_flow_op op = {PITH_FLOW_LIST_OPEN, list->ordered ? PITH_LIST_ORDERED : 0,
                     number, 0, 0};
  list->op = pen->flow->count;
  list->written = true;
  pith__flow_add(pen->flow, op);
}

static void
write_list_close(pith_pen *pen, pith_container *list)
{
  pith_flow_op op = {PITH_FLOW_LIST_CLOSE, 0, list->op, list->number,
                     list->implied};
  pith__flow_add(pen->flow, op);
}

static void
close_bare_item(pith_pen *pen, pith_container *list)
{
  if (list->bare)
    add(pen, PITH_FLOW_ITEM_CLOSE, 0);
  list->bare = false;
}

/* Open item `number` of the list. Markdown counts by itself, so a number that
 * does not follow on the last starts a list anew. */
static void
write_item_open(pith_pen *pen, pith_container *list, uint32_t number)
{
  close_bare_item(pen, list);
  if (list->written && list->ordered && number != list->number) {
    write_list_close(pen, list);
    list->written = false;
  }
  if (!list->written)
    write_list_open(pen, list, number);
  add(pen, PITH_FLOW_ITEM_OPEN, number);
  list->number = number + 1;
  list->blocks = 0;
}

/* An item for what stands in the list but in no item. */
static void
open_bare_item(pith_pen *pen, pith_container *list)
{
  pith_flow *flow = pen->flow;
  if (list->bare)
    return;
  if (list->written && flow->count > 0 &&
      flow->ops[flow->count - 1].kind == PITH_FLOW_ITEM_CLOSE)
    flow->count--;
  else
    write_item_open(pen, list, list->number);
  list->bare = true;
}

/* --- containers ----------------------------------------------------------- */

/* Write what is open and not yet written, outermost first. */
static void
write_containers(pith_pen *pen)
{
  for (uint32_t i = 0; i < pen->depth; i++) {
    pith_container *at = &pen->containers[i];
    pith_container *outer = i > 0 ? at - 1 : NULL;
    bool in_list = outer && outer->kind == PITH_CONTAINER_LIST;
    if (in_list && at->kind != PITH_CONTAINER_ITEM)
      open_bare_item(pen, outer);
    if (at->written)
      continue;
    if (outer && at->kind == PITH_CONTAINER_ITEM) /* it always has one */
      write_item_open(pen, outer, at->number);
    else if (at->kind != PITH_CONTAINER_LIST)
      add(pen,
          at->kind == PITH_CONTAINER_QUOTE ? PITH_FLOW_QUOTE_OPEN
                                           : PITH_FLOW_INDENT_OPEN,
          0);
    else
      continue; /* with its first item */
    at->written = true;
  }
  pith_container *top = pith__pen_top(pen);
  if (top && top->kind == PITH_CONTAINER_LIST)
    open_bare_item(pen, top);
}

/* Count a block in the item it stands in; the second makes the list loose. */
static void
count_block(pith_pen *pen)
{
  for (uint32_t i = pen->depth; i-- > 0;) {
    pith_container *at = &pen->containers[i];
    if (at->kind != PITH_CONTAINER_LIST)
      continue;
    if (++at->blocks == 2 && !pen->flow->failed)
      pen->flow->ops[at->op].bits |= PITH_LIST_LOOSE;
    return;
  }
}

static void
end_leaf(pith_pen *pen)
{
  pen->leaf = false;
  pen->content = false;
  pen->blank = PITH_BLANK_NONE;
  pen->breaks = 0;
}

void
pith__pen_begin(pith_pen *pen)
{
  if (pen->leaf && !pen->cell && pen->breaks > 1)
    end_leaf(pen);
  if (!pen->leaf) {
    pith_flow_op op = {pen->heading ? PITH_FLOW_HEADING : PITH_FLOW_PARAGRAPH,
                       pen->heading, 0, 0, 0};
    write_containers(pen);
    count_block(pen);
    pith__flow_add(pen->flow, op);
    end_leaf(pen);
    pen->leaf = true;
    pen->line_from = pen->flow->words.len;
  }
  if (pen->breaks > 0 && pen->content && pen->heading && !pen->cell) {
    pen->blank = PITH_BLANK_SURE; /* a heading is one line */
  } else if (pen->breaks > 0 && pen->content) {
    add(pen, PITH_FLOW_BREAK, 0);
    pen->blank = PITH_BLANK_NONE;
    pen->line_from = pen->flow->words.len;
  }
  if (!pen->content)
    pen->blank = PITH_BLANK_NONE;
  pen->breaks = 0;
  pen->content = true;
}

void
pith__pen_blank(pith_pen *pen)
{
  if (pen->blank < PITH_BLANK_SOFT)
    pen->blank = PITH_BLANK_SOFT;
}

void
pith__pen_edge(pith_pen *pen)
{
  if (pen->blank == PITH_BLANK_NONE)
    pen->blank = PITH_BLANK_EDGE;
}

void
pith__pen_break(pith_pen *pen)
{
  pen->breaks++;
}

void
pith__pen_border(pith_pen *pen)
{
  if (!pen->cell)
    end_leaf(pen);
  else if (pen->breaks == 0)
    pen->breaks = 1;
}

void
pith__pen_unseen_image(pith_pen *pen)
{
  if (!pen->leaf)
    write_containers(pen);
}

void
pith__pen_block(pith_pen *pen, pith_flow_op op)
{
  end_leaf(pen);
  write_containers(pen);
  count_block(pen);
  pith__flow_add(pen->flow, op);
}

static pith_container *
push(pith_pen *pen, pith_container_kind kind)
{
  if (pen->depth == PITH_CONTAINERS_MAX)
    return NULL;
  pith_container *top = &pen->containers[pen->depth++];
  memset(top, 0, sizeof *top);
  top->kind = (uint8_t)kind;
  end_leaf(pen);
  return top;
}

bool
pith__pen_open(pith_pen *pen, pith_container_kind kind, uint32_t number)
{
  pith_container *top = push(pen, kind);
  if (top)
    top->number = number;
  return top != NULL;
}

bool
pith__pen_open_ordered(pith_pen *pen, uint32_t first)
{
  pith_container *list = push(pen, PITH_CONTAINER_LIST);
  if (!list)
    return false;
  list->ordered = true;
  list->number = list->due = first;
  return true;
}

bool
pith__pen_open_implied(pith_pen *pen)
{
  pith_flow *flow = pen->flow;
  pith_container *list = push(pen, PITH_CONTAINER_LIST);
  if (!list)
    return false;
  list->implied = true;
  if (flow->count > 0) {
    pith_flow_op last = flow->ops[flow->count - 1];
    if (last.kind == PITH_FLOW_LIST_CLOSE && last.c == 1) {
      list->written = true;
      list->op = last.a;
      list->number = last.b;
      flow->count--;
    }
  }
  return true;
}

void
pith__pen_close(pith_pen *pen)
{
  pith_container *top = pith__pen_top(pen);
  end_leaf(pen);
  if (top->kind == PITH_CONTAINER_LIST) {
    close_bare_item(pen, top);
    if (top->written)
      write_list_close(pen, top);
  } else if (top->written) {
    add(pen,
        top->kind == PITH_CONTAINER_ITEM    ? PITH_FLOW_ITEM_CLOSE
        : top->kind == PITH_CONTAINER_QUOTE ? PITH_FLOW_QUOTE_CLOSE
                                            : PITH_FLOW_INDENT_CLOSE,
        0);
  }
  pen->depth--;
}

void
pith__pen_cell(pith_pen *pen, pith_flow_op op)
{
  end_leaf(pen);
  pith__flow_add(pen->flow, op);
  pen->line_from = pen->flow->words.len;
  pen->leaf = true;
  pen->cell = true;
}

void
pith__pen_cell_end(pith_pen *pen)
{
  pen->cell = false;
  end_leaf(pen);
}
