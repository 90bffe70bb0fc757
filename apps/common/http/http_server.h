/* http_server.h: a small HTTP server for programs and people on this machine.
 *
 *   socket ──► guards ──► route ──► queue ──► worker 1..N: handler ──► answer
 *              Host       404 405   503 when   each with a state
 *              Origin               it is full of its own
 *              token
 *
 * One thread reads and writes all connections; handlers run in N others, so a
 * slow client holds a socket and some memory, never a worker. Quick routes are
 * answered in the first thread and do not wait in the queue. What is received
 * is bounded: the target, the header, the body of a request, all bodies
 * together, connections, and the time a client may take.
 *
 * HTTP/1.1 without a library: what is accepted is less than any of them takes,
 * on purpose (http_head.h; the reasons are in docs/internals/http.md).
 */
#ifndef SERVER_HTTP_SERVER_H
#define SERVER_HTTP_SERVER_H

#include "common/http/http_target.h"
#include "common/output/message.h"
#include "common/output/text_out.h"

#include "pith.h"

#include <stdint.h>

/* A request whose body is complete. Everything is lent for the call. */
typedef struct http_request {
  void *context; /* of the server */
  void *worker;  /* state of this thread; NULL on a quick route */
  const char *method;
  const char *parameters[HTTP_PARAMETERS_MOST]; /* of the route's pattern */
  const http_target *target;                    /* path and query */
  pith_slice body;
  const char *token; /* that let it in; "" when none was needed */
  const struct http_exchange *exchange; /* for http_header() */
} http_request;

/* The value of a header, NULL when it is not there. */
const char *http_header(const http_request *request, const char *name);

/* The value of a name in the query, NULL when it is not there. */
const char *http_query(const http_request *request, const char *name);

enum { HTTP_EXTRA_MOST = 12, HTTP_EXTRA_ROOM = 512, HTTP_TOKENS_MOST = 64 };

/* What a handler fills in. Starts as 200 with an empty text. */
typedef struct http_response {
  int status;
  const char *type; /* Content-Type; lent for the life of the program */
  text_out body;    /* in memory; taken by the server. When writing into it
                       failed, the answer is 503 */
  pith_slice lent;  /* unless its data is NULL, the body instead: borrowed until
                       the server has ended */
  struct {
    const char *name; /* lent for the life of the program */
    char value[HTTP_EXTRA_ROOM];
  } extra[HTTP_EXTRA_MOST];
  size_t extra_count;
} http_response;

/* Add a header, or set another value for one that the server would send by
 * itself (Content-Security-Policy, Cache-Control ...). `value` is copied. False
 * when there is no room, or it has control characters. */
bool http_response_header(http_response *response, const char *name,
                          const char *value);

/* The one error answer: {"error":{"code","message","remedy"}}. What was already
 * written to the body is dropped. All texts are copied; `remedy` may be
 * NULL. */
void http_response_fail(http_response *response, int status, const char *code,
                        const char *text, const char *remedy);

/* Writes its answer to `response`. Many threads at once, but for quick routes.
 */
typedef void (*http_handler)(const http_request *request,
                             http_response *response);

typedef enum http_access {
  HTTP_CLOSED, /* needs the token, if there is one */
  HTTP_OPEN,   /* needs none */
  HTTP_PROBE   /* nor a Host that is ours: for load balancers */
} http_access;

typedef struct http_route {
  const char *method;  /* "GET" serves HEAD too */
  const char *pattern; /* as http_pattern_fits() has it */
  http_handler run;
  size_t body_most; /* bytes; 0: the request has no body */
  bool quick;       /* answered by the thread of the sockets; takes no time */
  http_access open; /* who may ask */
} http_route;

/* Fill it with http_options_default(). Everything is borrowed until the server
 * has ended. */
typedef struct http_options {
  const char *listen; /* as http_listen() has it; "127.0.0.1:0" */
  const http_route *routes;
  size_t route_count;
  void *context;

  /* Make and release the state of a worker; may be NULL. */
  void *(*worker_new)(void *context);
  void (*worker_free)(void *context, void *worker);

  const char *token;              /* NULL: none is needed */
  const char *const *more_tokens; /* that are as good; where `token` is set */
  size_t more_token_count;        /* HTTP_TOKENS_MOST with it, at most */
  unsigned rate; /* requests a second for each token: 0, no limit */
  /* Whether another token is as good; may be NULL. Called by the thread of the
   * sockets. */
  bool (*knows_token)(void *context, const char *token);
  bool cookie;              /* ?token= that is right sets a cookie */
  const char *cookie_name;  /* NULL: one for each port */
  const char *const *hosts; /* more names it goes by: NAME or NAME:PORT */
  size_t host_count;
  const char *const *origins; /* whose pages may ask: http://NAME, or "*" */
  size_t origin_count;

  bool log; /* a line on stderr for each request: method, path, status ... */

  unsigned workers;     /* threads: one a processor */
  unsigned queue;       /* requests that may wait for them: 10,000 */
  unsigned queue_ms;    /* that one of them may wait: 5,000 */
  unsigned connections; /* at once: 2,000 */
  unsigned per_address; /* of them from one address: 0, no limit */
  size_t bodies_most;   /* bytes of all bodies at once, in and out: 256 MB */
  unsigned idle_ms;     /* without a byte from the client: 15,000 */
  unsigned slow_ms;     /* for a whole request, or a whole answer: 30,000 */
  unsigned stop_ms;     /* to finish requests when it stops: 10,000 */
} http_options;

void http_options_default(http_options *options);

typedef struct http_server http_server;

/* Start a server; it is ready when this returns. After a message EXIT_USAGE for
 * a bad address, or one that others can reach without a token;
 * EXIT_ENVIRONMENT. */
exit_code http_server_start(const http_options *options, http_server **out);

/* Where it listens: "127.0.0.1:8080". Lent by the server. */
const char *http_server_address(const http_server *server);

/* Wait until SIGINT or SIGTERM; interrupt_watch() comes first. */
void http_server_wait(http_server *server);

/* Stop: no more connections, requests that were begun are finished if that
 * takes no longer than options->stop_ms; then release the server. Returns
 * how many were not. */
size_t http_server_stop(http_server *server);

/* Whether a request that comes now would be worked on: it does not stop, and
 * nobody would wait too long. Any thread. */
bool http_server_is_ready(const http_server *server);

/* Its figures in the text format of Prometheus. Any thread. */
void http_server_metrics(const http_server *server, text_out *out);

/* Make a token: 32 random hexadecimal digits and NUL. False, after a message,
 * when the system has no random numbers. */
bool http_token_make(char out[33]);

#endif
