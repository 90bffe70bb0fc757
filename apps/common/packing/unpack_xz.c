/* unpack_xz.c: xz for unpack.h, by the system's liblzma. The largest preset of
 * xz needs 65 MB; a file that asks for more is refused as damaged. */
#include "common/packing/unpack.h"

#ifdef PITH_HAVE_LZMA

#include <lzma.h>
#include <stdlib.h>

enum { MEMORY_MOST = 72 << 20 };

/* NULL when memory ends. */
static void *
start(void)
{
  lzma_stream *stream = calloc(1, sizeof *stream);
  if (stream && lzma_stream_decoder(stream, MEMORY_MOST, 0) == LZMA_OK)
    return stream;
  free(stream);
  return NULL;
}

/* The decoder keeps its memory from member to member. */
static bool
again(void *opaque)
{
  return lzma_stream_decoder(opaque, MEMORY_MOST, 0) == LZMA_OK;
}

/* LZMA_BUF_ERROR only means that there was nothing to do. */
static unpack_step
step(void *opaque, unpack_io *io)
{
  lzma_stream *stream = opaque;
  stream->next_in = (const unsigned char *)io->in;
  stream->avail_in = io->in_len;
  stream->next_out = (unsigned char *)io->out;
  stream->avail_out = io->room;
  lzma_ret result = lzma_code(stream, LZMA_RUN);
  io->in += io->in_len - stream->avail_in;
  io->in_len = stream->avail_in;
  io->out += io->room - stream->avail_out;
  io->room = stream->avail_out;
  if (result == LZMA_STREAM_END)
    return UNPACK_END;
  return result == LZMA_OK || result == LZMA_BUF_ERROR ? UNPACK_MORE
                                                       : UNPACK_DAMAGED;
}

/* Accepts what start() made. */
static void
end(void *opaque)
{
  lzma_end(opaque);
  free(opaque);
}

const unpacker *
unpack_xz(void)
{
  static const unpacker xz = {"xz", 0xFD, start, again, step, end};
  return &xz;
}

#else

/* Built without the library: whoever asks refuses by name. */
const unpacker *
unpack_xz(void)
{
  return NULL;
}

#endif
