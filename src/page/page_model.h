/*
 * The one model of a parsed page. Everything that methods, site learning and
 * the interface read of a page is a part of it; a part is computed when it is
 * first requested and at most once for a page.
 *
 *                      ┌── blocks ──── context      auto, pith_blocks_*
 *     tree of a page ──┼── boxes                    sentence, dom
 *                      ├── profile                  site models, chain, layer
 *                      └── styles ──── VIPS         layer, pith_page_vips()
 *
 * The text measures of a block are in blocks and boxes; the metadata that the
 * page declares and the blocks that repeat it are in the context.
 *
 * The model hangs on the tree and on the memory account of the page. It is
 * used by one thread at a time, like the page. The arrays of blocks, boxes and
 * profile stay when the page changes and are filled again by the next one.
 */
#ifndef PITH_PAGE_PAGE_MODEL_H
#define PITH_PAGE_PAGE_MODEL_H

#include "page/blocks/block_context.h"
#include "page/blocks/box_tree.h"
#include "page/profile/page_profile.h"
#include "page/vips/vips.h"

typedef enum pith_page_part {
  PITH_PART_BLOCKS,
  PITH_PART_CONTEXT,
  PITH_PART_BOXES,
  PITH_PART_PROFILE,
  PITH_PART_STYLES,
  PITH_PART_VIPS,
  PITH_PART_COUNT
} pith_page_part;

typedef struct pith_page_model {
  pith_memory *memory;        /* borrowed: the account of the page */
  const pith_tree *tree;      /* borrowed */
  bool made[PITH_PART_COUNT]; /* the part describes this page */
  pith_block_list blocks;
  pith_block_context context;
  pith_box_tree boxes;
  pith_page_profile profile;
  pith_styles styles;
  pith_vips vips;
  uint32_t pdoc; /* that `vips` was cut by */
} pith_page_model;

/* Begin without parts. `memory` and `tree` are borrowed for the life of the
 * model; the tree may be built later. */
void pith__page_model_init(pith_page_model *page, pith_memory *memory,
                           const pith_tree *tree);

/* The tree is about to hold another page: no part is valid any more. Call it
 * before the tree changes. */
void pith__page_model_forget(pith_page_model *page);

/* Release all parts; the model is empty and can be used again. */
void pith__page_model_done(pith_page_model *page);

/* Each accessor computes its part if need be and lends it until the page is
 * forgotten. PITH_NOMEM, PITH_LIMIT: nothing is lent. */
pith_status pith__page_blocks(pith_page_model *page,
                              const pith_block_list **out);
pith_status pith__page_context(pith_page_model *page,
                               const pith_block_context **out);
pith_status pith__page_boxes(pith_page_model *page, pith_box_tree **out);
pith_status pith__page_profile(pith_page_model *page,
                               const pith_page_profile **out);

/* The visual blocks for a permitted degree of coherence, 1 to 10. Only the last
 * degree is kept: another one is computed again and takes back what was lent.
 */
pith_status pith__page_vips(pith_page_model *page, uint32_t pdoc,
                            const pith_vips **out);

#endif
