/* Fragments: what innerHTML would do. */
#ifndef PITH_HTML_TREE_FRAGMENT_H
#define PITH_HTML_TREE_FRAGMENT_H

#include "html/tree/builder.h"

/* Prepare the builder for a fragment inside the element `context` ("td",
 * "svg path", "math mi"); node 0 is its root. Sets status to PITH_USAGE when
 * that is no element. */
void pith__fragment_begin(pith_builder *b, pith_slice context);

#endif
