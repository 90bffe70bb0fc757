/* unpack_brotli.c: Brotli for unpack.h, by the system's libbrotlidec. It has no
 * first bytes of its own, so there is never a second member. */
#include "common/packing/unpack.h"

#ifdef PITH_HAVE_BROTLI

#include <brotli/decode.h>

/* NULL when memory ends. */
static void *
start(void)
{
  return BrotliDecoderCreateInstance(NULL, NULL, NULL);
}

/* Nothing can follow: see the top of the file. */
static bool
again(void *opaque)
{
  (void)opaque;
  return false;
}

/* The library moves both pointers itself; what it needs next shows in the
 * result. */
static unpack_step
step(void *opaque, unpack_io *io)
{
  const uint8_t *in = (const uint8_t *)io->in;
  uint8_t *out = (uint8_t *)io->out;
  size_t in_left = io->in_len, out_left = io->room;
  BrotliDecoderResult result = BrotliDecoderDecompressStream(
      opaque, &in_left, &in, &out_left, &out, NULL);
  io->in += io->in_len - in_left;
  io->in_len = in_left;
  io->out += io->room - out_left;
  io->room = out_left;
  if (result == BROTLI_DECODER_RESULT_SUCCESS)
    return UNPACK_END;
  return result == BROTLI_DECODER_RESULT_ERROR ? UNPACK_DAMAGED : UNPACK_MORE;
}

/* Accepts what start() made. */
static void
end(void *opaque)
{
  BrotliDecoderDestroyInstance(opaque);
}

/* 0xFF begins no stream: its window bits are reserved ones. */
const unpacker *
unpack_brotli(void)
{
  static const unpacker brotli = {"brotli", 0xFF, start, again, step, end};
  return &brotli;
}

#else

/* Built without the library: whoever asks refuses by name. */
const unpacker *
unpack_brotli(void)
{
  return NULL;
}

#endif
