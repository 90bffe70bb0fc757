/*
 * From rows of cells with spans to places in a grid.
 *
 * One pass places the cells. It keeps, for every column, the row up to which a
 * cell from above covers it, so a huge rowspan costs no more than a small one.
 * The area of the grid is bounded by the number of its cells: writers may look
 * at every place of it.
 */
#include "render/flow/grid.h"

#include <string.h>

typedef struct placing {
  const pith_flow *flow;
  uint32_t row;       /* the row being read; rows that are empty count, too */
  uint32_t column;    /* where the next cell may start */
  bool any;           /* a row has begun */
  bool all_heads;     /* of the row: every cell is a `th` */
  bool in_head;       /* of the row: it is in `thead` */
  bool filled;        /* of the row: something is in it */
  bool past_head;     /* a row of data has been seen */
  uint32_t last_head; /* one past the last row of headers */
  uint32_t covered[PITH_GRID_COLUMNS]; /* first row that is free again */
  bool used[PITH_GRID_COLUMNS];
} placing;

void
pith__grid_init(pith_grid *grid, pith_memory *memory)
{
  memset(grid, 0, sizeof *grid);
  grid->memory = memory;
}

void
pith__grid_done(pith_grid *grid)
{
  PITH_FREE_ITEMS(grid->memory, grid->cells, grid->capacity);
  pith__grid_init(grid, grid->memory);
}

/* A row is a header when it is in `thead` or all its cells are `th`; headers
 * count only at the top, before the first row of data. */
static void
end_row(placing *at)
{
  if (!at->any)
    return;
  bool head = at->filled && (at->in_head || at->all_heads);
  if (head && !at->past_head)
    at->last_head = at->row + 1;
  else if (at->filled)
    at->past_head = true;
  at->row++;
}

/* Rows are counted even if they are empty: row spans count them. */
static void
begin_row(placing *at, const pith_flow_op *op)
{
  end_row(at);
  at->any = true;
  at->column = 0;
  at->in_head = op->bits;
  at->all_heads = true;
  at->filled = false;
}

/* A cell owns the inline operations behind it; without any it is empty. */
static bool
is_empty(const pith_flow *flow, uint32_t cell)
{
  return cell + 1 >= flow->count || !pith__flow_is_inline(&flow->ops[cell + 1]);
}

/* Only cells with something in them are kept. A cell beyond the last column
 * makes the whole table simple. */
static bool
add_cell(pith_grid *grid, placing *at, uint32_t op)
{
  const pith_flow_op *cell = &at->flow->ops[op];
  if (!PITH_GROW(grid->memory, grid->cells, grid->capacity, grid->count + 1,
                 UINT32_MAX))
    return false;
  pith_grid_cell place = {at->row, at->column, op, cell->a};
  grid->cells[grid->count++] = place;
  at->filled = true;
  at->all_heads &= cell->bits;
  if (at->column < PITH_GRID_COLUMNS)
    at->used[at->column] = true;
  else
    grid->simple = true;
  return true;
}

/* HTML, "Forming a table": a cell goes to the first column that no cell from
 * above covers, and then covers its columns for its rows.
 *
 *     covered[]   row at which the column is free again
 *     row 1:      3 0 0 2        the next cell goes to column 1 */
static bool
place_cell(pith_grid *grid, placing *at, uint32_t op)
{
  const pith_flow_op *cell = &at->flow->ops[op];
  while (at->column < PITH_GRID_COLUMNS && at->covered[at->column] > at->row)
    at->column++;
  if (!is_empty(at->flow, op) && !add_cell(grid, at, op))
    return false;
  uint32_t end = at->column + cell->a;
  for (uint32_t i = at->column; i < end && i < PITH_GRID_COLUMNS; i++)
    at->covered[i] = at->row + cell->b;
  at->column = end;
  return true;
}

/* Renumber rows and columns so that empty ones disappear. A table whose rows
 * are all headers keeps the first of them as its header and shows the rest
 * as data. */
static void
close_ranks(pith_grid *grid, const placing *at)
{
  uint32_t number[PITH_GRID_COLUMNS], row = 0, heads = 0;
  for (uint32_t i = 0; i < PITH_GRID_COLUMNS; i++) {
    number[i] = grid->columns;
    grid->columns += at->used[i];
  }
  for (uint32_t i = 0; i < grid->count; i++) {
    pith_grid_cell *cell = &grid->cells[i];
    bool same = i + 1 < grid->count && cell[1].row == cell->row;
    if (!same && cell->row < at->last_head)
      heads = row + 1;
    if (cell->column < PITH_GRID_COLUMNS) {
      uint32_t end = cell->column + cell->span;
      uint32_t first = number[cell->column];
      cell->span =
          (end < PITH_GRID_COLUMNS ? number[end] : grid->columns) - first;
      cell->column = first;
    }
    cell->row = row;
    row += !same;
  }
  grid->rows = row;
  grid->header_rows = heads < row ? heads : row > 1;
}

/* The last test bounds the area by the number of cells: a table of two cells
 * a million columns apart must not cost a million places. */
bool
pith__grid_read(pith_grid *grid, const pith_flow *flow, uint32_t open)
{
  placing at;
  memset(&at, 0, sizeof at);
  at.flow = flow;
  grid->count = grid->rows = grid->columns = 0;
  grid->simple = false;
  for (uint32_t i = open + 1; i < flow->ops[open].a; i++) {
    if (flow->ops[i].kind == PITH_FLOW_ROW)
      begin_row(&at, &flow->ops[i]);
    else if (flow->ops[i].kind == PITH_FLOW_CELL && !place_cell(grid, &at, i))
      return false;
  }
  end_row(&at);
  close_ranks(grid, &at);
  if ((uint64_t)grid->rows * grid->columns > (uint64_t)grid->count * 4 + 4096)
    grid->simple = true;
  return true;
}
