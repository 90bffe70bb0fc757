/* http_accept.h: the lists of Accept and Accept-Encoding, and what bodies are
 * packed in.
 */
#ifndef SERVER_HTTP_ACCEPT_H
#define SERVER_HTTP_ACCEPT_H

#include "common/packing/pack.h"
#include "common/packing/unpack.h"

#include <stdbool.h>
#include <stddef.h>

/* A member of such a list; lent by the header. */
typedef struct http_choice {
  const char *name; /* without its parameters */
  size_t len;
  unsigned weight; /* q in thousandths; 1,000 without one */
} http_choice;

/* The next member; *at moves on. False at the end. */
bool http_choice_next(const char **at, http_choice *out);

/* Whether it is that name, whatever the case. */
bool http_choice_is(const http_choice *choice, const char *name);

/* How to pack an answer for this Accept-Encoding (NULL: none was sent); NULL:
 * not at all. */
const packer *http_packer_for(const char *accept);

/* How a body with this Content-Encoding is unpacked: *out, NULL for one that is
 * not packed. False: it is packed in a way that is not known here, or in
 * several one after the other. `coding` may be NULL. */
bool http_unpacker_for(const char *coding, const unpacker **out);

/* The codings for Accept-Encoding of a 415, "zstd, br, gzip". */
#define HTTP_CODINGS "zstd, br, gzip, deflate"

#endif
