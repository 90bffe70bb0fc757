/*
 * Which tables of a page hold data, and which only hold the page together.
 *
 * Data keeps its rows and columns; layout is read cell by cell. One pass over
 * the tree counts what is in each table and decides for all of them, so that
 * tables inside tables cost nothing extra.
 */
#ifndef PITH_RENDER_FLOW_TABLE_KIND_H
#define PITH_RENDER_FLOW_TABLE_KIND_H

#include "html/tree/tree.h"

typedef struct pith_table_kinds {
  pith_memory *memory; /* borrowed */
  bool *is_data;       /* owned; tables in document order */
  uint32_t count;
  uint32_t capacity;
  bool has_math; /* the page holds formulas that may be doubled */
} pith_table_kinds;

void pith__table_kinds_init(pith_table_kinds *kinds, pith_memory *memory);
void pith__table_kinds_done(pith_table_kinds *kinds);

/* Look at all of a tree. False when memory ends. */
bool pith__table_kinds_find(pith_table_kinds *kinds, const pith_tree *tree);

#endif
