/* byte_source.h: the bytes of a file, unpacked when it is packed.
 *
 * What a file is, its first bytes say: gzip or bzip2 (also several members one
 * after the other), Zstandard, or none of these. A program built without zlib,
 * libbz2 or libzstd refuses such a file and says what is missing.
 */
#ifndef SHARED_BYTE_SOURCE_H
#define SHARED_BYTE_SOURCE_H

#include "common/output/message.h"

#include <stdbool.h>
#include <stddef.h>

/* How a kind of packing is undone. */
typedef struct unpacker {
  const char *name; /* "gzip" */

  /* Begin to unpack the open file. NULL when that is not possible. */
  void *(*start)(int file);

  /* The next bytes, at most `room`; 0 at the end, -1 when the file is damaged
   * or cannot be read. */
  ptrdiff_t (*read)(void *state, char *out, size_t room);
  void (*end)(void *state);
} unpacker;

/* In unpack_NAME.c; NULL when built without the library. */
const unpacker *unpack_bzip2(void);
const unpacker *unpack_gzip(void);
const unpacker *unpack_zstd(void);

typedef struct byte_source {
  int file;
  const char *path;    /* lent */
  const unpacker *how; /* NULL: the bytes are as they are */
  void *state;
} byte_source;

/* Open a regular file. Says on stderr why it cannot; EXIT_INPUT or
 * EXIT_ENVIRONMENT then. */
exit_code byte_source_open(const char *path, byte_source *out);

/* The next bytes, at most `room`; 0 at the end, -1 after a message. */
ptrdiff_t byte_source_read(byte_source *in, char *out, size_t room);

void byte_source_close(byte_source *in);

#endif
