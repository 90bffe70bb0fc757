/* bench_site.c: pages of a site in memory in, the best time of N rounds out.
 *
 * A round is what `pith site` does between reading and writing: every thread
 * learns from some pages, the parts are merged and opened, every page is parsed
 * once more, judged and written as text.
 *
 * As in bench_parse_time.c one thread is timed by its processor time, several
 * by the clock on the wall.
 */
#include "bench_site.h"

#include "common/system/workers.h"
#include "pith_site.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

/* One round, shared by its threads. */
typedef struct bench_round {
  const bench_pages *pages;
  pith_context *context; /* of the model */
  pith_site_model *model;
  pthread_mutex_t merging;
  bool learning; /* the first pass, else the second */
  pith_status status;
} bench_round;

typedef struct bench_thread {
  pith_context *context;
  pith_site_model *model; /* first pass */
  pith_site *judge;       /* second pass */
} bench_thread;

static double
seconds_now(int threads)
{
  struct timespec t;
  clock_gettime(threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void
end_thread(void *shared, void *state)
{
  bench_round *round = shared;
  bench_thread *thread = state;
  if (thread->model) {
    pthread_mutex_lock(&round->merging);
    pith_status status = pith_site_model_merge(round->model, thread->model);
    if (status != PITH_OK)
      round->status = status;
    pthread_mutex_unlock(&round->merging);
  }
  pith_site_free(thread->judge);
  pith_site_model_free(thread->model);
  pith_context_free(thread->context);
  free(thread);
}

static void *
start_thread(void *shared)
{
  bench_round *round = shared;
  bench_thread *thread = calloc(1, sizeof *thread);
  if (!thread)
    return NULL;
  pith_status status = pith_context_new(NULL, &thread->context);
  if (status == PITH_OK && round->learning)
    status = pith_site_model_new(thread->context, 0, &thread->model);
  else if (status == PITH_OK)
    status = pith_site_new(thread->context, round->model, &thread->judge);
  if (status == PITH_OK)
    return thread;
  end_thread(shared, thread);
  return NULL;
}

static pith_status
classify_page(pith_site *judge, pith_page *page)
{
  pith_site_facts said;
  pith_slice text;
  pith_status status = pith_site_classify_chain(judge, page, &said);
  if (status == PITH_OK)
    status = pith_page_render(page, PITH_FORMAT_TEXT, NULL, &text);
  return status;
}

static void
do_page(void *shared, void *state, size_t item, void *slot)
{
  const bench_round *round = shared;
  bench_thread *thread = state;
  const bench_page *source = &round->pages->items[item];
  pith_page *page;
  pith_error error;
  pith_status *result = slot;
  *result = pith_page_parse(thread->context, source->html, NULL, &page, &error);
  if (*result == PITH_OK)
    *result = round->learning ? pith_site_model_learn(thread->model, page)
                              : classify_page(thread->judge, page);
  pith_page_free(page);
}

static exit_code
take_page(void *shared, size_t item, void *slot)
{
  const bench_round *round = shared;
  pith_status *result = slot;
  pith_status status = *result;
  *result = PITH_OK;
  if (status == PITH_OK)
    return EXIT_FINE;
  message("%s: %s", round->pages->items[item].path, pith_status_text(status));
  return EXIT_INPUT;
}

static void
drop_page(void *shared, void *slot)
{
  pith_status *result = slot;
  (void)shared;
  *result = PITH_OK;
}

static exit_code
run_pass(bench_round *round, int threads, bool learning)
{
  work what = {.items = round->pages->count,
               .threads = (unsigned)threads,
               .slot_bytes = sizeof(pith_status),
               .shared = round,
               .start = start_thread,
               .end = end_thread,
               .run = do_page,
               .take = take_page,
               .drop = drop_page};
  round->learning = learning;
  return workers_run(&what);
}

static exit_code
run_round(bench_round *round, int threads)
{
  exit_code code = EXIT_FINE;
  round->status = pith_site_model_new(round->context, 0, &round->model);
  if (round->status == PITH_OK)
    code = run_pass(round, threads, true);
  if (code == EXIT_FINE && round->status == PITH_OK)
    round->status = pith_site_model_open(round->model);
  if (code == EXIT_FINE && round->status == PITH_OK)
    code = run_pass(round, threads, false);
  pith_site_model_free(round->model);
  if (code != EXIT_FINE || round->status == PITH_OK)
    return code;
  message("%s", pith_status_text(round->status));
  return EXIT_ENVIRONMENT;
}

static void
print_result(const bench_pages *pages, double seconds)
{
  struct rusage usage;
  long peak = getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss * 1024 : 0;
  printf("{\"stage\": \"site\", \"pages\": %zu, \"bytes\": %zu, "
         "\"seconds\": %.9f, \"mb_per_s\": %.1f, \"peak_rss\": %ld}\n",
         pages->count, pages->bytes, seconds,
         (double)pages->bytes / 1e6 / seconds, peak);
}

exit_code
bench_site(const bench_options *options, const bench_pages *pages)
{
  bench_round round = {.pages = pages};
  double best = 0;
  exit_code code = EXIT_FINE;
  if (pith_context_new(NULL, &round.context) != PITH_OK) {
    message("%s", pith_status_text(PITH_NOMEM));
    return EXIT_ENVIRONMENT;
  }
  pthread_mutex_init(&round.merging, NULL);
  for (int i = 0; i < options->rounds && code == EXIT_FINE; i++) {
    double start = seconds_now(options->threads);
    code = run_round(&round, options->threads);
    double seconds = seconds_now(options->threads) - start;
    if (i == 0 || seconds < best)
      best = seconds;
  }
  if (code == EXIT_FINE)
    print_result(pages, best);
  pthread_mutex_destroy(&round.merging);
  pith_context_free(round.context);
  return code;
}
