/* unpack_bzip2.c: bzip2 for unpack.h, by the system's libbz2. Programs that
 * pack in parallel write many members; the library has no reset, so each has a
 * stream of its own. */
#include "common/packing/unpack.h"

#ifdef PITH_HAVE_BZIP2

#include <bzlib.h>
#include <limits.h>
#include <stdlib.h>

/* NULL when memory ends. */
static void *
start(void)
{
  bz_stream *stream = calloc(1, sizeof *stream);
  if (stream && BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK)
    return stream;
  free(stream);
  return NULL;
}

/* After a failure the stream is empty, which the library refuses to run and to
 * end without harm. */
static bool
again(void *opaque)
{
  bz_stream *stream = opaque;
  BZ2_bzDecompressEnd(stream);
  *stream = (bz_stream){.next_in = NULL};
  return BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK;
}

/* The library counts in unsigned, so a step is at most 4 GB. It does not write
 * to the packed bytes, though its interface does not say so. */
static unpack_step
step(void *opaque, unpack_io *io)
{
  bz_stream *stream = opaque;
  unsigned in = io->in_len < UINT_MAX ? (unsigned)io->in_len : UINT_MAX;
  unsigned out = io->room < UINT_MAX ? (unsigned)io->room : UINT_MAX;
  stream->next_in = (char *)(size_t)io->in;
  stream->avail_in = in;
  stream->next_out = io->out;
  stream->avail_out = out;
  int result = BZ2_bzDecompress(stream);
  io->in += in - stream->avail_in;
  io->in_len -= in - stream->avail_in;
  io->out += out - stream->avail_out;
  io->room -= out - stream->avail_out;
  if (result == BZ_STREAM_END)
    return UNPACK_END;
  return result == BZ_OK ? UNPACK_MORE : UNPACK_DAMAGED;
}

/* Also for a stream that again() could not begin. */
static void
end(void *opaque)
{
  BZ2_bzDecompressEnd(opaque);
  free(opaque);
}

const unpacker *
unpack_bzip2(void)
{
  static const unpacker bzip2 = {"bzip2", 'B', start, again, step, end};
  return &bzip2;
}

#else

/* Built without the library: whoever asks refuses by name. */
const unpacker *
unpack_bzip2(void)
{
  return NULL;
}

#endif
