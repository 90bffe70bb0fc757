/*
 * The tree of a page in, the page as a line of blocks out: what the method
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

#include "page/text/text_tally.h"
#include "html/tree/tree.h"

#define PITH_BOX_OUTSIDE UINT32_MAX

/* Kinds of elements that a block may stand in. */
typedef enum pith_near {
  PITH_NEAR_TABLE,
  PITH_NEAR_CELL,
  PITH_NEAR_LIST,
  PITH_NEAR_ITEM,
  PITH_NEAR_ARTICLE,
  PITH_NEAR_MAIN,
  PITH_NEAR_NAV,
  PITH_NEAR_ASIDE,
  PITH_NEAR_FORM,
  PITH_NEAR_HEADER,
  PITH_NEAR_FOOTER,
  PITH_NEAR_SECTION,
  PITH_NEAR_FIGURE,
  PITH_NEAR_QUOTE,
  PITH_NEAR_PRE,
  PITH_NEAR_DEFINITIONS,
  PITH_NEAR_DETAILS,
  PITH_NEAR_NOSCRIPT,
  PITH_NEAR_HEADING,
  PITH_NEAR_LINK,
  PITH_NEAR_BUTTON,
  PITH_NEAR_DIALOG,
  PITH_NEAR_PARAGRAPH,
  PITH_NEAR_FIXED,       /* `position` is fixed or sticky */
  PITH_NEAR_ARIA_HIDDEN, /* aria-hidden */
  PITH_NEAR_ITEMSCOPE,   /* itemscope */
  PITH_NEAR_COMMENTS,
  PITH_NEAR_HIDDEN, /* not shown until a script shows it */
  PITH_NEAR_COUNT
} pith_near;

typedef struct pith_line_box {
  uint32_t node;
  uint32_t parent; /* PITH_BOX_OUTSIDE for box 0 */
  uint32_t end;    /* one past the last box in it */
  uint32_t first;  /* its first block */
  uint32_t last;   /* one past its last block */
  uint32_t tokens; /* its names: place in `tokens` of the line */
  uint16_t depth;
  uint8_t token_count;
  uint8_t tag;                   /* pith_tag; 0 outside the HTML namespace */
  uint64_t sign;                 /* pith__element_sign() */
  uint8_t near[PITH_NEAR_COUNT]; /* levels up to the nearest, itself being 1;
                                    0: none */
} pith_line_box;

typedef struct pith_line_block {
  pith_span span;    /* of the decoded text: first to last text */
  uint32_t node;     /* the first text */
  uint32_t node_end; /* one past the last text */
  uint32_t box;
  uint32_t words;     /* place of its hashes in `words` of the line */
  uint32_t tokens;    /* names of elements inside: place in `tokens` */
  uint8_t word_count; /* hashes, not words */
  uint8_t token_count;
  bool linked;          /* it begins inside a link */
  uint8_t inner;        /* tag of the innermost element at its beginning */
  uint32_t link_weight; /* of `tally`, what stands in links */
  uint32_t bold_weight;
  uint32_t code_weight;
  uint16_t links;
  uint16_t images;
  uint16_t breaks;   /* <br> */
  uint16_t elements; /* inline ones */
  uint16_t controls; /* input, select, textarea, button */
  pith_text_tally tally;
} pith_line_block;

/* The weight of a block in sums of words; one without words counts a little. */
static inline uint64_t
pith__line_block_size(const pith_line_block *block)
{
  return block->tally.words > 0 ? block->tally.words : 1;
}

typedef struct pith_block_list {
  pith_memory *memory; /* borrowed */
  pith_line_block *blocks;
  uint32_t count;
  uint32_t capacity;
  pith_line_box *boxes;
  uint32_t box_count;
  uint32_t box_capacity;
  uint32_t *words; /* hashes */
  uint32_t word_count;
  uint32_t word_capacity;
  uint32_t *tokens; /* hashes */
  uint32_t token_count;
  uint32_t token_capacity;
  struct pith_line_frame *frames; /* elements that are open */
  uint32_t depth;
  uint32_t frame_capacity;
  uint32_t title; /* node of the title, 0: none */
  uint32_t images;
  uint32_t controls;
} pith_block_list;

void pith__block_list_init(pith_block_list *line, pith_memory *memory);
void pith__block_list_done(pith_block_list *line);

/* Cut a page. What `line` held before is overwritten, its memory used again.
 * PITH_NOMEM, PITH_LIMIT: the line holds nothing of use. */
pith_status pith__block_list_make(pith_block_list *line, const pith_tree *tree);

#endif
