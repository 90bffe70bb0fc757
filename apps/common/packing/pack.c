/* pack.c: see the header; zstd, Brotli and gzip by the system's libraries.
 *
 * The levels are those at which each library still packs faster than a page is
 * extracted: what a server saves on the wire must not cost it a worker.
 */
#include "common/packing/pack.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#ifdef PITH_HAVE_ZSTD

#include <zstd.h>

enum { ZSTD_LEVEL = 3 };

/* A frame of RFC 8878 with the length in its head. */
static size_t
zstd_bound(size_t len)
{
  return ZSTD_compressBound(len);
}

static bool
zstd_run(pith_slice in, char *out, size_t *len)
{
  *len = ZSTD_compress(out, *len, in.data, in.len, ZSTD_LEVEL);
  return !ZSTD_isError(*len);
}

static const packer zstd_packer = {"zstd", zstd_bound, zstd_run};

#endif
#ifdef PITH_HAVE_BROTLIENC

#include <brotli/encode.h>

enum { BROTLI_LEVEL = 4 };

/* Text is what servers answer, so the mode is set for it. */
static size_t
brotli_bound(size_t len)
{
  return BrotliEncoderMaxCompressedSize(len);
}

static bool
brotli_run(pith_slice in, char *out, size_t *len)
{
  return BrotliEncoderCompress(
             BROTLI_LEVEL, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, in.len,
             (const uint8_t *)in.data, len, (uint8_t *)out) == BROTLI_TRUE;
}

static const packer brotli_packer = {"br", brotli_bound, brotli_run};

#endif
#ifdef PITH_HAVE_ZLIB

#include <zlib.h>

enum { GZIP_LEVEL = 5, GZIP_BITS = 15 + 16, GZIP_MEMORY = 8, GZIP_FRAME = 18 };

static size_t
gzip_bound(size_t len)
{
  return compressBound(len) + GZIP_FRAME;
}

/* The library counts in unsigned; bodies are far smaller. */
static bool
gzip_run(pith_slice in, char *out, size_t *len)
{
  z_stream z = {0};
  if (in.len > UINT_MAX || *len > UINT_MAX ||
      deflateInit2(&z, GZIP_LEVEL, Z_DEFLATED, GZIP_BITS, GZIP_MEMORY,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    return false;
  z.next_in = (unsigned char *)(size_t)in.data;
  z.avail_in = (unsigned)in.len;
  z.next_out = (unsigned char *)out;
  z.avail_out = (unsigned)*len;
  bool done = deflate(&z, Z_FINISH) == Z_STREAM_END;
  *len -= z.avail_out;
  deflateEnd(&z);
  return done;
}

static const packer gzip_packer = {"gzip", gzip_bound, gzip_run};

#endif

/* In the order of what they save on a page of text. */
const packer *const *
pack_all(void)
{
  static const packer *const all[PACKERS_MOST + 1] = {
#ifdef PITH_HAVE_ZSTD
      &zstd_packer,
#endif
#ifdef PITH_HAVE_BROTLIENC
      &brotli_packer,
#endif
#ifdef PITH_HAVE_ZLIB
      &gzip_packer,
#endif
      NULL};
  return all;
}

/* Random bytes grow when they are packed, and so does very little text. */
char *
pack_bytes(const packer *how, pith_slice in, size_t *len)
{
  *len = how->bound(in.len);
  char *out = malloc(*len);
  if (out && how->run(in, out, len) && *len < in.len)
    return out;
  free(out);
  return NULL;
}
