/* bench_parse_time.c: pages in memory in, the best time of N passes out.
 *
 * A pass takes every page as far as the stage asks: to a tree, to verdicts, to
 * text; and releases it. Each thread keeps one
 * context for all passes, as a program with many pages would. Threads take the
 * next page from a common counter, so that one large page does not leave the
 * others idle; with one thread everything stays on the calling thread.
 *
 * One thread is timed by its own processor time, several by the clock on the
 * wall: on an idle machine that is the same for one, and on a busy one what
 * the neighbours do is not ours.
 */
#include "bench_parse.h"

#include "common/output/message.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

/* One pass over the pages, shared by its threads. */
typedef struct bench_pass {
  const bench_options *options;
  const bench_pages *pages;
  atomic_size_t next;   /* page to be taken by whoever is free */
  atomic_size_t failed; /* pages that did not parse */
} bench_pass;

typedef struct worker {
  pith_context *context;
  bench_pass *pass;
  pthread_t thread;
  bool started;
} worker;

/* Processor time for one thread: what else the machine does is not counted. */
static double
seconds_now(int threads)
{
  struct timespec t;
  clock_gettime(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* What comes behind parsing. */
static pith_status
go_on(const bench_options *options, pith_page *page)
{
  pith_options style;
  pith_slice text;
  pith_status status = PITH_OK;
  pith_options_default(&style);
  style.method = options->request.page.method;
  style.compat = options->request.page.compat;
  if (options->stage >= STAGE_CLASSIFY)
    status = pith_page_classify(page, &style);
  if (status == PITH_OK && options->stage == STAGE_EXTRACT)
    status = pith_page_render(page, PITH_FORMAT_TEXT, NULL, &text);
  return status;
}

/* One page through the stage that is measured. */
static void
parse_one(pith_context *context, const bench_page *item, bench_pass *pass)
{
  pith_page *page;
  pith_error error;
  pith_options options;
  pith_options_default(&options);
  /* Recovery belongs to extraction; parsing is the standard's. */
  options.recover = pass->options->stage != STAGE_PARSE;
  pith_status status =
      pith_page_parse(context, item->html, &options, &page, &error);
  const char *why = error.message;
  if (status == PITH_OK) {
    status = go_on(pass->options, page);
    why = pith_status_text(status);
  }
  if (status != PITH_OK) {
    message("%s: %s", item->path, why);
    atomic_fetch_add(&pass->failed, 1);
  }
  pith_page_free(page);
}

static void *
work(void *argument)
{
  worker *self = argument;
  bench_pass *pass = self->pass;
  size_t i;
  while ((i = atomic_fetch_add(&pass->next, 1)) < pass->pages->count)
    parse_one(self->context, &pass->pages->items[i], pass);
  return NULL;
}

/* Runs one pass; returns its seconds. A thread that cannot be started leaves
 * its share to the others, the first of which is the calling thread. */
static double
run_pass(worker *workers, int count, bench_pass *pass)
{
  double start = seconds_now(count);
  workers[0].pass = pass;
  for (int i = 1; i < count; i++) {
    workers[i].pass = pass;
    workers[i].started =
        pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
  }
  work(&workers[0]);
  for (int i = 1; i < count; i++)
    if (workers[i].started)
      pthread_join(workers[i].thread, NULL);
  return seconds_now(count) - start;
}

/* Of the whole process, as the system reports it. */
static long
peak_resident(void)
{
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss * 1024 : 0;
}

/* The passes themselves, once the workers have their contexts. */
static exit_code
time_passes(worker *workers, const bench_options *options,
            const bench_pages *pages)
{
  double best = 0;
  size_t failed = 0;
  for (uint32_t i = 0; i < options->request.bench.rounds && failed == 0; i++) {
    bench_pass pass = {.options = options, .pages = pages};
    double seconds = run_pass(workers, (int)options->request.jobs, &pass);
    failed = atomic_load(&pass.failed);
    if (i == 0 || seconds < best)
      best = seconds;
  }
  /* The line that scripts of bench/ read. */
  static const char *const names[] = {"parse", "classify", "extract"};
  double megabytes = (double)pages->bytes / 1e6;
  printf("{\"stage\": \"%s\", \"pages\": %zu, \"bytes\": %zu, "
         "\"seconds\": %.9f, \"mb_per_s\": %.1f, \"peak_rss\": %ld}\n",
         names[options->stage], pages->count, pages->bytes, best,
         megabytes / best, peak_resident());
  return failed ? EXIT_INPUT : EXIT_FINE;
}

/* Threads share nothing but the pages. */
exit_code
bench_parse_time(const bench_options *options, const bench_pages *pages)
{
  exit_code status = EXIT_FINE;
  size_t count = (size_t)options->request.jobs;
  worker *workers = calloc(count, sizeof *workers);
  for (size_t i = 0; workers && i < count; i++)
    if (pith_context_new(NULL, &workers[i].context) != PITH_OK)
      status = EXIT_ENVIRONMENT;
  if (!workers || status != EXIT_FINE)
    message("%s", pith_status_text(PITH_NOMEM));
  else
    status = time_passes(workers, options, pages);
  for (size_t i = 0; workers && i < count; i++)
    pith_context_free(workers[i].context);
  free(workers);
  return workers ? status : EXIT_ENVIRONMENT;
}
