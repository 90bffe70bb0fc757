/* The driver: the same verdicts for every method whatever the number of threads
 * and whatever is kept, pages parsed once where memory allows, and pages that
 * fail left out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/site_run/method_choice.h"
#include "common/site_run/site_run.h"
#include "common/system/workers.h"

#include <stdio.h>
#include <string.h>

enum { PAGES = 24, PAGE_ROOM = 2048, BROKEN = 5 };

/* A site in memory that counts how often its pages are read. */
typedef struct made_site {
  char pages[PAGES][PAGE_ROOM];
  char names[PAGES][32];
  atomic_int reads;
  bool broken; /* page BROKEN cannot be read */
} made_site;

static made_site site;

static void
make_site(bool broken)
{
  memset(&site, 0, sizeof site);
  site.broken = broken;
  for (int i = 0; i < PAGES; i++) {
    snprintf(site.names[i], sizeof site.names[i], "news/%02d.html", i);
    int len =
        snprintf(site.pages[i], PAGE_ROOM,
                 "<!DOCTYPE html><title>Page %d</title><ul class=menu>"
                 "<li><a href=1>Home</a></li><li><a href=2>News</a></li>"
                 "<li><a href=3>Shop</a></li><li><a href=4>Help</a></li>"
                 "<li><a href=5>Jobs</a></li></ul><div><h1>Story %d</h1><p>",
                 i, i);
    for (int w = 0; w < 60; w++)
      len += snprintf(site.pages[i] + len, PAGE_ROOM - (size_t)len, "w%dx%d ",
                      i, w);
    snprintf(site.pages[i] + len, PAGE_ROOM - (size_t)len,
             "</p></div><div><p>Imprint</p><p>All rights reserved</p></div>");
  }
}

static pith_slice
page_name(const void *state, size_t page)
{
  const made_site *from = state;
  return (pith_slice){from->names[page], strlen(from->names[page])};
}

static exit_code
page_read(const void *state, size_t page, site_bytes *out)
{
  const made_site *from = state;
  atomic_fetch_add(&site.reads, 1);
  if (from->broken && page == BROKEN)
    return EXIT_INPUT;
  *out = (site_bytes){.html = {from->pages[page], strlen(from->pages[page])},
                      .name = from->names[page]};
  return EXIT_FINE;
}

static void
begin(site_run *run, const pith_options *options, unsigned evidence,
      unsigned jobs, size_t keep_most)
{
  *run = (site_run){.source = {PAGES, &site, page_name, page_read},
                    .options = options,
                    .keep_most = keep_most,
                    .jobs = jobs,
                    .progress = PROGRESS_NEVER};
  pith_site_options_default(&run->learns);
  run->learns.evidence = evidence;
  assert_int_equal(site_run_begin(run), EXIT_FINE);
  assert_int_equal(site_run_learn(run), EXIT_FINE);
  assert_int_equal(site_run_finish(run), EXIT_FINE);
}

/* One run over the site; workers hand over a number for each page. */
typedef struct classifying {
  site_run run;
  pith_options options;
  uint64_t sum;
} classifying;

static void *
start_classifying(void *shared)
{
  classifying *all = shared;
  return site_worker_new(&all->run);
}

static void
end_classifying(void *shared, void *worker)
{
  (void)shared;
  site_worker_free(worker);
}

static uint64_t
mix(uint64_t sum, uint64_t value)
{
  return (sum ^ value) * 1099511628211u;
}

/* cmocka's assertions may not be used in other threads: 0 means failure. */
static void
classify_page(void *shared, void *worker, size_t page, void *slot)
{
  classifying *all = shared;
  uint64_t *sum = slot;
  site_opened opened;
  uint32_t count;
  if (site_worker_open(worker, page, &opened) != EXIT_FINE)
    return;
  pith_status status =
      all->run.learns.evidence
          ? site_worker_classify(worker, page, opened.page, &all->options, NULL)
          : pith_page_classify(opened.page, &all->options);
  const pith_verdict *verdicts = pith_page_verdicts(opened.page, &count);
  *sum = status == PITH_OK ? 1469598103934665603u : 0;
  for (uint32_t v = 0; v < count; v++) {
    *sum = mix(*sum, verdicts[v].span.from);
    *sum = mix(*sum, verdicts[v].span.to);
    *sum = mix(*sum, (uint64_t)verdicts[v].label);
  }
  site_opened_close(&opened);
}

static exit_code
take_sum(void *shared, size_t page, void *slot)
{
  classifying *all = shared;
  uint64_t *sum = slot;
  bool fine = *sum != 0;
  (void)page;
  all->sum = mix(all->sum, *sum);
  *sum = 0;
  return fine ? EXIT_FINE : EXIT_INPUT;
}

