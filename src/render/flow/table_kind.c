/*
 * Data or layout, by what browsers and screen readers go by: headers, captions
 * and roles are signs of data; tables inside, headings, forms and long texts in
 * cells are signs of layout; one row or one column is no table worth the name.
 */
#include "render/flow/table_kind.h"

#include "base/slice.h"
#include "page/element/attribute.h"
#include "render/flow/special_content.h"
#include "tables/tag_display.h"

/* Texts in cells of data are short, where nothing else marks it as data. */
#define LONGEST_PLAIN  400
#define AVERAGE_PLAIN  150
#define LONGEST_MARKED 3000

/* How far to look for a second line in a `pre`. */
#define LISTING_NODES 64

/* What is in a table that is open. */
typedef struct census {
  uint32_t end;   /* one past its last node */
  uint32_t index; /* in pith_table_kinds.is_data */
  bool marked;    /* th, thead or caption */
  bool layout;    /* role, or something that data does not hold */
  bool nested;    /* a table inside */
  bool heavy;     /* headings or forms inside */
  uint32_t rows;
  uint32_t filled_rows; /* with two cells or more that have text */
  uint32_t columns;     /* of the longest row */
  uint32_t cells;       /* with text */
  uint32_t row_cells;   /* of the row that is open */
  uint32_t row_filled;
  size_t text; /* bytes in cells */
  size_t cell_text;
  size_t longest;
} census;

typedef struct table_survey {
  const pith_tree *tree;
  pith_table_kinds *kinds;
  census *open; /* owned; a stack */
  uint32_t depth;
  uint32_t capacity;
} table_survey;

/* Empty cells do not count: layout tables are full of them. */
static void
end_cell(census *table)
{
  if (table->cell_text > 0) {
    table->row_filled++;
    table->cells++;
    table->text += table->cell_text;
    if (table->cell_text > table->longest)
      table->longest = table->cell_text;
  }
  table->cell_text = 0;
}

/* Two filled cells in a row are the first sign of data. */
static void
end_row(census *table)
{
  end_cell(table);
  if (table->row_cells > table->columns)
    table->columns = table->row_cells;
  if (table->row_filled > 0)
    table->rows++;
  if (table->row_filled > 1)
    table->filled_rows++;
  table->row_cells = table->row_filled = 0;
}

/* The decision. In order: a role or a listing means layout; tables inside mean
 * layout unless headers say otherwise; headers and captions say data unless
 * cells hold whole articles; without either, short texts in most cells of
 * several rows say data. */
static bool
is_data(const census *table)
{
  if (table->layout || table->rows == 0 || table->columns < 2)
    return table->marked && !table->layout && table->rows > 1;
  if (table->nested &&
      (!table->marked || table->heavy || table->longest > LONGEST_PLAIN))
    return false;
  if (table->marked)
    return table->longest <= LONGEST_MARKED;
  return table->rows > 1 && !table->heavy && table->longest <= LONGEST_PLAIN &&
         table->filled_rows * 2 >= table->rows &&
         table->text <= (size_t)table->cells * AVERAGE_PLAIN;
}

/* The numbers of the innermost table are complete. Its text is text of the cell
 * around it too: a cell that holds a whole post in a table of its own is as
 * long as that post. */
static void
close_table(table_survey *survey)
{
  census *table = &survey->open[--survey->depth];
  end_row(table);
  survey->kinds->is_data[table->index] = is_data(table);
  if (survey->depth > 0)
    table[-1].cell_text += table->text;
}

/* WAI-ARIA, roles `presentation` and `none`: the author says that this is no
 * table. */
static bool
is_for_layout(const pith_tree *tree, uint32_t node)
{
  pith_slice role;
  return pith__attribute_get(tree, node, "role", &role) &&
         (pith__slice_is(role, "presentation") || pith__slice_is(role, "none"));
}

/* Tables are nested, so their counts are kept on a stack; the answer goes to
 * the table's place in document order. */
static bool
open_table(table_survey *survey, uint32_t node)
{
  pith_table_kinds *kinds = survey->kinds;
  census table = {0};
  if (survey->depth > 0)
    survey->open[survey->depth - 1].nested = true;
  if (!PITH_GROW(kinds->memory, kinds->is_data, kinds->capacity,
                 kinds->count + 1, UINT32_MAX) ||
      !PITH_GROW(kinds->memory, survey->open, survey->capacity,
                 survey->depth + 1, UINT32_MAX))
    return false;
  table.end = survey->tree->nodes[node].end;
  table.index = kinds->count;
  table.layout = is_for_layout(survey->tree, node);
  kinds->is_data[kinds->count++] = false;
  survey->open[survey->depth++] = table;
  return true;
}

