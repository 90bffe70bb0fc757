/* http_loop.c: see the header.
 *
 * Sockets are registered once, by edges: an event comes when bytes arrive or
 * room is made, and the connection reads and writes until the kernel has no
 * more. The listener is watched by level, so that what is not accepted now is
 * reported again.
 */
#include "common/http/http_loop.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CHECK_MS = 500, EVENTS_MOST = 256 };

int64_t
http_loop_clock(void)
{
  return (int64_t)(http_clock() / 1000);
}

/* It can fail only when the bell has not been answered for 2^64 rings. */
static void
ring(http_loop *loop)
{
  const uint64_t one = 1;
  (void)!write(loop->bell, &one, sizeof one);
}

/* The bell rings for the first of a batch only: the loop takes all of them. */
void
http_loop_wake(http_loop *loop, http_connection *c)
{
  pthread_mutex_lock(&loop->lock);
  bool first = !loop->woken;
  c->woken = loop->woken;
  loop->woken = c;
  pthread_mutex_unlock(&loop->lock);
  if (first)
    ring(loop);
}

/* `whose` comes back with the event: a connection, or one of two fields of the
 * loop, whose addresses cannot be those of a connection. */
static bool
watch(http_loop *loop, int operation, int file, uint32_t events, void *whose)
{
  struct epoll_event event = {.events = events, .data.ptr = whose};
  return epoll_ctl(loop->poll, operation, file, &event) == 0;
}

/* Registering it anew makes the kernel report again what is there. */
void
http_loop_again(http_loop *loop, http_connection *c)
{
  watch(loop, EPOLL_CTL_MOD, c->socket, EPOLLIN | EPOLLOUT | EPOLLET, c);
}

/* --- connections --------------------------------------------------------- */

/* Connections beyond the limit wait in the kernel until one ends. */
static void
set_full(http_loop *loop, bool full)
{
  if (loop->listener >= 0 && loop->full != full)
    watch(loop, EPOLL_CTL_MOD, loop->listener, full ? 0 : EPOLLIN,
          &loop->listener);
  loop->full = full;
}

/* The list is linked both ways, so that one goes in constant time. */
static void
add(http_loop *loop, http_connection *c)
{
  c->next = loop->first;
  if (loop->first)
    loop->first->prior = c;
  loop->first = c;
  atomic_fetch_add(&loop->open, 1);
}

/* Closing the socket takes it out of the epoll, too. */
static void
end(http_loop *loop, http_connection *c)
{
  if (c->next)
    c->next->prior = c->prior;
  if (c->prior)
    c->prior->next = c->next;
  else
    loop->first = c->next;
  http_connection_free(c);
  atomic_fetch_sub(&loop->open, 1);
  set_full(loop, false);
}

/* Whose connection it is, so that those of one address can be counted. */
static void
note_address(const struct sockaddr_storage *from, unsigned char out[16])
{
  const struct sockaddr_in *four = (const void *)from;
  const struct sockaddr_in6 *six = (const void *)from;
  memset(out, 0, 16);
  if (from->ss_family == AF_INET)
    memcpy(out, &four->sin_addr, sizeof four->sin_addr);
  else if (from->ss_family == AF_INET6)
    memcpy(out, &six->sin6_addr, sizeof six->sin6_addr);
}

/* Linear in the connections, and asked only where there is such a limit. */
static bool
has_too_many(const http_loop *loop, const unsigned char address[16])
{
  unsigned most = loop->shared->options.per_address, count = 0;
  for (const http_connection *c = loop->first; most > 0 && c; c = c->next)
    count += memcmp(c->address, address, 16) == 0;
  return most > 0 && count >= most;
}

/* Take a socket over; it is closed where that is not possible. */
static void
open_connection(http_loop *loop, int socket,
                const struct sockaddr_storage *from)
{
  const int yes = 1;
  unsigned char address[16];
  note_address(from, address);
  bool fine = fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 &&
              fcntl(socket, F_SETFL, O_NONBLOCK) == 0 &&
              !has_too_many(loop, address);
  http_connection *c = fine ? http_connection_new(loop, socket) : NULL;
  if (!c) {
    close(socket);
    return;
  }
  memcpy(c->address, address, sizeof address);
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  add(loop, c);
  if (!watch(loop, EPOLL_CTL_ADD, socket, EPOLLIN | EPOLLOUT | EPOLLET, c))
    end(loop, c);
}

/* Without descriptors or memory the listener is left alone until a connection
 * ends or the clock is looked at; else it would be reported without end. */
