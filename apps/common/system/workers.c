/* workers.c: see the header.
 *
 *   taken            given out         items
 *     │  ▓▓▓ done  ░░░ at work  │        │
 *     ├──────── ring ───────────┤        │
 *
 * Whoever finishes the item that is next in turn takes it and all finished
 * ones behind it; nobody waits for a thread of its own to do that.
 */
#include "common/system/workers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SLOTS_PER_THREAD = 16, MOST_THREADS = 256 };

typedef struct pool {
  const work *what;
  pthread_mutex_t lock;
  pthread_cond_t moved; /* `taken` has grown, or the work has ended */
  size_t given;         /* items given out */
  size_t taken;         /* items whose results were taken */
  size_t ring;          /* slots */
  char *slots;
  bool *done;  /* by slot */
  bool taking; /* some thread is taking results */
  exit_code code;
} pool;

/* Slots are used round and round; a result waits in its slot for its turn. */
static void *
slot_of(const pool *c, size_t item)
{
  return c->slots + item % c->ring * c->what->slot_bytes;
}

/* Take what is in turn. The lock is held on entry and exit, not in between. */
static void
take_results(pool *c)
{
  if (c->taking)
    return;
  c->taking = true;
  while (c->code == EXIT_FINE && c->taken < c->given &&
         c->done[c->taken % c->ring]) {
    size_t item = c->taken;
    pthread_mutex_unlock(&c->lock);
    exit_code code = c->what->take(c->what->shared, item, slot_of(c, item));
    pthread_mutex_lock(&c->lock);
    c->done[item % c->ring] = false;
    c->taken++;
    if (code != EXIT_FINE)
      c->code = code;
    pthread_cond_broadcast(&c->moved);
  }
  c->taking = false;
}

/* The next item, once there is a slot for it; false when there is none. */
static bool
next_item(pool *c, size_t *item)
{
  while (c->code == EXIT_FINE && c->given < c->what->items &&
         c->given - c->taken >= c->ring)
    pthread_cond_wait(&c->moved, &c->lock);
  if (c->code != EXIT_FINE || c->given == c->what->items)
    return false;
  *item = c->given++;
  return true;
}

/* The loop of a thread: take a number, do the work, hand the result over. */
static void *
work_on(void *argument)
{
  pool *c = argument;
  bool stateless = c->what->start == NULL;
  void *state = stateless ? NULL : c->what->start(c->what->shared);
  bool ready = stateless || state;
  pthread_mutex_lock(&c->lock);
  if (!ready)
    c->code = EXIT_ENVIRONMENT;
  size_t item;
  while (ready && next_item(c, &item)) {
    pthread_mutex_unlock(&c->lock);
    c->what->run(c->what->shared, state, item, slot_of(c, item));
    pthread_mutex_lock(&c->lock);
    c->done[item % c->ring] = true;
    take_results(c);
  }
  pthread_cond_broadcast(&c->moved);
  pthread_mutex_unlock(&c->lock);
  if (state)
    c->what->end(c->what->shared, state);
  return NULL;
}

/* What was done and not taken when the work was stopped. */
static void
drop_results(pool *c)
{
  for (size_t i = 0; i < c->ring; i++)
    if (c->done[i])
      c->what->drop(c->what->shared, c->slots + i * c->what->slot_bytes);
}

/* The calling thread works too. */
exit_code
workers_run(const work *what)
{
  unsigned threads =
      what->threads < MOST_THREADS ? what->threads : MOST_THREADS;
  pool c = {.what = what, .ring = (size_t)threads * SLOTS_PER_THREAD};
  c.slots = calloc(c.ring, what->slot_bytes ? what->slot_bytes : 1);
  c.done = calloc(c.ring, sizeof *c.done);
  if (!c.slots || !c.done) {
    c.code = report_out_of_memory();
  } else {
    pthread_mutex_init(&c.lock, NULL);
    pthread_cond_init(&c.moved, NULL);
    /* A thread that cannot be started is no failure as long as one runs. */
    pthread_t others[MOST_THREADS];
    unsigned started = 0;
    while (started + 1 < threads &&
           pthread_create(&others[started], NULL, work_on, &c) == 0)
      started++; /* fewer threads than wished do the same work */
    work_on(&c);
    for (unsigned i = 0; i < started; i++)
      pthread_join(others[i], NULL);
    drop_results(&c);
    pthread_cond_destroy(&c.moved);
    pthread_mutex_destroy(&c.lock);
  }
  free(c.slots);
  free(c.done);
  return c.code;
}

/* As many threads as processors we may use. */
unsigned
workers_default(void)
{
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  if (count < 1)
    return 1;
  return count < MOST_THREADS ? (unsigned)count : MOST_THREADS;
}
