/* warc.h: the records of web archives, one after the other.
 *
 *     WARC 1.0, 1.1   plain, .gz (a member a record), .zst (a frame a record,
 *                     with or without a dictionary frame)
 *     ARC 1, 2        plain, .gz
 *     WACZ            every WARC in it
 *
 *     warc_reader *reader;
 *     warc_record record;
 *     if (warc_open_path("crawl.warc.gz", NULL, &reader) != WARC_FINE) ...
 *     while ((status = warc_next(reader, &record)) <= WARC_DAMAGE)
 *       if (status == WARC_FINE) use(record.url, record.payload);
 *       else report(record.offset, record.damage);
 *     warc_close(reader);
 *
 * Nothing is printed. What is damaged is reported by its offset and passed
 * over: records before and behind it are read. Memory: 5 MB and twice the
 * largest record that is allowed. One thread at a time for each reader.
 */
#ifndef COMMON_INPUT_WARC_H
#define COMMON_INPUT_WARC_H

#include "common/packing/unpack.h"

#include "pith.h"

typedef struct warc_reader warc_reader;

typedef enum warc_status {
  WARC_FINE,   /* a record */
  WARC_DAMAGE, /* something that is none: offset and damage are set */
  WARC_END,
  WARC_NO_ARCHIVE, /* none of the formats above */
  WARC_NO_MEMORY,
  WARC_NO_READ,   /* see errno */
  WARC_NO_LIBRARY /* built without zlib or libzstd */
} warc_status;

typedef enum warc_type {
  WARC_OTHER,
  WARC_INFO, /* "warcinfo"; of ARC: the description of the file */
  WARC_REQUEST,
  WARC_RESPONSE,
  WARC_RESOURCE,
  WARC_METADATA,
  WARC_REVISIT,
  WARC_CONVERSION,
  WARC_CONTINUATION,
  WARC_TYPES
} warc_type;

/* The name that a record has in its head: "response". Lent for ever. */
const char *warc_type_name(warc_type type);

typedef struct warc_options {
  size_t most_bytes; /* of a payload, unpacked; 0: 20 MB */
  unsigned types;    /* bits 1 << warc_type that are wanted; 0: all */
  bool verify;       /* check the digests */
  bool raw;          /* payloads as stored: no chunks or encodings undone */
  bool heads;        /* only heads are wanted: of a gzip member that is one
                        record the rest is not unpacked, nor its check sum
                        looked at; `block` and `payload` end early */
} warc_options;

/* A record. All slices are lent until the next call with the reader; empty:
 * unknown. */
typedef struct warc_record {
  warc_type type;
  uint64_t offset; /* where it, or its member or frame, begins in the file */
  uint64_t length; /* bytes there, to the next one; 0 for records that share a
                      member */
  pith_slice file; /* the WARC inside of a WACZ; offset counts in it */

  pith_slice head; /* its named fields, as stored */
  pith_slice url;  /* without the <> that wget writes */
  pith_slice date; /* 2026-11-16T10:00:00Z; of ARC brought into this form */
  pith_slice id;   /* with its <> */
  pith_slice refers_to_url; /* of a revisit: where the original is */
  pith_slice refers_to_date;
  pith_slice payload_digest; /* "sha1:..." */

  pith_slice block;        /* all of it, as stored */
  uint64_t block_size;     /* the same, also where `block` ends early */
  pith_slice http;         /* head of the HTTP message in it */
  int status;              /* of a response; 0: none */
  pith_slice content_type; /* of the payload: "text/html" */
  pith_slice charset;      /* that the transport declares */
  pith_slice language;     /* Content-Language */
  pith_slice payload;      /* decoded, unless raw */

  /* Why it is no whole record, in words; NULL: it is. With WARC_FINE the
   * payload was cut off by the writer ("truncated") or a digest is wrong. */
  const char *damage;
} warc_record;

/* Open an archive; NULL options are the defaults. *out is given, for
 * warc_close(); NULL after a failure. */
warc_status warc_open_path(const char *path, const warc_options *options,
                           warc_reader **out);

/* The same for an open file, which can be read from any place; it is taken,
 * also by a failure. */
warc_status warc_open_file(int file, const warc_options *options,
                           warc_reader **out);

/* The same for bytes, which are borrowed, and for a stream of packed or plain
 * bytes, which cannot be a WACZ. */
warc_status warc_open_bytes(pith_slice bytes, const warc_options *options,
                            warc_reader **out);
warc_status warc_open_feed(byte_feed feed, const warc_options *options,
                           warc_reader **out);

/* Go on from this offset, which a record had; not of a stream. */
warc_status warc_seek(warc_reader *reader, uint64_t offset);

/* The next record that is wanted. */
warc_status warc_next(warc_reader *reader, warc_record *out);
void warc_close(warc_reader *reader);

/* The value of a field of a WARC or HTTP head, by its name in lower case. */
pith_slice warc_field(pith_slice head, const char *name);

/* Whether bytes begin as an archive does; packed ones look like any other. */
bool warc_looks_like(pith_slice head);

#endif
