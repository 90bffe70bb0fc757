/*
 * The walk over the tree that makes a flow. One loop over the nodes in
 * document order, and one stack of the elements that have something to do when
 * they end:
 *
 *     nodes    1 div  2 ul  3 li  4 "tea"  5 p  6 "end"
 *     frames   at 4:  [ div ends at 7 ][ ul ends at 5 ][ li ends at 5 ]
 *
 * Before a node is visited, every frame whose `end` has been reached is
 * popped. Nothing recurses, so the depth of a page costs memory only.
 *
 * Tables are counted as they come, because table_kind.c has decided about all
 * of them in document order. Every table must therefore be counted: where a
 * part of the tree is skipped, the tables in it are skipped too.
 */
#include "render/flow/flow_build.h"

#include "base/slice.h"
#include "render/html/text_spans.h"

/* A frame keeps what the element may change (style, link, heading), so that
 * popping it restores the state in one step, whatever was inside. */
void
pith__builder_push(pith_flow_builder *builder, uint32_t node,
                   pith_frame_kind kind)
{
  const pith_flow_writer *writer = &builder->writer;
  pith_frame *frame = &builder->frames[builder->depth++];
  frame->end = builder->tree->nodes[node].end;
  frame->kind = (uint8_t)kind;
  frame->link = writer->link;
  frame->style = writer->style;
  frame->heading = writer->heading;
  frame->keep_lines = writer->keep_lines;
  frame->sign = "";
}

/* Room for one more frame, before an element is begun. */
static bool
make_room(pith_flow_builder *builder)
{
  return PITH_GROW(builder->flow->memory, builder->frames, builder->capacity,
                   builder->depth + 1, UINT32_MAX);
}

/* What the end of an element does is decided when it begins and kept as the
 * kind of its frame: the tag does not have to be looked at again. */
static void
end_element(pith_flow_builder *builder, const pith_frame *frame)
{
  pith_flow_writer *writer = &builder->writer;
  switch ((pith_frame_kind)frame->kind) {
  case PITH_FRAME_INLINE:
    break;
  case PITH_FRAME_EDGE:
    pith__flow_writer_edge(writer);
    break;
  case PITH_FRAME_APART:
    pith__flow_writer_blank(writer);
    break;
  case PITH_FRAME_BORDER:
    pith__flow_writer_border(writer);
    break;
  case PITH_FRAME_IMPLIED:
    pith__flow_writer_close(writer);
    pith__flow_writer_close(writer);
    break;
  case PITH_FRAME_CONTAINER:
    pith__flow_writer_close(writer);
    break;
  case PITH_FRAME_SIGN:
    pith__flow_writer_text(writer, pith__slice_of(frame->sign));
    break;
  case PITH_FRAME_CODE:
    pith__builder_code_end(builder);
    break;
  case PITH_FRAME_LINE:
    pith__builder_code_border(builder);
    break;
  case PITH_FRAME_TABLE:
    pith__builder_table_end(builder);
    break;
  case PITH_FRAME_CELL:
    pith__flow_writer_cell_end(writer);
    break;
  }
}

static void
pop(pith_flow_builder *builder)
{
  pith_frame frame = builder->frames[--builder->depth];
  end_element(builder, &frame);
  builder->writer.link = frame.link;
  builder->writer.style = frame.style;
  builder->writer.heading = frame.heading;
  builder->writer.keep_lines = frame.keep_lines;
}

/* Inside `pre` white space is content, so text takes another way. */
static void
write_text(pith_flow_builder *builder, pith_slice text)
{
  if (builder->code)
    pith__builder_code_text(builder, text);
  else
    pith__flow_writer_text(&builder->writer, text);
}

/* One span of a text node, without what is removed. A blank is noted where
 * something was taken out, so that the words on both sides do not become
 * one. */
static void
write_span(pith_flow_builder *builder, const pith_text_spans *spans,
           pith_span span)
{
  while (span.from < span.to) {
    uint32_t from = span.from;
    pith_span range;
    const pith_verdict *hit =
        pith__text_spans_removed(spans, &builder->removed, &span, &range);
    pith__buffer_clear(&builder->scratch);
    pith__text_spans_copy(spans, from, range.from, &builder->scratch);
    builder->flow->failed |= builder->scratch.failed;
    write_text(builder, pith__buffer_slice(&builder->scratch));
    if (hit && !builder->code)
      pith__flow_writer_blank(&builder->writer);
  }
}

/* Most text nodes are kept or removed as a whole and need not be mapped to
 * the source; only a node that is removed in part is. */
static void
text_node(pith_flow_builder *builder, uint32_t node)
{
  const pith_tree_node *at = &builder->tree->nodes[node];
  pith_text_spans spans;
  pith_span span;
  if (builder->table.active && builder->table.opened && !builder->writer.cell)
    return; /* white space between rows */
  switch (pith__removed_share_of(&builder->removed, at->from, at->close_to)) {
  case PITH_REMOVED_NOTHING:
    write_text(builder, pith__tree_text(builder->tree, node));
    break;
  case PITH_REMOVED_ALL:
    pith__flow_writer_blank(&builder->writer);
    break;
  case PITH_REMOVED_PART:
    pith__text_spans_init(&spans, builder->tree, node);
    while (pith__text_spans_next(&spans, &span))
      write_span(builder, &spans, span);
    break;
  }
}

