/* A pool works on what it is brought, says when it has too much, and gives up
 * what waits when it is closed. Threads: pthread_create in the pool.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/http/http_pool.h"

#include <semaphore.h>
#include <stdatomic.h>

typedef struct place {
  sem_t at_work;
  sem_t go_on;
  atomic_int done;
  atomic_int given_up;
  atomic_int states;
} place;

static void *
make_state(void *shared)
{
  place *p = shared;
  atomic_fetch_add(&p->states, 1);
  return p;
}

static void
end_state(void *shared, void *state)
{
  place *p = shared;
  assert_ptr_equal(shared, state);
  atomic_fetch_sub(&p->states, 1);
}

static void
do_job(void *shared, void *state, http_job *job, bool give_up)
{
  place *p = shared;
  (void)state, (void)job;
  if (give_up) {
    atomic_fetch_add(&p->given_up, 1);
    return;
  }
  sem_post(&p->at_work);
  sem_wait(&p->go_on);
  atomic_fetch_add(&p->done, 1);
}

static void
queue_has_an_end(void **state)
{
  place p = {.done = 0};
  http_job jobs[5];
  http_pool *pool;
  http_pool_plan plan = {.threads = 1,
                         .queue = 2,
                         .shared = &p,
                         .start = make_state,
                         .end = end_state,
                         .run = do_job};
  (void)state;
  sem_init(&p.at_work, 0, 0);
  sem_init(&p.go_on, 0, 0);
  assert_int_equal(http_pool_start(&plan, &pool), EXIT_FINE);
  assert_true(http_pool_push(pool, &jobs[0]));
  sem_wait(&p.at_work); /* the one thread has its job */
  assert_true(http_pool_push(pool, &jobs[1]));
  assert_true(http_pool_push(pool, &jobs[2]));
  assert_int_equal(http_pool_waiting(pool), 2);
  assert_false(http_pool_push(pool, &jobs[3]));
  sem_post(&p.go_on);
  sem_wait(&p.at_work); /* and its next one: there is room again */
  assert_true(http_pool_push(pool, &jobs[3]));
  for (int i = 0; i < 3; i++)
    sem_post(&p.go_on);
  http_pool_close(pool);
  assert_false(http_pool_push(pool, &jobs[4]));
  http_pool_free(pool);
  assert_int_equal(p.done + p.given_up, 4);
  assert_true(p.done >= 2);
  assert_int_equal(p.states, 0);
}

/* What has waited longer than it may is given up, not run. */
static void
waiting_has_an_end(void **state)
{
  place p = {.done = 0};
  http_job jobs[2];
  http_pool *pool;
  http_pool_plan plan = {.threads = 1,
                         .queue = 9,
                         .wait = 1,
                         .shared = &p,
                         .start = make_state,
                         .end = end_state,
                         .run = do_job};
  (void)state;
  sem_init(&p.at_work, 0, 0);
  sem_init(&p.go_on, 0, 0);
  assert_int_equal(http_pool_start(&plan, &pool), EXIT_FINE);
  plan.wait = 0; /* the first one is run, however long the thread needs */
  assert_true(http_pool_push(pool, &jobs[0]));
  sem_wait(&p.at_work);
  plan.wait = 1;
  assert_true(http_pool_push(pool, &jobs[1]));
  uint64_t from = http_clock();
  while (http_clock() - from < 10) /* microseconds */
    ;
  sem_post(&p.go_on);
  while (p.given_up == 0)
    ;
  http_pool_free(pool);
  assert_int_equal(p.done, 1);
  assert_int_equal(p.given_up, 1);
}

static void *
no_state(void *shared)
{
  (void)shared;
  return NULL;
}

static void
without_states_there_is_no_pool(void **state)
{
  place p = {.done = 0};
  http_pool *pool;
  http_pool_plan plan = {.threads = 2,
                         .queue = 2,
                         .shared = &p,
                         .start = no_state,
                         .end = end_state,
                         .run = do_job};
  (void)state;
  assert_int_equal(http_pool_start(&plan, &pool), EXIT_ENVIRONMENT);
  assert_null(pool);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(queue_has_an_end),
      cmocka_unit_test(waiting_has_an_end),
      cmocka_unit_test(without_states_there_is_no_pool),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
