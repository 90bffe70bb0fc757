/*
 * The votes of pages of the same layer on each node of a page, and what
 * follows: content or boilerplate.
 */
#ifndef PITH_METHOD_LAYER_LAYER_WEIGH_H
#define PITH_METHOD_LAYER_LAYER_WEIGH_H

#include "method/layer/layer_align.h"

/* Why a text is boilerplate. */
typedef enum pith_layer_reason {
  PITH_LAYER_STAYS = 0,
  PITH_LAYER_REPEATS,  /* partners have it too */
  PITH_LAYER_SLOT,     /* partners have another in its place, and it is not
                          where the text of the page is */
  PITH_LAYER_OUTSIDE,  /* short, and not where the text of the page is */
  PITH_LAYER_COMMENTS, /* readers wrote it */
  PITH_LAYER_NUMBERS,  /* of lines */
  PITH_LAYER_REASONS
} pith_layer_reason;

/* What is known of a node. */
typedef struct pith_layer_vote {
  uint32_t same;      /* partners that have the same text, or the same here */
  uint32_t placed;    /* partners that have something here */
  uint64_t fresh;     /* weight of what is new in it, in thousandths of words */
  uint32_t voters;    /* partners that have words of their own */
  uint32_t mains;     /* of them, those with nearly all of them here */
  uint64_t old_words; /* directly in it, here and there: that repeat, */
  uint64_t new_words; /* and that do not */
  uint64_t content;   /* cost of calling it content, with all that is in it */
  uint64_t boilerplate;
  uint32_t texts;      /* in it */
  uint32_t kept;       /* of them, content */
  uint32_t voids;      /* elements in it that have no text, images among them */
  uint32_t old_links;  /* texts in links that partners have too */
  uint32_t new_plain;  /* texts in no link that they have not */
  uint32_t old_plain;  /* that they have */
  uint32_t links;      /* texts in links */
  uint8_t reason;      /* of a text: pith_layer_reason */
  bool is_boilerplate; /* what was chosen */
  bool slot;           /* a place where the layer has its boilerplate */
  bool block;          /* partners have all of it, with links in it */
  bool field;          /* a text: one of the fields of its layer */
  bool aside;          /* a list of links in the text of the page */
  bool form;           /* a text: partners fill in the same form otherwise */
  bool edge;           /* a visual block begins here, or several are in it */
} pith_layer_vote;

typedef struct pith_layer_weigher {
  pith_memory *memory; /* borrowed */
  pith_layer_vote *votes;
  uint32_t capacity;
  uint64_t *room; /* of a partner: weight of what is new in its nodes, then
                     words directly in them, new and old */
  uint32_t room_capacity;
  uint32_t partners; /* that voted */
  uint32_t title;    /* text of a heading; PITH_LAYER_NONE: none is the title */
  bool comments;     /* what readers wrote is content */
} pith_layer_weigher;

void pith__layer_weigher_init(pith_layer_weigher *weigher, pith_memory *memory);
void pith__layer_weigher_done(pith_layer_weigher *weigher);

/* Start with no votes for the nodes of a page. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__layer_weigh_begin(pith_layer_weigher *weigher,
                                    const pith_layer_page *page);

/* Count the vote of a partner, which was aligned with the page last.
 * PITH_NOMEM, PITH_LIMIT. */
pith_status pith__layer_weigh_vote(pith_layer_weigher *weigher,
                                   const pith_layer_page *page,
                                   const pith_layer_page *partner,
                                   const pith_layer_aligner *aligner);

/* The element with the text of the page, when all votes are in. */
uint32_t pith__layer_weigh_main(pith_layer_weigher *weigher,
                                const pith_layer_page *page);

/* Decide, with the text of the page in `main`: votes[n].reason of every text,
 * is_boilerplate of every element. */
void pith__layer_weigh_decide(pith_layer_weigher *weigher,
                              const pith_layer_page *page, uint32_t main);

#endif
