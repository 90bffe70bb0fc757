/* http_exchange.h: one request and its answer, from the first line on.
 *
 * What the server and its parts share; handlers do not see it.
 */
#ifndef SERVER_HTTP_EXCHANGE_H
#define SERVER_HTTP_EXCHANGE_H

#include "common/http/http_pool.h"
#include "common/http/http_guard.h"
#include "common/http/http_head.h"
#include "common/http/http_metrics.h"
#include "common/http/http_server.h"

#include <stdatomic.h>

enum {
  /* Of a refused request this much is still read: a client that is sending
   * when the connection closes may never see the answer. */
  HTTP_DISCARD_MOST = 4 << 20,
  HTTP_BUCKETS = HTTP_TOKENS_MOST + 1
};

/* What one token may still ask for; of the socket thread. */
typedef struct http_bucket {
  uint64_t full; /* microseconds: when it may ask for all again */
} http_bucket;

/* What all exchanges of a server use together. */
typedef struct http_shared {
  http_options options;
  http_names names;
  char cookie[48]; /* its name: cookies know no ports, so it holds ours */
  http_metrics *metrics;
  atomic_size_t bodies; /* bytes held for bodies of requests and answers */
  http_bucket buckets[HTTP_BUCKETS]; /* [0]: without a token */
} http_shared;

typedef enum http_stage {
  HTTP_STAGE_BEGUN, /* the head was read */
  HTTP_STAGE_BODY,
  HTTP_STAGE_ANSWERED /* `response` is final */
} http_stage;

typedef struct http_exchange {
  http_job job; /* first, so that a job is its exchange */
  http_shared *shared;
  struct http_connection *connection; /* it came by; lent */
  http_stage stage;
  http_target target;
  http_target_state target_state;
  const http_route *route; /* NULL: none fits */
  http_request request;
  http_response response;
  char token[256]; /* the one that let it in; "": none */
  bool refused;    /* `response` says why; the body is thrown away */
  bool shares;     /* a page of another origin may read the answer */
  char *body;      /* owned */
  size_t len;
  size_t capacity;
  uint64_t received; /* bytes of the body, kept or not */
  uint64_t sent;     /* bytes of the answer */
  size_t held;       /* of them in memory of ours until they are sent */
  uint64_t began;    /* microseconds */
} http_exchange;

/* Begin with a target as it was sent; "" where it could not be read. NULL
 * without memory. */
http_exchange *http_exchange_new(http_shared *shared, const char *target);
void http_exchange_free(http_exchange *x);

/* Let a request in, or refuse it: then `response` is the answer. Returns
 * whether its body is to be read, if only to discard it. */
bool http_exchange_check(http_exchange *x, const http_facts *facts);

/* Refuse a request whose head is not read: 400, 408, 414, 431 or 505. */
void http_exchange_refuse_head(http_exchange *x, int status);

/* Take a part of the body. False: it is so long that the connection must be
 * closed. */
bool http_exchange_take(http_exchange *x, const char *data, size_t len);

/* Refuse it from now on: the answer, and the reason for the metrics. */
void http_exchange_refuse(http_exchange *x, http_refusal why, int status,
                          const char *text, const char *remedy);

void http_exchange_refuse_size(http_exchange *x); /* larger than its route has
                                                      it */

void http_exchange_refuse_busy(http_exchange *x); /* nobody has time for it */

/* Run the handler of its route, in a thread with the state `worker`. */
void http_exchange_run(http_exchange *x, void *worker);

/* Its answer is final: count what it holds until it is sent. */
void http_exchange_hold(http_exchange *x);

/* Log it on stderr. The query is left out: there may be a token in it. */
void http_exchange_log(const http_exchange *x);

#endif
