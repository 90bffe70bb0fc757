/* watch_store.h: what `pith watch` remembers, in one file of SQLite.
 *
 * docs/formats/watch-store.md has the tables. Everything that a round finds is
 * one transaction: after an interrupt or a crash the store is as it was before
 * the round. Functions say on stderr what went wrong and give EXIT_ENVIRONMENT
 * then, or EXIT_INPUT when the file is no store.
 */
#ifndef CRAWL_WATCH_STORE_H
#define CRAWL_WATCH_STORE_H

#include "watch/passages.h"
#include "common/output/message.h"
#include "watch/watch_news.h"

#include <stdint.h>

typedef struct watch_store watch_store;

/* A page as it was seen last. Texts and bytes are owned; NULL: none. */
typedef struct watched_page {
  int64_t id; /* 0: not known yet */
  char *url;
  char *title;
  char *etag;
  char *modified;
  char *charset;
  char *body;
  size_t len;
  passages said;
} watched_page;

void watched_page_done(watched_page *page);

/* Open a store and make it if it is not there. Gives it: watch_store_close().
 */
exit_code watch_store_open(const char *path, watch_store **out);
void watch_store_close(watch_store *store);

/* A round: begun, and ended with all it wrote or with nothing. */
exit_code watch_store_begin(watch_store *store, const char *time,
                            int64_t *round);
exit_code watch_store_end(watch_store *store, bool keep);

/* What is known of an address; all empty when it is new. */
exit_code watch_store_load(watch_store *store, const char *url,
                           watched_page *out);

/* Write a page down as it is now; a new one gets its id. */
exit_code watch_store_save(watch_store *store, const char *site, int64_t round,
                           watched_page *page);

/* Note a change, "added" or "removed"; `first` marks a page seen first now. */
exit_code watch_store_change(watch_store *store, int64_t round,
                             const watched_page *page, const char *kind,
                             const char *text);

/* The model of the other pages of a site; *len is 0 when there is none. The
 * bytes are given, to be freed. */
exit_code watch_store_model(watch_store *store, const char *site, char **bytes,
                            size_t *len);
exit_code watch_store_set_model(watch_store *store, const char *site,
                                int64_t round, pith_slice bytes);

/* How often the slots of a site have turned; given, its items to be freed. */
exit_code watch_store_turns(watch_store *store, const char *site,
                            slot_history *out);
/* Write down those of `turned` as they are now. */
exit_code watch_store_set_turns(watch_store *store, const char *site,
                                int64_t round, const slot_history *turned);

/* A change that has not been told yet. Lent for the call. */
typedef struct told_change {
  int64_t round;
  const char *time;
  const char *url;
  const char *title;
  const char *kind;
  const char *text;
  bool new_page; /* this round saw the page first */
} told_change;

/* Tell of all changes that were not told yet, by round, page and order; once
 * all were taken they count as told. */
typedef void (*change_sink)(void *state, const told_change *change);
exit_code watch_store_tell(watch_store *store, change_sink sink, void *state);
exit_code watch_store_told(watch_store *store);

#endif
