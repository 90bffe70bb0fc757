/* A whole server on loopback: guards, limits, the queue, the end. The client
 * is a socket and a few lines, so that it can also send what no client would.
 * Threads: the server's own (pthread_create there).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/http/http_files.h"
#include "common/http/http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { ANSWER_ROOM = 65536 };

typedef struct fixture {
  http_server *server;
  unsigned port;
  sem_t at_work;
  sem_t go_on;
} fixture;

static void
send_length(const http_request *request, http_response *response)
{
  text_out_number(&response->body, request->body.len, 0);
}

static void
send_parameter(const http_request *request, http_response *response)
{
  text_out_text(&response->body, request->parameters[0]);
}

static void
send_metrics(const http_request *request, http_response *response)
{
  fixture *h = request->context;
  http_server_metrics(h->server, &response->body);
}

static void
wait_long(const http_request *request, http_response *response)
{
  fixture *h = request->context;
  sem_post(&h->at_work);
  sem_wait(&h->go_on);
  text_out_text(&response->body, "waited");
}

static void
send_file(const http_request *request, http_response *response)
{
  http_file_send(request, "ui/", request->parameters[0], response);
}

static void
no_memory(const http_request *request, http_response *response)
{
  (void)request;
  text_out_text(&response->body, "half an ans");
  response->body.error = 12;
}

static const http_route routes[] = {
    {"POST", "/length", send_length, 100000, false, false},
    {"GET", "/models/:name", send_parameter, 0, false, false},
    {"DELETE", "/models/:name", send_parameter, 0, false, false},
    {"GET", "/figures", send_metrics, 0, true, true},
    {"GET", "/long", wait_long, 0, false, false},
    {"GET", "/ui/*file", send_file, 0, true, false},
    {"GET", "/no-memory", no_memory, 0, false, false},
};

static void
start(fixture *h, http_options *options)
{
  options->routes = routes;
  options->route_count = sizeof routes / sizeof routes[0];
  options->context = h;
  sem_init(&h->at_work, 0, 0);
  sem_init(&h->go_on, 0, 0);
  if (http_server_start(options, &h->server) != EXIT_FINE)
    exit(77); /* no sockets here */
  h->port = (unsigned)strtoul(strrchr(http_server_address(h->server), ':') + 1,
                              NULL, 10);
}

