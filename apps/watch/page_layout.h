/* page_layout.h: where the passages of a page are, so that the same place can
 * be compared over rounds and pages.
 *
 *     body > div.main > p         a region: a hash of the names on the way
 * down, each with the first word of its class, digits folded <div class="x"> a
 * box: the largest block around a passage that <h4>Fine shoes</h4>       is
 * short, and small compared with the page <a href="//shop/">Buy</a>
 *     </div>
 *
 * Of a box it is known whether its links lead away from the site (or are marked
 * nofollow), into it, or to pages of the same layer as the page itself.
 */
#ifndef WATCH_PAGE_LAYOUT_H
#define WATCH_PAGE_LAYOUT_H

#include "common/web/web_url.h"

/* A box has at most this many bytes of text, and a quarter of its page. */
enum { BOX_MOST = 480 };

/* Where links lead. */
enum { LINK_AWAY = 1, LINK_INWARD = 2, LINK_SIBLING = 4 };

typedef struct layout_node {
  uint64_t region;
  uint32_t text;   /* bytes of content in it */
  uint32_t linked; /* of them in links */
  pith_node box;   /* the node of its box, or PITH_NODE_NONE */
  pith_node link;  /* the `a` around it, or PITH_NODE_NONE */
  uint8_t links;   /* of it and all in it */
} layout_node;

typedef struct page_layout {
  const pith_page *page; /* borrowed */
  layout_node *items;    /* owned; one a node */
  bool front;            /* the page of a folder: /news/, /news/index.html */
  web_url address;
  web_url base;
} page_layout;

/* Begin with a page that came from `address`. False when memory ends. */
bool page_layout_open(const pith_page *page, const web_url *address,
                      page_layout *out);
void page_layout_done(page_layout *places);

/* The next node in document order; then, of a text, its bytes that count. */
void page_layout_enter(page_layout *places, pith_node node);
void page_layout_text(page_layout *places, pith_node node, size_t bytes);

/* All nodes were entered: add up and find boxes; `is_block` knows the names of
 * block elements. */
void page_layout_close(page_layout *places, bool (*is_block)(pith_slice name));

#endif
