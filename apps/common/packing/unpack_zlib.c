/* unpack_zlib.c: gzip, and the deflate of HTTP, for unpack.h by the system's
 * zlib. Some servers send deflate without the head that the standard wants; its
 * first byte shows which one it is. */
#include "common/packing/unpack.h"

#ifdef PITH_HAVE_ZLIB

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

enum { GZIP_BITS = 15 + 16, ZLIB_BITS = 15, RAW_BITS = -15 };

typedef struct inflating {
  z_stream stream;
  bool choose; /* deflate: its first byte has not been seen */
} inflating;

/* The number of bits says which head zlib expects. */
static void *
start_bits(int bits, bool choose)
{
  inflating *state = calloc(1, sizeof *state);
  if (!state)
    return NULL;
  state->choose = choose;
  if (inflateInit2(&state->stream, bits) == Z_OK)
    return state;
  free(state);
  return NULL;
}

/* The head and the check of RFC 1952. */
static void *
start_gzip(void)
{
  return start_bits(GZIP_BITS, false);
}

/* The head of RFC 1950, unless the first byte says that there is none. */
static void *
start_deflate(void)
{
  return start_bits(ZLIB_BITS, true);
}

/* The window stays allocated. */
static bool
again(void *opaque)
{
  inflating *state = opaque;
  return inflateReset(&state->stream) == Z_OK;
}

/* The library counts in unsigned. */
static unsigned
at_most(size_t len)
{
  return len < UINT_MAX ? (unsigned)len : UINT_MAX;
}

/* The head of zlib is 0x78 but for rare windows; a raw block never begins so
 * with a valid check. */
static void
choose_head(inflating *state, const unpack_io *io)
{
  if (!state->choose || io->in_len == 0)
    return;
  state->choose = false;
  if ((io->in[0] & 0x0F) != 8)
    inflateReset2(&state->stream, RAW_BITS);
}

/* Z_BUF_ERROR only means that there was nothing to do. */
static unpack_step
step(void *opaque, unpack_io *io)
{
  inflating *state = opaque;
  z_stream *z = &state->stream;
  choose_head(state, io);
  z->next_in = (unsigned char *)(size_t)io->in;
  z->avail_in = at_most(io->in_len);
  z->next_out = (unsigned char *)io->out;
  z->avail_out = at_most(io->room);
  unsigned in = z->avail_in, out = z->avail_out;
  int result = inflate(z, Z_NO_FLUSH);
  io->in += in - z->avail_in;
  io->in_len -= in - z->avail_in;
  io->out += out - z->avail_out;
  io->room -= out - z->avail_out;
  if (result == Z_STREAM_END)
    return UNPACK_END;
  return result == Z_OK || result == Z_BUF_ERROR ? UNPACK_MORE : UNPACK_DAMAGED;
}

/* Accepts what start_bits() made. */
static void
end(void *opaque)
{
  inflating *state = opaque;
  inflateEnd(&state->stream);
  free(state);
}

const unpacker *
unpack_gzip(void)
{
  static const unpacker gzip = {"gzip", 0x1F, start_gzip, again, step, end};
  return &gzip;
}

const unpacker *
unpack_deflate(void)
{
  static const unpacker deflate = {"deflate", 0x78, start_deflate,
                                   again,     step, end};
  return &deflate;
}

#else

/* Built without the library: whoever asks refuses by name. */
const unpacker *
unpack_gzip(void)
{
  return NULL;
}

const unpacker *
unpack_deflate(void)
{
  return NULL;
}

#endif
