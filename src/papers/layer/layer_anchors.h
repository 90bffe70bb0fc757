/*
 * Which nodes of a page a block could match at all. The paper tries every node
 * of S as the first node of a match, which is quadratic in pages of many
 * blocks. Here S is indexed by words and by tags, and only the anchors that can
 * still pass are tried. The answer is the same.
 *
 *     block   "Harbour ferry timetable"    at most 40 % of it may be missing
 *              7       5     9
 *     rarest words of S first: Harbour (0 places), ferry (2), timetable (90)
 *     Harbour + ferry are more than 40 %:
 *     an anchor that has neither cannot pass, so at most 2 are tried
 *
 * A word at a given depth below the anchor leaves one anchor a place: the
 * ancestor that many levels up.
 */
#ifndef PITH_PAPERS_LAYER_LAYER_ANCHORS_H
#define PITH_PAPERS_LAYER_LAYER_ANCHORS_H

#include "papers/layer/layer_string.h"

/* Where a word or a tag of S is. Sorted by key, depth and item. */
typedef struct pith_layer_posting {
  uint64_t key;
  uint32_t depth;
  uint32_t item;
} pith_layer_posting;

/* A word or tag of the block, `rel` levels below its root. */
typedef struct pith_layer_clue {
  uint64_t key;
  uint64_t weight; /* characters, or nodes */
  uint32_t rel;
  uint32_t first, last; /* its postings: [first, last) */
} pith_layer_clue;

/* Postings of one key and depth, and the anchor that the next one leads to. */
typedef struct pith_layer_cursor {
  uint32_t at, end;
  uint32_t rel;
  uint32_t anchor;
} pith_layer_cursor;

typedef struct pith_layer_anchors {
  pith_memory *memory;           /* borrowed */
  const pith_layer_string *page; /* S; borrowed */
  pith_layer_posting *postings;  /* owned, as all below */
  uint32_t posting_count, posting_capacity;
  uint32_t *parents; /* by item; its own number for a root */
  uint32_t parent_count;
  pith_layer_clue *clues; /* of the block looked for now */
  uint32_t clue_count, clue_capacity;
  pith_layer_cursor *cursors; /* a heap, the lowest anchor on top */
  uint32_t cursor_count, cursor_capacity;
  uint64_t steps;      /* taken so far */
  uint64_t steps_most; /* no more are taken: what is left has no anchors */
  uint64_t tag;        /* of the block's root: anchors have it */
  uint32_t least;      /* nodes of an anchor's subtree */
} pith_layer_anchors;

/* What must be shared for a match. */
typedef struct pith_layer_needs {
  uint64_t nodes; /* of the block's, at least */
  uint64_t text;  /* of its characters, at least */
} pith_layer_needs;

/* Index a page. False when there is no memory, here and below. */
bool pith__layer_anchors_init(pith_layer_anchors *anchors, pith_memory *memory,
                              const pith_layer_string *page);
void pith__layer_anchors_done(pith_layer_anchors *anchors);

/* Begin to look for item t of `blocks`. */
bool pith__layer_anchors_find(pith_layer_anchors *anchors,
                              const pith_layer_string *blocks, uint32_t t,
                              pith_layer_needs needs);

/* The next anchor, rising; false after the last. */
bool pith__layer_anchors_next(pith_layer_anchors *anchors, uint32_t *anchor);

#endif
