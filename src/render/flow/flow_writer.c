/*
 * Leaves and containers of a flow; the words themselves are in
 * flow_writer_words.c.
 *
 * What surprises: an operation can be taken back. Text that is in a list
 * but in no item belongs to the item before it, so the ITEM_CLOSE just written
 * is removed and the item goes on. A second `<li>` outside any list goes on
 * with the list that was implied for the first.
 */
#include "render/flow/flow_writer.h"

#include "render/flow/flow_writer_words.h"

/* All zero is the right start: no block is open, no blank is due. */
void
pith__flow_writer_init(pith_flow_writer *writer, pith_flow *flow)
{
  memset(writer, 0, sizeof *writer);
  writer->flow = flow;
}

/* An operation with one number. */
static void
add(pith_flow_writer *writer, pith_flow_kind kind, uint32_t a)
{
  pith_flow_op op = {(uint8_t)kind, 0, a, 0, 0};
  pith__flow_add(writer->flow, op);
}

/* --- lists ---------------------------------------------------------------- */

/* The place of the opening is kept: it is marked loose later, when the
 * second block of an item is found. */
static void
write_list_open(pith_flow_writer *writer, pith_container *list, uint32_t number)
{
  pith_flow_op op = {PITH_FLOW_LIST_OPEN, list->ordered ? PITH_LIST_ORDERED : 0,
                     number, 0, 0};
  list->op = writer->flow->count;
  list->written = true;
  pith__flow_add(writer->flow, op);
}

/* The closing keeps where the list was opened, its next number and whether
 * it was implied, so that an implied list can be reopened from it
 * (pith__flow_writer_open_implied). */
static void
write_list_close(pith_flow_writer *writer, pith_container *list)
{
  pith_flow_op op = {PITH_FLOW_LIST_CLOSE, 0, list->op, list->number,
                     list->implied};
  pith__flow_add(writer->flow, op);
}

/* End the item that was made for content outside any `li`. */
static void
close_bare_item(pith_flow_writer *writer, pith_container *list)
{
  if (list->bare)
    add(writer, PITH_FLOW_ITEM_CLOSE, 0);
  list->bare = false;
}

/* Open item `number` of the list. Markdown counts by itself, so a number that
 * does not follow on the last starts a list anew. */
static void
write_item_open(pith_flow_writer *writer, pith_container *list, uint32_t number)
{
  close_bare_item(writer, list);
  if (list->written && list->ordered && number != list->number) {
    write_list_close(writer, list);
    list->written = false;
  }
  if (!list->written)
    write_list_open(writer, list, number);
  add(writer, PITH_FLOW_ITEM_OPEN, number);
  list->number = number + 1;
  list->blocks = 0;
}

/* Make an item for content that is in a list but in no item: the item before
 * goes on, if there is one. The ITEM_CLOSE just written is taken back for
 * that.
 *
 *     <ul><li>a</li> b </ul>    ->    LIST ITEM a b /ITEM /LIST */
static void
open_bare_item(pith_flow_writer *writer, pith_container *list)
{
  pith_flow *flow = writer->flow;
  if (list->bare)
    return;
  if (list->written && flow->count > 0 &&
      flow->ops[flow->count - 1].kind == PITH_FLOW_ITEM_CLOSE)
    flow->count--;
  else
    write_item_open(writer, list, list->number);
  list->bare = true;
}

/* --- containers ----------------------------------------------------------- */

/* Write what is open and not yet written, outermost first. */
static void
write_containers(pith_flow_writer *writer)
{
  for (uint32_t i = 0; i < writer->depth; i++) {
    pith_container *at = &writer->containers[i];
    pith_container *outer = i > 0 ? at - 1 : NULL;
    bool in_list = outer && outer->kind == PITH_CONTAINER_LIST;
    if (in_list && at->kind != PITH_CONTAINER_ITEM)
      open_bare_item(writer, outer);
    if (at->written)
      continue;
    if (outer && at->kind == PITH_CONTAINER_ITEM) /* it always has one */
      write_item_open(writer, outer, at->number);
    else if (at->kind != PITH_CONTAINER_LIST)
      add(writer,
          at->kind == PITH_CONTAINER_QUOTE ? PITH_FLOW_QUOTE_OPEN
                                           : PITH_FLOW_INDENT_OPEN,
          0);
    else
      continue; /* with its first item */
    at->written = true;
  }
  pith_container *top = pith__flow_writer_top(writer);
  if (top && top->kind == PITH_CONTAINER_LIST)
    open_bare_item(writer, top);
}

/* Count a block in the innermost list; the second block of an item makes the
 * list loose, which puts blank lines between all its items (CommonMark,
 * "Lists"). */
static void
count_block(pith_flow_writer *writer)
{
  for (uint32_t i = writer->depth; i-- > 0;) {
    pith_container *at = &writer->containers[i];
    if (at->kind != PITH_CONTAINER_LIST)
      continue;
    if (++at->blocks == 2 && !writer->flow->failed)
      writer->flow->ops[at->op].bits |= PITH_LIST_LOOSE;
    return;
  }
}

/* A list that an item begins with is a block of the item: words behind it would
 * otherwise run on in its last item. */
static void
count_nested(pith_flow_writer *writer)
{
  for (uint32_t i = writer->depth - 1; i-- > 0;) {
    pith_container *at = &writer->containers[i];
    if (at->kind != PITH_CONTAINER_LIST)
      continue;
    at->blocks += at->blocks == 0;
    return;
  }
}

