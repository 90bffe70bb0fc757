/*
 * The grammar of CSS, as far as it has to be known to find the ends of things:
 * comments, strings, brackets and blocks. Whatever the text, every call moves
 * on, and no byte is looked at more often than the callers ask.
 */
#ifndef PITH_PAGE_STYLE_STYLE_SCAN_H
#define PITH_PAGE_STYLE_STYLE_SCAN_H

#include "base/slice.h"

/* Move `*at` over white space and comments. */
void pith__css_skip(pith_slice text, size_t *at);

/* The text up to one of the characters in `stops` that is in no string,
 * bracket or comment, or up to the end; `*at` is then there. Lent by `text`. */
pith_slice pith__css_until(pith_slice text, size_t *at, const char *stops);

/* At '{': the contents of the block, with `*at` behind it. Blocks in blocks
 * are passed over. Lent by `text`. */
pith_slice pith__css_block(pith_slice text, size_t *at);

/* A name: letters, digits, '-', '_' and all that is not ASCII. Empty when
 * there is none. Lent by `text`. */
pith_slice pith__css_name(pith_slice text, size_t *at);

/* The next word of a value: up to white space or a comma outside brackets.
 * False after the last. */
bool pith__css_word(pith_slice value, size_t *at, pith_slice *word);

#endif