/* Several lines of code in a cell: a listing with its line numbers. Only the
 * beginning is looked at, because `pre` may be inside `pre`. */
static bool
has_lines(const pith_tree *tree, uint32_t node)
{
  uint32_t end = tree->nodes[node].end;
  if (end > node + LISTING_NODES)
    end = node + LISTING_NODES;
  for (uint32_t n = node + 1; n < end; n++) {
    const pith_tree_node *at = &tree->nodes[n];
    if (at->kind == PITH_NODE_TEXT) {
      pith_slice text = pith__tree_text(tree, n);
      if (text.len > 0 && memchr(text.data, '\n', text.len))
        return true;
    } else if (at->kind == PITH_NODE_ELEMENT && at->tag == PITH_TAG_BR) {
      return true;
    }
  }
  return false;
}

/* What an element says about the table it is in. */
static void
note_element(table_survey *survey, census *table, uint32_t node)
{
  switch ((pith_tag)survey->tree->nodes[node].tag) {
  case PITH_TAG_TR:
    end_row(table);
    break;
  case PITH_TAG_TH:
    table->marked = true;
    end_cell(table);
    table->row_cells++;
    break;
  case PITH_TAG_TD:
    end_cell(table);
    table->row_cells++;
    break;
  case PITH_TAG_THEAD:
  case PITH_TAG_CAPTION:
    table->marked = true;
    break;
  case PITH_TAG_H1:
  case PITH_TAG_H2:
  case PITH_TAG_H3:
  case PITH_TAG_FORM:
  case PITH_TAG_HR:
    table->heavy = true;
    break;
  case PITH_TAG_PRE:
    table->layout |= has_lines(survey->tree, node);
    break;
  default:
    break;
  }
}

/* How much a reader sees of a text node, in bytes. */
static size_t
letters_in(const pith_tree *tree, uint32_t node)
{
  const pith_tree_node *parent = &tree->nodes[tree->nodes[node].parent];
  if (parent->space == PITH_NAMESPACE_HTML &&
      pith__tag_display[parent->tag] == PITH_DISPLAY_NONE)
    return 0;
  pith_slice text = pith__tree_text(tree, node);
  size_t count = 0;
  for (size_t i = 0; i < text.len; i++)
    count += !pith__is_space(text.data[i]);
  return count;
}

/* One node: end the tables that are over, count what belongs to the
 * innermost. */
static bool
visit(table_survey *survey, uint32_t node)
{
  const pith_tree_node *at = &survey->tree->nodes[node];
  while (survey->depth > 0 && survey->open[survey->depth - 1].end <= node)
    close_table(survey);
  if (at->kind == PITH_NODE_ELEMENT) {
    if (at->tag == PITH_TAG_TABLE)
      return open_table(survey, node);
    /* Noted in the same pass, because formulas that are drawn twice are looked
     * for only on pages that have any. */
    survey->kinds->has_math |= pith__is_formula(survey->tree, node);
    if (survey->depth > 0)
      note_element(survey, &survey->open[survey->depth - 1], node);
  } else if (at->kind == PITH_NODE_TEXT && survey->depth > 0) {
    survey->open[survey->depth - 1].cell_text += letters_in(survey->tree, node);
  }
  return true;
}

/* Outside of tables, few nodes have to be looked at. */
static inline bool
is_of_interest(const pith_tree_node *node)
{
  return node->kind == PITH_NODE_ELEMENT &&
         (node->tag == PITH_TAG_TABLE || node->tag == PITH_TAG_MATH ||
          node->tag == PITH_TAG_SCRIPT);
}

void
pith__table_kinds_init(pith_table_kinds *kinds, pith_memory *memory)
{
  memset(kinds, 0, sizeof *kinds);
  kinds->memory = memory;
}

void
pith__table_kinds_done(pith_table_kinds *kinds)
{
  PITH_FREE_ITEMS(kinds->memory, kinds->is_data, kinds->capacity);
  pith__table_kinds_init(kinds, kinds->memory);
}

bool
pith__table_kinds_find(pith_table_kinds *kinds, const pith_tree *tree)
{
  table_survey survey = {tree, kinds, NULL, 0, 0};
  bool done = true;
  kinds->count = 0;
  for (uint32_t n = 0; n < tree->count && done; n++)
    if (survey.depth > 0 || is_of_interest(&tree->nodes[n]))
      done = visit(&survey, n);
  while (survey.depth > 0)
    close_table(&survey);
  PITH_FREE_ITEMS(kinds->memory, survey.open, survey.capacity);
  return done;
}
