/*
 * What a page declares itself to be: in its `meta` elements, in the types of
 * its linked data, in its own address, and by the names that its author gave to
 * elements.
 */
#ifndef PITH_PAGE_BLOCKS_PAGE_CUES_H
#define PITH_PAGE_BLOCKS_PAGE_CUES_H

#include "page/declared/page_declared.h"

/* Types of schema.org, those that are distinguished. */
typedef enum pith_cue_type {
  PITH_CUE_ARTICLE,
  PITH_CUE_PRODUCT,
  PITH_CUE_LIST,
  PITH_CUE_FORUM,
  PITH_CUE_RECIPE,
  PITH_CUE_QUESTIONS,
  PITH_CUE_BUSINESS,
  PITH_CUE_CRUMBS,
  PITH_CUE_VIDEO,
  PITH_CUE_EVENT,
  PITH_CUE_ANSWERS,
  PITH_CUE_TYPES
} pith_cue_type;

/* Names of elements that show what a page is. */
typedef enum pith_cue_name {
  PITH_CUE_PRICE,
  PITH_CUE_CART,
  PITH_CUE_PRODUCT_NAME,
  PITH_CUE_POST,
  PITH_CUE_REPLY,
  PITH_CUE_COMMENT,
  PITH_CUE_AUTHOR,
  PITH_CUE_THREAD,
  PITH_CUE_CARD,
  PITH_CUE_CODE,
  PITH_CUE_HERO,
  PITH_CUE_RESULT,
  PITH_CUE_PAGINATION,
  PITH_CUE_SIDEBAR,
  PITH_CUE_MEMBER,
  PITH_CUE_MESSAGE,
  PITH_CUE_ANSWER,
  PITH_CUE_QUOTE,
  PITH_CUE_GUIDE,
  PITH_CUE_FEATURE,
  PITH_CUE_EXCERPT,
  PITH_CUE_FILTER,
  PITH_CUE_GALLERY,
  PITH_CUE_NAMES
} pith_cue_name;

/* What words of the page's own address and of its generator's name show. */
typedef enum pith_cue_hint {
  PITH_HINT_FORUM,
  PITH_HINT_GUIDE,
  PITH_HINT_PRODUCT,
  PITH_HINT_LIST,
  PITH_HINT_ARTICLE,
  PITH_HINT_SERVICE,
  PITH_HINTS
} pith_cue_hint;

/* The value of `og:type`. */
typedef enum pith_cue_kind {
  PITH_KIND_NONE,
  PITH_KIND_WEBSITE,
  PITH_KIND_ARTICLE,
  PITH_KIND_PRODUCT,
  PITH_KIND_OTHER
} pith_cue_kind;

typedef struct pith_page_cues {
  uint32_t types[PITH_CUE_TYPES]; /* how often each is named */
  uint32_t names[PITH_CUE_NAMES]; /* elements with such a name */
  uint32_t hints[PITH_HINTS];     /* words of address and generator */
  uint32_t address;               /* words of the address, 0: it has none */
  pith_cue_kind kind;
  uint32_t articles; /* <article> elements */
  uint32_t tables;
  uint32_t forms;
  uint32_t pres;
  uint32_t times; /* elements, as the next three */
  uint32_t quotes;
  uint32_t codes;
  uint32_t sections;
} pith_page_cues;

/* Find the cues of a page and its block list, and add to `declared` what it
 * declares about itself. Linear. */
void pith__page_cues_find(pith_page_cues *cues, pith_page_declared *declared,
                          const pith_tree *tree, const pith_block_list *list);

#endif