static int
dial(const fixture *h)
{
  struct sockaddr_in to = {.sin_family = AF_INET,
                           .sin_port = htons((uint16_t)h->port)};
  struct timeval patience = {20, 0};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int wire = socket(AF_INET, SOCK_STREAM, 0);
  assert_true(wire >= 0);
  setsockopt(wire, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  assert_int_equal(connect(wire, (struct sockaddr *)&to, sizeof to), 0);
  return wire;
}

static void
say(int wire, const char *text, size_t len)
{
  while (len > 0) {
    ssize_t sent = send(wire, text, len, MSG_NOSIGNAL);
    if (sent <= 0)
      return; /* the server may have had enough */
    text += sent;
    len -= (size_t)sent;
  }
}

/* All that comes until the server closes; ended by NUL. */
static int
hear(int wire, char *answer)
{
  size_t len = 0;
  ssize_t got;
  while (len < ANSWER_ROOM - 1 &&
         (got = recv(wire, answer + len, ANSWER_ROOM - 1 - len, 0)) > 0)
    len += (size_t)got;
  answer[len] = '\0';
  close(wire);
  int status = 0;
  sscanf(answer, "HTTP/1.1 %d", &status);
  return status;
}

/* One request: its first line, more header lines, a body. */
static int
ask(const fixture *h, const char *line, const char *header, char *answer)
{
  char text[2048];
  int wire = dial(h);
  int len = snprintf(text, sizeof text,
                     "%s HTTP/1.1\r\nHost: localhost:%u\r\nConnection: close"
                     "\r\n%s\r\n",
                     line, h->port, header);
  say(wire, text, (size_t)len);
  return hear(wire, answer);
}

static void
routes_answer(void **state)
{
  fixture h;
  char answer[ANSWER_ROOM];
  http_options options;
  (void)state;
  http_options_default(&options);
  start(&h, &options);
  assert_int_equal(ask(&h, "GET /models/a%20b?x=1", "", answer), 200);
  assert_non_null(strstr(answer, "\r\n\r\na b"));
  assert_non_null(strstr(answer, "X-Content-Type-Options: nosniff"));
  assert_non_null(
      strstr(answer, "Content-Security-Policy: default-src 'none'"));
  assert_int_equal(ask(&h, "POST /models/x", "", answer), 405);
  assert_non_null(strstr(answer, "Allow: GET, DELETE"));
  assert_int_equal(ask(&h, "GET /nothing", "", answer), 404);
  assert_int_equal(ask(&h, "GET /models/%2e%2e", "", answer), 400);
  assert_int_equal(ask(&h, "GET /models/..%2fetc", "", answer), 400);
  assert_int_equal(ask(&h, "HEAD /models/x", "", answer), 200);
  assert_null(strstr(answer, "\r\n\r\nx"));
  assert_int_equal(
      ask(&h, "POST /length", "Content-Length: 5\r\n\r\nhello", answer), 200);
  assert_non_null(strstr(answer, "\r\n\r\n5"));
  assert_int_equal(ask(&h, "GET /no-memory", "", answer), 503);
  assert_non_null(strstr(answer, "out-of-memory"));
  assert_null(strstr(answer, "half an ans"));
  assert_int_equal(http_server_stop(h.server), 0);
}

static void
guards_refuse(void **state)
{
  static const char *const names[] = {"good.example"};
  fixture h;
  char answer[ANSWER_ROOM];
  http_options options;
  (void)state;
  http_options_default(&options);
  options.token = "secret";
  options.cookie = true;
  options.hosts = names;
  options.host_count = 1;
  start(&h, &options);
  assert_int_equal(ask(&h, "GET /models/x", "", answer), 401);
  assert_int_equal(ask(&h, "GET /nothing", "", answer), 401);
  assert_int_equal(ask(&h, "GET /figures", "", answer), 200);
  assert_int_equal(ask(&h, "GET /models/x?token=secres", "", answer), 401);
  assert_int_equal(ask(&h, "GET /models/x?token=secret", "", answer), 200);
  assert_non_null(strstr(answer, "Set-Cookie: pith_"));
  assert_non_null(strstr(answer, "=secret; HttpOnly; SameSite=Strict"));
  assert_int_equal(
      ask(&h, "GET /models/x", "Authorization: Bearer secret\r\n", answer),
      200);
  char cookie[64];
  snprintf(cookie, sizeof cookie, "Cookie: a=b; pith_%u=secret\r\n", h.port);
  assert_int_equal(ask(&h, "GET /models/x", cookie, answer), 200);
  assert_int_equal(ask(&h, "GET /models/x?token=secret",
                       "Origin: http://evil.example\r\n", answer),
                   403);
  assert_int_equal(
      ask(&h, "GET /models/x?token=secret", "Origin: null\r\n", answer), 403);
  assert_int_equal(ask(&h, "GET /models/x?token=secret",
                       "Origin: http://good.example\r\n", answer),
                   200);
  assert_int_equal(
      ask(&h, "GET /models/x?token=secret", "Host: localhost\r\n", answer),
      400);
  http_server_stop(h.server);
}

static void
foreign_host_is_refused(void **state)
{
  static const char text[] =
      "GET /figures HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n"
      "\r\n";
  static const char old[] = "GET /figures HTTP/1.0\r\n\r\n";
  static const char none[] = "GET /figures HTTP/1.1\r\n\r\n";
  fixture h;
  char answer[ANSWER_ROOM];
  http_options options;
  (void)state;
  http_options_default(&options);
  start(&h, &options);
  int wire = dial(&h);
  say(wire, text, sizeof text - 1);
  assert_int_equal(hear(wire, answer), 403);
  wire = dial(&h);
  say(wire, old, sizeof old - 1);
  assert_int_equal(hear(wire, answer), 200); /* no browser sends that */
  wire = dial(&h);
  say(wire, none, sizeof none - 1);
  assert_int_equal(hear(wire, answer), 400);
  assert_non_null(strstr(answer, "{\"error\":"));
  http_server_stop(h.server);
}

static void
large_bodies_are_refused(void **state)
{
  static char body[300000];
  char text[256], answer[ANSWER_ROOM];
  fixture h;
  http_options options;
  (void)state;
  memset(body, 'x', sizeof body);
  http_options_default(&options);
  start(&h, &options);
  assert_int_equal(
      ask(&h, "POST /length", "Content-Length: 100000000000\r\n", answer), 413);
  assert_int_equal(
      ask(&h, "GET /models/x", "Content-Length: 1\r\n\r\nx", answer), 413);
  assert_int_equal(ask(&h, "POST /length",
                       "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                       answer),
                   400);
  int wire = dial(&h);
  int len = snprintf(text, sizeof text,
                     "POST /length HTTP/1.1\r\nHost: localhost:%u\r\n"
                     "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                     "%zx\r\n",
                     h.port, sizeof body);
  say(wire, text, (size_t)len);
  say(wire, body, sizeof body);
  say(wire, "\r\n0\r\n\r\n", 7);
  assert_int_equal(hear(wire, answer), 413);
  http_server_stop(h.server);
}

/* A client that sends a byte now and then is shut out all the same. */
static void
slow_clients_are_shut(void **state)
{
  static const char text[] = "GET /models/x HTTP/1.1\r\nHost: ";
  const struct timespec pause = {0, 50000000};
  char answer[ANSWER_ROOM];
  fixture h;
  http_options options;
  (void)state;
  http_options_default(&options);
  options.slow_ms = 300;
  start(&h, &options);
  int wire = dial(&h);
  for (size_t i = 0; i < sizeof text - 1; i++) {
    say(wire, text + i, 1);
    nanosleep(&pause, NULL);
  }
  assert_int_equal(hear(wire, answer), 408);
  assert_int_equal(ask(&h, "GET /figures", "", answer), 200);
  assert_non_null(
      strstr(answer, "pith_http_rejected_total{reason=\"slow\"} 1"));
  http_server_stop(h.server);
}

static void
full_queue_says_so(void **state)
{
  char text[128], answer[ANSWER_ROOM];
  fixture h;
  http_options options;
  (void)state;
  http_options_default(&options);
  options.workers = 1;
  options.queue = 1;
  start(&h, &options);
  int len = snprintf(text, sizeof text,
                     "GET /long HTTP/1.1\r\nHost: localhost:%u\r\n"
                     "Connection: close\r\n\r\n",
                     h.port);
  int working = dial(&h);
  say(working, text, (size_t)len);
  sem_wait(&h.at_work);
  int waiting = dial(&h);
  say(waiting, text, (size_t)len);
  do { /* until the second waits in the queue */
    assert_int_equal(ask(&h, "GET /figures", "", answer), 200);
  } while (!strstr(answer, "in_flight 3"));
  assert_int_equal(ask(&h, "GET /long", "", answer), 503);
  assert_non_null(strstr(answer, "Retry-After: 1"));
  assert_non_null(strstr(answer, "\"code\":\"busy\""));
  sem_post(&h.go_on);
  sem_post(&h.go_on);
  assert_int_equal(hear(working, answer), 200);
  assert_int_equal(hear(waiting, answer), 200);
  http_server_stop(h.server);
}

static void
files_have_tags(void **state)
{
  char header[128], answer[ANSWER_ROOM];
  fixture h;
  http_options options;
  (void)state;
  http_options_default(&options);
  start(&h, &options);
  assert_int_equal(ask(&h, "GET /ui/icon.svg", "", answer), 200);
  assert_non_null(strstr(answer, "Content-Type: image/svg+xml"));
  assert_non_null(strstr(answer, "</svg>"));
  snprintf(header, sizeof header, "If-None-Match: %s\r\n",
           http_file_find("ui/icon.svg")->tag);
  assert_int_equal(ask(&h, "GET /ui/icon.svg", header, answer), 304);
  assert_null(strstr(answer, "</svg>"));
  assert_int_equal(ask(&h, "GET /ui/none.svg", "", answer), 404);
  http_server_stop(h.server);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(routes_answer),
      cmocka_unit_test(guards_refuse),
      cmocka_unit_test(foreign_host_is_refused),
      cmocka_unit_test(large_bodies_are_refused),
      cmocka_unit_test(slow_clients_are_shut),
      cmocka_unit_test(full_queue_says_so),
      cmocka_unit_test(files_have_tags),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
