/* unpack.c: see the header.
 *
 *     block:  used │ at ... len │ free      the library moves `at`
 *
 * What follows the last member and does not begin as one is padding, which
 * gzip and its kin ignore too.
 */
#include "common/packing/unpack.h"

#include <stdlib.h>

/* The block is the larger part of it and need not be cleared. */
unpack_stream *
unpack_stream_new(const unpacker *how, byte_feed from)
{
  unpack_stream *stream = malloc(sizeof *stream);
  if (!stream)
    return NULL;
  stream->how = how;
  stream->from = from;
  stream->at = stream->len = 0;
  stream->ended = stream->failed = false;
  stream->state = how->start();
  if (stream->state)
    return stream;
  free(stream);
  return NULL;
}

/* NULL is allowed, for layers that were never begun. */
void
unpack_stream_free(unpack_stream *stream)
{
  if (stream)
    stream->how->end(stream->state);
  free(stream);
}

/* More packed bytes, and the next member when one has ended. False when there
 * is nothing to unpack: a stream that ends within a member is damaged. */
static bool
find_more(unpack_stream *s)
{
  if (s->at == s->len) {
    ptrdiff_t got = s->from.read(s->from.state, s->block, sizeof s->block);
    s->at = 0;
    s->len = got > 0 ? (size_t)got : 0;
    s->failed = got < 0 || (got == 0 && !s->ended);
    if (got <= 0)
      return false;
  }
  if (!s->ended)
    return true;
  if (s->how->first && (unsigned char)s->block[s->at] != s->how->first)
    return false;
  s->ended = false;
  s->failed = !s->how->again(s->state);
  return !s->failed;
}

/* Returns as soon as there are bytes, so that a pipe is not waited for longer
 * than needed. Every step uses up bytes or makes some, or it ends the loop. */
ptrdiff_t
unpack_stream_read(void *opaque, char *out, size_t room)
{
  unpack_stream *s = opaque;
  unpack_io io = {.out = out, .room = room};
  while (!s->failed && io.room == room && find_more(s)) {
    io.in = s->block + s->at;
    io.in_len = s->len - s->at;
    unpack_step step = s->how->step(s->state, &io);
    s->at = s->len - io.in_len;
    s->ended = step == UNPACK_END;
    s->failed = step == UNPACK_DAMAGED;
  }
  if (io.room < room)
    return (ptrdiff_t)(room - io.room);
  return s->failed ? -1 : 0;
}
