/*
 * Tables as aligned text:
 *
 *     Kind    Steeping  Temperature
 *     ------  --------  -----------
 *     green   2 min     75 °C
 *     black   4 min     95 °C
 *
 * A cell of several lines makes its row several lines high. A column is padded
 * to its widest line, but never beyond WIDTH_MAX, and not at all when padding
 * would be most of the output: one long cell must not cost its length in every
 * row. Widths are columns of a screen, so ideographs count twice.
 */
#include "render/text/text_table.h"

#include "base/slice.h"
#include "page/text/characters.h"

#define WIDTH_MAX 40
#define RULE_MIN  3 /* dashes below a header */

/* The text of a cell, and where in it the next line starts. */
typedef struct cell_text {
  uint32_t from, to;
  uint32_t at;
} cell_text;

typedef struct table_profile {
  const pith_flow *flow;
  pith_lines *lines;
  pith_grid grid;
  pith_buffer words; /* of all cells, lines ended by '\n' */
  cell_text *texts;  /* owned; as many as cells in the grid */
  uint32_t capacity;
  uint32_t widths[PITH_GRID_COLUMNS];
  bool begun; /* the first line is written */
} table_profile;

/* Formulas keep their dollar signs in plain text: without them TeX is hard
 * to recognize. */
uint32_t
pith__text_inline(const pith_flow *flow, uint32_t at, pith_buffer *out,
                  pith_lines *lines)
{
  for (; at < flow->count && pith__flow_is_inline(&flow->ops[at]); at++) {
    const pith_flow_op *op = &flow->ops[at];
    if (op->kind == PITH_FLOW_BREAK && lines)
      pith__lines_next(lines);
    else if (op->kind == PITH_FLOW_BREAK)
      pith__buffer_append_char(out, '\n');
    if (op->kind != PITH_FLOW_RUN)
      continue;
    pith_slice words = pith__flow_words(flow, op);
    if (op->bits & PITH_STYLE_MATH)
      pith__buffer_append_char(out, '$');
    pith__buffer_append(out, words.data, words.len);
    if (op->bits & PITH_STYLE_MATH)
      pith__buffer_append_char(out, '$');
  }
  return at;
}

/* The line of a cell that starts at text->at; moves behind it. */
static pith_slice
take_line(const table_profile *profile, cell_text *text)
{
  const char *start = profile->words.data + text->at;
  size_t len = text->to - text->at;
  const char *end = len > 0 ? memchr(start, '\n', len) : NULL;
  pith_slice line = {start, end ? (size_t)(end - start) : len};
  text->at += (uint32_t)line.len + (end != NULL);
  return line;
}

/* All cells are written to one buffer first, because widths are needed
 * before the first line is. */
static bool
read_cells(table_profile *profile)
{
  const pith_grid *grid = &profile->grid;
  if (!PITH_GROW(grid->memory, profile->texts, profile->capacity, grid->count,
                 UINT32_MAX))
    return false;
  for (uint32_t i = 0; i < grid->count; i++) {
    cell_text *text = &profile->texts[i];
    text->from = text->at = (uint32_t)profile->words.len;
    pith__text_inline(profile->flow, grid->cells[i].op + 1, &profile->words,
                      NULL);
    text->to = (uint32_t)profile->words.len;
  }
  return !profile->words.failed;
}

/* The widest line of each column, from the cells that span no other. When
 * padding would be most of the output, columns are not aligned at all. */
static void
measure(table_profile *profile)
{
  const pith_grid *grid = &profile->grid;
  uint64_t row_width = 0;
  for (uint32_t i = 0; i < grid->count; i++) {
    const pith_grid_cell *cell = &grid->cells[i];
    cell_text text = profile->texts[i];
    uint32_t *width = &profile->widths[cell->column];
    while (cell->span == 1 && text.at < text.to) {
      pith_slice line = take_line(profile, &text);
      size_t wide = pith__text_width(line.data, line.len);
      if (wide > *width)
        *width = wide > WIDTH_MAX ? WIDTH_MAX : (uint32_t)wide;
    }
  }
  for (uint32_t i = 0; i < grid->columns; i++) {
    if (grid->header_rows > 0 && profile->widths[i] < RULE_MIN)
      profile->widths[i] = RULE_MIN;
    row_width += profile->widths[i] + 2;
  }
  if (row_width * grid->rows > profile->words.len * 8 + 65536)
    memset(profile->widths, 0, sizeof profile->widths);
}

