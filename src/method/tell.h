/*
 * From what a method decided about blocks to verdicts on ranges of the text.
 * For methods on box_tree.h; it knows none of them.
 */
#ifndef PITH_METHOD_TELL_H
#define PITH_METHOD_TELL_H

#include "block/box_tree.h"
#include "verdict/verdict.h"

/* What was decided about a block. */
typedef struct pith_fate {
  bool kept;
  float score;        /* of being content, 0..1 */
  const char *reason; /* lent for the program's life */
} pith_fate;

/* Append a verdict a block. What stands between two blocks that go, tags and
 * images, goes with them; so does what is before the first and behind the last
 * of the page. */
void pith__tell_blocks(const pith_box_tree *boxes, const pith_fate *fates,
                       pith_verdicts *verdicts);

#endif
