/*
 * What the files of the style cascade share and nobody else needs.
 */
#ifndef PITH_PAGE_STYLE_STYLE_PARTS_H
#define PITH_PAGE_STYLE_STYLE_PARTS_H

#include "page/style/style_sheet.h"

/* The hash of a name ('t'), class ('.') or id ('#'); never 0. Names ignore
 * case, and in quirks mode the others do too. */
uint64_t pith__style_hash(const pith_style_sheet *sheet, char kind,
                          pith_slice name);

/* Work out the names of all elements. False when memory ends. */
bool pith__style_names_make(pith_style_sheet *sheet);

/* Whether a list of media queries means our screen; an empty one does. */
bool pith__style_media(pith_slice list);

#endif