/* The first line begins a block, the others go on with it. */
static void
begin_line(table_profile *profile)
{
  if (profile->begun)
    pith__lines_next(profile->lines);
  else
    pith__lines_block(profile->lines, false);
  profile->begun = true;
}

static void
pad(table_profile *profile, size_t from, size_t to)
{
  for (; from < to; from++)
    pith__buffer_append_char(profile->lines->out, ' ');
}

/* One line of the cells [first, end) of a row; false when none has more. A
 * cell whose left neighbour is too wide moves to the right by two blanks. */
static bool
write_line(table_profile *profile, uint32_t first, uint32_t end)
{
  size_t place = 0, reached = 0;
  uint32_t column = 0;
  bool more = false;
  for (uint32_t i = first; i < end; i++) {
    cell_text *text = &profile->texts[i];
    if (text->at >= text->to)
      continue;
    if (!more)
      begin_line(profile);
    for (; column < profile->grid.cells[i].column; column++)
      place += profile->widths[column] + 2;
    size_t wanted = more && place < reached + 2 ? reached + 2 : place;
    pith_slice line = take_line(profile, text);
    pad(profile, reached, wanted);
    pith__buffer_append(profile->lines->out, line.data, line.len);
    reached = wanted + pith__text_width(line.data, line.len);
    more = true;
  }
  return more;
}

static void
write_rule(table_profile *profile)
{
  begin_line(profile);
  for (uint32_t i = 0; i < profile->grid.columns; i++) {
    uint32_t width =
        profile->widths[i] > RULE_MIN ? profile->widths[i] : RULE_MIN;
    if (i > 0)
      pith__buffer_append(profile->lines->out, "  ", 2);
    while (width-- > 0)
      pith__buffer_append_char(profile->lines->out, '-');
  }
}

/* Too wide or too sparse for columns: one line, cells separated by bars. */
static void
write_simple_row(table_profile *profile, uint32_t first, uint32_t end)
{
  begin_line(profile);
  for (uint32_t i = first; i < end; i++) {
    cell_text *text = &profile->texts[i];
    if (i > first)
      pith__buffer_append(profile->lines->out, " | ", 3);
    for (bool more = false; text->at < text->to; more = true) {
      pith_slice line = take_line(profile, text);
      if (more)
        pith__buffer_append_char(profile->lines->out, ' ');
      pith__buffer_append(profile->lines->out, line.data, line.len);
    }
  }
}

static void
write_rows(table_profile *profile)
{
  const pith_grid *grid = &profile->grid;
  for (uint32_t first = 0, end; first < grid->count; first = end) {
    uint32_t row = grid->cells[first].row;
    for (end = first; end < grid->count && grid->cells[end].row == row;)
      end++;
    if (grid->simple) {
      write_simple_row(profile, first, end);
      continue;
    }
    while (write_line(profile, first, end))
      continue;
    if (row + 1 == grid->header_rows)
      write_rule(profile);
  }
}

/* Memory of the table is released at its end: pages have few tables at a
 * time. */
bool
pith__text_table(const pith_flow *flow, uint32_t open, pith_lines *lines)
{
  table_profile profile;
  memset(&profile, 0, sizeof profile);
  profile.flow = flow;
  profile.lines = lines;
  pith__grid_init(&profile.grid, flow->memory);
  pith__buffer_init(&profile.words, flow->memory);
  bool done =
      pith__grid_read(&profile.grid, flow, open) && read_cells(&profile);
  if (done && !profile.grid.simple)
    measure(&profile);
  if (done)
    write_rows(&profile);
  PITH_FREE_ITEMS(flow->memory, profile.texts, profile.capacity);
  pith__buffer_done(&profile.words);
  pith__grid_done(&profile.grid);
  return done;
}
