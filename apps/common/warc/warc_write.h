/* warc_write.h: records of a WARC, written.
 *
 *     WARC/1.1 CRLF, fields, an empty line, the block, two CRLF
 *
 * The reader of the same files is apps/common/input/warc.h.
 */
#ifndef COMMON_WARC_WRITE_H
#define COMMON_WARC_WRITE_H

#include "common/output/text_out.h"

#include "pith.h"

enum { WARC_ID_ROOM = 64 };

/* A record; texts are borrowed, NULL: absent. */
typedef struct warc_out {
  const char *version; /* "1.1" */
  const char *type;    /* "response" */
  const char *url;
  const char *date;
  const char *id; /* as made by warc_make_id() */
  const char *refers_to;
  const char *concurrent_to;
  const char *address;   /* of the host */
  const char *truncated; /* why: "length", "time", "disconnect" */
  const char *content_type;
  pith_slice payload; /* a part of the block; no data: not digested */
  pith_slice block;
} warc_out;

/* Append the record. */
void warc_write(const warc_out *record, text_out *out);

/* An id of its own, the same for equal texts (a UUID of version 8, RFC 9562).
 */
void warc_make_id(const char *one, const char *two, pith_slice bytes,
                  char out[WARC_ID_ROOM]);

#endif
