/* unpack_bzip2.c: bzip2 for byte_source.c, by the system's libbz2.
 *
 *     member │ member │ ...     one stream for the reader
 *
 * Programs that pack in parallel write many members, but libbz2 ends at the
 * first one; here the next one is begun with the bytes that are left.
 */
#include "common/input/byte_source.h"

#ifdef PITH_HAVE_BZIP2

#include <bzlib.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

enum { PACKED_BYTES = 1 << 16 };

/* Invariant: `begun` is true exactly while the stream holds memory of libbz2.
 */
typedef struct bzip2_state {
  bz_stream stream;
  int file;    /* lent */
  bool ended;  /* a member has; another one may follow */
  bool begun;  /* the stream is to be released */
  bool failed; /* damaged or cut short */
  char packed[PACKED_BYTES];
} bzip2_state;

/* Packed bytes that were read and not used belong to the next member, so they
 * survive the new stream. */
static bool
begin_member(bzip2_state *state)
{
  char *next = state->stream.next_in;
  unsigned left = state->stream.avail_in;
  if (state->begun)
    BZ2_bzDecompressEnd(&state->stream);
  state->stream = (bz_stream){.next_in = next, .avail_in = left};
  state->begun = BZ2_bzDecompressInit(&state->stream, 0, 0) == BZ_OK;
  state->ended = false;
  return state->begun;
}

/* Accepts what start() made, also between members. */
static void
end(void *opaque)
{
  bzip2_state *state = opaque;
  if (state->begun)
    BZ2_bzDecompressEnd(&state->stream);
  free(state);
}

/* NULL when memory ends. */
static void *
start(int file)
{
  bzip2_state *state = calloc(1, sizeof *state);
  if (!state)
    return NULL;
  state->file = file;
  if (begin_member(state))
    return state;
  end(state);
  return NULL;
}

/* More packed bytes; false at the end of the file. */
static bool
fill(bzip2_state *state)
{
  ssize_t got;
  if (state->stream.avail_in > 0)
    return true;
  do
    got = read(state->file, state->packed, sizeof state->packed);
  while (got < 0 && errno == EINTR);
  state->stream.next_in = state->packed;
  state->stream.avail_in = got > 0 ? (unsigned)got : 0;
  return got > 0;
}

/* The next member, if one follows: true when there is something to unpack. A
 * file that ends within a member was cut short. */
static bool
find_more(bzip2_state *state)
{
  if (!fill(state)) {
    state->failed = !state->ended;
    return false;
  }
  if (state->ended && !begin_member(state))
    state->failed = true;
  return !state->failed;
}

/* Returns as soon as there are bytes. */
static ptrdiff_t
read_some(void *opaque, char *out, size_t room)
{
  bzip2_state *state = opaque;
  unsigned wanted = room < INT_MAX ? (unsigned)room : INT_MAX;
  unsigned left = wanted;
  while (!state->failed && left == wanted && find_more(state)) {
    state->stream.next_out = out;
    state->stream.avail_out = wanted;
    int result = BZ2_bzDecompress(&state->stream);
    left = state->stream.avail_out;
    state->ended = result == BZ_STREAM_END;
    state->failed = result != BZ_OK && result != BZ_STREAM_END;
  }
  if (left < wanted)
    return (ptrdiff_t)(wanted - left);
  return state->failed ? -1 : 0;
}

const unpacker *
unpack_bzip2(void)
{
  static const unpacker bzip2 = {"bzip2", start, read_some, end};
  return &bzip2;
}

#else

const unpacker *
unpack_bzip2(void)
{
  return NULL;
}

#endif
