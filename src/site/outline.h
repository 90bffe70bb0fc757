/*
 * The line of tokens of a page as a tree again: boxes, each an element that is
 * shown, in document order. Box 0 is the page itself.
 *
 *     open ul | open li | text | close li | close ul
 *
 *     box 0 { box 1 ul { box 2 li { text } } }
 *
 * A box knows its *path*: the hash of its sign and those of all it is in.
 * Boxes of different pages with the same path are one *slot* of the site
 * (slots.h).
 */
#ifndef PITH_SITE_OUTLINE_H
#define PITH_SITE_OUTLINE_H

#include "site/similarity.h"

#define PITH_OUTLINE_NONE UINT32_MAX

/* Per cent of the neighbours that have a text which counts as repeated. */
#define PITH_REPEATED_SHARE 40u

typedef struct pith_outline_box {
  uint64_t path;
  uint64_t weight;    /* new words in it, see pith__outline_weigh() */
  uint32_t words;     /* all words in it, found there too */
  uint32_t parent;    /* PITH_OUTLINE_NONE for box 0 */
  uint32_t end;       /* one past the last box in it */
  uint32_t token;     /* its open token; for box 0 the first */
  uint32_t token_end; /* one past its last token */
  uint32_t slot;      /* PITH_INDEX_NONE: the site has no such slot */
  uint32_t facts;     /* of its open token, with LINK, HEADING and COMMENTS if
                         any box around it has them */
  uint32_t depth;
} pith_outline_box;

typedef struct pith_outline {
  pith_memory *memory; /* borrowed */
  pith_outline_box *boxes;
  uint32_t count;
  uint32_t capacity;
  uint32_t *box_of; /* token -> the box it is in */
  uint32_t token_count;
  uint32_t box_of_capacity;
} pith_outline;

void pith__outline_init(pith_outline *outline, pith_memory *memory);
void pith__outline_done(pith_outline *outline);

/* Make the outline of a line of tokens. Tokens that do not match (of a page
 * that was cut off) are closed at the end, or ignored. PITH_NOMEM,
 * PITH_LIMIT. */
pith_status pith__outline_make(pith_outline *outline,
                               const pith_profile_token *tokens,
                               uint32_t count);

/* Weigh the boxes: thousandths of words in them that are new on this page.
 * What neighbours repeat, figures, comments and the page's own title weigh
 * nothing, words in links little, and what n pages have an n-th part. */
void pith__outline_weigh(pith_outline *outline,
                         const pith_profile_token *tokens,
                         const pith_similarity *similarity);

/* Whether `share` per cent of the neighbours or more have a text. */
static inline bool
pith__is_shared(const pith_similarity *similarity, uint32_t token,
                uint32_t share)
{
  return similarity->neighbour_count > 0 &&
         similarity->evidence[token].neighbours * 100u >=
             share * similarity->neighbour_count;
}

#endif
