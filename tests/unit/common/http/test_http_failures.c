/* Every allocation of a request can fail, in the server and in the
 * library: it is answered with a 5xx or its connection is closed, and
 * the next request is answered as if nothing had been.
 *
 * malloc and its kin are ours in this program and fail on request; glibc's
 * are behind them. A sanitizer brings its own, so there the test is skipped.
 * Threads: the server's own (pthread_create there).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pith/serve/serve.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||           \
    !defined(__GLIBC__)
int
main(void)
{
  return 77;
}
#else

enum { ANSWER_ROOM = 8192 };

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static atomic_long countdown; /* > 0: the allocation that fails */
static atomic_long failures;

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);

static bool
fails(void)
{
  if (atomic_load(&countdown) <= 0 || atomic_fetch_sub(&countdown, 1) != 1)
    return false;
  atomic_fetch_add(&failures, 1);
  return true;
}

void *
malloc(size_t size)
{
  return fails() ? NULL : __libc_malloc(size);
}

void *
calloc(size_t count, size_t size)
{
  return fails() ? NULL : __libc_calloc(count, size);
}

void *
realloc(void *block, size_t size)
{
  return fails() ? NULL : __libc_realloc(block, size);
}

static const http_route routes[] = {
    {"POST", "/v1/extract", serve_extract, 100000, false, false},
    {"POST", "/v1/site", serve_site, 100000, false, false},
    {"POST", "/v1/models/:name/learn", serve_model_learn, 100000, false, false},
    {"GET", "/v1/models", serve_model_list, 0, false, false},
    {"GET", "/v1/models/:name", serve_model_get, 0, false, false},
};

typedef struct fixture {
  serve_options options;
  serve_shared parts;
  unsigned port;
} fixture;

static void
start(fixture *h)
{
  h->options = (serve_options){.timeout = 2, .site_most = (size_t)64 << 20};
  http_options_default(&h->options.http);
  pith_options_default(&h->options.page);
  http_options *http = &h->options.http;
  http->listen = "127.0.0.1:0";
  http->routes = routes;
  http->route_count = sizeof routes / sizeof routes[0];
  http->context = &h->parts;
  http->workers = 1;
  http->worker_new = serve_worker_new;
  http->worker_free = serve_worker_free;
  h->parts = (serve_shared){.options = &h->options};
  assert_int_equal(serve_models_new(NULL, &h->parts.models), EXIT_FINE);
  if (http_server_start(http, &h->parts.server) != EXIT_FINE)
    exit(77); /* no sockets here */
  const char *address = http_server_address(h->parts.server);
  h->port = (unsigned)strtoul(strrchr(address, ':') + 1, NULL, 10);
}

static void
stop(fixture *h)
{
  assert_int_equal(http_server_stop(h->parts.server), 0);
  serve_models_free(h->parts.models);
}

/* Send a request and read until the server closes; 0: it said nothing. */
static int
ask(const fixture *h, const char *line, const char *type, const char *body,
    char answer[ANSWER_ROOM])
{
  struct sockaddr_in to = {.sin_family = AF_INET,
                           .sin_port = htons((uint16_t)h->port)};
  struct timeval patience = {20, 0};
  char text[4096];
  int status = 0;
  int len = snprintf(text, sizeof text,
                     "%s HTTP/1.1\r\nHost: localhost:%u\r\nContent-Type: %s\r\n"
                     "Connection: close\r\nContent-Length: %zu\r\n\r\n%s",
                     line, h->port, type, strlen(body), body);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int wire = socket(AF_INET, SOCK_STREAM, 0);
  setsockopt(wire, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  assert_int_equal(connect(wire, (struct sockaddr *)&to, sizeof to), 0);
  send(wire, text, (size_t)len, MSG_NOSIGNAL);
  size_t got = 0;
  ssize_t piece;
  while (got < ANSWER_ROOM - 1 &&
         (piece = recv(wire, answer + got, ANSWER_ROOM - 1 - got, 0)) > 0)
    got += (size_t)piece;
  answer[got] = '\0';
  close(wire);
  sscanf(answer, "HTTP/1.1 %d", &status);
  return status;
}

/* The body of an answer. */
static const char *
body_of(const char *answer)
{
  const char *end = strstr(answer, "\r\n\r\n");
  return end ? end + 4 : "";
}

typedef struct failing_case {
  const char *line;
  const char *type;
  const char *body;
} failing_case;

/* The first allocation fails, then the second, and so on until none does. */
static long
fail_each(const fixture *h, const failing_case *c, const char *wanted)
{
  char answer[ANSWER_ROOM];
  for (long nth = 1; nth < 5000; nth++) {
    long before = atomic_load(&failures);
    atomic_store(&countdown, nth);
    int status = ask(h, c->line, c->type, c->body, answer);
    atomic_store(&countdown, 0);
    if (atomic_load(&failures) == before) {
      assert_int_equal(status / 100, 2);
      return nth;
    }
    /* A part that can do without memory may still give the right answer. */
    if (status / 100 != 5 && status != 0 &&
        strcmp(body_of(answer), wanted) != 0)
      fail_msg("%s: allocation %ld: %d %s", c->line, nth, status,
               body_of(answer));
    if (ask(h, c->line, c->type, c->body, answer) / 100 != 2 ||
        strcmp(body_of(answer), wanted) != 0)
      fail_msg("%s: after allocation %ld: %s", c->line, nth, answer);
  }
  return 0;
}

static void
each_allocation_may_fail(void **state)
{
  static const char lines[] =
      "{\"id\":\"a\",\"html\":\"<ul><li>Menu</ul><p>One two three</p>\"}\n"
      "{\"id\":\"b\",\"html\":\"<ul><li>Menu</ul><p>Four five six</p>\"}\n";
  static const failing_case cases[] = {
      {"POST /v1/extract?to=md", "text/html; charset=koi8-r",
       "<title>T</title><nav>Menu</nav><p>One two <a href=x>three</a></p>"},
      {"POST /v1/extract", "application/json",
       "{\"html\":\"<p>One \\u0416</p>\",\"to\":\"json\",\"id\":\"a\","
       "\"options\":{\"markdown\":true}}"},
      {"POST /v1/site", "application/x-ndjson", lines},
      {"POST /v1/models/m/learn", "application/x-ndjson", lines},
      {"POST /v1/extract?model=m", "text/html", "<ul><li>Menu</ul><p>New</p>"},
      {"GET /v1/models", "", ""},
  };
  fixture h;
  char wanted[ANSWER_ROOM];
  (void)state;
  start(&h);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const failing_case *c = &cases[i];
    assert_int_equal(ask(&h, c->line, c->type, c->body, wanted) / 100, 2);
    /* A first request may create what a second one finds. */
    assert_int_equal(ask(&h, c->line, c->type, c->body, wanted) / 100, 2);
    long tried = fail_each(&h, c, body_of(wanted));
    assert_true(tried > 5);
    print_message("%s: %ld allocations failed\n", c->line, tried - 1);
  }
  stop(&h);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_allocation_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
