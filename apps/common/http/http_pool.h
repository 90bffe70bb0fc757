/* http_pool.h: a thread pool with a bounded queue of jobs.
 *
 * Unlike workers.h there is no list of items: jobs arrive one by one, and
 * http_pool_push() refuses a job at once when the queue is full. How long a
 * queue may be is a time: what would wait longer is refused when it comes, by
 * what jobs took lately, and given up when it did wait longer.
 */
#ifndef SERVER_HTTP_POOL_H
#define SERVER_HTTP_POOL_H

#include "common/output/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Microseconds of a monotonic clock. */
uint64_t http_clock(void);

/* The link of the queue. Embedded as the first member of a real job. */
typedef struct http_job {
  struct http_job *next;
  uint64_t since; /* microseconds: when it was queued */
} http_job;

/* How the threads work. Borrowed for the life of the pool. */
typedef struct http_pool_plan {
  unsigned threads;
  unsigned queue; /* jobs that may wait */
  uint64_t wait;  /* microseconds that one may wait; 0: any time */
  void *shared;   /* handed to all functions */

  /* Make and release the state of a thread; NULL from start is a failure. */
  void *(*start)(void *shared);
  void (*end)(void *shared, void *state);

  /* Run a job. `give_up`: the pool was closed while the job waited, or it has
   * waited too long; only release it. */
  void (*run)(void *shared, void *state, http_job *job, bool give_up);
} http_pool_plan;

typedef struct http_pool http_pool;

/* Start the threads. EXIT_ENVIRONMENT after a message. */
exit_code http_pool_start(const http_pool_plan *plan, http_pool **out);

/* Queue a job; false when the queue is full or closed. Any thread. */
bool http_pool_push(http_pool *pool, http_job *job);

/* Whether one more job would be refused. Any thread. */
bool http_pool_is_full(http_pool *pool);

/* How many jobs wait. Any thread. */
unsigned http_pool_waiting(http_pool *pool);

/* Take no more jobs and give up those that wait; jobs at work are finished.
 * Returns when the threads have ended. */
void http_pool_close(http_pool *pool);

/* Close the pool, unless that was done, and release it. NULL is allowed. */
void http_pool_free(http_pool *pool);

#endif
