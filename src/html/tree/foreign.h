/*
 * SVG and MathML inside HTML.
 */
#ifndef PITH_HTML_TREE_FOREIGN_H
#define PITH_HTML_TREE_FOREIGN_H

#include "html/tree/builder.h"

/* The name of an attribute as a foreign element has it: *prefix is set to
 * "xlink", "xml", "xmlns" or left as it is, *name (lower case) is replaced
 * where the standard spells it otherwise. */
void pith__foreign_attribute(pith_namespace space, pith_slice *prefix,
                             pith_slice *name);

/* What the stack should know of the foreign element for the token. */
uint32_t pith__foreign_bits(const pith_builder *b, pith_namespace space);

/* The bits of a foreign element without attributes. */
uint32_t pith__foreign_bits_of(pith_namespace space, pith_tag tag);

/* Whether the rules for foreign content apply to the token at hand, and not
 * those of the insertion mode. */
bool pith__foreign_applies(const pith_builder *b);

/* "The rules for parsing tokens in foreign content". */
pith_step pith__foreign(pith_builder *b);

#endif
