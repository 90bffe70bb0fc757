/*
 * The memory of a box tree (box_tree.h), for whoever keeps it from one page to
 * the next and does not look inside.
 */
#ifndef PITH_PAGE_BLOCKS_BOX_KEEP_H
#define PITH_PAGE_BLOCKS_BOX_KEEP_H

#include "base/memory.h"

typedef struct pith_box_tree pith_box_tree;

/* Gives an empty one: release it with pith__box_tree_free(). `memory` is
 * borrowed. NULL when there is none. */
pith_box_tree *pith__box_tree_new(pith_memory *memory);
void pith__box_tree_free(pith_box_tree *boxes); /* NULL is allowed */

#endif
