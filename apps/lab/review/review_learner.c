/* review_learner.c: see the header. */
#include "lab/review/review_learner.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* A job with what it needs to be learnt. */
typedef struct job {
  review_job seen; /* guarded by the lock, but for: */
  atomic_uint_fast32_t done;
  pith_context *context; /* outlives what is learnt */
} job;

struct review_learner {
  const review_source *source;
  job *jobs; /* two a site: number 2 * site + subject */
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

/* One page into the model and the layers. */
static pith_status
learn_page(job *in, review_job *out, const review_site *site, size_t item,
           const review_bytes *bytes)
{
  pith_options options;
  pith_page *page;
  pith_options_default(&options);
  if (bytes->utf8)
    options.encoding = "utf-8";
  pith_slice html = {bytes->input.data, bytes->input.len};
  pith_status status =
      pith_page_parse(in->context, html, &options, &page, NULL);
  if (status != PITH_OK)
    return status;
  const char *name = site->list.items[item].name;
  pith_slice slice = {name, strlen(name)};
  status = pith_site_model_learn(out->model, page);
  if (status == PITH_OK)
    status = pith_layers_add(out->layers, slice, page);
  pith_page_free(page);
  return status;
}

/* One page into the papers' site. */
static pith_status
add_sheet(job *in, review_job *out, const review_site *site, size_t item,
          const review_bytes *bytes)
{
  pith_chain_page *sheet;
  pith_slice html = {bytes->input.data, bytes->input.len};
  pith_status status = pith_chain_page_new(in->context, html, NULL, &sheet);
  if (status != PITH_OK)
    return status;
  const char *name = site->list.items[item].name;
  pith_slice slice = {name, strlen(name)};
  status = pith_chain_site_add(out->site, slice, sheet);
  pith_chain_page_free(sheet);
  return status;
}

/* All pages; one that cannot be read or is too large is left out. */
static pith_status
learn_pages(review_learner *learner, job *in, review_job *out,
            const review_site *site)
{
  pith_status status = PITH_OK;
  for (size_t i = 0; i < site->list.count && status != PITH_NOMEM; i++) {
    review_bytes bytes;
    if (atomic_load(&learner->ending))
      return PITH_NOMEM;
    if (review_bytes_read(site, i, &bytes) == EXIT_FINE) {
      status = out->site ? add_sheet(in, out, site, i, &bytes)
                         : learn_page(in, out, site, i, &bytes);
      review_bytes_done(&bytes);
    }
    atomic_fetch_add(&in->done, 1);
  }
  return status == PITH_NOMEM ? status : PITH_OK;
}

static void
forget(review_job *learnt)
{
  pith_site_model_free(learnt->model);
  pith_layers_free(learnt->layers);
  pith_chain_site_free(learnt->site);
  learnt->model = NULL;
  learnt->layers = NULL;
  learnt->site = NULL;
}

static pith_status
learn(review_learner *learner, size_t number, review_job *out)
{
  job *in = &learner->jobs[number];
  const review_site *site = &learner->source->sites[number / 2];
  pith_status status = pith_context_new(NULL, &in->context);
  if (status == PITH_OK && number % 2 == REVIEW_PAPER)
    status = pith_chain_site_new(in->context, NULL, &out->site);
  else if (status == PITH_OK)
    status = pith_site_model_new(in->context, 0, &out->model);
  if (status == PITH_OK && number % 2 == REVIEW_MODEL)
    status = pith_layers_new(in->context, &out->layers);
  if (status == PITH_OK)
    status = learn_pages(learner, in, out, site);
  if (status != PITH_OK)
    return status;
  if (out->site)
    return pith_chain_site_finish(out->site);
  pith_layers_close(out->layers);
  return pith_site_model_open(out->model);
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

static void *
teach(void *state)
{
  review_learner *learner = state;
  size_t number;
  while (next_job(learner, &number)) {
    review_job learnt = {.stage = REVIEW_LEARNT};
    if (learn(learner, number, &learnt) != PITH_OK) {
      forget(&learnt);
      learnt.stage = REVIEW_HOPELESS;
    }
    pthread_mutex_lock(&learner->lock);
    learnt.total = learner->jobs[number].seen.total;
    learner->jobs[number].seen = learnt;
    pthread_mutex_unlock(&learner->lock);
  }
  return NULL;
}

review_learner *
review_learner_start(const review_source *source)
{
  review_learner *learner = calloc(1, sizeof *learner);
  if (!learner)
    return NULL;
  learner->source = source;
  learner->count = 2 * source->count;
  learner->jobs = calloc(learner->count + 1, sizeof *learner->jobs);
  learner->queue = calloc(learner->count + 1, sizeof *learner->queue);
  pthread_mutex_init(&learner->lock, NULL);
  pthread_cond_init(&learner->more, NULL);
  if (learner->jobs && learner->queue &&
      pthread_create(&learner->thread, NULL, teach, learner) == 0)
    return learner;
  free(learner->jobs);
  free(learner->queue);
  free(learner);
  return NULL;
}

void
review_learner_end(review_learner *learner)
{
  if (!learner)
    return;
  pthread_mutex_lock(&learner->lock);
  atomic_store(&learner->ending, true);
  pthread_cond_signal(&learner->more);
  pthread_mutex_unlock(&learner->lock);
  pthread_join(learner->thread, NULL);
  for (size_t i = 0; i < learner->count; i++) {
    forget(&learner->jobs[i].seen);
    pith_context_free(learner->jobs[i].context);
  }
  pthread_cond_destroy(&learner->more);
  pthread_mutex_destroy(&learner->lock);
  free(learner->jobs);
  free(learner->queue);
  free(learner);
}

review_job
review_learner_job(review_learner *learner, size_t site, review_subject subject,
                   bool ask)
{
  size_t number = 2 * site + (size_t)subject;
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
