/*
 * Tables of data: rows and cells of the flow. What is in a cell, whatever
 * it is, becomes lines of words; a table inside a cell too, a line a row.
 *
 * Nothing is written before the first row, so that a caption comes out as a
 * paragraph above the table. And a table in which nothing was written is
 * undone, together with the containers that were opened for it.
 */
#include "render/flow/flow_build.h"

#include "page/element/attribute.h"
#include "render/flow/special_content.h"

/* HTML's own limits, "Tables", "Forming a table". */
#define COLUMNS_MAX 1000
#define ROWS_MAX    65534

/* Layout tables and tables inside cells are read cell by cell, like blocks. */
uint32_t
pith__builder_table(pith_flow_builder *builder, uint32_t node)
{
  bool data = builder->next_table < builder->kinds.count &&
              builder->kinds.is_data[builder->next_table];
  builder->next_table++;
  pith__flow_writer_border(&builder->writer);
  if (!data || builder->writer.cell) {
    pith__builder_push(builder, node, PITH_FRAME_BORDER);
    return node + 1;
  }
  if (!builder->options->tables)
    return builder->tree->nodes[node].end;
  pith__builder_push(builder, node, PITH_FRAME_TABLE);
  builder->writer.heading = 0;
  builder->table.active = true;
  builder->table.opened = false;
  return node + 1;
}

/* Write the opening, and keep all that is needed to undo it: the writer's
 * state, the sizes of the flow, and its last operation, because an
 * ITEM_CLOSE may have been taken back. */
static void
open_table(pith_flow_builder *builder)
{
  pith_open_table *table = &builder->table;
  pith_flow *flow = builder->flow;
  pith_flow_op op = {PITH_FLOW_TABLE_OPEN, 0, 0, 0, 0};
  if (table->opened)
    return;
  table->opened = true;
  table->before = builder->writer;
  table->ops = flow->count;
  table->words = flow->words.len;
  if (flow->count > 0)
    table->last = flow->ops[flow->count - 1];
  pith__flow_writer_block(&builder->writer, op);
  table->op = flow->count - 1;
}

/* Back to the state of open_table(). Nothing before the table has been
 * changed but the last operation, which is put back. */
static void
undo_table(pith_flow_builder *builder)
{
  pith_open_table *table = &builder->table;
  pith_flow *flow = builder->flow;
  builder->writer = table->before;
  flow->count = table->ops;
  flow->words.len = table->words;
  if (flow->count > 0)
    flow->ops[flow->count - 1] = table->last;
}

/* A table whose cells hold no run and no image has nothing to show. */
static bool
shows_something(const pith_flow *flow, uint32_t from)
{
  for (uint32_t i = from; i < flow->count; i++)
    if (pith__flow_is_inline(&flow->ops[i]))
      return true;
  return false;
}

/* The opening learns where the table closes, so that writers can jump over
 * it. */
void
pith__builder_table_end(pith_flow_builder *builder)
{
  pith_open_table *table = &builder->table;
  pith_flow *flow = builder->flow;
  table->active = false;
  if (!table->opened || flow->failed)
    return;
  pith__flow_writer_cell_end(&builder->writer);
  if (!shows_something(flow, table->op)) {
    undo_table(builder);
    return;
  }
  pith_flow_op op = {PITH_FLOW_TABLE_CLOSE, 0, table->op, 0, 0};
  flow->ops[table->op].a = flow->count;
  pith__flow_add(flow, op);
}

/* A row ends the cell before it. */
static void
write_row(pith_flow_builder *builder, bool head)
{
  pith_flow_op op = {PITH_FLOW_ROW, head, 0, 0, 0};
  open_table(builder);
  pith__flow_writer_cell_end(&builder->writer);
  pith__flow_add(builder->flow, op);
}

/* Numbers from the page, kept within the limits of the standard. */
static uint32_t
clamp(int32_t number, int32_t least, int32_t most)
{
  return (uint32_t)(number < least ? least : number > most ? most : number);
}

static void
write_cell(pith_flow_builder *builder, uint32_t node)
{
  const pith_tree *tree = builder->tree;
  pith_flow_op op = {PITH_FLOW_CELL, tree->nodes[node].tag == PITH_TAG_TH, 1, 1,
                     0};
  op.a =
      clamp(pith__attribute_number(tree, node, "colspan", 1), 1, COLUMNS_MAX);
  int32_t rows = pith__attribute_number(tree, node, "rowspan", 1);
  /* 0 means: to the end of the table. */
  op.b = rows == 0 ? ROWS_MAX : clamp(rows, 1, ROWS_MAX);
  pith__builder_push(builder, node, PITH_FRAME_CELL);
  pith__flow_writer_cell(&builder->writer, op);
}

/* A part of a table that is only layout, or is inside a cell. */
static void
plain_part(pith_flow_builder *builder, uint32_t node, pith_display display)
{
  bool beside = display == PITH_DISPLAY_CELL && builder->writer.cell;
  if (beside)
    pith__flow_writer_blank(&builder->writer);
  else
    pith__flow_writer_border(&builder->writer);
  pith__builder_push(builder, node,
                     beside ? PITH_FRAME_APART : PITH_FRAME_BORDER);
}

/* Rows, cells, captions and columns. A caption before the first row is a
 * paragraph above the table; one that comes later is a row of its own. */
uint32_t
pith__builder_table_part(pith_flow_builder *builder, uint32_t node,
                         pith_display display)
{
  const pith_tree *tree = builder->tree;
  if (display == PITH_DISPLAY_COLUMN ||
      (display == PITH_DISPLAY_CELL && pith__is_line_number(tree, node)))
    return tree->nodes[node].end;
  bool in_table = builder->table.active && !builder->writer.cell;
  bool above = display == PITH_DISPLAY_CAPTION && !builder->table.opened;
  if (!in_table || above) {
    plain_part(builder, node, display);
  } else if (display == PITH_DISPLAY_ROW) {
    const pith_tree_node *group = &tree->nodes[tree->nodes[node].parent];
    write_row(builder, group->tag == PITH_TAG_THEAD);
  } else if (display == PITH_DISPLAY_CELL) {
    open_table(builder);
    write_cell(builder, node);
  } else if (display == PITH_DISPLAY_CAPTION) {
    write_row(builder, false);
    write_cell(builder, node);
  }
  return node + 1;
}
