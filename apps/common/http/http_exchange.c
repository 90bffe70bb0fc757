/* http_exchange.c: see the header. Independent of sockets: headers come from
 * http_header(), bytes from http_exchange_take().
 *
 * The checks run in one order, and the first that fails decides the answer:
 *
 *     target ─► Host, Origin ─► token ─► route ─► declared length ─► body
 *     400 414   400 403         401      404 405  400 413           413 503
 *
 * Memory for bodies is one budget of the server (`bodies`): each exchange adds
 * what it allocates and subtracts it when it is freed, so the sum of capacity
 * and held bytes over all exchanges is never above options.bodies_most by more
 * than one response.
 */
#include "common/http/http_exchange.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  FIRST_ROOM = 16384,
  /* Of a refused request this much is still read: a client that is sending
   * when the connection closes may never see the answer. */
  DISCARD_MOST = 4 << 20
};

/* The "code" of the answer for each refusal; part of the API. */
static const char *const codes[HTTP_REFUSALS] = {
    [HTTP_REFUSED_HOST] = "foreign-host",
    [HTTP_REFUSED_ORIGIN] = "foreign-origin",
    [HTTP_REFUSED_TOKEN] = "token-missing",
    [HTTP_REFUSED_TARGET] = "bad-target",
    [HTTP_REFUSED_ROUTE] = "not-found",
    [HTTP_REFUSED_HEADER] = "bad-header",
    [HTTP_REFUSED_SIZE] = "too-large",
    [HTTP_REFUSED_QUEUE] = "busy",
    [HTTP_REFUSED_MEMORY] = "out-of-memory",
    [HTTP_REFUSED_SLOW] = "too-slow"};

