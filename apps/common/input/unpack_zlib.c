/* unpack_zlib.c: gzip for byte_source.c, by the system's zlib. zlib has a
 * reader of files, so there is no buffer here. */
#include "common/input/byte_source.h"

#ifdef PITH_HAVE_ZLIB

#include <limits.h>
#include <unistd.h>
#include <zlib.h>

/* The descriptor is duplicated: gzclose() closes what it was given. */
static void *
start(int file)
{
  int mine = dup(file);
  gzFile state = mine < 0 ? NULL : gzdopen(mine, "rb");
  if (!state && mine >= 0)
    close(mine);
  return state;
}

/* zlib reads concatenated members by itself. */
static ptrdiff_t
read_some(void *state, char *out, size_t room)
{
  int got = gzread(state, out, room < INT_MAX ? (unsigned)room : INT_MAX);
  int error = Z_OK;
  if (got == 0)
    gzerror(state, &error); /* a file that was cut short ends with one */
  return error == Z_OK || error == Z_STREAM_END ? got : -1;
}

/* Nothing to report: what was read is used already. */
static void
end(void *state)
{
  gzclose(state);
}

const unpacker *
unpack_gzip(void)
{
  static const unpacker gzip = {"gzip", start, read_some, end};
  return &gzip;
}

#else

const unpacker *
unpack_gzip(void)
{
  return NULL;
}

#endif
