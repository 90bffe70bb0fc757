/*
 * The sign of an element: what stays the same when a template is filled with
 * another page. Its name with its first class, or with its id where it has no
 * class; runs of digits count as one 0.
 *
 *     <li class="post-17 odd">   li post-0
 *     <div id="main">            div main
 */
#ifndef PITH_PAGE_ELEMENT_ELEMENT_SIGN_H
#define PITH_PAGE_ELEMENT_ELEMENT_SIGN_H

#include "page/element/class_memo.h"
#include "html/tree/tree.h"

typedef struct pith_element_sign {
  uint64_t hash;
  bool link;     /* an `a` that leads somewhere */
  bool comments; /* a class or the id names what readers wrote */
  bool title;    /* a class or the id names a title */
} pith_element_sign;

/* The sign of an element of the tree. `memo` is of the same tree. */
pith_element_sign pith__element_sign(pith_class_memo *memo,
                                     const pith_tree *tree, uint32_t node);

#endif
