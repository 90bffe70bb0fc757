/* http_crew.c: see the header. */
#include "common/http/http_crew.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct member {
  http_crew *crew;
  void *state;
  pthread_t thread;
} member;

struct http_crew {
  const http_crew_plan *plan;
  pthread_mutex_t lock;
  pthread_cond_t brought;
  http_job *first;
  http_job **last; /* where the next one goes */
  unsigned waiting;
  bool closed;
  unsigned count; /* of members with a thread */
  member members[];
};

/* The next job, once there is one; NULL when there will be none. */
static http_job *
next_job(http_crew *crew, bool *give_up)
{
  pthread_mutex_lock(&crew->lock);
  while (!crew->first && !crew->closed)
    pthread_cond_wait(&crew->brought, &crew->lock);
  http_job *job = crew->first;
  if (job) {
    crew->first = job->next;
    if (!crew->first)
      crew->last = &crew->first;
    crew->waiting--;
  }
  *give_up = crew->closed;
  pthread_mutex_unlock(&crew->lock);
  return job;
}

static void *
work(void *argument)
{
  member *self = argument;
  const http_crew_plan *plan = self->crew->plan;
  bool give_up;
  http_job *job;
  while ((job = next_job(self->crew, &give_up)))
    plan->run(plan->shared, self->state, job, give_up);
  return NULL;
}

/* Start one more thread. */
static bool
add_member(http_crew *crew)
{
  member *next = &crew->members[crew->count];
  const http_crew_plan *plan = crew->plan;
  next->crew = crew;
  next->state = plan->start(plan->shared);
  if (!next->state)
    return false;
  if (pthread_create(&next->thread, NULL, work, next) != 0) {
    plan->end(plan->shared, next->state);
    return false;
  }
  crew->count++;
  return true;
}

exit_code
http_crew_start(const http_crew_plan *plan, http_crew **out)
{
  http_crew *crew = calloc(1, sizeof *crew + plan->threads * sizeof(member));
  *out = crew;
  if (crew) {
    crew->plan = plan;
    crew->last = &crew->first;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->brought, NULL);
    while (crew->count < plan->threads && add_member(crew))
      ;
    if (crew->count > 0) /* fewer threads than wished do the same work */
      return EXIT_FINE;
    http_crew_free(crew);
    *out = NULL;
  }
  message("cannot start threads: out of memory");
  return EXIT_ENVIRONMENT;
}

bool
http_crew_push(http_crew *crew, http_job *job)
{
  pthread_mutex_lock(&crew->lock);
  bool taken = !crew->closed && crew->waiting < crew->plan->queue;
  if (taken) {
    job->next = NULL;
    *crew->last = job;
    crew->last = &job->next;
    crew->waiting++;
    pthread_cond_signal(&crew->brought);
  }
  pthread_mutex_unlock(&crew->lock);
  return taken;
}

unsigned
http_crew_waiting(http_crew *crew)
{
  pthread_mutex_lock(&crew->lock);
  unsigned waiting = crew->waiting;
  pthread_mutex_unlock(&crew->lock);
  return waiting;
}

void
http_crew_close(http_crew *crew)
{
  pthread_mutex_lock(&crew->lock);
  crew->closed = true;
  pthread_cond_broadcast(&crew->brought);
  pthread_mutex_unlock(&crew->lock);
  for (unsigned i = 0; i < crew->count; i++) {
    pthread_join(crew->members[i].thread, NULL);
    crew->plan->end(crew->plan->shared, crew->members[i].state);
  }
  crew->count = 0;
}

void
http_crew_free(http_crew *crew)
{
  if (!crew)
    return;
  http_crew_close(crew);
  pthread_cond_destroy(&crew->brought);
  pthread_mutex_destroy(&crew->lock);
  free(crew);
}
