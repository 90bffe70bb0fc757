/* http_chunks.h: a body that is sent in chunks (RFC 9112, 7.1).
 *
 *     5 CR LF  <p>hi CR LF     size in hexadecimal, data
 *     0 CR LF  CR LF           the last one, no trailers
 *
 * As strict as http_head.h: lines end in CR LF, a size is 1 to 15 digits.
 * Extensions and trailers mean nothing to us; they are bounded and left out.
 */
#ifndef SERVER_HTTP_CHUNKS_H
#define SERVER_HTTP_CHUNKS_H

#include "pith.h"

#include <stdint.h>

/* Starts zeroed. */
typedef struct http_chunks {
  unsigned char place; /* what the next byte belongs to */
  unsigned digits;     /* of the size at hand */
  unsigned ignored;    /* bytes of extensions and trailers */
  uint64_t left;       /* bytes of the chunk at hand */
} http_chunks;

typedef enum http_chunk {
  HTTP_CHUNK_MORE, /* all bytes are used up */
  HTTP_CHUNK_DATA, /* `data` is part of the body */
  HTTP_CHUNK_END,  /* the body is complete; what is left of `in` is not its */
  HTTP_CHUNK_BAD
} http_chunk;

/* Go on with the bytes of `in`, which is moved behind those that were used up.
 * `data` is lent by it. */
http_chunk http_chunks_next(http_chunks *chunks, pith_slice *in,
                            pith_slice *data);

#endif
