/* http_head.h: the head of a request, by the letter of RFC 9112.
 *
 *     POST /v1/extract HTTP/1.1 CR LF        method, target, version
 *     Content-Length: 12 CR LF               lines: NAME ":" VALUE
 *     CR LF
 *
 * A server behind a proxy must read every header as the proxy does, or refuse
 * it. What parsers are known to disagree about is refused: an LF without its
 * CR, a CR without its LF, NUL, a line that goes on in the next one, a blank
 * before the colon, more than one length, a length that is not digits.
 */
#ifndef SERVER_HTTP_HEAD_H
#define SERVER_HTTP_HEAD_H

#include "common/http/http_target.h"

#include <stdint.h>

enum {
  HTTP_HEAD_MOST = 32768, /* bytes of a head */
  HTTP_LINES_MOST = 100   /* of them with a name and a value */
};

typedef struct http_head {
  const char *method; /* lent by the text, as all strings are */
  const char *target;
  bool old;                         /* HTTP/1.0 */
  http_pair lines[HTTP_LINES_MOST]; /* in the order they came in */
  size_t line_count;
} http_head;

typedef enum http_head_state {
  HTTP_HEAD_MORE, /* bytes are needed */
  HTTP_HEAD_WHOLE,
  HTTP_HEAD_BAD
} http_head_state;

/* Look for the end of a head in what has arrived so far. `*end` starts as 0
 * and is where the search goes on; once the head is whole it is its length. */
http_head_state http_head_find(const char *text, size_t len, size_t *end);

/* Read a whole head. NULs are written into `text`, which lends all strings.
 * Returns 0, or the status that refuses it: 400, 431 or 505. */
int http_head_split(char *text, size_t len, http_head *out);

/* The first value of a name, in any case; NULL: it is not there. */
const char *http_head_value(const http_head *head, const char *name);

/* What a header says about the request itself. */
typedef struct http_facts {
  unsigned hosts;   /* how many Host headers */
  unsigned lengths; /* how many that say where the body ends; 2: not clear */
  uint64_t length;  /* of the body; 0 where none is given */
  bool chunked;     /* it is sent in chunks */
  bool waits;       /* it sends no body before we answer 100 */
  bool old;         /* HTTP/1.0, which needs no Host */
  bool closes;      /* the client wants no other answer on this connection */
} http_facts;

void http_head_facts(const http_head *head, http_facts *out);

#endif
