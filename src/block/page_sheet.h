/*
 * The tree of a page in, its sheet out: the visible page as one line of
 * tokens, which is all that site methods look at.
 *
 *     <ul class="menu"><li>Home</li></ul>
 *
 *     open ul.menu | open li | text "Home" | close li | close ul
 *
 * A token is a 64-bit hash and a word of facts. Tags are compared by name and
 * first class with digits folded ("post-17" is "post-0"), or by id where
 * there is no class; texts by their characters, after decoding and character
 * references, white space collapsed. Void elements have no close token, and
 * what the page does not show has no tokens at all.
 *
 * A sheet depends on the tree alone, so sheets can be made in any order and
 * in many threads, each with its own maker.
 */
#ifndef PITH_BLOCK_PAGE_SHEET_H
#define PITH_BLOCK_PAGE_SHEET_H

#include "base/buffer.h"
#include "html/tree/tree.h"

typedef enum pith_sheet_kind {
  PITH_SHEET_OPEN = 0,
  PITH_SHEET_CLOSE = 1,
  PITH_SHEET_TEXT = 2
} pith_sheet_kind;

/* The word of facts: the kind in the lowest two bits, flags, and in the upper
 * half the number of words of a text. Part of the site model's file format. */
#define PITH_SHEET_KIND        3u
#define PITH_SHEET_FLAG(n)     (4u << (n))
#define PITH_SHEET_WORDS_SHIFT 16

/* Of an open token. */
#define PITH_SHEET_VOID      PITH_SHEET_FLAG(0) /* no close token follows */
#define PITH_SHEET_CONTAINER PITH_SHEET_FLAG(1) /* may hold a whole text */
#define PITH_SHEET_TABLE     PITH_SHEET_FLAG(2) /* a table or part of one */
#define PITH_SHEET_HEADING   PITH_SHEET_FLAG(3) /* h1 to h4, or named title */
#define PITH_SHEET_LINK      PITH_SHEET_FLAG(4)
#define PITH_SHEET_COMMENTS  PITH_SHEET_FLAG(5) /* named after comments */

/* Of a text token. */
#define PITH_SHEET_TITLE    PITH_SHEET_FLAG(0) /* the page's title says it */
#define PITH_SHEET_FIGURES  PITH_SHEET_FLAG(1) /* no letters in it */
#define PITH_SHEET_SENTENCE PITH_SHEET_FLAG(2) /* a sentence ends in it */
#define PITH_SHEET_KEYWORDS PITH_SHEET_FLAG(3) /* words between commas */
#define PITH_SHEET_COUNTER                                                     \
  PITH_SHEET_FLAG(4)                          /* one of the numbers of lines   \
                                               */
#define PITH_SHEET_EXAMPLE PITH_SHEET_FLAG(5) /* its text is in `examples` */

/* A text at most this long is kept with the sheet, to show what was learnt. */
#define PITH_SHEET_EXAMPLE_MOST 48

typedef struct pith_sheet_token {
  uint64_t hash;
  uint32_t facts;
  uint32_t node; /* of the tree; not kept in site models */
} pith_sheet_token;

typedef struct pith_page_sheet {
  pith_memory *memory;      /* borrowed */
  pith_sheet_token *tokens; /* owned */
  uint32_t count;
  uint32_t capacity;
  uint64_t
      content;    /* hash of all texts: the same for pages that say the same */
  uint64_t shape; /* hash of all tokens */

  /* For each token with PITH_SHEET_EXAMPLE, in order: a byte with the length
   * of the text, and the text. */
  pith_buffer examples;
} pith_page_sheet;

/* What is kept from one page to the next. */
typedef struct pith_sheet_maker pith_sheet_maker;

/* Gives a maker: release it with pith__sheet_maker_free(). `memory` is
 * borrowed. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__sheet_maker_new(pith_memory *memory, pith_sheet_maker **out);
void pith__sheet_maker_free(pith_sheet_maker *maker);

void pith__page_sheet_init(pith_page_sheet *sheet, pith_memory *memory);
void pith__page_sheet_done(pith_page_sheet *sheet);

/* Make the sheet of a page. What `sheet` held before is overwritten, its
 * memory used again. PITH_NOMEM, PITH_LIMIT: the sheet holds nothing of use. */
pith_status pith__page_sheet_make(pith_sheet_maker *maker,
                                  const pith_tree *tree,
                                  pith_page_sheet *sheet);

static inline pith_sheet_kind
pith__sheet_kind(uint32_t facts)
{
  return (pith_sheet_kind)(facts & PITH_SHEET_KIND);
}

static inline uint32_t
pith__sheet_words(uint32_t facts)
{
  return facts >> PITH_SHEET_WORDS_SHIFT;
}

#endif
