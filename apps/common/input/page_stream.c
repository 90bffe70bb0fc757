/* page_stream.c: an input of many pages, read from front to back.
 *
 * The readers of JSON lines and of ROMIP collections take records out of the
 * buffer; here it is filled, and grows only as far as one record needs.
 */
#include "common/input/page_stream.h"

#include "common/system/grow.h"

#include <stdint.h>
#include <stdlib.h>

/* Pages are read later and in any order, so a packed input is unpacked to
 * its store on the way. */
exit_code
page_stream_open(page_stream *stream, page_list *list, byte_source *in)
{
  enum { ESCAPE_LENGTH = 6 /* "\\u003c" is '<' */, OTHER_PARTS = 1 << 16 };
  *stream = (page_stream){.list = list, .in = in};
  stream->most = list->most_bytes * ESCAPE_LENGTH + OTHER_PARTS;
  if (stream->most > UINT32_MAX)
    stream->most = UINT32_MAX;
  stream->spill = in->packed > 0 || !in->seekable;
  return page_store_open(list, in, &stream->store);
}

/* The buffer grows only while a record does not fit, up to the longest that is
 * allowed: whoever takes records forgets one that is longer. */
exit_code
page_stream_read(page_stream *stream, exit_code (*take)(void *, stream_end),
                 void *state)
{
  enum { FIRST_ROOM = 1 << 17 };
  for (;;) {
    if (stream->len == stream->capacity &&
        !GROW(stream->data, stream->capacity, stream->capacity + FIRST_ROOM))
      return report_out_of_memory_for(stream->in->path);
    ptrdiff_t got = byte_source_read(stream->in, stream->data + stream->len,
                                     stream->capacity - stream->len);
    stream->list->failed += got < 0; /* reported */
    stream->len += got > 0 ? (size_t)got : 0;
    exit_code code = take(state, got > 0    ? STREAM_MORE
                                 : got == 0 ? STREAM_END
                                            : STREAM_DAMAGED);
    if (got <= 0 || code != EXIT_FINE)
      return code;
  }
}

/* The store stays: it belongs to the list. */
void
page_stream_close(page_stream *stream)
{
  free(stream->data);
}
