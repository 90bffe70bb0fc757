/*
 * A page looked at through a site's view in, which of its texts are boilerplate
 * out: what neighbours have too, what is where the site keeps its menus,
 * and what readers wrote. The method `chain` emits it as it is; for `auto` it
 * is one voice among others.
 *
 * Each text has a *fate*: it stays, or the reason why it goes. The rules are
 * in docs/lab/methods/chain.md.
 */
#ifndef PITH_SITE_BOILERPLATE_H
#define PITH_SITE_BOILERPLATE_H

#include "site/site_view.h"

/* Why a text is boilerplate, or none of it. */
typedef enum pith_fate_reason {
  PITH_FATE_STAYS = 0,
  PITH_FATE_REPEATS,      /* neighbours have it too */
  PITH_FATE_MENU_SLOT,    /* it is where the site keeps its boilerplate */
  PITH_FATE_OUTSIDE_TEXT, /* short, and not where the text of the page is */
  PITH_FATE_COMMENTS,     /* readers wrote it */
  PITH_FATE_LINE_NUMBERS,
  PITH_FATE_KEYWORD_LIST,
  PITH_FATE_COUNT
} pith_fate_reason;

/* Costs are in half words: what it costs to call the box content, or
 * boilerplate, with all that is in it. */
typedef struct pith_box_cost {
  uint64_t content;
  uint64_t boilerplate;
  uint32_t old_links;  /* texts in links that neighbours have too, in it and
                          in boxes in it */
  uint32_t new_plain;  /* texts in no link that they do not have */
  uint32_t texts;      /* in it, and in boxes in it */
  uint32_t kept;       /* of them, content */
  uint32_t voids;      /* elements in it that have no text, images among them */
  bool is_boilerplate; /* what was chosen */
} pith_box_cost;

typedef struct pith_text_fate {
  uint32_t content; /* cost in half words */
  uint32_t boilerplate;
  uint8_t reason; /* pith_fate_reason, STAYS while it is content */
  uint8_t score;  /* per cent */
  bool sealed;    /* it goes, whatever becomes of its box */
} pith_text_fate;

/* What a thread needs, and what is found of a page; it is valid until the next
 * one is looked at. */
typedef struct pith_boilerplate {
  pith_memory *memory; /* borrowed */
  pith_site_reader reader;
  pith_box_cost *costs; /* of each box */
  uint32_t cost_capacity;
  pith_text_fate *fates; /* of each token; of texts they mean something */
  uint32_t fate_capacity;
  uint32_t main;      /* the box with the text of the page */
  uint32_t words;     /* that the page shows */
  uint32_t cut;       /* of them, boilerplate */
  bool too_few_pages; /* it resembles too few pages: nothing is cut */
  bool all_repeats; /* nearly all of it repeats: nothing is called boilerplate,
                   because a page never comes back empty */
} pith_boilerplate;

/* Borrows `memory` and `view`. PITH_NOMEM, PITH_LIMIT: nothing is to be
 * done. */
pith_status pith__boilerplate_init(pith_boilerplate *boilerplate,
                                   pith_memory *memory,
                                   const pith_site_view *view);
void pith__boilerplate_done(pith_boilerplate *boilerplate);

/* Find the fates of all texts of a page. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__boilerplate_find(pith_boilerplate *boilerplate,
                                   const pith_page_profile *profile);

/* The step of it that weighs, in boilerplate_weigh.c: decide on every text of
 * the page that the reader looks at. `main` is the box with its text. */
void pith__boilerplate_weigh(pith_boilerplate *boilerplate,
                             const pith_page_profile *profile, uint32_t main);

#endif
