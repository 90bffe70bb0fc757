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

#include "pith_experimental.h"

/* A box has at most this many bytes of text, and a quarter of its page. */
enum { BOX_MOST = 480 };

/* Where links lead. */
enum { LINK_AWAY = 1, LINK_INWARD = 2, LINK_SIBLING = 4, LINK_PAID = 8 };

typedef struct layout_node {
  uint64_t region;
  uint32_t text;   /* bytes of content in it */
  uint32_t linked; /* of them in links */
  pith_node box;   /* the node of its box, or PITH_NODE_NONE */
  pith_node link;  /* the `a` around it, or PITH_NODE_NONE */
  uint8_t links;   /* of it and all in it */
  bool block;      /* it holds a block of content */
  bool control;    /* it is in a button, or only for readers without scripts */
} layout_node;

typedef struct page_layout {
  const pith_page *page; /* borrowed */
  layout_node *items;    /* owned; one for each node */
  bool front;            /* the page of a folder: /news/, /news/index.html */
  web_url address;
  web_url base;
} page_layout;

/* Read regions and links of a page that came from `address`. False when memory
 * ends; page_layout_done() in any case. */
bool page_layout_open(const pith_page *page, const web_url *address,
                      page_layout *out);
void page_layout_done(page_layout *layout);

/* Add a block of content with its bytes, and how many of them are in links. */
void page_layout_add(page_layout *layout, const pith_text_block *block,
                     size_t bytes, size_t linked);

/* All blocks were added: add up and find the boxes. */
void page_layout_close(page_layout *layout);

#endif