uint64_t
http_clock(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

/* The target is read here, before any header, because libmicrohttpd offers
 * the raw text only now. */
http_exchange *
http_exchange_new(http_shared *shared, const char *target)
{
  http_exchange *x = calloc(1, sizeof *x);
  if (!x)
    return NULL;
  x->shared = shared;
  x->began = http_clock();
  x->target_state = http_target_read(target, &x->target);
  x->response.status = 200;
  x->response.type = "text/plain; charset=utf-8";
  text_out_init(&x->response.body, -1);
  http_metrics_begin(shared->metrics);
  return x;
}

/* The request has ended: count it, and return its memory to the budget. */
void
http_exchange_free(http_exchange *x)
{
  const http_options *options = &x->shared->options;
  http_count count = {.row = x->route ? (size_t)(x->route - options->routes)
                                      : options->route_count,
                      .status = x->response.status,
                      .received = x->received,
                      .sent = x->sent,
                      .microseconds = http_clock() - x->began};
  http_metrics_end(x->shared->metrics, &count);
  atomic_fetch_sub(&x->shared->bodies, x->capacity + x->held);
  free(x->body);
  text_out_done(&x->response.body);
  http_target_done(&x->target);
  free(x);
}

void
http_exchange_refuse(http_exchange *x, http_refusal why, int status,
                     const char *text, const char *remedy)
{
  http_metrics_refuse(x->shared->metrics, why);
  http_response_fail(&x->response, status,
                     status == 405 ? "method-not-allowed" : codes[why], text,
                     remedy);
  x->refused = true;
}

/* Refuse a target that could not be read. */
static void
check_target(http_exchange *x)
{
  if (x->target_state == HTTP_TARGET_NO_MEMORY)
    http_exchange_refuse(x, HTTP_REFUSED_MEMORY, 503, "out of memory",
                         "try again later");
  else if (x->target_state == HTTP_TARGET_LONG)
    http_exchange_refuse(x, HTTP_REFUSED_TARGET, 414,
                         "the address is longer than 8,192 bytes",
                         "send what is long in the body");
  else if (x->target_state == HTTP_TARGET_BAD)
    http_exchange_refuse(x, HTTP_REFUSED_TARGET, 400,
                         "the path or the query cannot be read",
                         "write it as RFC 3986 has it, without '.' and '..'");
}

/* Refuse requests that a page of another site made a browser send (DNS
 * rebinding, cross-site requests). */
static void
check_names(http_exchange *x, const http_facts *facts)
{
  const http_names *names = &x->shared->names;
  const char *origin = http_header(&x->request, "Origin");
  if (facts->hosts > 1)
    http_exchange_refuse(x, HTTP_REFUSED_HOST, 400, "more than one Host", NULL);
  else if (!http_host_is_ours(names, http_header(&x->request, "Host")))
    http_exchange_refuse(x, HTTP_REFUSED_HOST, 403,
                         "this server does not go by the name in Host",
                         "start it with --allow-host NAME");
  else if (origin && !http_origin_is_ours(names, origin))
    http_exchange_refuse(x, HTTP_REFUSED_ORIGIN, 403,
                         "pages of other origins may not ask this server",
                         "start it with --allow-host NAME");
}

/* HEAD is answered by the handler of GET; libmicrohttpd leaves the body out. */
static bool
method_fits(const http_route *route, const char *method)
{
  return strcmp(route->method, method) == 0 ||
         (strcmp(route->method, "GET") == 0 && strcmp(method, "HEAD") == 0);
}

/* Find the route; collect the methods that the path has, for Allow. */
static void
find_route(http_exchange *x, char *allowed, size_t room)
{
  const http_options *options = &x->shared->options;
  size_t used = 0;
  *allowed = '\0';
  for (size_t i = 0; i < options->route_count; i++) {
    const http_route *route = &options->routes[i];
    const char *parameters[HTTP_PARAMETERS_MOST] = {NULL};
    if (!http_pattern_fits(route->pattern, &x->target, parameters))
      continue;
    if (method_fits(route, x->request.method)) {
      x->route = route;
      memcpy(x->request.parameters, parameters, sizeof parameters);
      return;
    }
    int wrote = snprintf(allowed + used, room - used, "%s%s",
                         used > 0 ? ", " : "", route->method);
    if (wrote > 0 && (size_t)wrote < room - used)
      used += (size_t)wrote;
  }
}

/* 404, or 405 when the path exists with other methods. */
static void
refuse_route(http_exchange *x, const char *allowed)
{
  if (!*allowed) {
    http_exchange_refuse(x, HTTP_REFUSED_ROUTE, 404, "there is nothing here",
                         NULL);
    return;
  }
  http_exchange_refuse(x, HTTP_REFUSED_ROUTE, 405,
                       "this method does nothing here",
                       "use one of those in Allow");
  http_response_header(&x->response, "Allow", allowed);
}

/* Whether the token was sent: in the query, as a bearer, or as our cookie. A
 * query token may set the cookie, so that the address that was printed on the
 * terminal is needed once only. */
static bool
token_is_known(http_exchange *x)
{
  const http_shared *shared = x->shared;
  const char *token = shared->options.token;
  const char *query = http_target_query(&x->target, "token");
  char cookie[256];
  if (http_token_is(token, query)) {
    char set[HTTP_EXTRA_ROOM];
    snprintf(set, sizeof set, "%s=%s; HttpOnly; SameSite=Strict; Path=/",
             shared->cookie, token);
    if (shared->options.cookie)
      http_response_header(&x->response, "Set-Cookie", set);
    return true;
  }
  if (http_token_is(token,
                    http_bearer(http_header(&x->request, "Authorization"))))
    return true;
  return http_cookie(http_header(&x->request, "Cookie"), shared->cookie, cookie,
                     sizeof cookie) &&
         http_token_is(token, cookie);
}

/* Without the token every closed path answers 401, known or not, so that routes
 * cannot be probed. */
static void
check_token_and_route(http_exchange *x)
{
  char allowed[128];
  find_route(x, allowed, sizeof allowed);
  if (!x->shared->options.token || (x->route && x->route->open) ||
      token_is_known(x)) {
    if (!x->route)
      refuse_route(x, allowed);
    return;
  }
  x->route = NULL;
  http_exchange_refuse(x, HTTP_REFUSED_TOKEN, 401,
                       "the token is missing or wrong",
                       "send it as Authorization: Bearer TOKEN");
  http_response_header(&x->response, "WWW-Authenticate", "Bearer");
}

/* The declared length; false when it is not a number. Saturates, since only
 * "too large" matters beyond 2^60. */
static bool
declared_length(const http_exchange *x, uint64_t *out)
{
  const char *text = http_header(&x->request, "Content-Length");
  *out = 0;
  if (!text)
    return true;
  for (; *text >= '0' && *text <= '9'; text++)
    if (*out < UINT64_MAX / 16)
      *out = *out * 10 + (uint64_t)(*text - '0');
  return *text == '\0';
}

static void
refuse_size(http_exchange *x)
{
  char text[96];
  snprintf(text, sizeof text, "the body is larger than %zu bytes",
           x->route->body_most);
  http_exchange_refuse(x, HTTP_REFUSED_SIZE, 413, text,
                       x->route->body_most > 0
                           ? "send less, or raise the limit of the server"
                           : "send no body");
}

/* Returns the declared length; UINT64_MAX: ambiguous. A request whose length
 * can be read in two ways is refused: it could smuggle a second one past a
 * proxy. */
static uint64_t
check_length(http_exchange *x, const http_facts *facts)
{
  uint64_t length;
  if (!declared_length(x, &length) || facts->lengths > 1) {
    if (!x->refused)
      http_exchange_refuse(x, HTTP_REFUSED_HEADER, 400,
                           "the length of the body is not clear",
                           "send Content-Length or Transfer-Encoding");
    return UINT64_MAX;
  }
  if (!x->refused && length > x->route->body_most)
    refuse_size(x);
  return length;
}

/* A refused body is still read when it is short and the client sends it
 * without waiting for 100 Continue. */
bool
http_exchange_check(http_exchange *x, const http_facts *facts)
{
  x->request.context = x->shared->options.context;
  x->request.target = &x->target;
  x->request.exchange = x;
  x->stage = HTTP_STAGE_BODY;
  check_target(x);
  if (!x->refused)
    check_names(x, facts);
  if (!x->refused)
    check_token_and_route(x);
  uint64_t length = check_length(x, facts);
  if (!x->refused)
    return true;
  return !facts->waits && (facts->chunked || length > 0) &&
         length <= DISCARD_MOST;
}

/* Release what was received so far. */
static void
drop_body(http_exchange *x)
{
  atomic_fetch_sub(&x->shared->bodies, x->capacity);
  free(x->body);
  x->body = NULL;
  x->len = x->capacity = 0;
}

/* Room for `len` more bytes, by doubling up to the limit of the route. The
 * budget is charged first and refunded when the allocation fails. */
static bool
make_room(http_exchange *x, size_t len)
{
  if (x->capacity - x->len >= len)
    return true;
  size_t most = x->route->body_most;
  size_t wanted = x->capacity > 0 ? 2 * x->capacity : FIRST_ROOM;
  if (wanted < x->len + len)
    wanted = x->len + len;
  if (wanted > most)
    wanted = most;
  size_t more = wanted - x->capacity;
  if (atomic_fetch_add(&x->shared->bodies, more) + more <=
      x->shared->options.bodies_most) {
    char *moved = realloc(x->body, wanted);
    if (moved) {
      x->body = moved;
      x->capacity = wanted;
      return true;
    }
  }
  atomic_fetch_sub(&x->shared->bodies, more);
  return false;
}

/* A refused body is counted and dropped up to a bound, then the connection
 * is closed. */
bool
http_exchange_take(http_exchange *x, const char *data, size_t len)
{
  x->received += len;
  if (!x->refused && len > x->route->body_most - x->len)
    refuse_size(x);
  else if (!x->refused && !make_room(x, len))
    http_exchange_refuse(x, HTTP_REFUSED_MEMORY, 503,
                         "too much is being received at once",
                         "try again later");
  if (x->refused) {
    drop_body(x);
    size_t most = x->route ? x->route->body_most : 0;
    return x->received <= (uint64_t)most + DISCARD_MOST;
  }
  memcpy(x->body + x->len, data, len);
  x->len += len;
  return true;
}

/* The body is released before the response is sent: a slow reader must not
 * keep both in memory. */
void
http_exchange_run(http_exchange *x, void *worker)
{
  x->request.worker = worker;
  x->request.body = (pith_slice){x->body ? x->body : "", x->len};
  x->route->run(&x->request, &x->response);
  drop_body(x);
  if (x->response.body.error)
    http_response_fail(&x->response, 503, "out-of-memory",
                       "there was no memory for the answer", "try again later");
}

/* Borrowed bodies (files of the program) are not charged to the budget. */
void
http_exchange_hold(http_exchange *x)
{
  const http_response *response = &x->response;
  x->sent = response->lent.data ? response->lent.len : response->body.len;
  x->held = response->lent.data ? 0 : response->body.len;
  atomic_fetch_add(&x->shared->bodies, x->held);
}

void
http_exchange_log(const http_exchange *x)
{
  message("%s %.500s %d %llu in %llu out %.1f ms",
          x->request.method ? x->request.method : "?",
          x->target.path ? x->target.path : "?", x->response.status,
          (unsigned long long)x->received, (unsigned long long)x->sent,
          (double)(http_clock() - x->began) / 1000);
}

const char *
http_query(const http_request *request, const char *name)
{
  return http_target_query(request->target, name);
}
