/*
 * The names that an author gave to an element, as hashes: the words of its
 * class, id, role and the like, each cut into parts.
 *
 *     <div class="post-body2 isActive" id=main>   post, body, postbody, is,
 *                                                 active, isactive, main
 *
 * Names of roles and of item properties differ from those of classes.
 */
#ifndef PITH_PAGE_ELEMENT_NAME_TOKENS_H
#define PITH_PAGE_ELEMENT_NAME_TOKENS_H

#include "page/element/class_memo.h"
#include "html/tree/tree.h"

/* Write the hashes of the names of `node` to `out`, which has room for `room`
 * of them; returns their number. `memo` is of the same tree. */
uint32_t pith__name_tokens(pith_class_memo *memo, const pith_tree *tree,
                           uint32_t node, uint32_t *out, uint32_t room);

#endif
