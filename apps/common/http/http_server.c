/* http_server.c: see the header; on the system's libmicrohttpd.
 *
 * libmicrohttpd calls handle() when the header of a request has arrived, then
 * for each part of its body, then once more at its end:
 *
 *     note_target  handle: begin  handle: body...  handle: finish
 *                                                    │ suspend, push
 *                                     pool thread: run_job, resume
 *                                                    ▼
 *     note_end  ◄── bytes sent ◄──────────────── handle: answer
 *
 * An exchange is touched by one thread at a time: by the socket thread until
 * the connection is suspended, by one pool thread until it is resumed.
 */
#include "common/http/http_exchange.h"
#include "common/http/http_listen.h"

#include "common/system/interrupt.h"
#include "common/system/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <time.h>

void
http_options_default(http_options *options)
{
  *options = (http_options){.listen = "127.0.0.1:0",
                            .workers = workers_default(),
                            .queue = 10000,
                            .queue_ms = 5000,
                            .connections = 2000,
                            .bodies_most = (size_t)256 << 20,
                            .idle_ms = 15000,
                            .slow_ms = 30000,
                            .stop_ms = 10000};
}

bool
http_token_make(char out[33])
{
  unsigned char bytes[16];
  if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
    message("the system has no random numbers for a token");
    return false;
  }
  for (size_t i = 0; i < sizeof bytes; i++)
    snprintf(out + 2 * i, 3, "%02x", bytes[i]);
  return true;
}

/* Sleep; a signal ends it early, which its callers expect. */
static void
wait_ms(long milliseconds)
{
  struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&pause, NULL);
}

/* The signal handler only sets a flag, so it is polled; 50 ms of delay at
 * the end of a program is not noticed. */
void
http_server_wait(http_server *server)
{
  (void)server;
  while (!interrupted())
    wait_ms(50);
}

#ifdef PITH_HAVE_MICROHTTPD

#include <microhttpd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEADER_ROOM = 32768 }; /* of a connection, for header and pieces */
enum { ARGUMENTS_MOST = 256 };

/* A running server. `daemon` is NULL until the socket thread runs. */
struct http_server {
  http_shared shared;
  http_listener listener;
  char address[80];
  char machine[256];              /* the name of this machine */
  struct MHD_Daemon *daemon;      /* of the thread that starts and stops it */
  struct MHD_Response *no_memory; /* the answer when there is none */
  http_pool_plan plan;
  http_pool *pool;
  http_peers *peers;
  atomic_bool stops;
};

const char *
http_header(const http_request *request, const char *name)
{
  return MHD_lookup_connection_value(request->exchange->connection,
                                     MHD_HEADER_KIND, name);
}

/* --- the answer ---------------------------------------------------------- */

/* Whether the handler set this header itself. */
static bool
has_extra(const http_response *response, const char *name)
{
  for (size_t i = 0; i < response->extra_count; i++)
    if (strcasecmp(response->extra[i].name, name) == 0)
      return true;
  return false;
}

/* Add the headers of every response. A handler's own value of the same name
 * wins, so a page of the review can set its own policy. */
static bool
add_headers(const http_server *server, const http_response *from,
            struct MHD_Response *to)
{
  static const char *const usual[][2] = {
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cross-Origin-Embedder-Policy", "require-corp"},
      {"Cache-Control", "no-store"},
  };
  bool fine =
      has_extra(from, "Content-Type") ||
      MHD_add_response_header(to, "Content-Type", from->type) == MHD_YES;
  for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
    if (!has_extra(from, usual[i][0]))
      fine &= MHD_add_response_header(to, usual[i][0], usual[i][1]) == MHD_YES;
  for (size_t i = 0; i < from->extra_count; i++)
    fine &= MHD_add_response_header(to, from->extra[i].name,
                                    from->extra[i].value) == MHD_YES;
  if (atomic_load(&server->stops))
    fine &= MHD_add_response_header(to, "Connection", "close") == MHD_YES;
  return fine;
}

/* The body goes over to libmicrohttpd, which frees it when it is sent. */
static struct MHD_Response *
make_response(http_response *from)
{
  text_out *body = &from->body;
  if (from->lent.data)
    return MHD_create_response_from_buffer(from->lent.len,
                                           (void *)(uintptr_t)from->lent.data,
                                           MHD_RESPMEM_PERSISTENT);
  struct MHD_Response *response = MHD_create_response_from_buffer(
      body->len, body->data,
      body->data ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);
  if (response)
    text_out_init(body, -1);
  return response;
}

