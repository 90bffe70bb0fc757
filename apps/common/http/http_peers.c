/* http_peers.c: see the header. A doubly linked list under one mutex.
 *
 * A socket is shut down while the lock is held that its removal needs as well,
 * so its number cannot have been reused for another connection by then. The
 * socket is not closed here: libmicrohttpd owns it and notices the shutdown.
 */
#include "common/http/http_peers.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

enum { CHECK_MS = 500 }; /* between two checks of all connections */

/* One connection; `prior` is NULL for the first. */
struct http_peer {
  http_peer *next;
  http_peer *prior;
  int socket;
  http_phase phase;
  bool shut;
  bool left;      /* at the last check the client had closed its side */
  int64_t since;  /* milliseconds */
  void *exchange; /* lent; NULL: between two requests */
};

struct http_peers {
  pthread_mutex_t lock;
  pthread_cond_t ending;
  pthread_t thread;
  bool ends;
  unsigned slow_ms;
  http_metrics *metrics;
  http_peer *first;
  size_t count;
};

static int64_t
now_ms(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* End a slow connection. While we read, nothing of a response has been sent, so
 * 408 can still be delivered; while we write, it could not. */
static void
shut_slow(http_peer *peer)
{
  static const char late[] = "HTTP/1.1 408 Request Timeout\r\n"
                             "Content-Length: 0\r\nConnection: close\r\n\r\n";
  if (peer->phase == HTTP_READING)
    (void)!send(peer->socket, late, sizeof late - 1,
                MSG_DONTWAIT | MSG_NOSIGNAL);
  shutdown(peer->socket, SHUT_RDWR);
  peer->shut = true;
}

/* Whether the client has closed its side and no byte of it is left: what is
 * incomplete now stays so. libmicrohttpd would keep it until it is idle for too
 * long. Asked twice in a row before it counts, because the socket thread may be
 * about to handle what it has just read. */
static bool
has_left(http_peer *peer)
{
  char byte;
  bool before = peer->left;
  peer->left = peer->phase == HTTP_READING &&
               recv(peer->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
  return before && peer->left;
}

/* The lock is held. */
static void
shut_all_slow(http_peers *peers)
{
  int64_t now = now_ms();
  for (http_peer *at = peers->first; at; at = at->next)
    if (at->phase != HTTP_WORKING && !at->shut &&
        now - at->since > peers->slow_ms) {
      shut_slow(at);
      http_metrics_refuse(peers->metrics, HTTP_REFUSED_SLOW);
    } else if (!at->shut && has_left(at)) {
      at->shut = true;
      shutdown(at->socket, SHUT_RDWR);
    }
}

/* Sleep until the next check, false when the thread is to end. The lock is held
 * on entry and return. The clock is monotonic (see http_peers_start()), so
 * setting the time of day shuts nobody. */
static bool
wait_for_check(http_peers *peers)
{
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_nsec += CHECK_MS * 1000000L;
  until.tv_sec += until.tv_nsec / 1000000000L;
  until.tv_nsec %= 1000000000L;
  while (!peers->ends && pthread_cond_timedwait(&peers->ending, &peers->lock,
                                                &until) != ETIMEDOUT)
    ;
  return !peers->ends;
}

/* The thread: check, sleep, until http_peers_stop(). */
static void *
watch(void *argument)
{
  http_peers *peers = argument;
  pthread_mutex_lock(&peers->lock);
  while (wait_for_check(peers))
    shut_all_slow(peers);
  pthread_mutex_unlock(&peers->lock);
  return NULL;
}

static void
release(http_peers *peers)
{
  pthread_cond_destroy(&peers->ending);
  pthread_mutex_destroy(&peers->lock);
  free(peers);
}

/* The condition waits on the monotonic clock, which must be set as an
 * attribute before it is made. */
http_peers *
http_peers_start(unsigned slow_ms, http_metrics *metrics)
{
  http_peers *peers = calloc(1, sizeof *peers);
  pthread_condattr_t steady;
  if (!peers)
    return NULL;
  peers->slow_ms = slow_ms;
  peers->metrics = metrics;
  pthread_condattr_init(&steady);
  pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
  pthread_mutex_init(&peers->lock, NULL);
  pthread_cond_init(&peers->ending, &steady);
  pthread_condattr_destroy(&steady);
  if (pthread_create(&peers->thread, NULL, watch, peers) == 0)
    return peers;
  release(peers);
  return NULL;
}

/* The socket thread has ended, so peers that are left have no connection any
 * more. */
void
http_peers_stop(http_peers *peers)
{
  if (!peers)
    return;
  pthread_mutex_lock(&peers->lock);
  peers->ends = true;
  pthread_cond_signal(&peers->ending);
  pthread_mutex_unlock(&peers->lock);
  pthread_join(peers->thread, NULL);
  while (peers->first)
    http_peer_remove(peers, peers->first);
  release(peers);
}

/* New peers go to the front; order does not matter. */
http_peer *
http_peer_add(http_peers *peers, int socket)
{
  http_peer *peer = calloc(1, sizeof *peer);
  if (!peer)
    return NULL;
  peer->socket = socket;
  peer->since = now_ms();
  pthread_mutex_lock(&peers->lock);
  peer->next = peers->first;
  if (peers->first)
    peers->first->prior = peer;
  peers->first = peer;
  peers->count++;
  pthread_mutex_unlock(&peers->lock);
  return peer;
}

/* Constant time, as the list is linked both ways. The peer is freed after the
 * lock is released: nobody finds it any more. */
void
http_peer_remove(http_peers *peers, http_peer *peer)
{
  if (!peer)
    return;
  pthread_mutex_lock(&peers->lock);
  if (peer->next)
    peer->next->prior = peer->prior;
  if (peer->prior)
    peer->prior->next = peer->next;
  else
    peers->first = peer->next;
  peers->count--;
  pthread_mutex_unlock(&peers->lock);
  free(peer);
}

void
http_peer_refuse(http_peers *peers, http_peer *peer)
{
  static const char no[] = "HTTP/1.1 400 Bad Request\r\n"
                           "Content-Length: 0\r\nConnection: close\r\n\r\n";
  pthread_mutex_lock(&peers->lock);
  (void)!send(peer->socket, no, sizeof no - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
  shutdown(peer->socket, SHUT_RDWR);
  peer->shut = true;
  pthread_mutex_unlock(&peers->lock);
}

void *
http_peer_swap(http_peer *peer, void *exchange)
{
  void *before = peer->exchange;
  peer->exchange = exchange;
  return before;
}

/* Each phase has the whole allowance of slow_ms again. */
void
http_peer_enter(http_peers *peers, http_peer *peer, http_phase phase)
{
  if (!peer)
    return;
  pthread_mutex_lock(&peers->lock);
  peer->phase = phase;
  peer->since = now_ms();
  pthread_mutex_unlock(&peers->lock);
}

size_t
http_peers_count(http_peers *peers)
{
  pthread_mutex_lock(&peers->lock);
  size_t count = peers->count;
  pthread_mutex_unlock(&peers->lock);
  return count;
}
