/*
 * What the files of the chain method's default profile share: the fate of
 * each text, found in chain_default_weigh.c and told in
 * chain_default_tell.c.
 */
#ifndef PITH_METHOD_CHAIN_DEFAULT_PARTS_H
#define PITH_METHOD_CHAIN_DEFAULT_PARTS_H

#include "method/chain_default.h"

/* Why a text is framing, or none of it. */
typedef enum pith_fate_reason {
  PITH_FATE_STAYS = 0,
  PITH_FATE_REPEATS,      /* neighbours have it too */
  PITH_FATE_MENU_SLOT,    /* it stands where the site keeps its framing */
  PITH_FATE_OUTSIDE_TEXT, /* short, and not where the text of the page is */
  PITH_FATE_COMMENTS,     /* readers wrote it */
  PITH_FATE_LINE_NUMBERS,
  PITH_FATE_KEYWORD_LIST,
  PITH_FATE_COUNT
} pith_fate_reason;

/* Costs are in half words: what it costs to call the box content, or framing,
 * with all that is in it. */
typedef struct pith_box_cost {
  uint64_t content;
  uint64_t framing;
  uint32_t old_links; /* texts in links that neighbours have too, in it and
                         in boxes in it */
  uint32_t new_plain; /* texts in no link that they do not have */
  uint32_t texts;     /* in it, and in boxes in it */
  uint32_t kept;      /* of them, content */
  uint32_t voids;     /* elements in it that have no text, images among them */
  bool is_framing;    /* what was chosen */
} pith_box_cost;

typedef struct pith_text_fate {
  uint32_t content; /* cost in half words */
  uint32_t framing;
  uint8_t reason; /* pith_fate_reason, STAYS while it is content */
  uint8_t score;  /* per cent */
  bool sealed;    /* it goes, whatever becomes of its box */
} pith_text_fate;

/* Decide on every text of the page that the reader looks at. `main` is the box
 * with its text. */
void pith__chain_weigh(pith_chain_judge *judge, const pith_page_sheet *sheet,
                       uint32_t main);

/* Turn fates into verdicts. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__chain_tell(pith_chain_judge *judge, const pith_tree *tree,
                             const pith_page_sheet *sheet,
                             pith_verdicts *verdicts);

#endif
