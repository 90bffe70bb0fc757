/* unpack_zstd.c: Zstandard for byte_source.c, by the system's libzstd. Frames
 * that follow each other are one stream; a window of more than 128 MB, the
 * library's own limit, is refused.
 */
#include "common/input/byte_source.h"

#ifdef PITH_HAVE_ZSTD

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include <zstd.h>

enum { BLOCK = 65536 };

typedef struct unpacking {
  int file; /* borrowed */
  ZSTD_DStream *stream;
  ZSTD_inBuffer in;
  bool inside; /* a frame has begun and not ended */
  char block[BLOCK];
} unpacking;

/* NULL when memory ends. */
static void *
start(int file)
{
  unpacking *state = calloc(1, sizeof *state);
  if (!state)
    return NULL;
  state->file = file;
  state->in.src = state->block;
  state->stream = ZSTD_createDStream();
  if (state->stream)
    return state;
  free(state);
  return NULL;
}

/* Read the next block of the file when the last one is used up. */
static ptrdiff_t
fill(unpacking *state)
{
  ssize_t got;
  do
    got = read(state->file, state->block, sizeof state->block);
  while (got < 0 && errno == EINTR);
  state->in.pos = 0;
  state->in.size = got > 0 ? (size_t)got : 0;
  return got;
}

/* Returns as soon as there are bytes; a frame that does not end is damage. */
static ptrdiff_t
read_some(void *opaque, char *out, size_t room)
{
  unpacking *state = opaque;
  ZSTD_outBuffer to = {out, room, 0};
  while (to.pos == 0) {
    if (state->in.pos == state->in.size) {
      ptrdiff_t got = fill(state);
      if (got <= 0)
        return got == 0 && !state->inside ? 0 : -1;
    }
    size_t left = ZSTD_decompressStream(state->stream, &to, &state->in);
    if (ZSTD_isError(left))
      return -1;
    state->inside = left != 0;
  }
  return (ptrdiff_t)to.pos;
}

/* Accepts what start() made. */
static void
end(void *opaque)
{
  unpacking *state = opaque;
  ZSTD_freeDStream(state->stream);
  free(state);
}

const unpacker *
unpack_zstd(void)
{
  static const unpacker zstd = {"zstd", start, read_some, end};
  return &zstd;
}

#else

const unpacker *
unpack_zstd(void)
{
  return NULL;
}

#endif
