/* http_check.c: which requests are let in, by their header; see
 * http_exchange.h.
 *
 * The checks run in one order, and the first that fails decides the answer:
 *
 *     head ─► target ─► Host, Origin ─► token ─► route ─► rate ─► length
 *     400     400 414   400 403         401      404 405  429     400 413
 *
 * A head that is not well-formed has no header that could be believed, so
 * nothing else of it is looked at (http_exchange_refuse_head).
 */
#include "common/http/http_exchange.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

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

/* RFC 9112, 3.2: one Host, but for HTTP/1.0, and the same as in the target. */
static void
check_host(http_exchange *x, const http_facts *facts)
{
  const char *host = http_header(&x->request, "Host");
  const char *named = x->target.authority;
  if (facts->hosts > 1)
    http_exchange_refuse(x, HTTP_REFUSED_HOST, 400, "more than one Host", NULL);
  else if (facts->hosts == 0 && !facts->old)
    http_exchange_refuse(x, HTTP_REFUSED_HOST, 400, "there is no Host",
                         "send Host: NAME, as HTTP/1.1 wants it");
  else if (named && (!host || strcasecmp(named, host) != 0))
    http_exchange_refuse(x, HTTP_REFUSED_HOST, 400,
                         "Host is not the one in the target", NULL);
}

/* A page of this origin may read the answer (CORS). */
static void
allow_origin(http_exchange *x, const char *origin)
{
  http_response *to = &x->response;
  x->shares = true;
  http_response_header(to, "Access-Control-Allow-Origin", origin);
  http_response_header(to, "Access-Control-Expose-Headers", "Retry-After");
  http_response_header(to, "Cross-Origin-Resource-Policy", "cross-origin");
  http_response_header(to, "Vary", "Origin");
}

/* A browser asks before it lets a page of a listed origin send what a form
 * could not. It sends no token with that, so this comes before the token. */
static void
answer_preflight(http_exchange *x)
{
  http_response *to = &x->response;
  if (!x->shares || strcmp(x->request.method, "OPTIONS") != 0 ||
      !http_header(&x->request, "Access-Control-Request-Method"))
    return;
  x->refused = true; /* there is nothing more to do */
  to->status = 204;
  http_response_header(to, "Access-Control-Allow-Methods",
                       "GET, POST, PUT, DELETE");
  http_response_header(to, "Access-Control-Allow-Headers",
                       "Authorization, Content-Type, Content-Encoding");
  http_response_header(to, "Access-Control-Max-Age", "600");
}

/* Refuse requests that a page of another site made a browser send (DNS
 * rebinding, cross-site requests). A client of HTTP/1.0 without a Host is no
 * browser. */
static void
check_names(http_exchange *x, const http_facts *facts)
{
  const http_names *names = &x->shared->names;
  const http_options *options = &x->shared->options;
  const char *host = http_header(&x->request, "Host");
  const char *origin = http_header(&x->request, "Origin");
  bool open = x->route && x->route->open == HTTP_PROBE;
  if (!open && !(facts->old && !host) && !http_host_is_ours(names, host))
    http_exchange_refuse(x, HTTP_REFUSED_HOST, 403,
                         "this server does not go by the name in Host",
                         "start it with --allow-host NAME");
  else if (origin && http_origin_is_listed(options->origins,
                                           options->origin_count, origin))
    allow_origin(x, origin);
  else if (!open && origin && !http_origin_is_ours(names, origin, host))
    http_exchange_refuse(x, HTTP_REFUSED_ORIGIN, 403,
                         "pages of other origins may not ask this server",
                         "start it with --allow-origin ORIGIN");
}

/* What each status says about a head that was refused before it was read. */
static const struct {
  int status;
  http_refusal why;
  const char *text;
  const char *remedy;
} unread[] = {
    {400, HTTP_REFUSED_HEADER, "a line of the header is not well-formed",
     "end lines with CR LF, and write NAME: VALUE without a blank before the "
     "colon"},
    {408, HTTP_REFUSED_SLOW, "the request took too long",
     "send it faster, or start the server with a larger --slow-time"},
    {414, HTTP_REFUSED_TARGET, "the address is longer than 8,192 bytes",
     "send what is long in the body"},
    {431, HTTP_REFUSED_HEADER,
     "the header is larger than 32 KB or has more than 100 lines",
     "send fewer and shorter ones"},
    {505, HTTP_REFUSED_HEADER, "this is another version of HTTP",
     "use HTTP/1.1"},
};

/* Any other status would be a mistake of ours; it gets the last row. */
void
http_exchange_refuse_head(http_exchange *x, int status)
{
  size_t i = 0;
  while (unread[i].status != status && i + 1 < sizeof unread / sizeof *unread)
    i++;
  http_exchange_refuse(x, unread[i].why, status, unread[i].text,
                       unread[i].remedy);
}

/* HEAD is answered by the handler of GET; the connection leaves the body out.
 */
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

/* 404, or 405 when the path exists with other methods: Allow lists them. */
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

/* Which of the tokens was sent: 0 for none, else its number from 1 on. All are
 * compared, so that the time does not tell which. The handler sees it, too. */
