/* crawl_filter.h: which addresses a crawl wants.
 *
 *     --include 'NAME/2024/' --exclude '*.pdf' --since 2024-05-01
 *
 * A pattern with a star is a whole address, and a star is any bytes; a pattern
 * without one may be anywhere in it.
 */
#ifndef CRAWL_CRAWL_FILTER_H
#define CRAWL_CRAWL_FILTER_H

#include "common/system/text_list.h"

#include "pith.h"

typedef struct crawl_filter {
  text_list include; /* one of them fits; none: all do */
  text_list exclude; /* none of them fits */
  const char *since; /* "2024-05-01"; NULL: any date. Lent */
} crawl_filter;

/* Whether an address passes the patterns. */
bool crawl_filter_wants(const crawl_filter *filter, const char *address);

/* Whether an entry of this date, as feeds and sitemaps write it, passes; one
 * without a date that can be read does. */
bool crawl_filter_is_recent(const crawl_filter *filter, pith_slice date);

/* Whether `text` is a day: "2024-05-01". */
bool crawl_filter_is_day(const char *text);

#endif
