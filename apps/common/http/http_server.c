/* http_server.c: see the header; by the system's libmicrohttpd.
 *
 * libmicrohttpd calls handle() when the header of a request is there, then for
 * each piece of its body, then once more at its end. There the connection is
 * suspended and its exchange handed to the crew; the worker that has run the
 * handler resumes it, and handle() is called again, to send the answer.
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
                            .queue = 64,
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

static void
wait_ms(long milliseconds)
{
  struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  nanosleep(&pause, NULL);
}

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

struct http_server {
  http_house house;
  http_listener listener;
  char address[80];
  struct MHD_Daemon *daemon;      /* of the thread that starts and stops it */
  struct MHD_Response *no_memory; /* the answer when there is none */
  http_crew_plan plan;
  http_crew *crew;
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

static bool
has_extra(const http_response *response, const char *name)
{
  for (size_t i = 0; i < response->extra_count; i++)
    if (strcasecmp(response->extra[i].name, name) == 0)
      return true;
  return false;
}

/* What every answer says unless its handler said otherwise. */
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

static enum MHD_Result
answer(http_server *server, http_exchange *x)
{
  http_response *said = &x->response;
  x->stage = HTTP_STAGE_ANSWERED;
  http_exchange_hold(x);
  http_peer_enter(server->peers, x->peer, HTTP_WRITING);
  struct MHD_Response *response = said->body.error ? NULL : make_response(said);
  if (!response || !add_headers(server, said, response)) {
    if (response)
      MHD_destroy_response(response);
    said->status = 503;
    return MHD_queue_response(x->connection, 503, server->no_memory);
  }
  enum MHD_Result result =
      MHD_queue_response(x->connection, (unsigned)said->status, response);
  MHD_destroy_response(response);
  return result;
}

/* --- the request --------------------------------------------------------- */

static void *
start_worker(void *shared)
{
  const http_options *options = &((http_server *)shared)->house.options;
  return options->worker_new ? options->worker_new(options->context) : shared;
}

static void
end_worker(void *shared, void *state)
{
  const http_options *options = &((http_server *)shared)->house.options;
  if (options->worker_free && state != shared)
    options->worker_free(options->context, state);
}

static void
refuse_busy(http_exchange *x)
{
  http_exchange_refuse(x, HTTP_REFUSED_QUEUE, 503,
                       "too many requests are waiting", "try again later");
}

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

static enum MHD_Result
count_header(void *closure, enum MHD_ValueKind kind, const char *name,
             const char *value)
{
  http_facts *facts = closure;
  bool encoding = strcasecmp(name, "Transfer-Encoding") == 0;
  bool chunked = encoding && value && strcasecmp(value, "chunked") == 0;
  (void)kind;
  facts->hosts += strcasecmp(name, "Host") == 0;
  facts->lengths += strcasecmp(name, "Content-Length") == 0;
  facts->lengths += encoding ? (chunked ? 1 : 2) : 0; /* others are not clear */
  facts->chunked |= chunked;
  facts->waits |= strcasecmp(name, "Expect") == 0;
  return MHD_YES;
}

/* The header is there: refuse at once, or go on to the body. */
static enum MHD_Result
begin(http_server *server, http_exchange *x, const char *method)
{
  http_facts facts = {0};
  x->request.method = method;
  MHD_get_connection_values(x->connection, MHD_HEADER_KIND, count_header,
                            &facts);
  bool reads_on = http_exchange_check(x, &facts);
  return reads_on ? MHD_YES : answer(server, x);
}

/* The body is there. */
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
  if (!http_crew_push(server->crew, &x->job)) {
    refuse_busy(x);
    x->stage = HTTP_STAGE_ANSWERED;
    MHD_resume_connection(x->connection);
  }
  return MHD_YES;
}

