/* page_feed.h: the entries of RSS, Atom and sitemaps, for page_list.h.
 *
 *     <item><title>T</title><link>http://a/1</link>
 *           <description>&lt;p&gt;text</description></item>
 *
 * An entry is a page named by its address: its title as the headline, its date
 * declared, its longest text as the body. An entry of a sitemap has no text;
 * its page is its address.
 */
#ifndef COMMON_INPUT_PAGE_FEED_H
#define COMMON_INPUT_PAGE_FEED_H

#include "common/input/page_list.h"

/* Add the entries of an open feed; see page_list_add(). */
exit_code page_feed_add(page_list *list, byte_source *source);

/* An entry, of any kind of feed; empty: unknown. */
typedef struct feed_entry {
  pith_slice title; /* plain text */
  pith_slice url;
  pith_slice date;
  pith_slice body;     /* HTML */
  const char *charset; /* of all of them; NULL: UTF-8 */
} feed_entry;

/* Called for each entry, whose texts are lent for the call; a failure stops. */
typedef exit_code (*feed_sink)(void *state, const feed_entry *entry);

/* Call `sink` for the entries of a feed or sitemap in memory, in their order.
 * `path` is for messages. */
exit_code page_feed_each(pith_slice bytes, const char *path, feed_sink sink,
                         void *state);

/* Add the page of an entry. `number` names one that has no address. */
exit_code page_entry_add(page_list *list, const char *path, size_t number,
                         const feed_entry *entry);

#endif
