/* http_loop.h: the thread that reads and writes all connections.
 *
 *     listener ──► new connection ──┐
 *     sockets  ──► can go on      ──┼──► http_connection_run()
 *     workers  ──► answer is made ──┘
 *
 * It waits on one epoll. Twice a second it looks at the clocks of all
 * connections.
 */
#ifndef SERVER_HTTP_LOOP_H
#define SERVER_HTTP_LOOP_H

#include "common/http/http_connection.h"

#include <pthread.h>

struct http_loop {
  http_shared *shared; /* borrowed, as the pool is */
  http_pool *pool;
  int listener; /* owned; -1: no more connections are taken */
  int poll;     /* of epoll; owned */
  int bell;     /* an eventfd: something outside has changed; owned */
  pthread_t thread;
  bool full;          /* the listener waits until a connection ends */
  atomic_bool stops;  /* no new connections, and each answer is the last */
  atomic_bool ends;   /* now */
  atomic_size_t open; /* connections */
  http_connection *first;
  pthread_mutex_t lock; /* of `woken` */
  http_connection *woken;
};

/* Start the thread; it takes the listener. False, with nothing started and the
 * listener left to the caller, when the system refuses. */
bool http_loop_start(http_loop *loop, http_shared *shared, http_pool *pool,
                     int listener);

/* No new connections but those that wait already. Any thread. */
void http_loop_stop(http_loop *loop);

/* End the thread and all connections. No worker may have one. */
void http_loop_end(http_loop *loop);

/* A worker has made the answer. Any thread. */
void http_loop_wake(http_loop *loop, http_connection *c);

/* Run it again after the others had their turn; of the thread of the loop. */
void http_loop_again(http_loop *loop, http_connection *c);

/* Milliseconds of a monotonic clock. */
int64_t http_loop_clock(void);

#endif
