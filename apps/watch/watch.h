/* watch.h: a list of pages and sites, looked at in rounds; what is new in their
 * content is stored and told.
 *
 * LIST has one address a line; `site` before it means the page and the pages of
 * the same host that it links to. '#' begins a comment.
 *
 *     https://example.org/prices.html
 *     site https://example.org/news/
 *
 * A page that is new or says other things is looked at twice: what differs
 * between the two looks changes by itself, and is not told.
 */
#ifndef CRAWL_WATCH_H
#define CRAWL_WATCH_H

#include "common/web/crawl.h"
#include "watch/watch_store.h"

typedef struct watch_entry {
  web_url url;
  bool site;
} watch_entry;

typedef struct watch_list {
  watch_entry *items; /* owned */
  size_t count;
  size_t capacity;
} watch_list;

/* Read a list. EXIT_INPUT, after a message for each, when a line is none. */
exit_code watch_list_read(const char *path, watch_list *out);
void watch_list_done(watch_list *list);

typedef struct watch_summary {
  size_t pages;   /* looked at */
  size_t fresh;   /* of them seen first */
  size_t changed; /* pages with changes to tell */
  size_t failed;  /* that could not be had */
} watch_summary;

/* What a round works with; all borrowed. */
typedef struct watch_tools {
  const watch_list *list;
  const crawl_options *options;
  watch_store *store;
  fetcher *network;
  pith_context *context;
} watch_tools;

/* One round, as one transaction. EXIT_INPUT when a page failed. */
exit_code watch_round(const watch_tools *tools, watch_summary *summary);

/* The entries of the host of list->items[first], in one round. */
exit_code watch_host(const watch_tools *tools, size_t first, int64_t round,
                     watch_summary *summary);

/* Tell on standard output what has not been told. */
exit_code watch_report(watch_store *store, bool json);

#endif
