/*
 * The line of blocks of a page in, what follows from the whole of it out: sums
 * up to each block, so that those of any run of blocks are a difference;
 * blocks of the same kind; the boxes that look like the text of the page; and
 * what the page says of itself.
 *
 * A few passes over blocks and boxes, each linear but for sorting.
 */
#ifndef PITH_BLOCK_BLOCK_SCENE_H
#define PITH_BLOCK_BLOCK_SCENE_H

#include "base/region.h"
#include "block/block_line.h"
#include "block/page_cues.h"

/* Sums over the blocks before one. */
typedef struct pith_scene_sums {
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
} pith_scene_sums;

/* What is known of a block beside what the line says. */
typedef struct pith_scene_block {
  uint32_t group;        /* blocks whose four innermost boxes look alike */
  uint32_t twins;        /* blocks with the same words, itself included */
  uint32_t earlier;      /* of them, before it */
  uint32_t heading;      /* the last heading before it; UINT32_MAX: none */
  uint8_t heading_level; /* 1 to 6 for a heading, 0 else */
} pith_scene_block;

typedef struct pith_scene_box {
  uint32_t alike;    /* boxes of its parent with the same sign, with itself */
  uint32_t children; /* boxes right below it */
  uint64_t points;   /* as a candidate for the text of the page */
} pith_scene_box;

typedef struct pith_scene_group {
  uint32_t blocks;
  uint32_t weight;
  uint32_t linked;
  uint32_t stops;
} pith_scene_group;

typedef struct pith_block_scene {
  const pith_tree *tree;       /* borrowed */
  const pith_block_line *line; /* borrowed */
  pith_region region;          /* owns the rest */
  pith_scene_sums *sums;       /* one more than there are blocks */
  pith_scene_block *blocks;
  pith_scene_box *boxes;
  pith_scene_group *groups;
  uint32_t group_count;
  uint32_t group_most; /* the blocks of the largest group */
  uint32_t top;        /* the box with the most points */
  uint32_t core;       /* the smallest box with most of the prose */
  uint32_t h1;         /* the first block in an h1; UINT32_MAX: none */
  uint32_t title;      /* the first block that says the title; likewise */
  uint32_t heaviest;   /* weight of the heaviest block */
  pith_page_cues cues;
  pith_page_told told;
} pith_block_scene;

/* Work out the scene of a line, which is borrowed with its tree. Gives the
 * scene: release it with pith__block_scene_done(), also after a failure:
 * PITH_NOMEM, PITH_LIMIT. */
pith_status pith__block_scene_make(pith_block_scene *scene, pith_memory *memory,
                                   const pith_tree *tree,
                                   const pith_block_line *line);
void pith__block_scene_done(pith_block_scene *scene);

#endif
