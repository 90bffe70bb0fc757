/* page_store.h: where records that hold a page stay until they are read.
 *
 * A file that is not packed is its own store. What was packed goes unpacked
 * into a nameless file in the folder for temporary files (TMPDIR).
 */
#ifndef SHARED_PAGE_STORE_H
#define SHARED_PAGE_STORE_H

#include "common/input/byte_source.h"
#include "common/input/page_list.h"

/* Append a copy of `item`, taking its texts over. False when memory ends. */
bool page_list_append(page_list *list, const page_item *item);

/* Give the descriptor from which records of the open file `in` are read later;
 * the list owns it. EXIT_ENVIRONMENT after a message. */
exit_code page_store_open(page_list *list, const byte_source *in, int *out);

/* Write a record to the store of a packed file. EXIT_ENVIRONMENT after a
 * message about `path`. */
exit_code page_store_write(int store, const char *path, const char *data,
                           size_t len);

/* Read the record of a page, to be freed, and give `out` as much room as it
 * has bytes. After a failure, which is said, both are to be released too. */
exit_code page_store_read(const page_item *page, char **record,
                          input_bytes *out);

/* An input of many pages on its way into a list: bytes read and not used up.
 *
 *     file ──► unpacked ──► data[0..len) ──► records, kept by place in `store`
 */
typedef struct page_stream {
  page_list *list;
  byte_source in;
  int store;  /* where records are found later */
  bool spill; /* `store` is written here, record by record */
  char *data; /* owned */
  size_t len;
  size_t capacity;
  size_t most; /* bytes of a record: a page with all its escapes, and more */
} page_stream;

/* Open an input. One that cannot be read counts as failed in the list and is
 * EXIT_FINE with *opened false. */
exit_code page_stream_open(page_stream *stream, page_list *list,
                           const char *input, bool *opened);

/* What comes behind the bytes at hand. */
typedef enum stream_end { STREAM_MORE, STREAM_END, STREAM_DAMAGED } stream_end;

/* Read to the end; `take` is called with `state` whenever there is more, and at
 * the end. It uses up data from the front. */
exit_code page_stream_read(page_stream *stream,
                           exit_code (*take)(void *state, stream_end end),
                           void *state);
void page_stream_close(page_stream *stream);

#endif
