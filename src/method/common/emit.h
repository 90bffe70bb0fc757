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

/* A page while a method decides about its blocks. All is lent by the page model
 * until the next call. */
typedef struct pith_page_fates {
  pith_box_tree *boxes;
  pith_fate *fates; /* by block */
  void *numbers;    /* four bytes for each box, for the method's own use */
  uint32_t barred;  /* roles whose text is no content in this call */
} pith_page_fates;

/* Begin: no fate is decided yet, all numbers are zero. PITH_NOMEM,
 * PITH_LIMIT. */
pith_status pith__fates_open(pith_page_fates *page,
                             const pith_method_call *call);

/* The roles of all boxes around a block. */
static inline uint32_t
pith__fates_role(const pith_page_fates *page, uint32_t block)
{
  return page->boxes->boxes[page->boxes->blocks[block].box].inside;
}

static inline void
pith__fates_set(const pith_page_fates *page, uint32_t block, bool kept,
                float score, const char *reason)
{
  page->fates[block] = (pith_fate){kept, score, reason};
}

/* A page with words keeps some: all of them, when nothing else was kept. */
void pith__fates_keep_something(const pith_page_fates *page);

/* Append a verdict a block. what is between two blocks that go, tags and
 * images, goes with them; so does what is before the first and behind the last
 * of the page. */
void pith__emit_blocks(const pith_page_fates *page, pith_verdicts *verdicts);

#endif
