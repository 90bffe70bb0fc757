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

/* A number for all verdicts of all pages by a method. */
static uint64_t
classify_all(const method_choice *choice, unsigned jobs, size_t keep_most)
{
  site_run run;
  pith_options options;
  uint64_t sum = 1469598103934665603u;
  pith_options_default(&options);
  options.method = choice->method;
  options.compat = choice->compat;
  begin(&run, &options, choice->evidence, jobs, keep_most);
  site_worker *worker = site_worker_new(&run);
  assert_non_null(worker);
  for (size_t i = 0; i < PAGES; i++) {
    site_opened opened;
    uint32_t count;
    assert_int_equal(site_worker_open(worker, i, &opened), EXIT_FINE);
    pith_status status =
        choice->evidence
            ? site_worker_classify(worker, i, opened.page, &options, NULL)
            : pith_page_classify(opened.page, &options);
    assert_int_equal(status, PITH_OK);
    const pith_verdict *verdicts = pith_page_verdicts(opened.page, &count);
    for (uint32_t v = 0; v < count; v++) {
      sum = (sum ^ verdicts[v].span.from) * 1099511628211u;
      sum = (sum ^ verdicts[v].span.to) * 1099511628211u;
      sum = (sum ^ (uint64_t)verdicts[v].label) * 1099511628211u;
    }
    site_opened_close(&opened);
  }
  site_worker_free(worker);
  site_run_done(&run);
  return sum;
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
  /* partners are kept pages, too */
  make_site(false);
  assert_true(method_choice_find("layer", &choice));
  classify_all(&choice, 1, SITE_KEEP_MOST);
  assert_int_equal(site.reads, PAGES);
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
