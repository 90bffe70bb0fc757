/*
 * The tree of a page in, its profile out: the visible page as one line of
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
 * A profile depends on the tree alone, so profiles can be made in any order and
 * in many threads.
 */
#ifndef PITH_PAGE_PROFILE_PAGE_PROFILE_H
#define PITH_PAGE_PROFILE_PAGE_PROFILE_H

#include "base/buffer.h"
#include "html/tree/tree.h"

/* Raised with every change that makes other tokens of the same page: rules
 * here, in page/element and page/text, in decoding and parsing, in their
 * tables. Site models carry it, so that profiles of two revisions never meet;
 * tests/site/run_revision.py fails when it was forgotten. */
#define PITH_PROFILE_REVISION 1u

typedef enum pith_profile_kind {
  PITH_PROFILE_OPEN = 0,
  PITH_PROFILE_CLOSE = 1,
  PITH_PROFILE_TEXT = 2
} pith_profile_kind;

/* The word of facts: the kind in the lowest two bits, flags, and in the upper
 * half the number of words of a text. Part of the site model's file format. */
#define PITH_PROFILE_KIND        3u
#define PITH_PROFILE_FLAG(n)     (4u << (n))
#define PITH_PROFILE_WORDS_SHIFT 16

/* Of an open token. */
#define PITH_PROFILE_VOID PITH_PROFILE_FLAG(0) /* no close token follows */
#define PITH_PROFILE_CONTAINER                                                 \
  PITH_PROFILE_FLAG(1)                          /* may hold a whole text       \
                                                 */
#define PITH_PROFILE_TABLE PITH_PROFILE_FLAG(2) /* a table or part of one */
#define PITH_PROFILE_HEADING                                                   \
  PITH_PROFILE_FLAG(3) /* h1 to h4, or named title                             \
                        */
#define PITH_PROFILE_LINK     PITH_PROFILE_FLAG(4)
#define PITH_PROFILE_COMMENTS PITH_PROFILE_FLAG(5) /* named after comments */

/* Of a text token. */
#define PITH_PROFILE_TITLE    PITH_PROFILE_FLAG(0) /* part of the page's title */
#define PITH_PROFILE_FIGURES  PITH_PROFILE_FLAG(1) /* no letters in it */
#define PITH_PROFILE_SENTENCE PITH_PROFILE_FLAG(2) /* a sentence ends in it */
#define PITH_PROFILE_KEYWORDS PITH_PROFILE_FLAG(3) /* words between commas */
#define PITH_PROFILE_COUNTER                                                   \
  PITH_PROFILE_FLAG(4) /* one of the numbers of lines                          \
                        */
#define PITH_PROFILE_EXAMPLE                                                   \
  PITH_PROFILE_FLAG(5) /* its text is in `examples` */

/* A text at most this long is kept with the profile, to show what was learnt.
 */
#define PITH_PROFILE_EXAMPLE_MOST 48

typedef struct pith_profile_token {
  uint64_t hash;
  uint32_t facts;
  uint32_t node; /* of the tree; not kept in site models */
} pith_profile_token;

typedef struct pith_page_profile {
  pith_memory *memory;        /* borrowed */
  pith_profile_token *tokens; /* owned */
  uint32_t count;
  uint32_t capacity;
  uint64_t
      content; /* hash of all texts: the same for pages with the same texts */
  uint64_t shape; /* hash of all tokens */

  /* For each token with PITH_PROFILE_EXAMPLE, in order: a byte with the length
   * of the text, and the text. */
  pith_buffer examples;
} pith_page_profile;

void pith__page_profile_init(pith_page_profile *profile, pith_memory *memory);
void pith__page_profile_done(pith_page_profile *profile);

/* Make the profile of a page. What `profile` held before is overwritten, its
 * memory used again. PITH_NOMEM, PITH_LIMIT: the profile holds nothing of use.
 */
pith_status pith__page_profile_make(pith_page_profile *profile,
                                    const pith_tree *tree);

static inline pith_profile_kind
pith__profile_kind(uint32_t facts)
{
  return (pith_profile_kind)(facts & PITH_PROFILE_KIND);
}

static inline uint32_t
pith__profile_words(uint32_t facts)
{
  return facts >> PITH_PROFILE_WORDS_SHIFT;
}

#endif
