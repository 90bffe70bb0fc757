/*
 * The tree of a page in, the page as a block list out: what the method
 * `auto` looks at.
 *
 *     <div class=post><p>One <b>two</b><br><br>three<ul><li>four</div>
 *
 *     block   "One two"   "three"   "four"
 *     box     div.post ─┬─ p ──────────┘     a box is an element that holds
 *                       └─ ul ── li          blocks; box 0 is the page
 *
 * A block is a run of inline content in the nearest block element, cut in two
 * where two <br> follow each other. Block elements that the page hides are cut
 * too, and marked: tabs, folded parts and whole pages wait for a script to show
 * them. Hidden inline elements are in no block; `noscript` is. Inline elements
 * around blocks (a link around a card) are boxes too. All is made in one walk
 * over the nodes; nothing is allocated for a single block or box.
 */
#ifndef PITH_PAGE_BLOCKS_BLOCK_LIST_H
#define PITH_PAGE_BLOCKS_BLOCK_LIST_H

#include "page/element/near.h"
#include "page/text/text_tally.h"
#include "html/tree/tree.h"

#define PITH_BOX_OUTSIDE UINT32_MAX

typedef struct pith_list_box {
  uint32_t node;
  uint32_t parent; /* PITH_BOX_OUTSIDE for box 0 */
  uint32_t end;    /* one past the last box in it */
  uint32_t first;  /* its first block */
  uint32_t last;   /* one past its last block */
  uint32_t tokens; /* its names: place in `tokens` of the list */
  uint16_t depth;
  uint8_t token_count;
  uint8_t tag;                   /* pith_tag; 0 outside the HTML namespace */
  uint64_t sign;                 /* pith__element_sign() */
  uint8_t near[PITH_NEAR_COUNT]; /* levels up to the nearest, itself being 1;
                                    0: none */
} pith_list_box;

typedef struct pith_list_block {
  pith_span span;    /* of the decoded text: first to last text */
  uint32_t node;     /* the first text */
  uint32_t node_end; /* one past the last text */
  uint32_t box;
  uint32_t words;     /* place of its hashes in `words` of the list */
  uint32_t tokens;    /* names of elements inside: place in `tokens` */
  uint8_t word_count; /* hashes, not words */
  uint8_t token_count;
  bool linked;          /* it begins inside a link */
  uint8_t inner;        /* tag of the innermost element at its beginning */
  uint32_t link_weight; /* of `tally`, what is in links */
  uint32_t bold_weight;
  uint32_t code_weight;
  uint16_t links;
  uint16_t images;
  uint16_t breaks;   /* <br> */
  uint16_t elements; /* inline ones */
  uint16_t controls; /* input, select, textarea, button */
  pith_text_tally tally;
} pith_list_block;

/* The weight of a block in sums of words; one without words counts a little. */
static inline uint64_t
pith__list_block_size(const pith_list_block *block)
{
  return block->tally.words > 0 ? block->tally.words : 1;
}

typedef struct pith_block_list {
  pith_memory *memory; /* borrowed */
  pith_list_block *blocks;
  uint32_t count;
  uint32_t capacity;
  pith_list_box *boxes;
  uint32_t box_count;
  uint32_t box_capacity;
  uint32_t *words; /* hashes */
  uint32_t word_count;
  uint32_t word_capacity;
  uint32_t *tokens; /* hashes */
  uint32_t token_count;
  uint32_t token_capacity;
  struct pith_list_frame *frames; /* elements that are open */
  uint32_t depth;
  uint32_t frame_capacity;
  uint32_t title; /* node of the title, 0: none */
  uint32_t images;
  uint32_t controls;
} pith_block_list;

void pith__block_list_init(pith_block_list *list, pith_memory *memory);
void pith__block_list_done(pith_block_list *list);

/* Cut a page. What `list` held before is overwritten, its memory used again.
 * PITH_NOMEM, PITH_LIMIT: the list holds nothing of use. */
pith_status pith__block_list_make(pith_block_list *list, const pith_tree *tree);

#endif
