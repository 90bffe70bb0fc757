/* transfer.h: one request over the network, and nothing more.
 *
 * No redirect is followed, no cookie kept, no credential sent, no proxy asked.
 * Only http and https, and only to public addresses unless that is allowed: the
 * question is asked of each address before the connection, and again of the
 * connection before the request. Bytes are counted behind the unpacking, so a
 * few packed ones cannot become many.
 *
 * Built without libcurl there is no network: transfer_new() says what to
 * install.
 */
#ifndef CRAWL_TRANSFER_H
#define CRAWL_TRANSFER_H

#include "common/output/message.h"
#include "common/web/web_url.h"

typedef struct transfer transfer;

typedef struct transfer_limits {
  const char *user_agent; /* borrowed */
  bool allow_private;
  uint64_t bytes;       /* of a body, unpacked */
  uint32_t time;        /* of a whole transfer, milliseconds */
  bool pages_only;      /* a body that says it is no page is not read */
  const char *etag;     /* borrowed; of the copy we have, or NULL */
  const char *modified; /* borrowed; likewise, Last-Modified */
} transfer_limits;

typedef enum transfer_end {
  TRANSFER_DONE = 0,
  TRANSFER_PRIVATE,     /* the address may not be asked */
  TRANSFER_TOO_LARGE,   /* more bytes than allowed */
  TRANSFER_TOO_SLOW,    /* took too long */
  TRANSFER_TRUNCATED,   /* the connection ended before the body did */
  TRANSFER_ENCODING,    /* packed in a way we do not read */
  TRANSFER_NOT_A_PAGE,  /* its type is not that of a page */
  TRANSFER_FAILED,      /* no such host, no connection, bad answer, ... */
  TRANSFER_INTERRUPTED, /* Ctrl-C */
  TRANSFER_NO_MEMORY
} transfer_end;

/* What came. Texts are empty when they were not there, and ended by NUL. */
typedef struct transfer_answer {
  transfer_end end;
  int status; /* of HTTP; 0: none came */
  char *body; /* lent until the next request */
  size_t len;
  char type[96];    /* "text/html", lower case */
  char charset[48]; /* of Content-Type */
  char etag[128];
  char modified[64];
  char location[WEB_URL_MOST + 1];
  bool location_given;
  uint32_t retry_after; /* seconds */
  char why[160];        /* what went wrong, one line */
} transfer_answer;

/* Make what requests are made with. Gives it: transfer_free(). Says on stderr
 * why it cannot. */
exit_code transfer_new(transfer **out);
void transfer_free(transfer *with);

/* Ask for `url`. All that can go wrong is in the answer. */
void transfer_get(transfer *with, const web_url *url,
                  const transfer_limits *limits, transfer_answer *answer);

/* A word for an end: "done", "private-address" ... */
const char *transfer_end_name(transfer_end end);

#endif
