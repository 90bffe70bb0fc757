/* bench_site.c: pages of a site in memory in, the best time of N rounds out.
 *
 * A round is what `pith site` does between reading and writing, by the same
 * driver: threads learn parts of the site, the parts are merged and finished,
 * every page is classified and written as text.
 *
 * As in bench_parse_time.c one thread is timed by its processor time, several
 * by the clock on the wall.
 */
#include "bench_site.h"

#include "common/site_run/site_run.h"
#include "common/system/workers.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/* One round, shared by its threads. */
typedef struct bench_round {
  site_run run;
  pith_options options;
} bench_round;

static double
seconds_now(int threads)
{
  struct timespec t;
  clock_gettime(threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- pages in memory as a source ------------------------------------------ */

static pith_slice
page_name(const void *state, size_t page)
{
  const bench_pages *pages = state;
  const char *name = pages->items[page].path;
  return (pith_slice){name, strlen(name)};
}

static exit_code
page_read(const void *state, size_t page, site_bytes *out)
{
  const bench_pages *pages = state;
  *out = (site_bytes){.html = pages->items[page].html,
                      .name = pages->items[page].path};
  return EXIT_FINE;
}

/* --- the second pass ------------------------------------------------------ */

static void *
start_thread(void *shared)
{
  bench_round *round = shared;
  return site_worker_new(&round->run);
}

static void
end_thread(void *shared, void *state)
{
  (void)shared;
  site_worker_free(state);
}

/* What `pith site` does for a page, without writing: the text is rendered, as
 * that is part of the work, and dropped. */
static void
classify_page(void *shared, void *state, size_t item, void *slot)
{
  bench_round *round = shared;
  exit_code *code = slot;
  site_opened opened;
  pith_slice text;
  *code = site_worker_open(state, item, &opened);
  if (*code != EXIT_FINE)
    return;
  pith_status status =
      site_worker_classify(state, item, opened.page, &round->options, NULL);
  if (status == PITH_OK)
    status = pith_page_render(opened.page, PITH_FORMAT_TEXT, NULL, &text);
  if (status != PITH_OK)
    *code = site_refuse(opened.bytes.name, status, pith_status_text(status));
  site_opened_close(&opened);
}

static exit_code
take_page(void *shared, size_t item, void *slot)
{
  exit_code *result = slot;
  exit_code code = *result;
  (void)shared;
  (void)item;
  *result = EXIT_FINE;
  return code;
}

static void
drop_page(void *shared, void *slot)
{
  (void)shared;
  *(exit_code *)slot = EXIT_FINE;
}

static exit_code
classify_pages(bench_round *round)
{
  work what = {.items = round->run.source.count,
               .threads = round->run.jobs,
               .slot_bytes = sizeof(exit_code),
               .shared = round,
               .start = start_thread,
               .end = end_thread,
               .run = classify_page,
               .take = take_page,
               .drop = drop_page};
  return workers_run(&what);
}

static exit_code
run_round(const bench_options *options, const bench_pages *pages)
{
  bench_round round = {
      .run = {.source = {pages->count, pages, page_name, page_read},
              .keep_most = SITE_KEEP_MOST,
              .jobs = options->request.jobs,
              .progress = PROGRESS_NEVER}};
  pith_options_default(&round.options);
  pith_site_options_default(&round.run.learns);
  round.options.method =
      options->request.page.method ? options->request.page.method : "chain";
  round.options.compat = options->request.page.compat;
  round.run.learns.evidence =
      pith_method_evidence(round.options.method, options->request.page.compat);
  round.run.options = &round.options;
  exit_code code = site_run_make(&round.run);
  THEN(code, classify_pages(&round));
  site_run_done(&round.run);
  return code;
}

/* The best of all rounds: noise of the machine only ever adds time. */
exit_code
bench_site(const bench_options *options, const bench_pages *pages)
{
  double best = 0;
  exit_code code = EXIT_FINE;
  for (uint32_t i = 0; i < options->request.bench.rounds && code == EXIT_FINE;
       i++) {
    double start = seconds_now((int)options->request.jobs);
    code = run_round(options, pages);
    double seconds = seconds_now((int)options->request.jobs) - start;
    if (i == 0 || seconds < best)
      best = seconds;
  }
  if (code == EXIT_FINE) {
    struct rusage usage;
    long peak =
        getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss * 1024 : 0;
    printf("{\"stage\": \"site\", \"pages\": %zu, \"bytes\": %zu, "
           "\"seconds\": %.9f, \"mb_per_s\": %.1f, \"peak_rss\": %ld}\n",
           pages->count, pages->bytes, best, (double)pages->bytes / 1e6 / best,
           peak);
  }
  return code;
}
