/*
 * What an element is for: by its tag, its `role`, and the words of its class
 * and id. Hints only: authors call things as they like, so a method weighs a
 * role against the text that is inside.
 */
#ifndef PITH_PAGE_ELEMENT_BOX_ROLE_H
#define PITH_PAGE_ELEMENT_BOX_ROLE_H

#include "page/element/role_name.h"
#include "html/tree/tree.h"

/* Names of elements that were read last, and their roles: on a page the same
 * few come again and again. */
typedef struct pith_role_memo {
  pith_role_words words;
  uint16_t names; /* short hashes of "class", "id" and "role" */
  uint16_t name;
  uint16_t landmark;
  struct {
    pith_slice names; /* lent by the tree */
    uint32_t role;
  } seen[256];
} pith_role_memo;

void pith__role_memo_init(pith_role_memo *memo);

/* Forget the names of the page before. */
void pith__role_memo_clear(pith_role_memo *memo);

/* The role of an element of the tree: an OR of bits. `memo` is of this tree. */
uint32_t pith__box_role(pith_role_memo *memo, const pith_tree *tree,
                        uint32_t node);

#endif
