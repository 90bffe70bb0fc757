/* watch_store.h: what `pith watch` keeps between rounds, in a file of SQLite.
 *
 * docs/formats/watch-store.md has the tables. Everything that a round finds is
 * one transaction: after an interrupt or a crash the store is as it was before
 * the round. Functions report failures on stderr and return EXIT_ENVIRONMENT,
 * or EXIT_INPUT when the file is no store.
 */
#ifndef WATCH_STORE_H
#define WATCH_STORE_H

#include "watch/passages.h"
#include "common/output/message.h"
#include "watch/watch_filter.h"

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
  passages passages;
} watched_page;

void watched_page_done(watched_page *page);

/* Open a store, which is made if there is none. Gives it: watch_store_close().
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

/* Save a page as it is now; a new one gets its id. */
exit_code watch_store_save(watch_store *store, const char *site, int64_t round,
                           watched_page *page);

/* Save a change, "added" or "removed". */
exit_code watch_store_change(watch_store *store, int64_t round,
                             const watched_page *page, const char *kind,
                             const char *text);

/* The model of the other pages of a site; *len is 0 when there is none. The
 * bytes are given, to be freed. */
exit_code watch_store_model(watch_store *store, const char *site, char **bytes,
                            size_t *len);
exit_code watch_store_set_model(watch_store *store, const char *site,
                                int64_t round, pith_slice bytes);

/* How often the regions of a site rotated; given, its items to be freed. */
exit_code watch_store_rotations(watch_store *store, const char *site,
                                region_history *out);
/* Save the new counts of the regions in `rotated`. */
exit_code watch_store_save_rotations(watch_store *store, const char *site,
                                     int64_t round,
                                     const region_history *rotated);

/* A change that was not reported yet. Lent for the call. */
typedef struct change_record {
  int64_t round;
  const char *time;
  const char *url;
  const char *title;
  const char *kind;
  const char *text;
  bool new_page; /* this round saw the page first */
} change_record;

/* Call `sink` for all changes that were not reported yet, by round, page and
 * order. Once all of them are out, mark them as reported. */
typedef void (*change_sink)(void *state, const change_record *change);
exit_code watch_store_each_change(watch_store *store, change_sink sink,
                                  void *state);
exit_code watch_store_mark_reported(watch_store *store);

#endif