static void
accept_all(http_loop *loop)
{
  const unsigned most = loop->shared->options.connections;
  while (loop->listener >= 0 && atomic_load(&loop->open) < most) {
    struct sockaddr_storage from = {.ss_family = AF_UNSPEC};
    socklen_t len = sizeof from;
    int socket = accept(loop->listener, (struct sockaddr *)&from, &len);
    if (socket >= 0)
      open_connection(loop, socket, &from);
    else if (errno == EAGAIN || errno == EWOULDBLOCK)
      return;
    else if (errno != EINTR && errno != ECONNABORTED)
      break;
  }
  set_full(loop, true);
}

/* --- the thread ---------------------------------------------------------- */

/* Those whose answers were made. A connection that a worker has is not ended
 * by anyone else, so all of them are there. */
static void
run_woken(http_loop *loop)
{
  pthread_mutex_lock(&loop->lock);
  http_connection *at = loop->woken;
  loop->woken = NULL;
  pthread_mutex_unlock(&loop->lock);
  while (at) {
    http_connection *c = at;
    at = c->woken;
    if (!http_connection_answer(c))
      end(loop, c);
  }
}

/* The list of what is open is short against the time between two looks. Where
 * the listener was left alone for want of memory, it is tried again. */
static void
check_clocks(http_loop *loop)
{
  int64_t now = http_loop_clock();
  for (http_connection *c = loop->first, *next; c; c = next) {
    next = c->next;
    if (!http_connection_check(c, now))
      end(loop, c);
  }
  set_full(loop, false);
}

/* Connections that the kernel has already made are taken over first, since
 * their clients may have sent a request. */
static void
stop_listening(http_loop *loop)
{
  accept_all(loop);
  close(loop->listener);
  loop->listener = -1;
}

/* What happened in one wait. Connections that workers woke come last: one that
 * ends among them may have an event further on in the list. */
static void
handle(http_loop *loop, const struct epoll_event *events, int count)
{
  uint64_t rung;
  for (int i = 0; i < count; i++) {
    void *whose = events[i].data.ptr;
    if (whose == &loop->bell)
      (void)!read(loop->bell, &rung, sizeof rung);
    else if (whose == &loop->listener)
      accept_all(loop);
    else if (!http_connection_run(whose))
      end(loop, whose);
  }
  run_woken(loop);
  if (atomic_load(&loop->stops) && loop->listener >= 0)
    stop_listening(loop);
}

static void *
run(void *argument)
{
  http_loop *loop = argument;
  struct epoll_event events[EVENTS_MOST];
  int64_t checked = http_loop_clock();
  while (!atomic_load(&loop->ends)) {
    int wait = loop->first || loop->full ? CHECK_MS : -1;
    int count = epoll_wait(loop->poll, events, EVENTS_MOST, wait);
    handle(loop, events, count);
    if (http_loop_clock() - checked >= CHECK_MS) {
      check_clocks(loop);
      checked = http_loop_clock();
    }
  }
  while (loop->first)
    end(loop, loop->first);
  return NULL;
}

/* Also of a loop that was not started as a whole. */
static void
close_files(http_loop *loop)
{
  if (loop->bell >= 0)
    close(loop->bell);
  if (loop->poll >= 0)
    close(loop->poll);
  pthread_mutex_destroy(&loop->lock);
}

bool
http_loop_start(http_loop *loop, http_shared *shared, http_pool *pool,
                int listener)
{
  *loop = (http_loop){.shared = shared,
                      .pool = pool,
                      .listener = listener,
                      .poll = epoll_create1(EPOLL_CLOEXEC),
                      .bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  pthread_mutex_init(&loop->lock, NULL);
  if (loop->poll >= 0 && loop->bell >= 0 &&
      watch(loop, EPOLL_CTL_ADD, loop->bell, EPOLLIN, &loop->bell) &&
      watch(loop, EPOLL_CTL_ADD, listener, EPOLLIN, &loop->listener) &&
      pthread_create(&loop->thread, NULL, run, loop) == 0)
    return true;
  close_files(loop);
  return false;
}

void
http_loop_stop(http_loop *loop)
{
  atomic_store(&loop->stops, true);
  ring(loop);
}

void
http_loop_end(http_loop *loop)
{
  atomic_store(&loop->ends, true);
  ring(loop);
  pthread_join(loop->thread, NULL);
  if (loop->listener >= 0)
    close(loop->listener);
  close_files(loop);
}