/* Forget the open block and what was due in it: trailing blanks and breaks
 * are never written. */
static void
end_leaf(pith_flow_writer *writer)
{
  writer->leaf = false;
  writer->content = false;
  writer->blank = PITH_BLANK_NONE;
  writer->breaks = 0;
}

/* Called right before the first word or image of a leaf, so containers and
 * blocks without content never reach the flow. Two or more breaks in a row
 * are read as the end of a paragraph, as people use `<br><br>`. */
void
pith__flow_writer_begin(pith_flow_writer *writer)
{
  if (writer->leaf && !writer->cell && writer->breaks > 1)
    end_leaf(writer);
  if (!writer->leaf) {
    pith_flow_op op = {writer->heading ? PITH_FLOW_HEADING
                                       : PITH_FLOW_PARAGRAPH,
                       writer->heading, 0, 0, 0};
    write_containers(writer);
    count_block(writer);
    pith__flow_add(writer->flow, op);
    end_leaf(writer);
    writer->leaf = true;
    writer->line_from = writer->flow->words.len;
  }
  if (writer->breaks > 0 && writer->content && writer->heading &&
      !writer->cell) {
    writer->blank = PITH_BLANK_SURE; /* a heading is one line */
  } else if (writer->breaks > 0 && writer->content) {
    add(writer, PITH_FLOW_BREAK, 0);
    writer->blank = PITH_BLANK_NONE;
    writer->line_from = writer->flow->words.len;
  }
  if (!writer->content)
    writer->blank = PITH_BLANK_NONE;
  writer->breaks = 0;
  writer->content = true;
}

/* Kinds of blanks are ordered by strength; a weaker one never replaces a
 * stronger one. */
void
pith__flow_writer_blank(pith_flow_writer *writer)
{
  if (writer->blank < PITH_BLANK_SOFT)
    writer->blank = PITH_BLANK_SOFT;
}

/* The weakest kind: only noted where nothing else is due. */
void
pith__flow_writer_edge(pith_flow_writer *writer)
{
  if (writer->blank == PITH_BLANK_NONE)
    writer->blank = PITH_BLANK_EDGE;
}

void
pith__flow_writer_break(pith_flow_writer *writer)
{
  writer->breaks++;
}

/* In a cell there are no blocks, only lines. */
void
pith__flow_writer_border(pith_flow_writer *writer)
{
  if (!writer->cell)
    end_leaf(writer);
  else if (writer->breaks == 0)
    writer->breaks = 1;
}

/* Write the containers that the image would have written, so that
 * `--no-images` leaves list items and quotes unchanged. */
void
pith__flow_writer_unseen_image(pith_flow_writer *writer)
{
  if (!writer->leaf)
    write_containers(writer);
}

/* Rules, code and tables are complete operations: no leaf is open after
 * them. */
void
pith__flow_writer_block(pith_flow_writer *writer, pith_flow_op op)
{
  end_leaf(writer);
  write_containers(writer);
  count_block(writer);
  pith__flow_add(writer->flow, op);
}

/* NULL when the containers are nested too deeply; the caller then shows the
 * element as a plain block. */
static pith_container *
push(pith_flow_writer *writer, pith_container_kind kind)
{
  if (writer->depth == PITH_CONTAINERS_MAX)
    return NULL;
  pith_container *top = &writer->containers[writer->depth++];
  memset(top, 0, sizeof *top);
  top->kind = (uint8_t)kind;
  end_leaf(writer);
  return top;
}

bool
pith__flow_writer_open(pith_flow_writer *writer, pith_container_kind kind,
                       bool ordered, uint32_t number)
{
  pith_container *top = push(writer, kind);
  if (!top)
    return false;
  top->ordered = ordered;
  top->number = top->due = number;
  return true;
}

/* Reopen the implied list if it was the last thing written, so that
 * successive `li` elements without a list become one list. */
bool
pith__flow_writer_open_implied(pith_flow_writer *writer)
{
  pith_flow *flow = writer->flow;
  pith_container *list = push(writer, PITH_CONTAINER_LIST);
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

/* A container that was never written is closed without a trace. */
void
pith__flow_writer_close(pith_flow_writer *writer)
{
  pith_container *top = pith__flow_writer_top(writer);
  end_leaf(writer);
  if (top->kind == PITH_CONTAINER_LIST) {
    close_bare_item(writer, top);
    if (top->written) {
      write_list_close(writer, top);
      count_nested(writer);
    }
  } else if (top->written) {
    add(writer,
        top->kind == PITH_CONTAINER_ITEM    ? PITH_FLOW_ITEM_CLOSE
        : top->kind == PITH_CONTAINER_QUOTE ? PITH_FLOW_QUOTE_CLOSE
                                            : PITH_FLOW_INDENT_CLOSE,
        0);
  }
  writer->depth--;
}

/* A cell is a leaf from its beginning: even an empty cell keeps its place in
 * the row. */
void
pith__flow_writer_cell(pith_flow_writer *writer, pith_flow_op op)
{
  end_leaf(writer);
  pith__flow_add(writer->flow, op);
  writer->line_from = writer->flow->words.len;
  writer->leaf = true;
  writer->cell = true;
}

void
pith__flow_writer_cell_end(pith_flow_writer *writer)
{
  writer->cell = false;
  end_leaf(writer);
}
