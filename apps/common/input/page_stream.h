/* page_stream.h: an input of many pages, read from front to back. */
#ifndef COMMON_INPUT_PAGE_STREAM_H
#define COMMON_INPUT_PAGE_STREAM_H

#include "common/input/page_store.h"

/* An input of many pages on its way into a list: bytes read and not used up.
 *
 *     file ──► unpacked ──► data[0..len) ──► records, kept by place in `store`
 */
typedef struct page_stream {
  page_list *list;
  byte_source *in; /* borrowed */
  int store;       /* where records are found later */
  bool spill;      /* `store` is written here, record by record */
  char *data;      /* owned */
  size_t len;
  size_t capacity;
  size_t most; /* bytes of a record: a page with all its escapes, and more */
} page_stream;

/* Begin with an open input. */
exit_code page_stream_open(page_stream *stream, page_list *list,
                           byte_source *in);

/* What comes behind the bytes at hand. */
typedef enum stream_end { STREAM_MORE, STREAM_END, STREAM_DAMAGED } stream_end;

/* Read to the end; `take` is called with `state` whenever there is more, and at
 * the end. It uses up data from the front. */
exit_code page_stream_read(page_stream *stream,
                           exit_code (*take)(void *state, stream_end end),
                           void *state);
void page_stream_close(page_stream *stream);

#endif
