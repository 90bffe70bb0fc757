/*
 * What a method decides about the blocks of a page, and from that verdicts on
 * ranges of the text. For methods on box_tree.h; it knows none of them.
 */
#ifndef PITH_METHOD_COMMON_EMIT_H
#define PITH_METHOD_COMMON_EMIT_H

#include "page/blocks/box_tree.h"
#include "method/common/method_call.h"

/* What was decided about a block. */
typedef struct pith_fate {
  bool kept;
  float score;        /* of being content, 0..1 */
  const char *reason; /* lent for the program's life */
} pith_fate;

/* The boxes of the page. Lends until the next call a fate for each block, not
 * decided yet, and in *numbers four bytes for each box, all zero. */
pith_status pith__fates_open(const pith_method_call *call, pith_box_tree **out,
                             pith_fate **fates, void **numbers);

/* The roles whose text is no content in this call. */
uint32_t pith__fates_barred(const pith_method_call *call);

/* A page with words keeps some: all of them, when nothing else was kept. */
void pith__fates_keep_something(const pith_box_tree *boxes, pith_fate *fates);

/* Append a verdict a block. What stands between two blocks that go, tags and
 * images, goes with them; so does what is before the first and behind the last
 * of the page. */
void pith__emit_blocks(const pith_box_tree *boxes, const pith_fate *fates,
                       pith_verdicts *verdicts);

#endif
