/* passage_place.h: where on a page its passages stand, for `pith watch` to
 * compare the same corner over rounds and pages.
 *
 *     body > div.main > p         a slot: the names on the way down, each with
 *                                 the first word of its class, digits folded
 *     <div class="x">             a box: the largest block around a passage
 * that <h4>Fine shoes</h4>       is short, and small beside the page <a
 * href="//shop/">Buy</a>
 *     </div>
 *
 * Of a box it is known whether its links lead away from the site (or ask not to
 * be followed), into it, or to pages of the same layer as the page itself.
 */
#ifndef CRAWL_PASSAGE_PLACE_H
#define CRAWL_PASSAGE_PLACE_H

#include "common/web/web_url.h"

/* A box has at most so many bytes of text, and a quarter of its page. */
enum { BOX_MOST = 480 };

/* Where links lead. */
enum { LINK_AWAY = 1, LINK_INWARD = 2, LINK_SIBLING = 4 };

typedef struct node_place {
  uint64_t slot;
  uint32_t text;   /* bytes of content in it */
  uint32_t linked; /* of them in links */
  pith_node box;   /* the node of its box, or PITH_NODE_NONE */
  pith_node link;  /* the `a` around it, or PITH_NODE_NONE */
  uint8_t links;   /* of it and all in it */
} node_place;

typedef struct page_places {
  const pith_page *page; /* borrowed */
  node_place *items;     /* owned; one a node */
  bool front;            /* the page of a folder: /news/, /news/index.html */
  web_url address;
  web_url base;
} page_places;

/* Begin with a page that came from `address`. False when memory ends. */
bool page_places_open(const pith_page *page, const web_url *address,
                      page_places *out);
void page_places_done(page_places *places);

/* The next node in document order; then, of a text, its bytes that count. */
void page_places_enter(page_places *places, pith_node node);
void page_places_text(page_places *places, pith_node node, size_t bytes);

/* All nodes were entered: sums and boxes; `is_block` tells a block. */
void page_places_close(page_places *places, bool (*is_block)(pith_slice name));

#endif
