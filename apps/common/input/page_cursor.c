/* page_cursor.c: see the header. Invariant: under the lock, `next` is the
 * number whose turn it is, and `item` with `pages` the place it comes from. */
#include "common/input/page_cursor.h"

#include "common/input/page_store.h"
#include "common/input/page_warc.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct page_cursor {
  page_list *list;
  pthread_mutex_t lock;
  pthread_cond_t moved;
  size_t next;
  size_t item;
  warc_pages *pages; /* of the archive that is `item`; NULL: not open */
  size_t failed;
};

/* Nothing is opened before its turn, so that a list of many archives needs one
 * descriptor. */
page_cursor *
page_cursor_new(page_list *list)
{
  page_cursor *cursor = calloc(1, sizeof *cursor);
  if (!cursor)
    return NULL;
  cursor->list = list;
  pthread_mutex_init(&cursor->lock, NULL);
  pthread_cond_init(&cursor->moved, NULL);
  return cursor;
}

/* NULL is allowed. */
void
page_cursor_free(page_cursor *cursor)
{
  if (!cursor)
    return;
  warc_pages_close(cursor->pages);
  pthread_cond_destroy(&cursor->moved);
  pthread_mutex_destroy(&cursor->lock);
  free(cursor);
}

/* Without archives the number of pages is known beforehand. */
bool
page_list_is_counted(const page_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i].kind == PAGE_ARCHIVE)
      return false;
  return true;
}

/* The bytes are copied: the reader goes on while a thread works on them. */
static exit_code
copy_bytes(page_taken *out, pith_slice bytes)
{
  out->input = (input_bytes){malloc(bytes.len + 1), bytes.len, bytes.len + 1,
                             out->own.path};
  if (!out->input.data)
    return report_out_of_memory_for(out->own.path);
  memcpy(out->input.data, bytes.data, bytes.len);
  return EXIT_FINE;
}

/* The next record of the archive at hand; false: it has ended. */
static bool
take_record(page_cursor *c, page_taken *out)
{
  const page_item *archive = &c->list->items[c->item];
  pith_slice bytes;
  if (!c->pages)
    c->pages =
        warc_pages_open(c->list, archive->path, archive->source, &out->code);
  if (!c->pages) {
    c->failed++;
    out->code = out->code == EXIT_INPUT ? EXIT_FINE : out->code;
    return out->code != EXIT_FINE;
  }
  if (warc_pages_next(c->pages, &out->own, &bytes, &out->code)) {
    out->item = &out->own;
    out->code = copy_bytes(out, bytes);
    return true;
  }
  c->failed += warc_pages_failed(c->pages);
  warc_pages_close(c->pages);
  c->pages = NULL;
  return out->code == EXIT_ENVIRONMENT;
}

/* Under the lock. The number of a list's own item, or its count: then `out` has
 * a record, a failure or the end. */
static size_t
take_turn(page_cursor *c, page_taken *out)
{
  while (c->item < c->list->count) {
    if (c->list->items[c->item].kind != PAGE_ARCHIVE)
      return c->item++;
    if (take_record(c, out))
      return c->list->count;
    c->item++;
  }
  out->end = true;
  return c->list->count;
}

/* The lock is held while an archive is unpacked, which is the smaller part of
 * the work, and not while a file is read. */
void
page_cursor_take(page_cursor *c, size_t number, page_taken *out)
{
  *out = (page_taken){.code = EXIT_FINE};
  pthread_mutex_lock(&c->lock);
  while (c->next != number)
    pthread_cond_wait(&c->moved, &c->lock);
  size_t item = take_turn(c, out);
  c->next++;
  pthread_cond_broadcast(&c->moved);
  pthread_mutex_unlock(&c->lock);
  if (item == c->list->count)
    return;
  out->item = &c->list->items[item];
  out->code = page_list_read(c->list, item, &out->input);
}

/* Safe twice, and for one that was never taken. */
void
page_taken_done(page_taken *taken)
{
  input_bytes_done(&taken->input);
  page_item_done(&taken->own);
  *taken = (page_taken){.code = EXIT_FINE};
}

/* After all threads have ended. */
size_t
page_cursor_failed(const page_cursor *cursor)
{
  return cursor->failed;
}
