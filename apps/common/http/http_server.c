/* http_server.c: see the header. Starts, wires and stops the parts:
 *
 *     http_listen ─► http_loop ─► http_connection ─► http_exchange ─► pool
 *
 * An exchange is touched by one thread at a time: by that of the loop until it
 * is pushed, by one thread of the pool until the loop is woken for it.
 */
#include "common/http/http_loop.h"
#include "common/http/http_listen.h"

#include "common/system/interrupt.h"
#include "common/system/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

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

/* A running server. */
struct http_server {
  http_shared shared;
  http_listener listener;
  char address[80];
  char machine[256]; /* the name of this machine */
  http_pool_plan plan;
  http_pool *pool;
  http_loop loop;
};

/* --- the workers --------------------------------------------------------- */

/* State of a pool thread. Where the server has none of its own, the server
 * itself is used, since NULL means failure. */
static void *
start_worker(void *shared)
{
  const http_options *options = &((http_server *)shared)->shared.options;
  return options->worker_new ? options->worker_new(options->context) : shared;
}

/* The counterpart, in the thread that closes the pool. */
static void
end_worker(void *shared, void *state)
{
  const http_options *options = &((http_server *)shared)->shared.options;
  if (options->worker_free && state != shared)
    options->worker_free(options->context, state);
}

/* In a pool thread. Waking hands the exchange back to the loop, so it must be
 * the last use of it here. */
static void
run_job(void *shared, void *state, http_job *job, bool give_up)
{
  http_server *server = shared;
  http_exchange *x = (http_exchange *)job;
  if (give_up)
    http_exchange_refuse_busy(x);
  else
    http_exchange_run(x, state);
  http_loop_wake(&server->loop, x->connection);
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

/* Everything but the socket. */
static bool
start_parts(http_server *server)
{
  http_shared *shared = &server->shared;
  shared->metrics = http_metrics_new(shared->options.route_count);
  if (!shared->metrics) {
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
  http_metrics_free(server->shared.metrics);
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
  if (http_loop_start(&server->loop, &server->shared, server->pool,
                      server->listener.socket))
    return EXIT_FINE;
  message("cannot start the server: the system has no more threads or files");
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

/* With the port that the kernel chose, where 0 was given. */
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

/* In this order: no new connections, finish what runs, give up what waits,
 * let those answers out, then end the threads. */
size_t
http_server_stop(http_server *server)
{
  http_loop_stop(&server->loop);
  wait_for_end(server, server->shared.options.stop_ms);
  http_pool_close(server->pool);
  size_t left = wait_for_end(server, 1000);
  http_loop_end(&server->loop);
  release(server);
  return left;
}

/* Both are read without the lock of the loop: a probe may be late by one. */
bool
http_server_is_ready(const http_server *server)
{
  return !atomic_load(&server->loop.stops) && !http_pool_is_full(server->pool);
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
                     atomic_load(&server->loop.open));
  http_metrics_gauge(out, "pith_http_held_bytes",
                     "Bodies of requests and answers in memory.",
                     atomic_load(&shared->bodies));
}
