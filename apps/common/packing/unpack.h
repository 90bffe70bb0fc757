/* unpack.h: packed bytes in, the bytes they stand for out, piece by piece.
 *
 *     byte_feed ──► unpack_stream ──► byte_feed ──► unpack_stream ──► reader
 *
 * One driver for all libraries; what differs is a step: bytes consumed, bytes
 * made, whether a member has ended. Several members (gzip, bzip2, xz) or frames
 * (zstd) one after the other are one stream. Nothing is unpacked ahead of the
 * reader, so whoever reads sets the limit.
 */
#ifndef COMMON_PACKING_UNPACK_H
#define COMMON_PACKING_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

/* Where bytes come from: at most `room` of them; 0 at the end, -1 when they
 * cannot be had. */
typedef struct byte_feed {
  ptrdiff_t (*read)(void *state, char *out, size_t room);
  void *state; /* borrowed */
} byte_feed;

/* Bytes to use and room to fill; a step moves both. */
typedef struct unpack_io {
  const char *in;
  size_t in_len;
  char *out;
  size_t room;
} unpack_io;

typedef enum unpack_step {
  UNPACK_MORE,
  UNPACK_END, /* of a member; another one may follow */
  UNPACK_DAMAGED
} unpack_step;

/* A way of packing. */
typedef struct unpacker {
  const char *name;      /* "gzip" */
  unsigned char first;   /* byte of a member; 0: any */
  void *(*start)(void);  /* NULL without memory */
  bool (*again)(void *); /* get ready for the next member */
  unpack_step (*step)(void *, unpack_io *io);
  void (*end)(void *); /* takes the state */
} unpacker;

/* In unpack_NAME.c; NULL when built without the library. `deflate` is that of
 * HTTP: with the head of zlib or without. */
const unpacker *unpack_gzip(void);
const unpacker *unpack_deflate(void);
const unpacker *unpack_bzip2(void);
const unpacker *unpack_zstd(void);
const unpacker *unpack_xz(void);
const unpacker *unpack_brotli(void);

/* Let a state of unpack_zstd() use a dictionary, itself packed or not, for all
 * frames from now on; copies it. */
bool unpack_zstd_dictionary(void *state, const char *data, size_t len);

/* How many bytes a frame unpacks to; 0: it does not say. */
size_t unpack_zstd_size(const char *data, size_t len);

enum { UNPACK_BLOCK = 1 << 16 };

typedef struct unpack_stream {
  const unpacker *how;
  void *state; /* owned */
  byte_feed from;
  size_t at; /* in the block */
  size_t len;
  bool ended; /* a member has, and no other has begun */
  bool failed;
  char block[UNPACK_BLOCK];
} unpack_stream;

/* Begin; gives a stream for unpack_stream_free(), NULL without memory. The feed
 * is borrowed. */
unpack_stream *unpack_stream_new(const unpacker *how, byte_feed from);
void unpack_stream_free(unpack_stream *stream);

/* The next bytes, as byte_feed.read of an unpack_stream; -1 for damaged data.
 */
ptrdiff_t unpack_stream_read(void *opaque, char *out, size_t room);

#endif