/* Queue the response of an exchange. Without memory for it, the response
 * that was made at the start is sent instead: a client always gets an
 * answer. */
static enum MHD_Result
answer(http_server *server, http_exchange *x)
{
  http_response *from = &x->response;
  x->stage = HTTP_STAGE_ANSWERED;
  http_exchange_hold(x);
  http_peer_enter(server->peers, x->peer, HTTP_WRITING);
  struct MHD_Response *response = from->body.error ? NULL : make_response(from);
  if (!response || !add_headers(server, from, response)) {
    if (response)
      MHD_destroy_response(response);
    from->status = 503;
    return MHD_queue_response(x->connection, 503, server->no_memory);
  }
  enum MHD_Result result =
      MHD_queue_response(x->connection, (unsigned)from->status, response);
  MHD_destroy_response(response);
  return result;
}

/* --- the request --------------------------------------------------------- */

/* State of a pool thread. Where the server has none of its own, the server
 * itself is used, since NULL means failure. */
static void *
start_worker(void *shared)
{
  const http_options *options = &((http_server *)shared)->shared.options;
  return options->worker_new ? options->worker_new(options->context) : shared;
}

static void
end_worker(void *shared, void *state)
{
  const http_options *options = &((http_server *)shared)->shared.options;
  if (options->worker_free && state != shared)
    options->worker_free(options->context, state);
}

/* Also for jobs that were given up at shutdown: to a client it is the same,
 * try again elsewhere or later. */
static void
refuse_busy(http_exchange *x)
{
  http_exchange_refuse(x, HTTP_REFUSED_QUEUE, 503,
                       "too many requests are waiting", "try again later");
}

/* In a pool thread. Resuming hands the exchange back to the socket thread,
 * so it must be the last use of it here. */
static void
run_job(void *shared, void *state, http_job *job, bool give_up)
{
  http_exchange *x = (http_exchange *)job;
  (void)shared;
  if (give_up)
    refuse_busy(x);
  else
    http_exchange_run(x, state);
  x->stage = HTTP_STAGE_ANSWERED;
  MHD_resume_connection(x->connection);
}

/* Count the headers that decide how a request is framed. Duplicates are the
 * raw material of request smuggling, so they are counted, not just found. */
static enum MHD_Result
count_header(void *closure, enum MHD_ValueKind kind, const char *name,
             const char *value)
{
  http_facts *facts = closure;
  facts->malformed |= !http_header_is_strict(name, value);
  bool encoding = strcasecmp(name, "Transfer-Encoding") == 0;
  bool chunked = encoding && value && strcasecmp(value, "chunked") == 0;
  (void)kind;
  facts->hosts += strcasecmp(name, "Host") == 0;
  facts->lengths += strcasecmp(name, "Content-Length") == 0;
  facts->lengths += encoding ? (chunked ? 1 : 2) : 0; /* others are ambiguous */
  facts->chunked |= chunked;
  facts->waits |= strcasecmp(name, "Expect") == 0;
  return MHD_YES;
}

/* The header has arrived: refuse at once, or go on to the body. */
static enum MHD_Result
begin(http_server *server, http_exchange *x, const char *method,
      const char *version)
{
  http_facts facts = {.old = strcmp(version, "HTTP/1.0") == 0};
  x->request.method = method;
  MHD_get_connection_values(x->connection, MHD_HEADER_KIND, count_header,
                            &facts);
  bool reads_on = http_exchange_check(x, &facts);
  return reads_on ? MHD_YES : answer(server, x);
}

/* The body is complete: answer a quick route here, queue any other. The
 * connection is suspended before the job is pushed, because a pool thread may
 * resume it at once. */
static enum MHD_Result
finish(http_server *server, http_exchange *x)
{
  if (x->refused)
    return answer(server, x);
  if (x->route->quick) {
    http_exchange_run(x, NULL);
    return answer(server, x);
  }
  http_peer_enter(server->peers, x->peer, HTTP_WORKING);
  MHD_suspend_connection(x->connection);
  if (!http_pool_push(server->pool, &x->job)) {
    refuse_busy(x);
    x->stage = HTTP_STAGE_ANSWERED;
    MHD_resume_connection(x->connection);
  }
  return MHD_YES;
}

