/* watch_news.h: of what came and went on the pages of a host in one round, what
 * is news. docs/manual/watch.md, "What is news", has the rules in words.
 *
 * A passage that is corrected is news. One that is replaced or stands alone is
 * none when its place speaks against it: its box leads away from the site, it
 * is a link among links to siblings, its slot turns on most pages or has turned
 * before, or its words float from page to page.
 */
#ifndef CRAWL_WATCH_NEWS_H
#define CRAWL_WATCH_NEWS_H

#include "watch/watch_slots.h"

typedef struct watch_news {
  const news_page *pages; /* borrowed */
  size_t count;
  const slot_history *history; /* borrowed */
  page_changes *changes;       /* owned; one a page */
  slot_table slots;            /* owned */
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
