/* transfer.h: one request over the network, and nothing more.
 *
 * No redirect is followed, no cookie kept, no credential sent, no proxy used.
 * Only http and https, and only to public addresses unless others are allowed:
 * that is checked for each address before the connection, and again for the
 * connection before the request. Bytes are counted after decompression, so a
 * small compressed body cannot become a huge page.
 *
 * Without libcurl there is no network: transfer_new() reports what to install.
 */
#ifndef CRAWL_TRANSFER_H
#define CRAWL_TRANSFER_H

#include "common/output/message.h"
#include "common/web/web_url.h"

typedef struct transfer transfer;

typedef struct transfer_limits {
  const char *user_agent; /* borrowed */
  bool allow_private;
  uint64_t bytes;       /* of a body, decompressed */
  uint32_t time;        /* of a whole transfer, milliseconds */
  bool heads;           /* keep them, for an archive */
  bool pages_only;      /* a body that is declared no page is not read */
  const char *etag;     /* borrowed; of the copy we have, or NULL */
  const char *modified; /* borrowed; likewise, Last-Modified */
} transfer_limits;

typedef enum transfer_end {
  TRANSFER_DONE = 0,
  TRANSFER_PRIVATE,     /* the address is not public */
  TRANSFER_TOO_LARGE,   /* more bytes than allowed */
  TRANSFER_TOO_SLOW,    /* took too long */
  TRANSFER_TRUNCATED,   /* the connection ended before the body did */
  TRANSFER_ENCODING,    /* compressed in a way we do not read */
  TRANSFER_NOT_A_PAGE,  /* its type is not that of a page */
  TRANSFER_FAILED,      /* no such host, no connection, bad answer, ... */
  TRANSFER_INTERRUPTED, /* Ctrl-C */
  TRANSFER_NO_MEMORY
} transfer_end;

/* The response. Texts that were absent are empty; all end with NUL. */
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
  bool again;           /* a later run may find it otherwise */
  /* With transfer_limits.heads, as they were sent and came; lent until the
   * next request. */
  pith_slice request_head;
  pith_slice response_head;
  uint32_t milliseconds; /* that it took */
  char address[64];      /* of the host, as numbers */
  char why[160];         /* what went wrong, one line */
} transfer_answer;

/* Make a handle for requests. Gives it: transfer_free(). Reports on
 * stderr why it cannot. */
exit_code transfer_new(transfer **out);
void transfer_free(transfer *with);

/* Send a request for `url`. All that can go wrong is in the answer. */
void transfer_get(transfer *with, const web_url *url,
                  const transfer_limits *limits, transfer_answer *answer);

/* A word for an end: "done", "private-address" ... */
const char *transfer_end_name(transfer_end end);

#endif
