/*
 * The layer method, default profile: the fields of the pages of a layer, small
 * things in the text of the page that every page fills in, before its first
 * sentence and after its last.
 *
 *     Published 3 May | By Ann | Share        leading fields
 *     The harbour froze. ...                  running text
 *     Keywords: ice, boats | previous | next  trailing fields
 *
 * The text of a field differs from page to page, so it does not repeat; what
 * gives it away is that partners have one in its place too, outside their
 * running text. All that depends on where the text of the page is, which is
 * known only when all partners have voted; so for each partner is kept how far
 * up the tree a node leads or trails, a level each.
 */
#ifndef PITH_METHOD_LAYER_LAYER_FIELDS_H
#define PITH_METHOD_LAYER_LAYER_FIELDS_H

#include "method/layer/layer.h"
#include "method/layer/layer_weigh.h"

/* What the partners have in the place of a node; a bit or an item each. */
typedef struct pith_layer_place {
  uint16_t head[PITH_LAYER_PARTNERS]; /* it leads in the element this deep */
  uint16_t tail[PITH_LAYER_PARTNERS]; /* it trails there */
  uint8_t body;                       /* running text is in it */
  uint8_t alike; /* a text that begins alike, or has figures too */
  uint8_t form;  /* both */
} pith_layer_place;

/* Of a node of the page or partner at work. */
typedef struct pith_layer_reach {
  uint32_t next; /* running text at or after it */
  uint16_t level;
  uint16_t head;
  uint16_t tail;
  bool body; /* it is running text */
  bool form; /* its place on the other page has one of its form */
} pith_layer_reach;

typedef struct pith_layer_fields {
  pith_memory *memory; /* borrowed */
  pith_layer_place *places;
  uint32_t place_capacity;
  pith_layer_reach *reach;
  uint32_t reach_capacity;
  uint32_t partners; /* that voted */
} pith_layer_fields;

void pith__layer_fields_init(pith_layer_fields *fields, pith_memory *memory);
void pith__layer_fields_done(pith_layer_fields *fields);

/* Start with no votes for the nodes of a page. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__layer_fields_begin(pith_layer_fields *fields,
                                     const pith_layer_page *page);

/* Note what a partner has, which was aligned with the page last. At most
 * PITH_LAYER_PARTNERS are noted. PITH_NOMEM, PITH_LIMIT. */
pith_status pith__layer_fields_vote(pith_layer_fields *fields,
                                    const pith_layer_page *mine,
                                    const pith_layer_page *other,
                                    const pith_layer_aligner *aligner);

/* When all votes are in: votes[n].form of every text, and votes[n].field of
 * those in `main`, the element with the text of the page.
 * PITH_NOMEM, PITH_LIMIT. */
pith_status pith__layer_fields_find(pith_layer_fields *fields,
                                    const pith_layer_page *page, uint32_t main,
                                    pith_layer_weigher *weigher);

#endif
