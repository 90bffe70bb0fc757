/*
 * The words of an attribute such as `class`, cut into parts, as hashes.
 *
 *     post-body2 isActive     post, body, postbody, is, active, isactive
 *
 * A part is a run of letters, bytes beyond ASCII counting as such, up to a
 * capital that follows a small letter; a single letter means nothing. Where a
 * word has several parts, the whole is a name too.
 */
#ifndef PITH_PAGE_ELEMENT_NAME_PARTS_H
#define PITH_PAGE_ELEMENT_NAME_PARTS_H

#include "pith.h"

/* Hashes of an element; more are left out. */
#define PITH_NAME_TOKENS 16u

/* Write the hashes of the parts of `value` to `out`, which has room for `room`
 * of them; returns their number. `seed` keeps kinds of names apart. With
 * less room the first ones are the same. */
uint32_t pith__name_parts(pith_slice value, uint32_t seed, uint32_t *out,
                          uint32_t room);

#endif
