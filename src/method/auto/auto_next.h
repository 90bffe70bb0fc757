/*
 * The next articles of an endless page: a reader who comes to the end of an
 * article gets the following ones, in the markup of the first. They are text by
 * every sign but one: the page has the title of the first.
 */
#ifndef PITH_METHOD_AUTO_AUTO_NEXT_H
#define PITH_METHOD_AUTO_AUTO_NEXT_H

#include "method/auto/auto_choice.h"

/* Drop what is kept of further articles on the page of one article. Returns
 * whether there was any. O(blocks + boxes). */
bool pith__auto_drop_next(const pith_block_context *context,
                          pith_auto_choice *choice);

#endif
