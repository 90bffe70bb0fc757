/* byte_source.h: the bytes of a file or pipe, unpacked when they are packed.
 *
 *     file, pipe ──► front (seen, not used) ──► unpacked ──► unpacked again
 *
 * What it is, the first bytes say: gzip, bzip2, xz (also several members one
 * after the other), Zstandard, or none of these; Brotli, which has no first
 * bytes, is tried on what is no text. A file packed twice is unpacked twice. A
 * program built without a library refuses such a file and says what is missing.
 */
#ifndef SHARED_BYTE_SOURCE_H
#define SHARED_BYTE_SOURCE_H

#include "common/packing/unpack.h"
#include "common/output/message.h"

#include "pith.h"

enum { BYTE_LAYERS = 2, BYTE_FRONT = 4096 };

/* Bytes that were looked at and are still to be read. While it is being found
 * out what they are, `keep` is set and all that is read stays here. */
typedef struct byte_front {
  byte_feed from;
  char *data; /* owned */
  size_t at, len, capacity;
  bool keep;
  bool ended; /* the feed has: 0 or -1 came */
  bool failed;
} byte_front;

typedef struct byte_source {
  int file;                            /* owned unless it is standard input */
  const char *path;                    /* lent; "standard input" for "-" */
  bool seekable;                       /* a regular file */
  byte_front *fronts[BYTE_LAYERS + 1]; /* owned; the last is what is read */
  unpack_stream *layers[BYTE_LAYERS];  /* owned */
  size_t packed;                       /* layers in use */
} byte_source;

/* Open a file, a pipe, or standard input as "-". Says on stderr why it cannot;
 * EXIT_INPUT or EXIT_ENVIRONMENT then. */
exit_code byte_source_open(const char *path, byte_source *out);

/* The first bytes, unpacked, and as they are in the file; lent until bytes are
 * read. */
pith_slice byte_source_front(const byte_source *in);
pith_slice byte_source_packed_front(const byte_source *in);

/* The next bytes, at most `room`; 0 at the end, -1 after a message. */
ptrdiff_t byte_source_read(byte_source *in, char *out, size_t room);

/* The bytes as they are in the file, from its front on, instead of the unpacked
 * ones, of which none may have been read. */
byte_feed byte_source_raw(byte_source *in);

void byte_source_close(byte_source *in);

/* Close a source of which only the fronts were seen; standard input can be
 * opened again. */
void byte_source_put_back(byte_source *in);

#endif