/* Its parameters are what libmicrohttpd wants. */
static enum MHD_Result /* NOLINTNEXTLINE(readability-function-size) */
handle(void *closure, struct MHD_Connection *connection, const char *url,
       const char *method, const char *version, const char *data, size_t *len,
       void **request)
{
  http_server *server = closure;
  http_exchange *x = *request;
  (void)url, (void)version;
  if (!x)
    return MHD_queue_response(connection, 503, server->no_memory);
  if (x->stage == HTTP_STAGE_BEGUN)
    return begin(server, x, method);
  if (x->stage == HTTP_STAGE_ANSWERED)
    return answer(server, x);
  if (*len == 0)
    return finish(server, x);
  bool goes_on = http_exchange_take(x, data, *len);
  *len = 0;
  return goes_on ? MHD_YES : MHD_NO;
}

static http_peer *
peer_of(struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

/* The first line is there. */
static void *
note_target(void *closure, const char *target,
            struct MHD_Connection *connection)
{
  http_server *server = closure;
  http_exchange *x = http_exchange_new(&server->house, target);
  http_peer *peer = peer_of(connection);
  http_peer_enter(server->peers, peer, HTTP_READING);
  if (x) {
    x->connection = connection;
    x->peer = peer;
  }
  return x;
}

static void
note_end(void *closure, struct MHD_Connection *connection, void **request,
         enum MHD_RequestTerminationCode code)
{
  http_server *server = closure;
  (void)code;
  http_peer_enter(server->peers, peer_of(connection), HTTP_READING);
  if (*request && server->house.options.log)
    http_exchange_log(*request);
  if (*request)
    http_exchange_free(*request);
  *request = NULL;
}

static void
note_connection(void *closure, struct MHD_Connection *connection,
                void **context, enum MHD_ConnectionNotificationCode code)
{
  http_server *server = closure;
  if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
    http_peer_remove(server->peers, *context);
    *context = NULL;
    return;
  }
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  *context = info ? http_peer_add(server->peers, info->connect_fd) : NULL;
  if (info && !*context) /* one that nobody watches may not stay */
    shutdown(info->connect_fd, SHUT_RDWR);
}

/* --- start and stop ------------------------------------------------------ */

/* Each connection is a descriptor; allow for as many as we take. */
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

static bool
start_daemon(http_server *server)
{
  const http_options *options = &server->house.options;
  unsigned flags =
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC;
  server->daemon = MHD_start_daemon(
      flags, 0, NULL, NULL, handle, server, MHD_OPTION_LISTEN_SOCKET,
      server->listener.socket, MHD_OPTION_CONNECTION_LIMIT,
      options->connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
      options->per_address, MHD_OPTION_CONNECTION_TIMEOUT,
      (options->idle_ms + 999) / 1000, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
      (size_t)HEADER_ROOM, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_URI_LOG_CALLBACK,
      note_target, server, MHD_OPTION_NOTIFY_COMPLETED, note_end, server,
      MHD_OPTION_NOTIFY_CONNECTION, note_connection, server, MHD_OPTION_END);
  return server->daemon != NULL;
}

static void
name_server(http_server *server)
{
  http_house *house = &server->house;
  const http_listener *at = &server->listener;
  house->names = (http_names){.bound = at->name,
                              .loopback = at->loopback,
                              .port = at->port,
                              .more = house->options.hosts,
                              .more_count = house->options.host_count};
  snprintf(house->cookie, sizeof house->cookie, "pith_%u", at->port);
  snprintf(server->address, sizeof server->address, "%s:%u", at->name,
           at->port);
}

/* Everything but the socket. */
static bool
start_parts(http_server *server)
{
  http_house *house = &server->house;
  static const char text[] =
      "{\"error\":{\"code\":\"out-of-memory\",\"message\":\"out of memory\","
      "\"remedy\":\"try again later\"}}\n";
  house->metrics = http_metrics_new(house->options.route_count);
  if (house->metrics)
    server->peers = http_peers_start(house->options.slow_ms, house->metrics);
  server->no_memory = MHD_create_response_from_buffer(
      sizeof text - 1, (void *)(uintptr_t)text, MHD_RESPMEM_PERSISTENT);
  if (!house->metrics || !server->peers || !server->no_memory ||
      MHD_add_response_header(server->no_memory, "Retry-After", "1") !=
          MHD_YES ||
      MHD_add_response_header(server->no_memory, "Content-Type",
                              "application/json") != MHD_YES) {
    message("out of memory");
    return false;
  }
  server->plan = (http_crew_plan){.threads = house->options.workers,
                                  .queue = house->options.queue,
                                  .shared = server,
                                  .start = start_worker,
                                  .end = end_worker,
                                  .run = run_job};
  return http_crew_start(&server->plan, &server->crew) == EXIT_FINE;
}

