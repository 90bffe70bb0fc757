/*
 * The block list of a page in, what follows from the whole of it out: sums
 * up to each block, so that those of any run of blocks are a difference;
 * blocks of the same kind; the boxes that look like the text of the page; and
 * what the page declares about itself.
 *
 * A few passes over blocks and boxes, each linear but for sorting.
 */
#ifndef PITH_PAGE_BLOCKS_BLOCK_CONTEXT_H
#define PITH_PAGE_BLOCKS_BLOCK_CONTEXT_H

#include "base/region.h"
#include "page/blocks/block_list.h"
#include "page/blocks/page_cues.h"

/* Sums over the blocks before one. */
typedef struct pith_context_sums {
  uint32_t weight; /* pith__text_tally_weight() */
  uint32_t linked; /* of it, in links */
  uint32_t prose;  /* of it, in blocks that have the end of a sentence */
  uint32_t words;
  uint32_t stops;
  uint32_t commas;
  uint32_t headings;
  uint32_t paragraphs;
  uint32_t items;
  uint32_t images;
  uint32_t links;
  uint32_t wide; /* characters of scripts without spaces */
  uint32_t numbers;
} pith_context_sums;

/* What is known of a block beside what is in the list. */
typedef struct pith_context_block {
  uint32_t group;        /* blocks whose four innermost boxes look alike */
  uint32_t twins;        /* blocks with the same words, itself included */
  uint32_t earlier;      /* of them, before it */
  uint32_t heading;      /* the last heading before it; UINT32_MAX: none */
  uint8_t heading_level; /* 1 to 6 for a heading, 0 else */
} pith_context_block;

typedef struct pith_context_box {
  uint32_t alike;    /* boxes of its parent with the same sign, with itself */
  uint32_t children; /* boxes right below it */
  uint32_t records; /* of them, alike and with prose: posts, answers, teasers */
  uint64_t points;  /* as a candidate for the text of the page */
} pith_context_box;

typedef struct pith_context_group {
  uint32_t blocks;
  uint32_t weight;
  uint32_t linked;
  uint32_t stops;
} pith_context_group;

typedef struct pith_block_context {
  const pith_tree *tree;       /* borrowed */
  const pith_block_list *list; /* borrowed */
  pith_region region;          /* owns the rest */
  pith_context_sums *sums;     /* one more than there are blocks */
  pith_context_block *blocks;
  pith_context_box *boxes;
  pith_context_group *groups;
  uint32_t group_count;
  uint32_t group_most;    /* the blocks of the largest group */
  uint32_t top;           /* the box with the most points */
  uint32_t core;          /* the smallest box with most of the prose */
  uint32_t h1;            /* the first block in an h1; UINT32_MAX: none */
  uint32_t title;         /* the first block that has the title; likewise */
  uint32_t heaviest;      /* weight of the heaviest block */
  uint32_t records;       /* most boxes with prose, alike in one parent, */
  uint32_t record_weight; /* and the weight of that parent */
  pith_page_cues cues;
  pith_page_declared declared;
} pith_block_context;

/* Work out the context of a list, which is borrowed with its tree. Gives a
 * context: release it with pith__block_context_done(), also after a failure:
 * PITH_NOMEM, PITH_LIMIT. */
pith_status pith__block_context_make(pith_block_context *context,
                                     pith_memory *memory, const pith_tree *tree,
                                     const pith_block_list *list);
void pith__block_context_done(pith_block_context *context);

#endif
