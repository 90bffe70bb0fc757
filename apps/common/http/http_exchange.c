/* http_exchange.c: see the header. Independent of sockets: headers come from
 * http_header(), bytes from http_exchange_take(). Who is let in is in
 * http_check.c.
 *
 *     packed body ─► unpacked ─► handler ─► answer ─► packed answer
 *
 * Memory for bodies is one budget of the server (`bodies`): each exchange adds
 * what it allocates and subtracts it when it is freed, so the sum of capacity
 * and held bytes over all exchanges is never above options.bodies_most by more
 * than one response. What a packed body becomes is charged like one that was
 * sent, so it is no way around the limits.
 */
#include "common/http/http_exchange.h"

#include "common/http/http_accept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  FIRST_ROOM = 16384,
  PACK_LEAST = 1024 /* bytes of an answer that is worth packing */
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
    [HTTP_REFUSED_SLOW] = "too-slow",
    [HTTP_REFUSED_RATE] = "too-many-requests",
    [HTTP_REFUSED_CODING] = "unsupported-coding"};

/* From here on it is in flight: counted until http_exchange_free(). */
http_exchange *
http_exchange_new(http_shared *shared, const char *target)
{
  http_exchange *x = calloc(1, sizeof *x);
  if (!x)
    return NULL;
  x->shared = shared;
  x->began = http_clock();
  x->request.exchange = x;
  x->request.token = x->token;
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

void
http_exchange_refuse_size(http_exchange *x)
{
  char text[96];
  snprintf(text, sizeof text, "the body is larger than %zu bytes",
           x->route->body_most);
  http_exchange_refuse(x, HTTP_REFUSED_SIZE, 413, text,
                       x->route->body_most > 0
                           ? "send less, or raise the limit of the server"
                           : "send no body");
}

/* Also for jobs that were given up at shutdown: to a client it is the same,
 * try again elsewhere or later. */
void
http_exchange_refuse_busy(http_exchange *x)
{
  http_exchange_refuse(x, HTTP_REFUSED_QUEUE, 503,
                       "too many requests are waiting", "try again later");
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

/* Add bytes to the body; refuses the request where there is no room. */
static void
keep(http_exchange *x, const char *data, size_t len)
{
  if (len > x->route->body_most - x->len) {
    http_exchange_refuse_size(x);
  } else if (!make_room(x, len)) {
    http_exchange_refuse(x, HTTP_REFUSED_MEMORY, 503,
                         "too much is being received at once",
                         "try again later");
  } else {
    memcpy(x->body + x->len, data, len);
    x->len += len;
  }
}

/* A refused body is counted and dropped up to a bound, then the connection
 * is closed. */
bool
http_exchange_take(http_exchange *x, const char *data, size_t len)
{
  x->received += len;
  if (!x->refused)
    keep(x, data, len);
  if (!x->refused)
    return true;
  drop_body(x);
  size_t most = x->route ? x->route->body_most : 0;
  return x->received <= (uint64_t)most + HTTP_DISCARD_MOST;
}

/* A body in memory as the source of an unpack_stream. */
static ptrdiff_t
feed_slice(void *state, char *out, size_t room)
{
  pith_slice *rest = state;
  size_t len = rest->len < room ? rest->len : room;
  memcpy(out, rest->data, len);
  rest->data += len;
  rest->len -= len;
  return (ptrdiff_t)len;
}

/* Unpack all of `packed` to the body, piece by piece, until it is refused. */
static void
unpack_from(http_exchange *x, const unpacker *how, pith_slice packed)
{
  char piece[FIRST_ROOM];
  ptrdiff_t got = -1;
  pith_slice rest = packed;
  unpack_stream *stream =
      unpack_stream_new(how, (byte_feed){feed_slice, &rest});
  if (!stream) {
    http_exchange_refuse(x, HTTP_REFUSED_MEMORY, 503, "out of memory",
                         "try again later");
    return;
  }
  while (!x->refused &&
         (got = unpack_stream_read(stream, piece, sizeof piece)) > 0)
    keep(x, piece, (size_t)got);
  if (!x->refused && got < 0)
    http_exchange_refuse(x, HTTP_REFUSED_CODING, 400,
                         "the body is not what Content-Encoding says",
                         "send it whole, packed once");
  unpack_stream_free(stream);
}

/* The packed body is in the budget until the unpacked one takes its place. */
static void
unpack_body(http_exchange *x)
{
  const unpacker *how;
  if (!http_unpacker_for(http_header(&x->request, "Content-Encoding"), &how)) {
    http_exchange_refuse(x, HTTP_REFUSED_CODING, 415,
                         "the body is packed in an unknown way",
                         "use one of those in Accept-Encoding, or none");
    http_response_header(&x->response, "Accept-Encoding", HTTP_CODINGS);
    return;
  }
  if (!how || x->len == 0)
    return;
  pith_slice packed = {x->body, x->len};
  char *owned = x->body;
  size_t capacity = x->capacity;
  x->body = NULL;
  x->len = x->capacity = 0;
  unpack_from(x, how, packed);
  free(owned);
  atomic_fetch_sub(&x->shared->bodies, capacity);
}

/* Small answers and constants stay as they are; so does what does not get
 * smaller, or where there is no memory for it. */
static void
pack_answer(http_exchange *x)
{
  http_response *response = &x->response;
  size_t len;
  if (response->lent.data || response->body.len < PACK_LEAST)
    return;
  if (!http_response_header(response, "Vary",
                            x->shared->options.origin_count > 0
                                ? "Accept-Encoding, Origin"
                                : "Accept-Encoding"))
    return;
  const packer *how =
      http_packer_for(http_header(&x->request, "Accept-Encoding"));
  char *packed =
      how ? pack_bytes(how,
                       (pith_slice){response->body.data, response->body.len},
                       &len)
          : NULL;
  if (!packed)
    return;
  if (http_response_header(response, "Content-Encoding", how->name)) {
    free(response->body.data);
    response->body.data = packed;
    response->body.len = response->body.capacity = len;
  } else {
    free(packed);
  }
}

/* The body is released before the response is sent: a slow reader must not
 * keep both in memory. Only in a thread of the pool, where there is a `worker`,
 * is there time to pack. */
void
http_exchange_run(http_exchange *x, void *worker)
{
  x->request.worker = worker;
  unpack_body(x);
  x->request.body = (pith_slice){x->body ? x->body : "", x->len};
  if (!x->refused)
    x->route->run(&x->request, &x->response);
  drop_body(x);
  if (x->response.body.error)
    http_response_fail(&x->response, 503, "out-of-memory",
                       "there was no memory for the answer", "try again later");
  if (worker)
    pack_answer(x);
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