/* Count the tables in [from, to), which was skipped. */
static void
pass_tables(pith_flow_builder *builder, uint32_t from, uint32_t to)
{
  for (uint32_t n = from; n < to; n++)
    builder->next_table += builder->tree->nodes[n].kind == PITH_NODE_ELEMENT &&
                           builder->tree->nodes[n].tag == PITH_TAG_TABLE;
}

static bool
is_heading(const pith_tree_node *node)
{
  return node->space == PITH_NAMESPACE_HTML && node->tag >= PITH_TAG_H1 &&
         node->tag <= PITH_TAG_H6;
}

/* Returns the node to go on with. An element that shows nothing returns the
 * node behind its last descendant, so hidden subtrees cost one step. */
static uint32_t
visit(pith_flow_builder *builder, uint32_t node)
{
  const pith_tree_node *at = &builder->tree->nodes[node];
  if (at->kind == PITH_NODE_TEXT) {
    text_node(builder, node);
    return node + 1;
  }
  if (at->kind != PITH_NODE_ELEMENT)
    return node + 1;
  if (builder->headline.node > 0 && is_heading(at) &&
      pith__headline_repeats(&builder->headline, builder->tree, node)) {
    pith__flow_writer_border(&builder->writer);
    return at->end;
  }
  if (!builder->code) {
    uint32_t counted = builder->next_table;
    uint32_t next = pith__builder_element(builder, node);
    if (builder->kinds.count > 0 && next > node + 1)
      pass_tables(builder, builder->next_table > counted ? node + 1 : node,
                  next);
    return next;
  }
  uint32_t next =
      at->close_to > at->from &&
              pith__removed_covers(&builder->removed, at->from, at->close_to)
          ? at->end
          : pith__builder_code_element(builder, node);
  pass_tables(builder, node, next);
  return next;
}

static bool
start(pith_flow_builder *builder, pith_flow *flow, const pith_render_page *page,
      const pith_render_settings *options)
{
  memset(builder, 0, sizeof *builder);
  builder->tree = page->tree;
  builder->options = options;
  builder->flow = flow;
  pith__flow_writer_init(&builder->writer, flow);
  pith__removed_init(&builder->removed, page->verdicts);
  builder->removes = pith__removed_find(&builder->removed, 0, UINT32_MAX);
  pith__table_kinds_init(&builder->kinds, page->memory);
  pith__buffer_init(&builder->scratch, page->memory);
  return pith__table_kinds_find(&builder->kinds, page->tree);
}

static void
finish(pith_flow_builder *builder)
{
  PITH_FREE_ITEMS(builder->flow->memory, builder->frames, builder->capacity);
  pith__table_kinds_done(&builder->kinds);
  pith__buffer_done(&builder->scratch);
}

/* Visit the nodes [n, end). The stack is emptied even after a failure: frames
 * of code and tables end what they began. */
static bool
walk(pith_flow_builder *builder, uint32_t n, uint32_t end)
{
  bool room = true;
  while (n < end && room && !builder->flow->failed) {
    while (builder->depth > 0 && builder->frames[builder->depth - 1].end <= n)
      pop(builder);
    room = make_room(builder);
    if (room)
      n = visit(builder, n);
  }
  while (builder->depth > 0)
    pop(builder);
  return room;
}

/* The headline first, as a heading of the first level, whatever verdicts say
 * of it. From then on its words are not written in a heading again. */
static bool
write_headline(pith_flow_builder *builder)
{
  const pith_render_settings *options = builder->options;
  pith_flow_writer *writer = &builder->writer;
  pith_removed removed = builder->removed;
  pith_headline headline;
  bool room = true;
  pith__headline_find(&headline, builder->tree);
  if (options->headline == PITH_HEADLINE_FIRST) {
    uint32_t node = headline.node;
    pith__removed_init(&builder->removed, NULL);
    writer->heading = 1;
    if (node > 0)
      room = walk(builder, node + 1, builder->tree->nodes[node].end);
    else
      pith__flow_writer_text(writer, options->title);
    pith__flow_writer_border(writer);
    writer->heading = 0;
    builder->removed = removed;
  }
  builder->headline = headline;
  return room;
}

pith_status
pith__flow_build(pith_flow *flow, const pith_render_page *page,
                 const pith_render_settings *options)
{
  pith_flow_builder builder;
  bool room = start(&builder, flow, page, options);
  if (room && options->headline != PITH_HEADLINE_AS_IS)
    room = write_headline(&builder);
  room = room && walk(&builder, 1, page->tree->count);
  while (flow->count > 0 && flow->ops[flow->count - 1].kind == PITH_FLOW_RULE)
    flow->count--; /* nothing follows that it could separate */
  finish(&builder);
  return room && !flow->failed ? PITH_OK : pith__memory_status(page->memory);
}
