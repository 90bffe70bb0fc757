/* http_pool.c: see the header.
 *
 *     push ──► first ─► next ─► next ─► NULL ──► next_job, by any thread
 *                                 ▲
 *                                last (address of the final `next`)
 *
 * One mutex guards the list; jobs themselves are owned by whoever pushed them
 * until `run` returns. Closing never drops a job silently: each waiting one is
 * still handed to `run`, with `give_up` set.
 */
#include "common/http/http_pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* One thread and the state that only it uses. */
typedef struct pool_thread {
  http_pool *pool;
  void *state;
  pthread_t thread;
} pool_thread;

struct http_pool {
  const http_pool_plan *plan;
  pthread_mutex_t lock;
  pthread_cond_t arrived; /* a job, or the end */
  http_job *first;
  http_job **last; /* where the next one goes */
  unsigned waiting;
  uint64_t typical; /* microseconds of a job, lately */
  bool closed;
  unsigned count; /* items whose thread runs */
  pool_thread items[];
};

uint64_t
http_clock(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

/* Wait for a job. NULL: the pool is closed and the queue is empty. */
static http_job *
next_job(http_pool *pool, bool *give_up)
{
  pthread_mutex_lock(&pool->lock);
  while (!pool->first && !pool->closed)
    pthread_cond_wait(&pool->arrived, &pool->lock);
  http_job *job = pool->first;
  if (job) {
    pool->first = job->next;
    if (!pool->first)
      pool->last = &pool->first;
    pool->waiting--;
  }
  uint64_t wait = pool->plan->wait;
  *give_up = pool->closed || (job && wait && http_clock() - job->since > wait);
  pthread_mutex_unlock(&pool->lock);
  return job;
}

/* A moving average: an eighth of it is the last job. */
static void
note_time(http_pool *pool, uint64_t took)
{
  pthread_mutex_lock(&pool->lock);
  pool->typical = pool->typical - pool->typical / 8 + took / 8;
  pthread_mutex_unlock(&pool->lock);
}

/* The body of each thread: run jobs until the pool is closed. A job must not be
 * touched once it has run. */
static void *
work(void *argument)
{
  pool_thread *self = argument;
  const http_pool_plan *plan = self->pool->plan;
  bool give_up;
  http_job *job;
  while ((job = next_job(self->pool, &give_up))) {
    uint64_t from = http_clock();
    plan->run(plan->shared, self->state, job, give_up);
    if (!give_up)
      note_time(self->pool, http_clock() - from);
  }
  return NULL;
}

/* Start one more thread. Its state is made here, in the caller's thread, so
 * that a failure is known before the pool is used. */
static bool
add_thread(http_pool *pool)
{
  pool_thread *next = &pool->items[pool->count];
  const http_pool_plan *plan = pool->plan;
  next->pool = pool;
  next->state = plan->start(plan->shared);
  if (!next->state)
    return false;
  if (pthread_create(&next->thread, NULL, work, next) != 0) {
    plan->end(plan->shared, next->state);
    return false;
  }
  pool->count++;
  return true;
}

exit_code
http_pool_start(const http_pool_plan *plan, http_pool **out)
{
  http_pool *pool =
      calloc(1, sizeof *pool + plan->threads * sizeof(pool_thread));
  *out = pool;
  if (pool) {
    pool->plan = plan;
    pool->last = &pool->first;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->arrived, NULL);
    while (pool->count < plan->threads && add_thread(pool))
      ;
    /* Fewer threads than requested still do all the work, only slower. */
    if (pool->count > 0)
      return EXIT_FINE;
    http_pool_free(pool);
    *out = NULL;
  }
  message("cannot start threads: out of memory");
  return EXIT_ENVIRONMENT;
}

/* Whether one more job would wait too long, by what jobs took lately. Where no
 * more wait than there are threads it never is: one slow job must not close the
 * door. */
static bool
is_long(const http_pool *pool)
{
  unsigned threads = pool->plan->threads;
  return pool->plan->wait && pool->waiting > threads &&
         pool->typical * pool->waiting / threads > pool->plan->wait;
}

/* With the lock held. */
static bool
is_full(const http_pool *pool)
{
  return pool->closed || pool->waiting >= pool->plan->queue || is_long(pool);
}

/* For probes: the same answer that a push would get, without a job. */
bool
http_pool_is_full(http_pool *pool)
{
  pthread_mutex_lock(&pool->lock);
  bool full = is_full(pool);
  pthread_mutex_unlock(&pool->lock);
  return full;
}

/* False when the queue is full or closed: the caller answers 503 at once
 * instead of letting requests pile up. */
bool
http_pool_push(http_pool *pool, http_job *job)
{
  pthread_mutex_lock(&pool->lock);
  bool taken = !is_full(pool);
  if (taken) {
    job->next = NULL;
    job->since = http_clock();
    *pool->last = job;
    pool->last = &job->next;
    pool->waiting++;
    pthread_cond_signal(&pool->arrived);
  }
  pthread_mutex_unlock(&pool->lock);
  return taken;
}

unsigned
http_pool_waiting(http_pool *pool)
{
  pthread_mutex_lock(&pool->lock);
  unsigned waiting = pool->waiting;
  pthread_mutex_unlock(&pool->lock);
  return waiting;
}

/* The queue is emptied before the threads end, because next_job() returns
 * NULL only once the list is empty. */
void
http_pool_close(http_pool *pool)
{
  pthread_mutex_lock(&pool->lock);
  pool->closed = true;
  pthread_cond_broadcast(&pool->arrived);
  pthread_mutex_unlock(&pool->lock);
  for (unsigned i = 0; i < pool->count; i++) {
    pthread_join(pool->items[i].thread, NULL);
    pool->plan->end(pool->plan->shared, pool->items[i].state);
  }
  pool->count = 0;
}

void
http_pool_free(http_pool *pool)
{
  if (!pool)
    return;
  http_pool_close(pool);
  pthread_cond_destroy(&pool->arrived);
  pthread_mutex_destroy(&pool->lock);
  free(pool);
}
