/*
 * What a page declares about itself where no reader sees it (descriptions in
 * its `meta` elements, texts in its linked data), and which blocks repeat it.
 *
 *     <meta name=description content="Tea is made from leaves.">
 *     {"@type":"Review", "reviewBody":"I like tea."}
 *
 *     <p>Tea is made from leaves.        all of it about the page
 *     <p>I like tea.                     all of it a review
 *
 * Texts are compared by runs of three words, names of the page word by word.
 * Both are in one small table of hashes, so a block costs a look-up a word.
 */
#ifndef PITH_PAGE_DECLARED_PAGE_DECLARED_H
#define PITH_PAGE_DECLARED_PAGE_DECLARED_H

#include "base/buffer.h"
#include "base/region.h"
#include "page/blocks/block_list.h"
#include "page/declared/linked_data.h"

/* What a text is declared to be. */
typedef enum pith_declared_kind {
  PITH_DECLARED_ABOUT,  /* what the page is about */
  PITH_DECLARED_FRAME,  /* of the author, the owner, the site */
  PITH_DECLARED_REVIEW, /* reviews of readers */
  PITH_DECLARED_ANSWER, /* to a frequent question */
  PITH_DECLARED_NAME,   /* title or name */
  PITH_DECLARED_KINDS
} pith_declared_kind;

/* How much of a block is declared elsewhere. */
typedef struct pith_block_declared {
  uint8_t runs;  /* of three words; of its first words only */
  uint8_t words; /* likewise */
  uint8_t found[PITH_DECLARED_KINDS]; /* runs; words of a name */
} pith_block_declared;

typedef struct pith_page_declared {
  uint32_t *places;            /* lent by a region: hash, and a bit a kind */
  uint32_t count;              /* places taken */
  uint32_t about;              /* runs of PITH_DECLARED_ABOUT */
  pith_buffer text;            /* of linked data, as plain text */
  pith_block_declared *blocks; /* lent by a region */
  uint32_t best; /* block with most of PITH_DECLARED_ABOUT; UINT32_MAX: none */
} pith_page_declared;

/* Begin. False when there is no memory. In any case release it with
 * pith__page_declared_done(). */
bool pith__page_declared_begin(pith_page_declared *declared,
                               pith_region *region);
void pith__page_declared_done(pith_page_declared *declared);

/* Add a text, a string of linked data, a `meta` element. */
void pith__page_declared_add(pith_page_declared *declared,
                             pith_declared_kind kind, pith_slice text);
void pith__page_declared_linked(pith_page_declared *declared,
                                const pith_linked_string *string);
void pith__page_declared_meta(pith_page_declared *declared, pith_slice name,
                              pith_slice content);

/* Look for all that was added in the blocks of the page. False when there is
 * no memory, now or before. */
bool pith__page_declared_find(pith_page_declared *declared, pith_region *region,
                              const pith_block_list *list);

#endif
