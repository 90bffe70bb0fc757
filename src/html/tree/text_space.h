/*
 * White space at the start of a text token: many insertion modes treat it
 * otherwise than the rest of the text.
 */
#ifndef PITH_HTML_TREE_TEXT_SPACE_H
#define PITH_HTML_TREE_TEXT_SPACE_H

#include "html/tree/builder.h"

/* Whether the token's text is white space and nothing else. NUL counts as
 * white space if `nul_too`. */
bool pith__text_is_space(const pith_builder *b, bool nul_too);

/* Drop the white space that the token begins with; false when nothing else
 * is left. */
bool pith__text_drop_space(pith_builder *b);

/* Insert the white space that the token begins with, and drop it; false when
 * nothing else is left. */
bool pith__text_insert_space(pith_builder *b);

/* Insert the white space of the token, drop the rest. */
void pith__text_insert_only_space(pith_builder *b);

/* Drop one LF (or CR, or CR LF) that the token begins with; false when
 * nothing is left. */
bool pith__text_skip_newline(pith_builder *b);

#endif
