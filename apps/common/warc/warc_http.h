/* warc_http.h: the HTTP message in a record: its head taken apart, its body
 * freed of chunks and content encodings where it has them.
 *
 * Archives are full of heads that are no longer true: the body was
 * decoded before it was stored, and Transfer-Encoding or Content-Encoding
 * stayed. So what the head claims is only tried, and a body that does not begin
 * that way is left alone.
 */
#ifndef COMMON_WARC_HTTP_H
#define COMMON_WARC_HTTP_H

#include "common/input/warc.h"

/* Room for decoding, kept from record to record. */
typedef struct http_body {
  char *rooms[2]; /* owned */
  size_t capacities[2];
} http_body;

/* Split a block into head and body, and read the head: http, status,
 * content_type, charset, language, payload of `record`. False when it begins
 * with no HTTP head. */
bool http_head_read(pith_slice block, warc_record *record);

/* Set content_type and charset by the value of a Content-Type. */
void http_type_read(pith_slice value, warc_record *record);

/* Decode record->payload, at most `most` bytes; it is then lent by the body.
 * Returns why it could not be, or NULL. */
const char *http_body_decode(http_body *body, size_t most, warc_record *record);
void http_body_done(http_body *body);

#endif