static size_t
token_number(http_exchange *x, const char *given)
{
  const http_options *options = &x->shared->options;
  /* Longer ones are nobody's: none is given out that has no room here. */
  if (!given || strlen(given) >= sizeof x->token)
    return 0;
  size_t found = options->token && http_token_is(options->token, given);
  for (size_t i = 0; i < options->more_token_count; i++)
    if (http_token_is(options->more_tokens[i], given))
      found = i + 2;
  /* Tokens that come and go while the server runs, as those of the graders that
   * are invited to a review: only their owner knows them. They share one
   * bucket. */
  if (found == 0 && options->knows_token &&
      options->knows_token(options->context, given))
    found = options->more_token_count + 2;
  if (found > 0)
    snprintf(x->token, sizeof x->token, "%s", given);
  return found;
}

/* The token of the query may set the cookie, so that the address that was
 * printed on the terminal is needed once only. */
static void
set_cookie(http_exchange *x, const char *token)
{
  char set[HTTP_EXTRA_ROOM];
  snprintf(set, sizeof set, "%s=%s; HttpOnly; SameSite=Strict; Path=/",
           x->shared->cookie, token);
  if (x->shared->options.cookie)
    http_response_header(&x->response, "Set-Cookie", set);
}

/* Whose request it is: by the token in the query, as a bearer, or as our
 * cookie. 0: nobody's. */
static size_t
find_token(http_exchange *x)
{
  const http_shared *shared = x->shared;
  const char *query = http_target_query(&x->target, "token");
  char cookie[256];
  size_t number = token_number(x, query);
  if (number > 0)
    set_cookie(x, query);
  else
    number =
        token_number(x, http_bearer(http_header(&x->request, "Authorization")));
  if (number == 0 && http_cookie(http_header(&x->request, "Cookie"),
                                 shared->cookie, cookie, sizeof cookie))
    number = token_number(x, cookie);
  return number;
}

/* So many requests a second for each token, and as many at once. Only the
 * socket thread comes here. */
static void
check_rate(http_exchange *x, size_t token)
{
  const uint64_t second = 1000000;
  uint64_t rate = x->shared->options.rate, now = x->began;
  http_bucket *bucket = &x->shared->buckets[token % HTTP_BUCKETS];
  if (rate == 0)
    return;
  /* `full` is when the bucket is full again: each request moves it on. */
  uint64_t full = bucket->full > now ? bucket->full : now;
  if (full - now + second / rate > second) {
    http_exchange_refuse(x, HTTP_REFUSED_RATE, 429,
                         "too many requests a second with this token",
                         "send fewer, or start the server with a larger "
                         "--rate");
    return;
  }
  bucket->full = full + second / rate;
}

/* Without the token every closed path answers 401, known or not, so that routes
 * cannot be probed. */
static void
check_token(http_exchange *x, const char *allowed)
{
  const http_options *options = &x->shared->options;
  bool open = x->route && x->route->open != HTTP_CLOSED;
  size_t token = open || !options->token ? 0 : find_token(x);
  if (!open && options->token && token == 0) {
    http_exchange_refuse(x, HTTP_REFUSED_TOKEN, 401,
                         "the token is missing or wrong",
                         "send it as Authorization: Bearer TOKEN");
    http_response_header(&x->response, "WWW-Authenticate", "Bearer");
  } else if (!x->route) {
    refuse_route(x, allowed);
  } else if (!open) {
    check_rate(x, token);
  }
}

/* Returns the declared length; UINT64_MAX: ambiguous. A request whose length
 * can be read in two ways is refused: it could smuggle a second one past a
 * proxy. */
static uint64_t
check_length(http_exchange *x, const http_facts *facts)
{
  if (facts->lengths > 1) {
    if (!x->refused)
      http_exchange_refuse(x, HTTP_REFUSED_HEADER, 400,
                           "the length of the body is not clear",
                           "send Content-Length or Transfer-Encoding");
    return UINT64_MAX;
  }
  if (!x->refused && facts->length > x->route->body_most)
    http_exchange_refuse_size(x);
  return facts->length;
}

/* In the order of the picture above. What is refused counts to no route: its
 * name may be a guess. */
static void
check_all(http_exchange *x, const http_facts *facts)
{
  char allowed[128];
  check_target(x);
  if (!x->refused)
    check_host(x, facts);
  if (!x->refused)
    find_route(x, allowed, sizeof allowed);
  if (!x->refused)
    check_names(x, facts);
  if (!x->refused)
    answer_preflight(x);
  if (!x->refused)
    check_token(x, allowed);
  if (x->refused)
    x->route = NULL;
}

/* A refused body is still read when it is short and the client sends it
 * without waiting for 100 Continue. */
bool
http_exchange_check(http_exchange *x, const http_facts *facts)
{
  x->request.context = x->shared->options.context;
  x->request.target = &x->target;
  x->stage = HTTP_STAGE_BODY;
  check_all(x, facts);
  uint64_t length = check_length(x, facts);
  if (!x->refused)
    return true;
  return !facts->waits && (facts->chunked || length > 0) &&
         length <= HTTP_DISCARD_MOST;
}
