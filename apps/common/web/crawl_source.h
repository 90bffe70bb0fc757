/* crawl_source.h: addresses that a site lists itself: sitemaps and feeds.
 *
 *     --sitemap   the address is a sitemap, or a site: then those that its
 *                 robots.txt names, else /sitemap.xml
 *     --feed      the address is a feed (RSS, Atom), or a page: then the feeds
 *                 that it links to
 *
 * Indexes of sitemaps are followed, packed sitemaps unpacked.
 */
#ifndef CRAWL_CRAWL_SOURCE_H
#define CRAWL_CRAWL_SOURCE_H

#include "common/web/crawl_filter.h"
#include "common/web/fetcher.h"

typedef enum crawl_source {
  SOURCE_LINKS, /* none: links of pages */
  SOURCE_SITEMAP,
  SOURCE_FEED
} crawl_source;

/* Called for each address that passes the filter; false stops: memory ended. */
typedef bool (*source_sink)(void *state, const web_url *url);

typedef struct source_request {
  crawl_source kind;
  const crawl_filter *filter; /* borrowed */
  fetcher *network;           /* borrowed */
  pith_context *context;      /* borrowed */
  source_sink sink;
  void *state;
} source_request;

/* Read what `at` lists. EXIT_INPUT after a message when there is nothing. */
exit_code crawl_source_read(const source_request *request, const web_url *at);

#endif
