/*
 * The stack of template insertion modes: one for each open template, saying
 * what kind of contents it turned out to have.
 */
#ifndef PITH_HTML_TREE_TEMPLATE_MODES_H
#define PITH_HTML_TREE_TEMPLATE_MODES_H

#include "html/tree/builder.h"

void pith__template_mode_push(pith_builder *b, pith_mode mode);

/* Nothing happens when the stack is empty. */
void pith__template_mode_pop(pith_builder *b);

/* The current template insertion mode; "in body" when there is none. */
pith_mode pith__template_mode(const pith_builder *b);

#endif
