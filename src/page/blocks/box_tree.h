/*
 * The tree of a page in, its text as a reader sees it out: boxes in boxes, and
 * in them blocks of text.
 *
 *     <div><h1>A</h1>b <a>c</a><br>d<br><br>e</div>
 *
 *     box div ── box h1 ── block "A"
 *        ├────── block "b c d"
 *        └────── block "e"
 *
 * A box is an element that is on lines of its own. A block is a run of
 * inline content in one box; a line break is soft, two of them begin a new
 * block. What the page does not show is in no block. Both lists are in
 * document order, so a box holds the blocks [first, end), and its parent has a
 * smaller number.
 */
#ifndef PITH_PAGE_BLOCKS_BOX_TREE_H
#define PITH_PAGE_BLOCKS_BOX_TREE_H

#include "page/element/box_role.h"
#include "page/element/display.h"

/* How much text there is. */
typedef struct pith_text_sum {
  uint32_t words;
  uint32_t link_words;     /* of them in links and buttons */
  uint32_t sentences;      /* that end in it */
  uint32_t sentence_words; /* words in these, links not counted */
} pith_text_sum;

typedef struct pith_box_block {
  pith_span span; /* of the text; the blocks of a box rise */
  uint32_t box;
  bool bold; /* all of it */
  pith_text_sum sum;
} pith_box_block;

typedef struct pith_box {
  uint32_t parent; /* PITH_BOX_NONE for the first */
  uint32_t node;
  uint32_t first, end; /* blocks */
  uint32_t role;       /* its own; 0 inside boilerplate and without words */
  uint32_t inside;     /* the roles of all boxes around it, and its own */
  pith_text_sum sum;   /* of all that is inside */
} pith_box;

#define PITH_BOX_NONE UINT32_MAX

/* What is kept from one page to the next is memory, and what is the same for
 * all: the hashes of the attributes and the words that are looked for. */
typedef struct pith_box_tree {
  pith_memory *memory;   /* borrowed */
  const pith_tree *tree; /* borrowed; of the page at hand */
  pith_box *boxes;       /* owned, as the next */
  pith_box_block *blocks;
  uint32_t box_count;
  uint32_t block_count;
  uint32_t box_capacity;
  uint32_t block_capacity;
  char *room; /* for the method that decides about them */
  size_t room_size;
  pith_display_hashes display;
  uint16_t href; /* its short hash */
  pith_role_memo roles;
} pith_box_tree;

/* Begin with nothing; `memory` is borrowed. */
void pith__box_tree_init(pith_box_tree *boxes, pith_memory *memory);
void pith__box_tree_done(pith_box_tree *boxes);

/* Read a tree, which is borrowed. What was read before is overwritten.
 * PITH_NOMEM, PITH_LIMIT: there is nothing of use. */
pith_status pith__box_tree_read(pith_box_tree *boxes, const pith_tree *tree);

/* Room for `size` bytes, aligned for anything, with any contents. NULL when
 * there is no memory. Lent until the next call, or the end. */
void *pith__box_tree_room(pith_box_tree *boxes, size_t size);

#endif
