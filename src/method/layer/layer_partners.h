/*
 * Which pages of a site are partners: those of the same layer, the same number
 * of folders deep in the same folder once digits are folded, that are built
 * most alike.
 *
 *     news/2012/05/a.html, news/2013/11/b.html    one layer: news/0/0
 *
 * No partner is a page with the same texts, or the next or previous page of the
 * same story: one that rel=next or rel=prev leads to, or one with the same
 * title whose name differs in digits only.
 *
 * Every page is known by a card of fixed size, so that choosing costs the same
 * for each page, whatever the site. The order of adding changes nothing.
 */
#ifndef PITH_METHOD_LAYER_LAYER_PARTNERS_H
#define PITH_METHOD_LAYER_LAYER_PARTNERS_H

#include "base/buffer.h"
#include "method/layer/layer_page.h"

/* Numbers in the sketch of how a page is built. */
#define PITH_LAYER_SKETCH 32u
#define PITH_LAYER_AVOID  4u

typedef struct pith_layer_card {
  uint64_t layer;                   /* hash of the folded folder */
  uint64_t name;                    /* hash of the name */
  uint64_t folded;                  /* hash of the folded name */
  uint64_t title;                   /* hash of the title; 0: none */
  uint64_t content;                 /* the same for pages with the same texts */
  uint64_t avoid[PITH_LAYER_AVOID]; /* names of next and previous pages */
  uint32_t sketch[PITH_LAYER_SKETCH]; /* of the paths of its elements */
  uint32_t text, text_len;            /* the name itself, in `names` */
} pith_layer_card;

typedef struct pith_layer_index {
  pith_memory *memory; /* borrowed */
  pith_layer_card *cards;
  uint32_t count, capacity;
  pith_buffer names;
  bool closed; /* in order: by layer, then by name */
} pith_layer_index;

void pith__layer_index_init(pith_layer_index *index, pith_memory *memory);
void pith__layer_index_done(pith_layer_index *index);

/* Add a page under a name that is unique in the site. PITH_USAGE for a closed
 * index, PITH_NOMEM, PITH_LIMIT. */
pith_status pith__layer_index_add(pith_layer_index *index, pith_slice name,
                                  pith_page_model *page);

/* Add all pages of another index, which is not closed either. */
pith_status pith__layer_index_merge(pith_layer_index *index,
                                    const pith_layer_index *other);

/* No more pages come. */
void pith__layer_index_close(pith_layer_index *index);

/* The names of at most `most` partners of a page, the best first; how many.
 * Lent by the index. */
uint32_t pith__layer_index_choose(const pith_layer_index *index,
                                  pith_slice name, uint32_t most,
                                  pith_slice *out);

#endif
