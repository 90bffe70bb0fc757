/* http_connection.c: see the header. Each phase has a step that does what can
 * be done now; steps follow each other until one has to wait.
 *
 * The text of a connection:
 *
 *     POST / HTTP/1.1 ... CR LF CR LF | body, or the next request
 *     0                               begins       used      len
 *
 * Its room is fixed, so a head that was read stays where it is while the body
 * arrives behind it. Sockets do not block and are watched by edges: a step
 * reads until there is nothing, and an event comes when there is more.
 */
#include "common/http/http_connection.h"

#include "common/http/http_loop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
  TEXT_ROOM = HTTP_HEAD_MOST + 16384,
  DRAIN_MS = 2000,
  TURN_MOST = 1 << 20 /* bytes of one connection before others have a turn */
};

typedef enum step_end {
  STEP_ON,   /* to the step of the next phase */
  STEP_WAIT, /* for the socket or a worker */
  STEP_YIELD,
  STEP_END /* of the connection */
} step_end;

/* An exchange that came by no connection, as in tests, has no header. */
const char *
http_header(const http_request *request, const char *name)
{
  const http_connection *c = request->exchange->connection;
  return c ? http_head_value(&c->head, name) : NULL;
}

http_connection *
http_connection_new(http_loop *loop, int socket)
{
  http_connection *c = calloc(1, sizeof *c);
  if (!c)
    return NULL;
  c->loop = loop;
  c->socket = socket;
  c->since = c->active = http_loop_clock();
  text_out_init(&c->answer_head, -1);
  return c;
}

/* The exchange at hand is over, whether answered or broken off. */
static void
end_exchange(http_connection *c)
{
  if (c->exchange && c->loop->shared->options.log)
    http_exchange_log(c->exchange);
  if (c->exchange)
    http_exchange_free(c->exchange);
  c->exchange = NULL;
  text_out_done(&c->answer_head);
}

void
http_connection_free(http_connection *c)
{
  end_exchange(c);
  close(c->socket);
  free(c->text);
  free(c);
}

/* Each phase has the whole allowance of time again. */
static step_end
enter(http_connection *c, http_phase phase)
{
  c->phase = phase;
  c->since = c->active = http_loop_clock();
  return STEP_ON;
}

/* --- the answer ---------------------------------------------------------- */

/* Where there is no memory for an answer this is sent: a client always gets
 * one. */
static pith_slice
no_memory(void)
{
  static const char text[] =
      "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n"
      "Retry-After: 1\r\nContent-Type: application/json\r\n"
      "Content-Length: 84\r\n\r\n"
      "{\"error\":{\"code\":\"out-of-memory\",\"message\":\"out of memory\","
      "\"remedy\":\"try again later\"}}\n";
  return (pith_slice){text, sizeof text - 1};
}

/* Begin to write the response of the exchange, which is final. A client that
 * breaks the rules of HTTP gets no second request on the same connection: its
 * idea of where that begins may not be ours. */
static step_end
answer(http_connection *c)
{
  http_exchange *x = c->exchange;
  http_response *from = &x->response;
  pith_slice body = from->lent.data
                        ? from->lent
                        : (pith_slice){from->body.data, from->body.len};
  x->stage = HTTP_STAGE_ANSWERED;
  http_exchange_hold(x);
  c->closes |=
      atomic_load(&c->loop->stops) || (x->refused && from->status == 400);
  if (!from->body.error)
    http_response_write_head(from, body.len, c->closes, &c->answer_head);
  if (from->body.error || c->answer_head.error) {
    from->status = 503;
    c->closes = true;
    c->out[0] = no_memory();
    c->out[1] = (pith_slice){NULL, 0};
    return enter(c, HTTP_WRITING);
  }
  bool bare = !http_status_has_body(from->status) ||
              (x->request.method && strcmp(x->request.method, "HEAD") == 0);
  c->out[0] = (pith_slice){c->answer_head.data, c->answer_head.len};
  c->out[1] = bare ? (pith_slice){NULL, 0} : body;
  return enter(c, HTTP_WRITING);
}

/* The head cannot be believed, or did not come in time: refuse the request by
 * a status, and read no other on this connection. */
static step_end
refuse_head(http_connection *c, int status)
{
  c->closes = true;
  if (!c->exchange)
    c->exchange = http_exchange_new(c->loop->shared, "");
  if (!c->exchange) {
    c->out[0] = no_memory();
    return enter(c, HTTP_WRITING);
  }
  c->exchange->connection = c;
  http_exchange_refuse_head(c->exchange, status);
  return answer(c);
}

