/* page_links.h: the links of a page, absolute and in one form. */
#ifndef CRAWL_PAGE_LINKS_H
#define CRAWL_PAGE_LINKS_H

#include "common/web/web_url.h"

/* Parse a page that was fetched; `charset` is what its transport declared, ""
 * or NULL for nothing. The page is given. The size of a page is limited by the
 * fetcher, so it is not limited again. */
pith_status page_links_parse(pith_context *context, pith_slice html,
                             const char *charset, pith_page **out);

/* Called for each link; `paging`: it leads to the next, the previous or a
 * numbered page of the same list or story. False stops. */
typedef bool (*link_sink)(void *state, const web_url *url, bool paging);

/* Call `sink` for every link that may be followed, in the order of the page,
 * resolved against its `base` element or `address`. Left out are links marked
 * rel=nofollow, links to files that are no pages by their ending (.jpg, .pdf),
 * and all links of a page that forbids following. Linear in the page. */
void page_links_each(const pith_page *page, const web_url *address,
                     link_sink sink, void *state);

/* The base of relative links: the `base` element of a page, or `address`. */
void page_links_base(const pith_page *page, const web_url *address,
                     web_url *out);

/* Whether a `rel` asks not to follow its link: nofollow, sponsored. */
bool page_links_are_unwanted(pith_slice rel);

#endif