/* The signature is libmicrohttpd's. Called several times for a request; the
 * stage of its exchange shows which call it is. */
static enum MHD_Result /* NOLINTNEXTLINE(readability-function-size) */
handle(void *closure, struct MHD_Connection *connection, const char *url,
       const char *method, const char *version, const char *data, size_t *len,
       void **request)
{
  http_server *server = closure;
  http_exchange *x = *request;
  (void)url;
  if (!x)
    return MHD_queue_response(connection, 503, server->no_memory);
  if (x->stage == HTTP_STAGE_BEGUN)
    return begin(server, x, method, version);
  if (x->stage == HTTP_STAGE_ANSWERED)
    return answer(server, x);
  if (*len == 0)
    return finish(server, x);
  bool goes_on = http_exchange_take(x, data, *len);
  *len = 0;
  return goes_on ? MHD_YES : MHD_NO;
}

/* The peer that note_connection() stored with the socket. */
static http_peer *
peer_of(struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/* An exchange is over; NULL is allowed. */
static void
end_exchange(http_server *server, http_exchange *x)
{
  if (x && server->shared.options.log)
    http_exchange_log(x);
  if (x)
    http_exchange_free(x);
}

/* libmicrohttpd stores every argument of a query before it calls us, and is
 * silent when its memory ends there. No route has as many as this. */
static bool
has_too_many_arguments(const char *target)
{
  size_t count = 0;
  for (; *target; target++)
    count += *target == '&';
  return count > ARGUMENTS_MOST;
}

/* The request line has arrived. The result becomes *request in handle();
 * NULL, without memory, is answered there by 503.
 *
 * Up to 0.9.75 at least, libmicrohttpd drops a request whose arguments or
 * cookies overflow its memory without a call of note_end(). So the connection
 * owns the exchange, and ends the one that was left over. */
static void *
note_target(void *closure, const char *target,
            struct MHD_Connection *connection)
{
  http_server *server = closure;
  http_peer *peer = peer_of(connection);
  http_exchange *x = peer ? http_exchange_new(&server->shared, target) : NULL;
  http_peer_enter(server->peers, peer, HTTP_READING);
  if (peer)
    end_exchange(server, http_peer_swap(peer, x));
  if (peer && has_too_many_arguments(target))
    http_peer_refuse(server->peers, peer);
  if (x) {
    x->connection = connection;
    x->peer = peer;
  }
  return x;
}

/* A request has ended, whether answered or broken off. The connection may
 * carry another one, so its clock starts again. */
static void
note_end(void *closure, struct MHD_Connection *connection, void **request,
         enum MHD_RequestTerminationCode code)
{
  http_server *server = closure;
  (void)code;
  http_peer *peer = peer_of(connection);
  http_peer_enter(server->peers, peer, HTTP_READING);
  if (*request && peer)
    end_exchange(server, http_peer_swap(peer, NULL));
  *request = NULL;
}

/* A connection was opened or closed. */
static void
note_connection(void *closure, struct MHD_Connection *connection,
                void **context, enum MHD_ConnectionNotificationCode code)
{
  http_server *server = closure;
  if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
    if (*context)
      end_exchange(server, http_peer_swap(*context, NULL));
    http_peer_remove(server->peers, *context);
    *context = NULL;
    return;
  }
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  *context = info ? http_peer_add(server->peers, info->connect_fd) : NULL;
  if (info && !*context) /* without a peer nothing would time it out */
    shutdown(info->connect_fd, SHUT_RDWR);
}

/* --- start and stop ------------------------------------------------------ */

/* Each connection needs a file descriptor: raise the limit of the process, and
 * where that is refused accept fewer connections. */
