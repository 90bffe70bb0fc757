/* review_scan.c: see review_classify.h. The engine is locked for one page at a
 * time, so that requests come in between; the store is written for many pages
 * at once, since each transaction waits for the disk.
 */
#include "lab/review/review_classify.h"

#include "common/system/need.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a title; of the text of a page, beyond which nobody searches; pages
 * of a transaction. */
enum { TITLE_MOST = 300, TEXT_MOST = 65536, BATCH = 64 };

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

/* A text on one line, a blank for any white space, cut between characters.
 * Given. */
static char *
copy_line(pith_slice text, size_t most)
{
  size_t len = text.len < most ? text.len : most;
  while (len > 0 && len < text.len &&
         ((unsigned char)text.data[len] & 0xc0) == 0x80)
    len--;
  char *copy = needed(strndup(len > 0 ? text.data : "", len));
  char *to = copy;
  for (const char *at = copy; *at; at++) {
    char one = (unsigned char)*at <= ' ' ? ' ' : *at;
    if (one != ' ' || (to > copy && to[-1] != ' '))
      *to++ = one;
  }
  *to = '\0';
  return copy;
}

/* The page is classified: its confidence, and the text of its content. */
static void
note_content(const review_opened *opened, review_looked *out)
{
  pith_slice text;
  out->per_mille = (int64_t)(pith_page_confidence(opened->page) * 1000 + 0.5F);
  if (pith_page_render(opened->page, PITH_FORMAT_TEXT, NULL, &text) == PITH_OK)
    out->text = copy_line(text, TEXT_MOST);
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
  *out = (review_looked){.page = page, .per_mille = -1};
  pthread_mutex_lock(&engine->lock);
  if (place && review_engine_open(engine, place, &opened) == EXIT_FINE) {
    if (review_engine_classify(engine, &opened, review_method_find("auto"),
                               &facts) == REVIEW_CLASSIFIED)
      note_content(&opened, out);
    if (pith_page_read_metadata(opened.page, NULL) == PITH_OK)
      out->title = copy_line(pith_page_metadata(opened.page, PITH_META_TITLE),
                             TITLE_MOST);
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
    for (size_t k = 0; k < n; k++) {
      free((void *)batch[k].title);
      free((void *)batch[k].text);
    }
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