/* The body is complete: answer a quick route here, queue any other. */
static step_end
finish(http_connection *c)
{
  http_exchange *x = c->exchange;
  if (!x->refused && x->route->quick)
    http_exchange_run(x, NULL);
  else if (!x->refused) {
    enter(c, HTTP_WORKING);
    if (http_pool_push(c->loop->pool, &x->job))
      return STEP_WAIT;
    http_exchange_refuse_busy(x);
  }
  return answer(c);
}

/* --- reading ------------------------------------------------------------- */

/* Read what is there, up to the end of the room. STEP_ON: there are new bytes.
 * The client that has closed its side will not complete what it began. */
static step_end
receive(http_connection *c)
{
  if (!c->text && !(c->text = malloc(TEXT_ROOM))) {
    c->out[0] = no_memory();
    c->closes = true;
    return enter(c, HTTP_WRITING);
  }
  ssize_t got;
  do
    got = recv(c->socket, c->text + c->len, TEXT_ROOM - c->len, 0);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    return errno == EAGAIN || errno == EWOULDBLOCK ? STEP_WAIT : STEP_END;
  if (got == 0)
    return STEP_END;
  c->active = http_loop_clock();
  if (c->len == 0)
    c->since = c->active; /* a request begins */
  c->len += (size_t)got;
  return STEP_ON;
}

/* The client waits for a word before it sends the body. */
static bool
send_continue(http_connection *c)
{
  static const char text[] = "HTTP/1.1 100 Continue\r\n\r\n";
  const ssize_t len = sizeof text - 1;
  return c->len > c->begins ||
         send(c->socket, text, sizeof text - 1, MSG_NOSIGNAL) == len;
}

/* The head has arrived: refuse the request at once, or go on to its body. What
 * is not read of a body would be taken for the next request, so then the
 * connection closes. */
static step_end
begin(http_connection *c)
{
  c->begins = c->used;
  int status = http_head_split(c->text, c->begins, &c->head);
  if (status != 0)
    return refuse_head(c, status);
  http_head_facts(&c->head, &c->facts);
  http_exchange *x = http_exchange_new(c->loop->shared, c->head.target);
  if (!x) {
    c->out[0] = no_memory();
    c->closes = true;
    return enter(c, HTTP_WRITING);
  }
  c->exchange = x;
  x->connection = c;
  x->request.method = c->head.method;
  c->closes = c->facts.closes;
  if (!http_exchange_check(x, &c->facts)) {
    c->closes |=
        c->facts.lengths > 1 || c->facts.chunked || c->facts.length > 0;
    return answer(c);
  }
  c->chunks = (http_chunks){0};
  c->body_left = c->facts.length;
  if (!x->refused && c->facts.waits && !send_continue(c))
    return STEP_END;
  return enter(c, HTTP_READS_BODY);
}

/* A head without an end is refused as soon as it is too long; which part of it
 * was, the client can see. */
static step_end
read_head(http_connection *c)
{
  switch (http_head_find(c->text, c->len, &c->used)) {
  case HTTP_HEAD_WHOLE:
    if (c->used <= HTTP_HEAD_MOST)
      return begin(c);
    break;
  case HTTP_HEAD_BAD:
    return refuse_head(c, 400);
  default:
    if (c->len <= HTTP_HEAD_MOST)
      return receive(c);
  }
  bool first = !memchr(c->text, '\n', HTTP_HEAD_MOST);
  return refuse_head(c, first ? 414 : 431);
}

/* Hand a part of the body on. A refused one that is too long to be read is
 * answered now. */
static bool
take(http_connection *c, pith_slice part)
{
  bool goes_on = http_exchange_take(c->exchange, part.data, part.len);
  c->closes |= !goes_on;
  return goes_on;
}

/* All chunks that are there; what is behind the last one stays. */
static step_end
read_chunks(http_connection *c)
{
  pith_slice in = {c->text + c->used, c->len - c->used}, data;
  http_chunk got;
  bool goes_on = true;
  while (goes_on &&
         (got = http_chunks_next(&c->chunks, &in, &data)) == HTTP_CHUNK_DATA)
    goes_on = take(c, data);
  c->used = c->len - in.len;
  if (!goes_on || got == HTTP_CHUNK_END)
    return finish(c);
  return got == HTTP_CHUNK_BAD ? refuse_head(c, 400) : STEP_WAIT;
}

/* As read_chunks(), for a body whose length was given. */
static step_end
read_plain(http_connection *c)
{
  size_t there = c->len - c->used;
  size_t len = c->body_left < there ? (size_t)c->body_left : there;
  bool goes_on = len == 0 || take(c, (pith_slice){c->text + c->used, len});
  c->used += len;
  c->body_left -= len;
  return !goes_on || c->body_left == 0 ? finish(c) : STEP_WAIT;
}

