/*
 * Between the files that make cleaned HTML:
 *
 *   cleaned.c         writing what is not removed
 *   cleaned_node.c    which elements can go as a whole
 */
#ifndef PITH_RENDER_HTML_CLEANED_H
#define PITH_RENDER_HTML_CLEANED_H

#include "render/html/insertion_point.h"
#include "render/removed.h"
#include "render/html/moved_nodes.h"
#include "render/render.h"
#include "render/html/byte_mask.h"

/* What is known of a node and all below it: an OR of these. */
typedef enum pith_clean_fact {
  PITH_FACT_KEPT = 1 << 0,    /* text, an image or a style that stays */
  PITH_FACT_REMOVED = 1 << 1, /* something that goes */
  PITH_FACT_LOOSE = 1 << 2    /* tags that have to do with tags elsewhere */
} pith_clean_fact;

typedef struct pith_cleaner {
  const pith_tree *tree; /* borrowed */
  pith_decoded *decoded; /* borrowed */
  pith_removed removed;
  pith_code_unit unit;
  pith_byte_mask removed_bytes; /* what is left out of the output */
  pith_moved_nodes places;
  uint8_t *facts; /* lent; by node, an OR of pith_clean_fact */
} pith_cleaner;

/* Find the facts of all nodes. */
void pith__cleaner_facts(pith_cleaner *cleaner);

/* Mark what verdicts remove. */
void pith__cleaner_remove(pith_cleaner *cleaner);

#endif
