/*
 * Pipe tables (GitHub Flavored Markdown, "Tables").
 *
 * Their first row is always a header. A table that has none gets an empty one,
 * because calling its first row a header would be a claim of ours. Places that
 * a spanning cell covers stay empty. Several lines in a cell are joined by
 * <br>, the one span of HTML that is written.
 */
#include "render/markdown/markdown.h"

/* The first line begins a block; the prefix of containers is on every line. */
static void
begin_line(pith_markdown *markdown, bool first)
{
  if (first)
    pith__lines_block(&markdown->lines, markdown->apart);
  else
    pith__lines_next(&markdown->lines);
}

/* One row: cells in their columns, nothing where no cell starts. */
static void
write_cells(pith_markdown *markdown, uint32_t first, uint32_t end)
{
  const pith_grid *grid = &markdown->grid;
  pith__buffer_append_char(markdown->out, '|');
  for (uint32_t column = 0; column < grid->columns; column++) {
    pith__buffer_append_char(markdown->out, ' ');
    if (first < end && grid->cells[first].column == column) {
      markdown->line_start = false;
      pith__markdown_inline(markdown, grid->cells[first].op + 1);
      first++;
    }
    pith__buffer_append(markdown->out, " |", 2);
  }
}

/* The delimiter row, which makes the row above it a header. */
static void
write_rule(pith_markdown *markdown)
{
  begin_line(markdown, false);
  pith__buffer_append_char(markdown->out, '|');
  for (uint32_t i = 0; i < markdown->grid.columns; i++)
    pith__buffer_append(markdown->out, " --- |", 6);
}

/* A row of a table too wide or too sparse for columns: a line of a paragraph,
 * its cells with bars between. */
static void
write_simple_row(pith_markdown *markdown, uint32_t first, uint32_t end)
{
  for (uint32_t i = first; i < end; i++) {
    markdown->line_start = i == first;
    if (i > first)
      pith__buffer_append(markdown->out, " \\| ", 4);
    pith__markdown_inline(markdown, markdown->grid.cells[i].op + 1);
  }
}

/* A table without a header gets an empty one before its first row. */
static void
write_row(pith_markdown *markdown, uint32_t first, uint32_t end)
{
  const pith_grid *grid = &markdown->grid;
  bool begins = first == 0;
  if (grid->simple) {
    if (!begins)
      pith__buffer_append_char(markdown->out, '\\');
    begin_line(markdown, begins);
    write_simple_row(markdown, first, end);
    return;
  }
  begin_line(markdown, begins);
  if (begins && grid->header_rows == 0) {
    write_cells(markdown, 0, 0);
    write_rule(markdown);
    begin_line(markdown, false);
  }
  write_cells(markdown, first, end);
  if (begins && grid->header_rows > 0)
    write_rule(markdown);
}

/* Cells are sorted by row, so a row is a run of cells. */
void
pith__markdown_table(pith_markdown *markdown, uint32_t open)
{
  const pith_grid *grid = &markdown->grid;
  if (!pith__grid_read(&markdown->grid, markdown->flow, open)) {
    markdown->failed = true;
    return;
  }
  markdown->place = grid->simple ? PITH_PLACE_SIMPLE : PITH_PLACE_CELL;
  markdown->many_lines = true;
  for (uint32_t first = 0, end; first < grid->count; first = end) {
    uint32_t row = grid->cells[first].row;
    for (end = first; end < grid->count && grid->cells[end].row == row;)
      end++;
    write_row(markdown, first, end);
  }
}
