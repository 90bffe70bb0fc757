/* watch.h: rounds over a list of pages and sites; changes of their content are
 * stored and reported.
 *
 * LIST has one address a line; `site` before it means the page and the pages of
 * the same host that it links to. '#' begins a comment.
 *
 *     https://example.org/prices.html
 *     site https://example.org/news/
 *
 * A page that is new, or whose content differs, is fetched twice in a round:
 * what differs between the two copies changes by itself and is not reported.
 */
#ifndef WATCH_WATCH_H
#define WATCH_WATCH_H

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

/* Read a list. EXIT_INPUT, after a message for each line that is no entry. */
exit_code watch_list_read(const char *path, watch_list *out);
void watch_list_done(watch_list *list);

typedef struct watch_summary {
  size_t pages;   /* requested */
  size_t fresh;   /* of them seen for the first time */
  size_t changed; /* pages with changes to report */
  size_t failed;  /* that could not be fetched */
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

/* Print the changes that were not reported yet. */
exit_code watch_report(watch_store *store, bool json);

#endif
