/*
 * Any bytes as a web archive, as a saved page, and as an input of any kind: no
 * crash, the archive ends, and offsets never go back. And as twins: a stream in
 * small pieces has the same records as the bytes at once.
 */
#include "common/input/input_kind.h"
#include "common/input/page_saved.h"
#include "common/input/warc.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_MOST = 1 << 16, PIECES = 23 };

typedef struct pieces {
  const char *data;
  size_t len, at, piece;
} pieces;

static ptrdiff_t
read_piece(void *state, char *out, size_t room)
{
  pieces *in = state;
  size_t take = in->len - in->at;
  take = take < room ? take : room;
  take = take < in->piece ? take : in->piece;
  memcpy(out, in->data + in->at, take);
  in->at += take;
  return (ptrdiff_t)take;
}

/* Read to the end; returns how many records there are. */
static size_t
read_all(warc_reader *reader)
{
  warc_record record;
  warc_status status;
  size_t count = 0;
  uint64_t last = 0;
  while ((status = warc_next(reader, &record)) <= WARC_DAMAGE) {
    assert(record.offset >= last);
    assert(status == WARC_FINE || record.damage);
    assert(record.payload.len <= PAGE_MOST || record.type == WARC_REQUEST ||
           record.payload.data >= record.block.data);
    last = record.offset;
    count += status == WARC_FINE;
  }
  assert(status == WARC_END);
  warc_close(reader);
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  pith_slice bytes = {(const char *)data, size}, page, part, url;
  warc_options options = {.most_bytes = PAGE_MOST, .verify = true};
  warc_reader *reader;
  const char *what = NULL;
  pieces in = {bytes.data, size, 0, 1 + (size ? data[size - 1] % PIECES : 0)};
  if (input_kind_find(bytes, &what) == INPUT_REFUSED)
    assert(what);
  page_plist_find(bytes, &page, &url);
  page_mime_find(bytes, &page, &part, &url);
  if (warc_open_bytes(bytes, &options, &reader) != WARC_FINE)
    return 0;
  size_t count = read_all(reader);
  if (warc_open_feed((byte_feed){read_piece, &in}, &options, &reader) ==
      WARC_FINE)
    assert(read_all(reader) <= count);
  return 0;
}
