/*
 * What a page says of itself where no reader sees it (descriptions in its
 * `meta` elements, texts in its linked data), and which blocks say the same.
 *
 *     <meta name=description content="Tea is made from leaves.">
 *     {"@type":"Review", "reviewBody":"I like tea."}
 *
 *     <p>Tea is made from leaves.        all of it about the page
 *     <p>I like tea.                     all of it a review
 *
 * Texts are compared by runs of three words, names of the page word by word.
 * Both stand in one small table of hashes, so a block costs a look-up a word.
 */
#ifndef PITH_BLOCK_PAGE_TOLD_H
#define PITH_BLOCK_PAGE_TOLD_H

#include "base/buffer.h"
#include "base/region.h"
#include "block/block_line.h"
#include "block/linked_data.h"

/* What a text is told to be. */
typedef enum pith_told_kind {
  PITH_TOLD_ABOUT,  /* what the page is about */
  PITH_TOLD_FRAME,  /* of the author, the owner, the site */
  PITH_TOLD_REVIEW, /* what readers say */
  PITH_TOLD_ANSWER, /* to a question that is asked often */
  PITH_TOLD_NAME,   /* title or name */
  PITH_TOLD_KINDS
} pith_told_kind;

/* How much of a block is told. */
typedef struct pith_block_told {
  uint8_t runs;                   /* of three words; of its first words only */
  uint8_t words;                  /* likewise */
  uint8_t found[PITH_TOLD_KINDS]; /* runs; words of a name */
} pith_block_told;

typedef struct pith_page_told {
  uint32_t *places;        /* lent by a region: hash, and a bit a kind */
  uint32_t count;          /* places taken */
  uint32_t about;          /* runs of PITH_TOLD_ABOUT */
  pith_buffer text;        /* of linked data, as plain text */
  pith_block_told *blocks; /* lent by a region */
  uint32_t best; /* block with most of PITH_TOLD_ABOUT; UINT32_MAX: none */
} pith_page_told;

/* Begin. False when there is no memory. In any case release it with
 * pith__page_told_done(). */
bool pith__page_told_begin(pith_page_told *told, pith_region *region);
void pith__page_told_done(pith_page_told *told);

/* Add a text, a string of linked data, a `meta` element. */
void pith__page_told_add(pith_page_told *told, pith_told_kind kind,
                         pith_slice text);
void pith__page_told_linked(pith_page_told *told,
                            const pith_linked_string *string);
void pith__page_told_meta(pith_page_told *told, pith_slice name,
                          pith_slice content);

/* Look for all that was added in the blocks of the page. False when there is
 * no memory, now or before. */
bool pith__page_told_find(pith_page_told *told, pith_region *region,
                          const pith_block_line *line);

#endif
