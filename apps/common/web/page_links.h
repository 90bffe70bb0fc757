/* page_links.h: where a page leads: its links, absolute and in one form. */
#ifndef CRAWL_PAGE_LINKS_H
#define CRAWL_PAGE_LINKS_H

#include "common/web/web_url.h"

/* Told of one link; `paging` when it says that it leads to the next, the
 * previous or a numbered page of the same list or story. False stops. */
typedef bool (*link_sink)(void *state, const web_url *url, bool paging);

/* Tell of every link that may be followed, in the order of the page, seen from
 * its `base` element or from `address`. Links that ask not to be followed
 * (rel=nofollow), that lead to what is no page by its ending (.jpg, .pdf) and,
 * on a page that asks for it, all links are left out. Linear in the page. */
void page_links_each(const pith_page *page, const web_url *address,
                     link_sink sink, void *state);

/* What the links of a page are seen from: its `base` element, or `address`. */
void page_links_base(const pith_page *page, const web_url *address,
                     web_url *out);

/* Whether a `rel` asks not to follow its link: nofollow, sponsored. */
bool page_links_are_unwanted(pith_slice rel);

#endif
