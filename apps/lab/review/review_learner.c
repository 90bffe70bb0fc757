/* review_learner.c: see the header. Learning itself is the driver's
 * (site_run.h); here is the queue in front of it.
 *
 *     queue: [ 4 | 0 | 7 |   |   |   ]   numbers of jobs
 *                  └first  └last       taken at first, added at last
 *
 * A job enters the queue at most once, so an array with a place for each job
 * never wraps and never grows.
 */
#include "lab/review/review_learner.h"

#include "common/site_run/site_run.h"
#include "common/system/need.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* A job with what it needs to be learnt. */
typedef struct job {
  review_job seen; /* guarded by the lock, but for: */
  atomic_uint_fast32_t done;
  review_learner *learner;
} job;

struct review_learner {
  const review_source *source;
  job *jobs; /* REVIEW_SUBJECTS a site: number 2 * site + subject */
  size_t count;
  size_t *queue; /* numbers of jobs, each at most once */
  size_t first;
  size_t last;
  pthread_mutex_t lock;
  pthread_cond_t more;
  pthread_t thread;
  atomic_bool ending;
};

/* --- learning ------------------------------------------------------------- */

/* Names of pages are their names in the list, which review_site_item() finds
 * again when a partner is loaded. */
static pith_slice
item_name(const void *state, size_t page)
{
  const review_site *site = state;
  const char *name = site->list.items[page].name;
  return (pith_slice){name, strlen(name)};
}

/* Without the marks of an earlier run: the verdicts they held are dropped. */
static exit_code
item_read(const void *state, size_t page, site_bytes *out)
{
  review_bytes bytes;
  TRY(review_bytes_read(state, page, &bytes));
  *out = (site_bytes){{bytes.input.data, bytes.input.len},
                      bytes.input.data,
                      bytes.input.name,
                      bytes.utf8,
                      NULL};
  bytes.input.data = NULL; /* taken */
  review_bytes_done(&bytes);
  return EXIT_FINE;
}

/* After each page: count it, and stop when the learner ends. */
static bool
count_page(void *state, size_t done)
{
  job *in = state;
  atomic_store(&in->done, (uint_fast32_t)done);
  return !atomic_load(&in->learner->ending);
}

/* The finished model of a job, NULL when memory ended. Pages that cannot be
 * read or are too large are left out. */
static pith_site_model *
learn(review_learner *learner, size_t number)
{
  static const unsigned evidence[REVIEW_SUBJECTS] = {
      [REVIEW_MODEL] = PITH_EVIDENCE_SHARED | PITH_EVIDENCE_LAYER,
      [REVIEW_PAPER] = PITH_EVIDENCE_PAPER,
  };
  const review_site *site = &learner->source->sites[number / REVIEW_SUBJECTS];
  pith_options options;
  pith_options_default(&options);
  site_run run = {.source = {site->list.count, site, item_name, item_read},
                  .options = &options,
                  .jobs = 1,
                  .progress = PROGRESS_NEVER,
                  .step = count_page,
                  .step_state = &learner->jobs[number]};
  pith_site_options_default(&run.learns);
  run.learns.evidence = evidence[number % REVIEW_SUBJECTS];
  exit_code code = site_run_make(&run);
  pith_site_model *model = code == EXIT_FINE ? run.model : NULL;
  if (model)
    run.model = NULL; /* it outlives the run */
  site_run_done(&run);
  return model;
}

/* --- the thread ----------------------------------------------------------- */

/* Wait for the next job; false at the end. */
static bool
next_job(review_learner *learner, size_t *number)
{
  pthread_mutex_lock(&learner->lock);
  while (learner->first == learner->last && !atomic_load(&learner->ending))
    pthread_cond_wait(&learner->more, &learner->lock);
  bool found = !atomic_load(&learner->ending);
  if (found) {
    *number = learner->queue[learner->first++];
    learner->jobs[*number].seen.stage = REVIEW_LEARNING;
  }
  pthread_mutex_unlock(&learner->lock);
  return found;
}

/* The one thread that learns. The lock is not held while it does: requests are
 * answered meanwhile. A finished model is published under the lock. */
static void *
run_jobs(void *state)
{
  review_learner *learner = state;
  size_t number;
  while (next_job(learner, &number)) {
    pith_site_model *model = learn(learner, number);
    pthread_mutex_lock(&learner->lock);
    learner->jobs[number].seen.model = model;
    learner->jobs[number].seen.stage = model ? REVIEW_LEARNT : REVIEW_HOPELESS;
    pthread_mutex_unlock(&learner->lock);
  }
  return NULL;
}

/* Everything that the thread uses is set before it starts. */
review_learner *
review_learner_start(const review_source *source)
{
  review_learner *learner = need(1, sizeof *learner);
  learner->source = source;
  learner->count = REVIEW_SUBJECTS * source->count;
  learner->jobs = need(learner->count, sizeof *learner->jobs);
  learner->queue = need(learner->count, sizeof *learner->queue);
  for (size_t i = 0; i < learner->count; i++)
    learner->jobs[i].learner = learner;
  pthread_mutex_init(&learner->lock, NULL);
  pthread_cond_init(&learner->more, NULL);
  need_all(pthread_create(&learner->thread, NULL, run_jobs, learner) == 0);
  return learner;
}

/* The flag is set under the lock, so that the thread cannot miss the signal
 * between its test and its wait. Learning stops after the page at hand. Models
 * are freed when nobody can learn any more; the engine that used them is gone
 * by then. */
void
review_learner_end(review_learner *learner)
{
  pthread_mutex_lock(&learner->lock);
  atomic_store(&learner->ending, true);
  pthread_cond_signal(&learner->more);
  pthread_mutex_unlock(&learner->lock);
  pthread_join(learner->thread, NULL);
  for (size_t i = 0; i < learner->count; i++)
    pith_site_model_free(learner->jobs[i].seen.model);
  pthread_cond_destroy(&learner->more);
  pthread_mutex_destroy(&learner->lock);
  free(learner->jobs);
  free(learner->queue);
  free(learner);
}

/* `done` is read outside of the lock and may be ahead of the stage; it is only
 * for showing progress. */
review_job
review_learner_job(review_learner *learner, size_t site, review_subject subject,
                   bool ask)
{
  size_t number = REVIEW_SUBJECTS * site + (size_t)subject;
  job *in = &learner->jobs[number];
  pthread_mutex_lock(&learner->lock);
  if (ask && in->seen.stage == REVIEW_UNASKED) {
    in->seen.stage = REVIEW_WAITING;
    in->seen.total = (uint32_t)learner->source->sites[site].list.count;
    learner->queue[learner->last++] = number;
    pthread_cond_signal(&learner->more);
  }
  review_job seen = in->seen;
  pthread_mutex_unlock(&learner->lock);
  seen.done = (uint32_t)atomic_load(&in->done);
  return seen;
}
