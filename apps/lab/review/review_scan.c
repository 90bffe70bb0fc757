/* review_scan.c: see review_classify.h. The engine is locked for one page at a
 * time, so that requests come in between; the store is written for many pages
 * at once, since each transaction waits for the disk.
 */
#include "lab/review/review_classify.h"

#include "common/system/need.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { TITLE_MOST = 300, BATCH = 64 };

struct review_scan {
  review_engine *engine; /* borrowed, as the store */
  review_store *store;
  int64_t *pages; /* owned: to be looked at */
  size_t count;
  size_t capacity;
  atomic_bool ending;
  pthread_t thread;
};

/* A sink of the store. */
static void
take_page(void *state, int64_t page)
{
  review_scan *scan = state;
  *NEED_ITEM(scan, pages, count, capacity) = page;
}

/* The title without line breaks, cut between characters. Given. */
static char *
copy_title(pith_slice title)
{
  size_t len = title.len < TITLE_MOST ? title.len : TITLE_MOST;
  while (len > 0 && len < title.len &&
         ((unsigned char)title.data[len] & 0xc0) == 0x80)
    len--;
  char *copy = needed(strndup(len > 0 ? title.data : "", len));
  for (char *at = copy; *at; at++)
    if ((unsigned char)*at < ' ')
      *at = ' ';
  return copy;
}

/* A page that cannot be read or classified has no title and no confidence, and
 * is not tried again until it changes. */
static void
look_at(review_scan *scan, int64_t page, review_looked *out)
{
  review_engine *engine = scan->engine;
  review_opened opened;
  pith_site_facts facts;
  const review_place *place = review_source_find(engine->source, page);
  *out = (review_looked){page, NULL, -1};
  pthread_mutex_lock(&engine->lock);
  if (place && review_engine_open(engine, place, &opened) == EXIT_FINE) {
    if (review_engine_classify(engine, &opened, review_method_find("auto"),
                               &facts) == REVIEW_CLASSIFIED)
      out->per_mille =
          (int64_t)(pith_page_confidence(opened.page) * 1000 + 0.5F);
    if (pith_page_read_metadata(opened.page, NULL) == PITH_OK)
      out->title = copy_title(pith_page_metadata(opened.page, PITH_META_TITLE));
    review_opened_done(&opened);
  }
  pthread_mutex_unlock(&engine->lock);
}

/* A batch that the store does not take, being locked, is found again at the
 * next start. */
static void *
run_scan(void *state)
{
  review_scan *scan = state;
  review_looked batch[BATCH];
  for (size_t i = 0; i < scan->count && !atomic_load(&scan->ending);) {
    size_t n = 0;
    while (n < BATCH && i < scan->count && !atomic_load(&scan->ending))
      look_at(scan, scan->pages[i++], &batch[n++]);
    review_store_looked(scan->store, batch, n);
    for (size_t k = 0; k < n; k++)
      free((void *)batch[k].title);
  }
  return NULL;
}

review_scan *
review_scan_start(review_engine *engine, review_store *store)
{
  review_scan *scan = need(1, sizeof *scan);
  scan->engine = engine;
  scan->store = store;
  review_store_unseen(store, take_page, scan);
  need_all(pthread_create(&scan->thread, NULL, run_scan, scan) == 0);
  return scan;
}

/* The page at hand is finished first. */
void
review_scan_end(review_scan *scan)
{
  atomic_store(&scan->ending, true);
  pthread_join(scan->thread, NULL);
  free(scan->pages);
  free(scan);
}
