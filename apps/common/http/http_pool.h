/* http_pool.h: a thread pool with a bounded queue of jobs.
 *
 * Unlike workers.h there is no list of items: jobs arrive one by one, and
 * http_pool_push() refuses a job at once when the queue is full.
 */
#ifndef SERVER_HTTP_POOL_H
#define SERVER_HTTP_POOL_H

#include "common/output/message.h"

#include <stdbool.h>
#include <stddef.h>

/* The link of the queue. Embedded as the first member of a real job. */
typedef struct http_job {
  struct http_job *next;
} http_job;

/* How the threads work. Borrowed for the life of the pool. */
typedef struct http_pool_plan {
  unsigned threads;
  unsigned queue; /* jobs that may wait */
  void *shared;   /* handed to all functions */

  /* Make and release the state of a thread; NULL from start is a failure. */
  void *(*start)(void *shared);
  void (*end)(void *shared, void *state);

  /* Run a job. `give_up`: the pool was closed while the job waited; only
   * release it. */
  void (*run)(void *shared, void *state, http_job *job, bool give_up);
} http_pool_plan;

typedef struct http_pool http_pool;

/* Start the threads. EXIT_ENVIRONMENT after a message. */
exit_code http_pool_start(const http_pool_plan *plan, http_pool **out);

/* Queue a job; false when the queue is full or closed. Any thread. */
bool http_pool_push(http_pool *pool, http_job *job);

/* How many jobs wait. Any thread. */
unsigned http_pool_waiting(http_pool *pool);

/* Take no more jobs and give up those that wait; jobs at work are finished.
 * Returns when the threads have ended. */
void http_pool_close(http_pool *pool);

/* Close the pool, unless that was done, and release it. NULL is allowed. */
void http_pool_free(http_pool *pool);

#endif
