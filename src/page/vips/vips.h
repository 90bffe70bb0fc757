/*
 * VIPS: the page cut into visual blocks (Cai, Yu, Wen and Ma 2003), without a
 * browser. Styles in, a tree of blocks out:
 *
 *     page 1 ─┬─ header 8
 *             ├─ 3 ─┬─ menu 8
 *             │     └─ text 9
 *             └─ footer 8
 *
 * The number is the degree of coherence, 1 to 10: a child never has less than
 * its parent. Blocks are divided until all that are left have the permitted
 * degree (PDoC, 5) or cannot be divided.
 *
 * Three steps for each block that is too coarse (docs/lab/methods/layer.md):
 *
 *   vips_divide.c    which children of the node are blocks: thirteen rules
 *   vips_separate.c  how heavy are the separators between neighbours
 *   vips.c           neighbours join across the light ones
 *
 * Sizes and gaps are estimates (vips_measure.c). All is linear in the nodes:
 * each is divided once, each list of siblings is looked through at most once
 * for each weight that a separator can have. Nothing recurses.
 */
#ifndef PITH_PAGE_VIPS_VIPS_H
#define PITH_PAGE_VIPS_VIPS_H

#include "page/style/style_cascade.h"

/* The degree that the papers permit. */
#define PITH_VIPS_PDOC 5u

typedef struct pith_vips_block {
  uint32_t parent; /* PITH_NODE_NONE for the page */
  uint32_t from;   /* nodes [from, to) of the tree, whole subtrees */
  uint32_t to;
  uint32_t chars;      /* characters of visible text */
  uint32_t link_chars; /* of them in links */
  uint16_t depth;      /* 0 for the page; at most 65535 */
  uint8_t doc;         /* 1 to 10 */
  uint8_t rule;        /* of division that decided last, 1 to 13; 0: none */
  uint8_t separator;   /* weight of the one before it; 0 for a first child */
  bool leaf;
} pith_vips_block;

/* What is known of a node (vips_measure.c). */
typedef struct pith_vips_node {
  uint32_t chars;      /* characters of visible text in it */
  uint32_t link_chars; /* of them in links */
  uint32_t units;      /* half ems of that text in one line */
  uint32_t things;     /* images, forms and the like in it */
  uint32_t first_text; /* node of the first visible text; PITH_NODE_NONE */
  uint32_t last_text;
  uint32_t width;  /* pixels */
  uint32_t height; /* pixels */
  int16_t lead;    /* gap that it leaves above, in pixels */
  int16_t trail;   /* and below */
  bool inlined;    /* is in a line with others, and so does all in it */
  bool shown;
} pith_vips_node;

typedef struct pith_vips {
  pith_memory *memory;       /* borrowed */
  const pith_tree *tree;     /* borrowed */
  const pith_styles *styles; /* borrowed */
  pith_vips_node *nodes;     /* owned; by node of the tree */
  uint32_t node_capacity;
  pith_vips_block *blocks; /* owned; parents before children, in page order */
  uint32_t count;
  uint32_t capacity;
  uint64_t page_area;
  uint64_t steps; /* nodes and separators looked at: the cost */
} pith_vips;

/* Cut a page. `pdoc` is 1 to 10. `tree` and its `styles` are borrowed. Gives
 * blocks, at least one, on the account of the styles: release with
 * pith__vips_done(). PITH_NOMEM, PITH_LIMIT: nothing is to be done. */
pith_status pith__vips_init(pith_vips *vips, const pith_styles *styles,
                            const pith_tree *tree, uint32_t pdoc);
void pith__vips_done(pith_vips *vips);

#endif
