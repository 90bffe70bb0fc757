/* unpack_zstd.c: Zstandard for unpack.h, by the system's libzstd. The library
 * itself goes from frame to frame and over skippable ones; a window of more
 * than 128 MB, its own limit, is refused.
 */
#include "common/packing/unpack.h"

#ifdef PITH_HAVE_ZSTD

#include <stdint.h>
#include <stdlib.h>
#include <zstd.h>

enum { DICTIONARY_MOST = 16 << 20 };

/* NULL when memory ends. Streams and contexts are one type since 1.3, so the
 * functions for dictionaries take it too. */
static void *
start(void)
{
  return ZSTD_createDStream();
}

/* Also after damage: the dictionary stays. */
static bool
again(void *opaque)
{
  return !ZSTD_isError(ZSTD_DCtx_reset(opaque, ZSTD_reset_session_only));
}

/* 0 is the end of a frame; other numbers are a hint that is not needed. */
static unpack_step
step(void *opaque, unpack_io *io)
{
  ZSTD_inBuffer in = {io->in, io->in_len, 0};
  ZSTD_outBuffer out = {io->out, io->room, 0};
  size_t left = ZSTD_decompressStream(opaque, &out, &in);
  io->in += in.pos;
  io->in_len -= in.pos;
  io->out += out.pos;
  io->room -= out.pos;
  if (ZSTD_isError(left))
    return UNPACK_DAMAGED;
  return left == 0 ? UNPACK_END : UNPACK_MORE;
}

/* Accepts what start() made. */
static void
end(void *opaque)
{
  ZSTD_freeDStream(opaque);
}

/* A packed dictionary is a frame that knows its size. */
bool
unpack_zstd_dictionary(void *state, const char *data, size_t len)
{
  unsigned long long size = ZSTD_getFrameContentSize(data, len);
  if (size == ZSTD_CONTENTSIZE_ERROR)
    return !ZSTD_isError(ZSTD_DCtx_loadDictionary(state, data, len));
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size > DICTIONARY_MOST)
    size = DICTIONARY_MOST;
  char *plain = malloc((size_t)size + 1);
  size_t made = plain ? ZSTD_decompress(plain, (size_t)size, data, len) : 0;
  bool done = plain && !ZSTD_isError(made) &&
              !ZSTD_isError(ZSTD_DCtx_loadDictionary(state, plain, made));
  free(plain);
  return done;
}

/* Errors are sizes near the largest number. */
size_t
unpack_zstd_size(const char *data, size_t len)
{
  unsigned long long size = ZSTD_getFrameContentSize(data, len);
  return size < ZSTD_CONTENTSIZE_ERROR && size <= SIZE_MAX ? (size_t)size : 0;
}

const unpacker *
unpack_zstd(void)
{
  static const unpacker zstd = {"zstd", 0, start, again, step, end};
  return &zstd;
}

#else

/* Built without the library: whoever asks refuses by name. */
bool
unpack_zstd_dictionary(void *state, const char *data, size_t len)
{
  (void)state;
  (void)data;
  return len == 0;
}

size_t
unpack_zstd_size(const char *data, size_t len)
{
  (void)data;
  (void)len;
  return 0;
}

const unpacker *
unpack_zstd(void)
{
  return NULL;
}

#endif