/* Release what is there. Nothing runs any more. */
static void
release(http_server *server)
{
  http_crew_free(server->crew);
  http_peers_stop(server->peers);
  http_metrics_free(server->house.metrics);
  if (server->no_memory)
    MHD_destroy_response(server->no_memory);
  free(server);
}

/* There is a socket: start the rest. *out is set before the first request can
 * come, because handlers may look at it. */
static exit_code
start_here(http_server *server, http_server **out)
{
  if (!server->listener.loopback && !server->house.options.token) {
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

exit_code
http_server_start(const http_options *options, http_server **out)
{
  http_server *server = calloc(1, sizeof *server);
  *out = NULL;
  if (!server)
    return say_no_memory();
  server->house.options = *options;
  make_room_for(&server->house.options);
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

/* Wait until nothing has been in flight for a moment, or for so long. The
 * moment is for clients that hold a connection and are about to ask again: they
 * are told in the answer that it ends. */
static size_t
wait_for_end(http_server *server, uint64_t milliseconds)
{
  const uint64_t moment = 50;
  const http_metrics *metrics = server->house.metrics;
  uint64_t from = http_clock() / 1000, quiet = from, now;
  do {
    wait_ms(2);
    now = http_clock() / 1000;
    if (http_metrics_in_flight(metrics) > 0)
      quiet = now;
  } while (now - from < milliseconds && now - quiet < moment);
  return http_metrics_in_flight(metrics);
}

/* No more connections. Those that the system has accepted for us are taken
 * over first: their clients may have sent a request already. Gives the socket,
 * which is ours to close once the thread of libmicrohttpd has ended. */
static int
close_door(http_server *server)
{
  int door = MHD_quiesce_daemon(server->daemon);
  struct sockaddr_storage from;
  socklen_t len = sizeof from;
  int client;
  if (door == MHD_INVALID_SOCKET)
    return door;
  while ((client = accept(door, (struct sockaddr *)&from, &len)) >= 0) {
    MHD_add_connection(server->daemon, client, (struct sockaddr *)&from, len);
    len = sizeof from;
  }
  shutdown(door, SHUT_RDWR);
  return door;
}

size_t
http_server_stop(http_server *server)
{
  atomic_store(&server->stops, true);
  int door = close_door(server);
  wait_for_end(server, server->house.options.stop_ms);
  http_crew_close(server->crew);
  size_t left = wait_for_end(server, 1000);
  MHD_stop_daemon(server->daemon);
  if (door != MHD_INVALID_SOCKET)
    close(door);
  release(server);
  return left;
}

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

void
http_server_metrics(const http_server *server, text_out *out)
{
  const http_house *house = &server->house;
  http_metrics_labels labels = {&house->options, row_method, row_pattern};
  http_metrics_write(house->metrics, &labels, out);
  http_metrics_gauge(out, "pith_http_requests_waiting",
                     "Requests in the queue for a worker.",
                     http_crew_waiting(server->crew));
  http_metrics_gauge(out, "pith_http_connections", "Open connections.",
                     http_peers_count(server->peers));
  http_metrics_gauge(out, "pith_http_held_bytes",
                     "Bodies of requests and answers in memory.",
                     atomic_load(&house->bodies));
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
  return say_built_without("server", "libmicrohttpd", "libmicrohttpd-dev");
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

void
http_server_metrics(const http_server *server, text_out *out)
{
  (void)server, (void)out;
}

#endif
