/*
 * What kinds of elements a box is in, and how far up the nearest of each
 * is. By name, by role, and by its style and names.
 */
#ifndef PITH_PAGE_BLOCKS_BOX_NEAR_H
#define PITH_PAGE_BLOCKS_BOX_NEAR_H

#include "page/blocks/block_list.h"

/* What is known of the element already. */
typedef struct pith_box_signs {
  bool comments; /* named after comments */
  bool fixed;    /* by its style */
  bool hidden;
} pith_box_signs;

/* Fill `near` and `depth` of a box in the box `above`, NULL for none. */
void pith__box_near(const pith_tree *tree, pith_list_box *box,
                    const pith_list_box *above, pith_box_signs signs);

#endif
