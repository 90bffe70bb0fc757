/*
 * `selectedcontent`: a place inside a select that shows a copy of what is in
 * the selected option (WHATWG HTML, "The selectedcontent element").
 *
 *   <select><button><selectedcontent></button><option>X</select>
 *
 *   select ─┬─ button ── selectedcontent ── "X"   made by the parser
 *           └─ option ── "X"
 */
#ifndef PITH_HTML_TREE_SELECTED_CONTENT_H
#define PITH_HTML_TREE_SELECTED_CONTENT_H

#include "html/tree/builder.h"

/* A selectedcontent has been inserted. */
void pith__selected_content_opened(pith_builder *b, uint32_t node);

/* "Maybe clone an option into selectedcontent": `option` has been closed. */
void pith__selected_content_update(pith_builder *b, uint32_t option);

/* copy.c. Replace the children of `to` by copies of those of `from`, whose
 * spans are empty. */
void pith__copy_children(pith_builder *b, uint32_t from, uint32_t to);

#endif
