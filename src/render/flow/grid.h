/*
 * The cells of a table of the flow, each in its row and column.
 *
 * Spans are resolved as HTML does ("Forming a table"): a cell is where it
 * starts, and the places it covers stay empty. Then what is empty all the way
 * goes: rows and columns in which no cell with something in it starts.
 */
#ifndef PITH_RENDER_FLOW_GRID_H
#define PITH_RENDER_FLOW_GRID_H

#include "render/flow/flow.h"

/* More columns are not shown as columns. */
#define PITH_GRID_COLUMNS 100

typedef struct pith_grid_cell {
  uint32_t row, column;
  uint32_t op;   /* PITH_FLOW_CELL */
  uint32_t span; /* columns */
} pith_grid_cell;

typedef struct pith_grid {
  pith_memory *memory;   /* borrowed */
  pith_grid_cell *cells; /* owned; by row, then column; none is empty */
  uint32_t count;
  uint32_t capacity;
  uint32_t rows, columns;
  uint32_t header_rows;
  bool simple; /* too wide or too sparse: columns mean nothing, show each row
                  as a line of its cells */
} pith_grid;

void pith__grid_init(pith_grid *grid, pith_memory *memory);
void pith__grid_done(pith_grid *grid);

/* Read the table that opens at operation `open`; what was in the grid is
 * forgotten. False when memory ends. */
bool pith__grid_read(pith_grid *grid, const pith_flow *flow, uint32_t open);

#endif
