/* watch_news.h: of what came and went on the pages of a host in one round, what
 * is news. docs/crawl.md, "What is news", has the rules in words.
 *
 *     before   A  ad1  B  C         A and B are kept, the rest are changes.
 *     now      A  ad2  B  C'        What came and what went between the same
 *                                   two kept passages are each other's
 *                                   counterparts: ad2 replaces ad1, C' is C
 *                                   corrected.
 *
 * A passage that is corrected is news. One that is replaced or stands alone is
 * none when its place speaks against it: its box leads away from the site, it
 * is a link among links to siblings, its slot turns on most pages or has turned
 * before, or its words float from page to page.
 */
#ifndef CRAWL_WATCH_NEWS_H
#define CRAWL_WATCH_NEWS_H

#include "passages.h"

#include <stdint.h>

/* How often a slot of a host has turned: in so many rounds, on most of the
 * pages that have it. */
typedef struct slot_turns {
  uint64_t slot;
  int64_t turns;
} slot_turns;

typedef struct slot_history {
  slot_turns *items; /* owned; ordered by slot */
  size_t count;
} slot_history;

/* What a page said and says; all borrowed. */
typedef struct news_page {
  const passages *before; /* empty when the page is new */
  const passages *now;    /* the same list when it was not looked at */
  const passages *stood;  /* all that stood on it, framing too; NULL: unknown */
  const passages *stands;
  bool known; /* by an earlier round */
} news_page;

typedef struct page_changes page_changes;
typedef struct slot_page slot_page;

typedef struct watch_news {
  const news_page *pages; /* borrowed */
  size_t count;
  const slot_history *history; /* borrowed */
  page_changes *changes;       /* owned; one a page */
  slot_page *slots;            /* owned; by slot, then page */
  size_t slot_count;
} watch_news;

/* Compare all pages of a round. False when memory ends; watch_news_done() in
 * any case. */
bool watch_news_open(const news_page *pages, size_t count,
                     const slot_history *history, watch_news *out);
void watch_news_done(watch_news *news);

/* Whether a passage of a page, by its place in `now` (came) or in `before`, is
 * a change to be told. */
bool watch_news_tells(const watch_news *news, size_t page, bool came,
                      size_t place);

/* The slots that turned in this round: *out is given, to be freed, with `turns`
 * as it is now. False when memory ends. */
bool watch_news_turns(const watch_news *news, slot_history *out);

#endif
