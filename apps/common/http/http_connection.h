/* http_connection.h: one connection, from its first byte to its end.
 *
 *     HEAD ──► BODY ──► WORKING ──► WRITING ──► HEAD ...
 *       │        │      a worker      │
 *       └────────┴── refused ────────►└──► DRAINING, when it closes
 *
 * A connection belongs to the thread of its loop (http_loop.h); a worker has
 * only the exchange. It owns that exchange, so whatever ends the connection
 * ends the request.
 */
#ifndef SERVER_HTTP_CONNECTION_H
#define SERVER_HTTP_CONNECTION_H

#include "common/http/http_chunks.h"
#include "common/http/http_exchange.h"

typedef enum http_phase {
  HTTP_READS_HEAD,
  HTTP_READS_BODY,
  HTTP_WORKING, /* a worker has the exchange */
  HTTP_WRITING,
  HTTP_DRAINING /* all is said; what the client still sends is dropped */
} http_phase;

typedef struct http_loop http_loop;

typedef struct http_connection {
  struct http_connection *next; /* of all connections of the loop */
  struct http_connection *prior;
  struct http_connection *woken; /* next of those that can go on */
  http_loop *loop;
  int socket;                /* owned */
  unsigned char address[16]; /* whose it is; IPv4 in the first four bytes */
  http_phase phase;
  int64_t since;  /* milliseconds: when the phase began */
  int64_t active; /* when the last byte came or went */

  char *text;    /* owned; what has arrived: a head, then what is behind it */
  size_t len;    /* bytes of it */
  size_t used;   /* bytes that need not be looked at again */
  size_t begins; /* where what is behind the head begins */
  http_head head;
  http_facts facts;
  http_chunks chunks;
  uint64_t body_left; /* bytes of a body that is not in chunks */

  http_exchange *exchange; /* owned; NULL: between two requests */
  text_out answer_head;    /* owned */
  pith_slice out[2];       /* what is still to be written */
  bool closes;             /* after the answer */
  uint64_t drained;        /* bytes that were dropped */
} http_connection;

/* Make one for a socket, which it takes. NULL without memory. */
http_connection *http_connection_new(http_loop *loop, int socket);
void http_connection_free(http_connection *c);

/* Go on until the client or a worker has to do something. False: it has
 * ended. */
bool http_connection_run(http_connection *c);

/* The worker is done: answer, and go on. */
bool http_connection_answer(http_connection *c);

/* Look at the clock; false: its time is over. */
bool http_connection_check(http_connection *c, int64_t now);

/* Whether an answer of this status has a body, if only an empty one. */
bool http_status_has_body(int status);

/* Write everything before the body, which is `length` bytes long. */
void http_response_write_head(const http_response *response, size_t length,
                              bool closes, text_out *out);

#endif