/* The bytes that were used up make room for others. */
static step_end
read_body(http_connection *c)
{
  step_end end = c->facts.chunked ? read_chunks(c) : read_plain(c);
  if (end != STEP_WAIT || c->phase != HTTP_READS_BODY)
    return end;
  c->len = c->used = c->begins;
  return receive(c);
}

/* --- writing, and the end ------------------------------------------------ */

/* The answer is out: the next request, or nothing more. What a client still
 * sends is read for a while, because closing a socket with bytes in it would
 * take the answer from the client as well. */
static step_end
end_answer(http_connection *c)
{
  end_exchange(c);
  if (c->closes) {
    shutdown(c->socket, SHUT_WR);
    return enter(c, HTTP_DRAINING);
  }
  c->len -= c->used;
  memmove(c->text, c->text + c->used, c->len);
  c->used = c->begins = 0;
  return enter(c, HTTP_READS_HEAD);
}

/* Head and body in one call where the kernel has room, so that a small answer
 * is one packet. */
static step_end
write_out(http_connection *c)
{
  while (c->out[0].len + c->out[1].len > 0) {
    struct iovec parts[2];
    for (size_t i = 0; i < 2; i++)
      parts[i] =
          (struct iovec){(void *)(uintptr_t)c->out[i].data, c->out[i].len};
    struct msghdr all = {.msg_iov = parts, .msg_iovlen = 2};
    ssize_t sent = sendmsg(c->socket, &all, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent < 0)
      return errno == EAGAIN || errno == EWOULDBLOCK ? STEP_WAIT : STEP_END;
    c->active = http_loop_clock();
    for (size_t i = 0, left = (size_t)sent; i < 2; i++) {
      size_t gone = left < c->out[i].len ? left : c->out[i].len;
      c->out[i].data += gone;
      c->out[i].len -= gone;
      left -= gone;
    }
  }
  return end_answer(c);
}

/* Until the client closes its side, has sent too much, or its time is over. */
static step_end
drain(http_connection *c)
{
  char dropped[16384];
  ssize_t got = recv(c->socket, dropped, sizeof dropped, 0);
  if (got < 0 && errno == EINTR)
    return STEP_ON;
  if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
    return STEP_WAIT;
  c->drained += got > 0 ? (uint64_t)got : 0;
  return got <= 0 || c->drained > HTTP_DISCARD_MOST ? STEP_END : STEP_ON;
}

/* One connection must not keep the others waiting: after a while it goes to
 * the end of the queue. */
bool
http_connection_run(http_connection *c)
{
  static step_end (*const steps[])(http_connection *) = {
      [HTTP_READS_HEAD] = read_head,
      [HTTP_READS_BODY] = read_body,
      [HTTP_WRITING] = write_out,
      [HTTP_DRAINING] = drain};
  for (size_t bytes = 0; c->phase != HTTP_WORKING; bytes += 16384) {
    step_end end = bytes < TURN_MOST ? steps[c->phase](c) : STEP_YIELD;
    if (end == STEP_YIELD)
      http_loop_again(c->loop, c);
    if (end != STEP_ON)
      return end != STEP_END;
  }
  return true;
}

/* The phase is changed here and not by the worker: only the thread of the loop
 * touches it. */
bool
http_connection_answer(http_connection *c)
{
  if (c->phase == HTTP_WORKING)
    answer(c);
  return http_connection_run(c);
}

/* A client that sends or takes a byte now and then is not idle and could hold
 * its connection for hours, so a phase has an end as well. While we read,
 * nothing of an answer has been sent, so 408 can still be delivered; while we
 * write, it could not. While a worker has the request, no time counts. */
bool
http_connection_check(http_connection *c, int64_t now)
{
  const http_options *options = &c->loop->shared->options;
  bool idle = now - c->active > options->idle_ms;
  bool slow = now - c->since > options->slow_ms;
  if (c->phase == HTTP_WORKING)
    return true;
  if (c->phase == HTTP_DRAINING)
    return now - c->since <= DRAIN_MS;
  if (c->phase == HTTP_READS_HEAD && c->len == 0) {
    free(c->text); /* the next request may be long in coming */
    c->text = NULL;
    return !idle;
  }
  if (!idle && !slow)
    return true;
  if (c->phase == HTTP_WRITING) {
    http_metrics_refuse(c->loop->shared->metrics, HTTP_REFUSED_SLOW);
    return false;
  }
  refuse_head(c, 408);
  return http_connection_run(c);
}