static void
drop_sum(void *shared, void *slot)
{
  (void)shared;
  (void)slot;
}

/* A number for all verdicts of all pages by a method. # threads: the test runs
 * under TSan, too. */
static uint64_t
classify_all(const method_choice *choice, unsigned jobs, size_t keep_most)
{
  classifying all = {.sum = 0};
  work what = {.items = PAGES,
               .threads = jobs,
               .slot_bytes = sizeof(uint64_t),
               .shared = &all,
               .start = start_classifying,
               .end = end_classifying,
               .run = classify_page,
               .take = take_sum,
               .drop = drop_sum};
  pith_options_default(&all.options);
  all.options.method = choice->method;
  all.options.compat = choice->compat;
  begin(&all.run, &all.options, choice->evidence, jobs, keep_most);
  assert_int_equal(workers_run(&what), EXIT_FINE);
  site_run_done(&all.run);
  return all.sum;
}

static void
results_do_not_depend_on_threads_or_memory(void **state)
{
  method_choice choice;
  (void)state;
  make_site(false);
  for (size_t i = 0; method_choice_at(i, &choice); i++) {
    uint64_t expected = classify_all(&choice, 1, 0);
    assert_true(expected == classify_all(&choice, 3, 0));
    assert_true(expected == classify_all(&choice, 1, SITE_KEEP_MOST));
    assert_true(expected == classify_all(&choice, 3, SITE_KEEP_MOST));
    assert_true(expected == classify_all(&choice, 2, 100000)); /* a few */
  }
}

static void
pages_are_read_once_where_memory_allows(void **state)
{
  method_choice choice;
  (void)state;
  make_site(false);
  assert_true(method_choice_find("chain", &choice));
  classify_all(&choice, 2, SITE_KEEP_MOST);
  assert_int_equal(site.reads, PAGES);
  make_site(false);
  classify_all(&choice, 2, 0);
  assert_int_equal(site.reads, 2 * PAGES);
  /* partners are kept pages, too, whoever classifies them */
  assert_true(method_choice_find("layer", &choice));
  for (unsigned jobs = 1; jobs <= 4; jobs += 3) {
    make_site(false);
    classify_all(&choice, jobs, SITE_KEEP_MOST);
    assert_int_equal(site.reads, PAGES);
  }
}

/* The budget is what pages hold, and is not passed. */
static void
what_is_kept_has_a_bound(void **state)
{
  site_run run;
  pith_options options;
  (void)state;
  make_site(false);
  pith_options_default(&options);
  begin(&run, &options, PITH_EVIDENCE_SHARED, 2, 100000);
  assert_true(run.kept.used > 0 && run.kept.used <= 100000);
  size_t kept = 0;
  for (size_t i = 0; i < PAGES; i++)
    kept += run.kept.pages[i].opened.page != NULL;
  assert_true(kept > 0 && kept < PAGES);
  site_run_done(&run);
}

static void
a_page_that_fails_is_left_out(void **state)
{
  site_run run;
  site_opened opened;
  pith_options options;
  pith_site_model_facts facts = {.size = sizeof facts};
  (void)state;
  make_site(true);
  pith_options_default(&options);
  begin(&run, &options, PITH_EVIDENCE_SHARED, 2, SITE_KEEP_MOST);
  pith_site_model_describe(run.model, &facts);
  assert_int_equal(facts.pages, PAGES - 1);
  for (size_t i = 0; i < PAGES; i++)
    assert_int_equal(run.failed[i], i == BROKEN);
  site_worker *worker = site_worker_new(&run);
  assert_int_equal(site_worker_open(worker, BROKEN, &opened), EXIT_INPUT);
  site_worker_free(worker);
  site_run_done(&run);
}

static bool
stop_after_three(void *state, size_t done)
{
  *(size_t *)state = done;
  return done < 3;
}

static void
the_caller_can_stop_it(void **state)
{
  size_t done = 0;
  pith_options options;
  (void)state;
  make_site(false);
  pith_options_default(&options);
  site_run run = {.source = {PAGES, &site, page_name, page_read},
                  .options = &options,
                  .jobs = 1,
                  .progress = PROGRESS_NEVER,
                  .step = stop_after_three,
                  .step_state = &done};
  pith_site_options_default(&run.learns);
  assert_int_equal(site_run_begin(&run), EXIT_FINE);
  assert_int_equal(site_run_learn(&run), EXIT_INTERRUPTED);
  assert_int_equal(done, 3);
  site_run_done(&run);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(results_do_not_depend_on_threads_or_memory),
      cmocka_unit_test(pages_are_read_once_where_memory_allows),
      cmocka_unit_test(what_is_kept_has_a_bound),
      cmocka_unit_test(a_page_that_fails_is_left_out),
      cmocka_unit_test(the_caller_can_stop_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