static void
make_room_for(http_options *options)
{
  const rlim_t others = 64;
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
    return;
  rlim_t wanted = options->connections + others;
  if (limit.rlim_cur < wanted) {
    limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  if (limit.rlim_cur < wanted && limit.rlim_cur > others)
    options->connections = (unsigned)(limit.rlim_cur - others);
}

/* Start the socket thread. The limits of libmicrohttpd (idle time, header
 * memory, strict parsing) are set here; slow clients are ended by
 * http_peers. */
static bool
start_daemon(http_server *server)
{
  const http_options *options = &server->shared.options;
  unsigned flags =
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC;
  server->daemon = MHD_start_daemon(
      flags, 0, NULL, NULL, handle, server, MHD_OPTION_LISTEN_SOCKET,
      server->listener.socket, MHD_OPTION_CONNECTION_LIMIT,
      options->connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
      options->per_address, MHD_OPTION_CONNECTION_TIMEOUT,
      (options->idle_ms + 999) / 1000, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
      (size_t)HEADER_ROOM, MHD_OPTION_STRICT_FOR_CLIENT, 0,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_URI_LOG_CALLBACK,
      note_target, server, MHD_OPTION_NOTIFY_COMPLETED, note_end, server,
      MHD_OPTION_NOTIFY_CONNECTION, note_connection, server, MHD_OPTION_END);
  return server->daemon != NULL;
}

/* Work out the names the server answers to, once its port is known. The port
 * is part of the cookie's name because browsers share cookies between ports. */
static void
name_server(http_server *server)
{
  http_shared *shared = &server->shared;
  const http_listener *at = &server->listener;
  if (gethostname(server->machine, sizeof server->machine - 1) != 0)
    *server->machine = '\0';
  shared->names = (http_names){.bound = at->name,
                               .loopback = at->loopback,
                               .any = at->any,
                               .machine = server->machine,
                               .port = at->port,
                               .more = shared->options.hosts,
                               .more_count = shared->options.host_count};
  /* A name of the caller's is one cookie for all ports of this machine: what is
   * served on several has one token. */
  if (shared->options.cookie_name)
    snprintf(shared->cookie, sizeof shared->cookie, "%s",
             shared->options.cookie_name);
  else
    snprintf(shared->cookie, sizeof shared->cookie, "pith_%u", at->port);
  snprintf(server->address, sizeof server->address, "%s:%u", at->name,
           at->port);
}

/* Everything but the socket. The out-of-memory response is made now, while
 * there is memory. */
static bool
start_parts(http_server *server)
{
  http_shared *shared = &server->shared;
  static const char text[] =
      "{\"error\":{\"code\":\"out-of-memory\",\"message\":\"out of memory\","
      "\"remedy\":\"try again later\"}}\n";
  shared->metrics = http_metrics_new(shared->options.route_count);
  if (shared->metrics)
    server->peers = http_peers_start(shared->options.slow_ms, shared->metrics);
  server->no_memory = MHD_create_response_from_buffer(
      sizeof text - 1, (void *)(uintptr_t)text, MHD_RESPMEM_PERSISTENT);
  if (!shared->metrics || !server->peers || !server->no_memory ||
      MHD_add_response_header(server->no_memory, "Retry-After", "1") !=
          MHD_YES ||
      MHD_add_response_header(server->no_memory, "Content-Type",
                              "application/json") != MHD_YES) {
    message("out of memory");
    return false;
  }
  server->plan =
      (http_pool_plan){.threads = shared->options.workers,
                       .queue = shared->options.queue,
                       .wait = 1000 * (uint64_t)shared->options.queue_ms,
                       .shared = server,
                       .start = start_worker,
                       .end = end_worker,
                       .run = run_job};
  return http_pool_start(&server->plan, &server->pool) == EXIT_FINE;
}

/* Release what was made; no thread runs any more. */
static void
release(http_server *server)
{
  http_pool_free(server->pool);
  http_peers_stop(server->peers);
  http_metrics_free(server->shared.metrics);
  if (server->no_memory)
    MHD_destroy_response(server->no_memory);
  free(server);
}

/* The socket listens: start the rest. *out is set before the first request can
 * arrive, because handlers may read it. A server that other machines can reach
 * must have a token. */
static exit_code
start_here(http_server *server, http_server **out)
{
  if (!server->listener.loopback && !server->shared.options.token) {
    message("%s can be reached by others; set a token, or listen on 127.0.0.1",
            server->address);
    return EXIT_USAGE;
  }
  if (!start_parts(server))
    return EXIT_ENVIRONMENT;
  *out = server;
  if (start_daemon(server))
    return EXIT_FINE;
  message("cannot start the server: libmicrohttpd refuses");
  return EXIT_ENVIRONMENT;
}

/* After a failure everything that was started is ended again, in the reverse
 * order, and *out is NULL. */
exit_code
http_server_start(const http_options *options, http_server **out)
{
  http_server *server = calloc(1, sizeof *server);
  *out = NULL;
  if (!server)
    return report_out_of_memory();
  server->shared.options = *options;
  make_room_for(&server->shared.options);
  exit_code code = http_listen(options->listen, &server->listener);
  if (code == EXIT_FINE) {
    name_server(server);
    code = start_here(server, out);
    if (code == EXIT_FINE)
      return EXIT_FINE;
    close(server->listener.socket);
  }
  *out = NULL;
  release(server);
  return code;
}

const char *
http_server_address(const http_server *server)
{
  return server->address;
}

/* Wait until nothing has been in flight for 50 ms, at most `milliseconds`. The
 * pause is for clients that keep a connection and are about to send another
 * request: the response to it closes the connection. Returns how many requests
 * are left. */
static size_t
wait_for_end(http_server *server, uint64_t milliseconds)
{
  const uint64_t moment = 50;
  const http_metrics *metrics = server->shared.metrics;
  uint64_t from = http_clock() / 1000, quiet = from, now;
  do {
    wait_ms(2);
    now = http_clock() / 1000;
    if (http_metrics_in_flight(metrics) > 0)
      quiet = now;
  } while (now - from < milliseconds && now - quiet < moment);
  return http_metrics_in_flight(metrics);
}

/* Stop listening. Connections that the kernel has already accepted are taken
 * over first, since their clients may have sent a request. Returns the socket,
 * to be closed once the socket thread has ended. */
static int
stop_listening(http_server *server)
{
  int listener = MHD_quiesce_daemon(server->daemon);
  struct sockaddr_storage from;
  socklen_t len = sizeof from;
  int client;
  if (listener == MHD_INVALID_SOCKET)
    return listener;
  while ((client = accept(listener, (struct sockaddr *)&from, &len)) >= 0) {
    MHD_add_connection(server->daemon, client, (struct sockaddr *)&from, len);
    len = sizeof from;
  }
  shutdown(listener, SHUT_RDWR);
  return listener;
}

/* In this order: no new connections, finish what runs, give up what waits,
 * let those answers out, then end the threads. */
size_t
http_server_stop(http_server *server)
{
  atomic_store(&server->stops, true);
  int listener = stop_listening(server);
  wait_for_end(server, server->shared.options.stop_ms);
  http_pool_close(server->pool);
  size_t left = wait_for_end(server, 1000);
  MHD_stop_daemon(server->daemon);
  if (listener != MHD_INVALID_SOCKET)
    close(listener);
  release(server);
  return left;
}

bool
http_server_is_ready(const http_server *server)
{
  return !atomic_load(&server->stops) && !http_pool_is_full(server->pool);
}

/* Labels of the metrics: row k is route k, the last row stands for requests
 * that matched none. */
static const char *
row_method(const void *state, size_t row)
{
  const http_options *options = state;
  return row < options->route_count ? options->routes[row].method : "";
}

static const char *
row_pattern(const void *state, size_t row)
{
  const http_options *options = state;
  return row < options->route_count ? options->routes[row].pattern : "other";
}

/* The counters of requests, then three gauges that only the server knows. */
void
http_server_metrics(const http_server *server, text_out *out)
{
  const http_shared *shared = &server->shared;
  http_metrics_labels labels = {&shared->options, row_method, row_pattern};
  http_metrics_write(shared->metrics, &labels, out);
  http_metrics_gauge(out, "pith_http_requests_waiting",
                     "Requests in the queue for a worker.",
                     http_pool_waiting(server->pool));
  http_metrics_gauge(out, "pith_http_connections", "Open connections.",
                     http_peers_count(server->peers));
  http_metrics_gauge(out, "pith_http_held_bytes",
                     "Bodies of requests and answers in memory.",
                     atomic_load(&shared->bodies));
}

#else

const char *
http_header(const http_request *request, const char *name)
{
  (void)request, (void)name;
  return NULL;
}

exit_code
http_server_start(const http_options *options, http_server **out)
{
  (void)options;
  *out = NULL;
  return report_built_without("server", "libmicrohttpd", "libmicrohttpd-dev");
}

const char *
http_server_address(const http_server *server)
{
  (void)server;
  return "";
}

size_t
http_server_stop(http_server *server)
{
  (void)server;
  return 0;
}

bool
http_server_is_ready(const http_server *server)
{
  (void)server;
  return false;
}

void
http_server_metrics(const http_server *server, text_out *out)
{
  (void)server, (void)out;
}

#endif
