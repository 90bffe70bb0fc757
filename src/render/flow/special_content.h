/*
 * What a page shows in an unusual way: formulas, images that are text, and
 * what is there twice or only for machines. Each question is about one
 * element and looks at a bounded part of the tree.
 */
#ifndef PITH_RENDER_FLOW_SPECIAL_CONTENT_H
#define PITH_RENDER_FLOW_SPECIAL_CONTENT_H

#include "html/tree/tree.h"

/* The TeX of a formula: of `math` with an annotation, of a script of MathJax,
 * of an image that stands for a formula. False when it has none. Lent. */
bool pith__formula_tex(const pith_tree *tree, uint32_t node, pith_slice *tex);

/* Whether it is a formula, with a source or not: `math`, a script of MathJax.
 */
bool pith__is_formula(const pith_tree *tree, uint32_t node);

/* What KaTeX or MathJax drew beside the formula they were given. */
bool pith__formula_is_drawn(const pith_tree *tree, uint32_t node);

/* An image that is a character: an emoji. Its text is lent. */
bool pith__image_is_emoji(const pith_tree *tree, uint32_t node,
                          pith_slice *text);

/* Line numbers beside code. */
bool pith__is_line_number(const pith_tree *tree, uint32_t node);

/* The sign behind a heading that links to the heading itself. */
bool pith__is_permalink(const pith_tree *tree, uint32_t node);

/* A `noscript` that holds the same image as its neighbour. */
bool pith__is_noscript_copy(const pith_tree *tree, uint32_t node);

#endif
