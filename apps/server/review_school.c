/* review_school.c: see the header. */
#include "review_school.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* A lesson with what it needs to be learnt. */
typedef struct lesson {
  review_lesson seen; /* guarded by the lock, but for: */
  atomic_uint_fast32_t done;
  pith_context *context; /* outlives what is learnt */
} lesson;

struct review_school {
  const review_source *source;
  lesson *lessons; /* two a site: number 2 * site + subject */
  size_t count;
  size_t *queue; /* numbers of lessons, each at most once */
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
learn_page(lesson *in, review_lesson *out, const review_site *site, size_t item,
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
  status = pith_model_add(out->model, page);
  if (status == PITH_OK)
    status = pith_layers_add(out->layers, slice, page);
  pith_page_free(page);
  return status;
}

/* One page into the papers' site. */
static pith_status
add_sheet(lesson *in, review_lesson *out, const review_site *site, size_t item,
          const review_bytes *bytes)
{
  pith_sheet *sheet;
  pith_slice html = {bytes->input.data, bytes->input.len};
  pith_status status = pith_sheet_new(in->context, html, NULL, &sheet);
  if (status != PITH_OK)
    return status;
  const char *name = site->list.items[item].name;
  pith_slice slice = {name, strlen(name)};
  status = pith_site_add(out->site, slice, sheet);
  pith_sheet_free(sheet);
  return status;
}

/* All pages; one that cannot be read or is too large is left out. */
static pith_status
learn_pages(review_school *school, lesson *in, review_lesson *out,
            const review_site *site)
{
  pith_status status = PITH_OK;
  for (size_t i = 0; i < site->list.count && status != PITH_NOMEM; i++) {
    review_bytes bytes;
    if (atomic_load(&school->ending))
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
forget(review_lesson *learnt)
{
  pith_model_free(learnt->model);
  pith_layers_free(learnt->layers);
  pith_site_free(learnt->site);
  learnt->model = NULL;
  learnt->layers = NULL;
  learnt->site = NULL;
}

static pith_status
learn(review_school *school, size_t number, review_lesson *out)
{
  lesson *in = &school->lessons[number];
  const review_site *site = &school->source->sites[number / 2];
  pith_status status = pith_context_new(NULL, &in->context);
  if (status == PITH_OK && number % 2 == REVIEW_PAPER)
    status = pith_site_new(in->context, NULL, &out->site);
  else if (status == PITH_OK)
    status = pith_model_new(in->context, 0, &out->model);
  if (status == PITH_OK && number % 2 == REVIEW_MODEL)
    status = pith_layers_new(in->context, &out->layers);
  if (status == PITH_OK)
    status = learn_pages(school, in, out, site);
  if (status != PITH_OK)
    return status;
  if (out->site)
    return pith_site_finish(out->site);
  pith_layers_close(out->layers);
  return pith_model_open(out->model);
}

/* --- the thread ----------------------------------------------------------- */

/* Wait for the next lesson; false at the end. */
static bool
next_lesson(review_school *school, size_t *number)
{
  pthread_mutex_lock(&school->lock);
  while (school->first == school->last && !atomic_load(&school->ending))
    pthread_cond_wait(&school->more, &school->lock);
  bool found = !atomic_load(&school->ending);
  if (found) {
    *number = school->queue[school->first++];
    school->lessons[*number].seen.stage = REVIEW_LEARNING;
  }
  pthread_mutex_unlock(&school->lock);
  return found;
}

static void *
teach(void *state)
{
  review_school *school = state;
  size_t number;
  while (next_lesson(school, &number)) {
    review_lesson learnt = {.stage = REVIEW_LEARNT};
    if (learn(school, number, &learnt) != PITH_OK) {
      forget(&learnt);
      learnt.stage = REVIEW_HOPELESS;
    }
    pthread_mutex_lock(&school->lock);
    learnt.total = school->lessons[number].seen.total;
    school->lessons[number].seen = learnt;
    pthread_mutex_unlock(&school->lock);
  }
  return NULL;
}

review_school *
review_school_start(const review_source *source)
{
  review_school *school = calloc(1, sizeof *school);
  if (!school)
    return NULL;
  school->source = source;
  school->count = 2 * source->count;
  school->lessons = calloc(school->count + 1, sizeof *school->lessons);
  school->queue = calloc(school->count + 1, sizeof *school->queue);
  pthread_mutex_init(&school->lock, NULL);
  pthread_cond_init(&school->more, NULL);
  if (school->lessons && school->queue &&
      pthread_create(&school->thread, NULL, teach, school) == 0)
    return school;
  free(school->lessons);
  free(school->queue);
  free(school);
  return NULL;
}

void
review_school_end(review_school *school)
{
  if (!school)
    return;
  pthread_mutex_lock(&school->lock);
  atomic_store(&school->ending, true);
  pthread_cond_signal(&school->more);
  pthread_mutex_unlock(&school->lock);
  pthread_join(school->thread, NULL);
  for (size_t i = 0; i < school->count; i++) {
    forget(&school->lessons[i].seen);
    pith_context_free(school->lessons[i].context);
  }
  pthread_cond_destroy(&school->more);
  pthread_mutex_destroy(&school->lock);
  free(school->lessons);
  free(school->queue);
  free(school);
}

review_lesson
review_school_lesson(review_school *school, size_t site, review_subject subject,
                     bool ask)
{
  size_t number = 2 * site + (size_t)subject;
  lesson *in = &school->lessons[number];
  pthread_mutex_lock(&school->lock);
  if (ask && in->seen.stage == REVIEW_UNASKED) {
    in->seen.stage = REVIEW_WAITING;
    in->seen.total = (uint32_t)school->source->sites[site].list.count;
    school->queue[school->last++] = number;
    pthread_cond_signal(&school->more);
  }
  review_lesson seen = in->seen;
  pthread_mutex_unlock(&school->lock);
  seen.done = (uint32_t)atomic_load(&in->done);
  return seen;
}
