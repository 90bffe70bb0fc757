/*
 * The chain method on sites small enough to follow by hand; wrong use; memory
 * that fails at every single request.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "unit/method/chain_compare.h"
#include "unit/failing_allocator.h"

#include <stdlib.h>

#define HEAD "<html><body><div id=menu><a href=/>Home</a></div><p>"
#define FOOT "</p><hr><i>Imprint</i></body></html>"

/* Six tokens and more of boilerplate on both sides of what differs. */
static const char *const plain_site[] = {
    HEAD "The first page is about apples." FOOT,
    HEAD "The second one of pears and of quinces." FOOT,
    HEAD "A third page." FOOT,
    HEAD "And the fourth, which is about plums, says most of all." FOOT,
    "<h1>Another</h1><p>page</p>",
};

static pith_chain_corpus *
learn(pith_memory *memory, const char *const *texts, size_t count,
      const pith_chain_settings *options)
{
  pith_slice pages[16];
  pith_chain_corpus *site;
  for (size_t i = 0; i < count; i++)
    pages[i] = pith__slice_of(texts[i]);
  assert_int_equal(compare_learn(memory, pages, count, options, &site),
                   PITH_OK);
  return site;
}

static void
expect_ranges(const pith_chain_corpus *site, uint32_t page, const char *text,
              const char *wanted, const char *reason)
{
  char got[1024] = "";
  size_t used = 0;
  pith_memory memory;
  pith_verdicts verdicts;
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__verdicts_init(&verdicts, &memory);
  assert_int_equal(
      pith__chain_site_classify(site, page, pith__slice_of(text), &verdicts),
      PITH_OK);
  for (uint32_t i = 0; i < verdicts.count; i++) {
    pith_span span = verdicts.items[i].span;
    assert_string_equal(verdicts.items[i].reason, reason);
    used +=
        (size_t)snprintf(got + used, sizeof got - used, "%s%.*s", i ? "|" : "",
                         (int)(span.to - span.from), text + span.from);
  }
  assert_string_equal(got, wanted);
  pith__verdicts_done(&verdicts);
}

static void
boilerplate_goes_and_content_stays(void **state)
{
  (void)state;
  pith_chain_settings options;
  pith_memory memory;
  pith__memory_init(&memory, NULL, 1 << 24);
  pith__chain_options_default(&options);
  options.dup_limit = 90; /* the pages are small beside their boilerplate */
  pith_chain_corpus *site = learn(&memory, plain_site, 5, &options);
  const pith_chain_clusters *clusters = pith__chain_site_clusters(site);
  assert_int_equal(clusters->count, 1);
  assert_int_equal(clusters->items[0].member_count, 4);
  assert_int_equal(clusters->items[0].level, 80);
  for (uint32_t i = 0; i < 4; i++) {
    expect_ranges(site, i, plain_site[i], HEAD "|" FOOT, "chain");
    assert_int_equal(clusters->items[0].members[i], i);
    assert_int_equal(clusters->items[0].shared[i], strlen(HEAD FOOT));
    assert_false(clusters->fates[i].leftover);
  }
  expect_ranges(site, 4, plain_site[4], "", "");
  assert_int_equal(clusters->fates[4].cluster, PITH_CHAIN_NONE);
  pith__chain_site_free(site);
  assert_int_equal(memory.used, 0);
}

static void
leftovers_are_served(void **state)
{
  (void)state;
  const char *site_texts[6];
  static const char odd[] = "<h1>Odd</h1>" FOOT "<p>left over";
  pith_chain_settings options;
  pith_memory memory;
  pith__memory_init(&memory, NULL, 1 << 24);
  pith__chain_options_default(&options);
  options.dup_limit = 90;
  memcpy(site_texts, plain_site, sizeof plain_site);
  site_texts[5] = odd;
  pith_chain_corpus *site = learn(&memory, site_texts, 6, &options);
  const pith_chain_clusters *clusters = pith__chain_site_clusters(site);
  assert_int_equal(clusters->count, 1);
  assert_true(clusters->fates[5].leftover);
  expect_ranges(site, 5, odd, FOOT, "chain-leftover");
  pith__chain_site_free(site);
}

static void
duplicates_found_nothing_but_may_join(void **state)
{
  (void)state;
  static const char page[] = HEAD "Twice the same." FOOT;
  const char *copies[] = {page, page, page, page, page};
  pith_chain_settings options;
  pith_memory memory;
  pith__memory_init(&memory, NULL, 1 << 24);
  pith__chain_options_default(&options);
  pith_chain_corpus *site = learn(&memory, copies, 5, &options);
  assert_int_equal(pith__chain_site_clusters(site)->count, 0);
  pith__chain_site_free(site);
  options.dup_limit = 100;
  site = learn(&memory, copies, 5, &options);
  assert_int_equal(pith__chain_site_clusters(site)->count, 1);
  expect_ranges(site, 2, page, page, "chain");
  pith__chain_site_free(site);
}

static void
small_sites_lose_nothing(void **state)
{
  (void)state;
  pith_chain_settings options;
  pith_memory memory;
  pith__memory_init(&memory, NULL, 1 << 24);
  pith__chain_options_default(&options);
  options.dup_limit = 90;
  for (size_t count = 0; count < 4; count++) {
    pith_chain_corpus *site = learn(&memory, plain_site, count, &options);
    assert_int_equal(pith__chain_site_page_count(site), count);
    assert_int_equal(pith__chain_site_clusters(site)->count, 0);
    for (uint32_t i = 0; i < count; i++)
      expect_ranges(site, i, plain_site[i], "", "");
    pith__chain_site_free(site);
  }
  assert_int_equal(memory.used, 0);
}

static void
pages_are_found_by_name(void **state)
{
  (void)state;
  static const char *const names[] = {"b/x", "a", "b", "", "b/", "\xFF"};
  static const char *const sorted[] = {"", "a", "b", "b/", "b/x", "\xFF"};
  pith_memory memory;
  pith_chain_corpus *site;
  pith_chain_profile profile;
  pith__memory_init(&memory, NULL, 1 << 24);
  pith__chain_profile_init(&profile, &memory);
  assert_int_equal(pith__chain_site_new(&memory, NULL, &site), PITH_OK);
  for (size_t i = 0; i < 6; i++)
    assert_int_equal(
        pith__chain_site_add(site, pith__slice_of(names[i]), 0, &profile),
        PITH_OK);
  assert_int_equal(pith__chain_site_finish(site), PITH_OK);
  for (uint32_t i = 0; i < 6; i++) {
    pith_slice name = pith__slice_of(sorted[i]);
    assert_true(pith__slice_equal(pith__chain_site_page_name(site, i), name));
    assert_int_equal(pith__chain_site_find(site, name), i);
  }
  assert_int_equal(pith__chain_site_find(site, pith__slice_of("c")),
                   PITH_CHAIN_NONE);
  pith__chain_site_free(site);
  assert_int_equal(memory.used, 0);
}

static void
refused(uint32_t value, size_t offset)
{
  pith_chain_settings options;
  pith_memory memory;
  pith_chain_corpus *site;
  pith__memory_init(&memory, NULL, 1 << 24);
  pith__chain_options_default(&options);
  memcpy((char *)&options + offset, &value, sizeof value);
  assert_int_equal(pith__chain_site_new(&memory, &options, &site), PITH_USAGE);
  assert_null(site);
  assert_int_equal(memory.used, 0);
}

static void
wrong_use_is_declared(void **state)
{
  (void)state;
  pith_memory memory;
  pith_chain_corpus *site;
  pith_chain_profile profile;
  pith_verdicts verdicts;
  refused(0, offsetof(pith_chain_settings, min_tokens_chain));
  refused(65, offsetof(pith_chain_settings, min_tokens_chain));
  refused(101, offsetof(pith_chain_settings, dup_limit));
  refused(0, offsetof(pith_chain_settings, min_nav_length));
  refused(101, offsetof(pith_chain_settings, nav_step));
  refused(0, offsetof(pith_chain_settings, nav_end));
  refused(1, offsetof(pith_chain_settings, min_cluster));
  refused(1001, offsetof(pith_chain_settings, max_failures));
  pith__memory_init(&memory, NULL, 1 << 24);
  pith__chain_profile_init(&profile, &memory);
  pith__verdicts_init(&verdicts, &memory);
  pith_slice name = pith__slice_of("name");
  pith__chain_site_new(&memory, NULL, &site);
  assert_int_equal(pith__chain_site_add(site, name, 3, &profile), PITH_OK);
  assert_int_equal(pith__chain_site_finish(site), PITH_OK);
  assert_int_equal(pith__chain_site_finish(site), PITH_USAGE);
  assert_int_equal(pith__chain_site_add(site, name, 3, &profile), PITH_USAGE);
  assert_int_equal(
      pith__chain_site_classify(site, 0, pith__slice_of("four"), &verdicts),
      PITH_USAGE);
  assert_int_equal(
      pith__chain_site_classify(site, 0, pith__slice_of("abc"), &verdicts),
      PITH_OK);
  pith__chain_site_free(site);
  pith__chain_site_new(&memory, NULL, &site);
  pith__chain_site_add(site, name, 3, &profile);
  pith__chain_site_add(site, name, 3, &profile);
  assert_int_equal(pith__chain_site_finish(site), PITH_USAGE);
  pith__chain_site_free(site);
  pith__chain_site_free(NULL);
  assert_int_equal(memory.used, 0);
}

static void
memory_may_fail_anywhere(void **state)
{
  (void)state;
  pith_chain_settings options;
  pith_slice pages[5];
  pith__chain_options_default(&options);
  options.dup_limit = 90;
  for (size_t i = 0; i < 5; i++)
    pages[i] = pith__slice_of(plain_site[i]);
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    pith_memory memory;
    pith_chain_corpus *site;
    pith_verdicts verdicts;
    pith__memory_init(&memory, &allocator, 1 << 24);
    pith__verdicts_init(&verdicts, &memory);
    pith_status status = compare_learn(&memory, pages, 5, &options, &site);
    for (uint32_t i = 0; i < 5 && status == PITH_OK; i++)
      status = pith__chain_site_classify(site, i, pages[i], &verdicts);
    assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
    pith__verdicts_done(&verdicts);
    pith__chain_site_free(site);
    assert_true(failing_allocator_is_clean(&failing));
    assert_int_equal(memory.used, 0);
    if (!failing.failed)
      break;
  }
}

static void
a_ceiling_is_a_limit(void **state)
{
  (void)state;
  pith_chain_settings options;
  pith_slice pages[5];
  pith__chain_options_default(&options);
  for (size_t i = 0; i < 5; i++)
    pages[i] = pith__slice_of(plain_site[i]);
  size_t ceiling = 64;
  for (pith_status status = PITH_LIMIT; status != PITH_OK; ceiling += 64) {
    pith_memory memory;
    pith_chain_corpus *site;
    pith__memory_init(&memory, NULL, ceiling);
    status = compare_learn(&memory, pages, 5, &options, &site);
    assert_true(status == PITH_OK || status == PITH_LIMIT);
    pith__chain_site_free(site);
    assert_int_equal(memory.used, 0);
  }
  assert_true(ceiling > 1024);
}

/* Page i has the first (i mod STAIR) + 1 of the same lines: every two pages
 * share a lot, and no pair is better than all others for long. */
enum { STAIR = 150, STAIR_LINE = 32, STAIR_MOST = 1600 };

static pith_chain_clusters
climb(size_t count)
{
  static char lines[STAIR][STAIR_LINE + 1];
  static pith_slice pages[STAIR_MOST];
  pith_chain_settings options;
  pith_chain_corpus *site;
  pith_memory memory;
  pith__memory_init(&memory, NULL, (size_t)1 << 30);
  pith__chain_options_default(&options);
  for (size_t i = 0; i < STAIR; i++)
    snprintf(lines[i], sizeof lines[i], "<p>a b c line %03zu d e f g h</p>\n",
             i);
  char *text = malloc(STAIR * STAIR_LINE);
  assert_non_null(text);
  for (size_t i = 0; i < STAIR; i++)
    memcpy(text + i * STAIR_LINE, lines[i], STAIR_LINE);
  for (size_t i = 0; i < count; i++)
    pages[i] = pith__slice(text, (i % STAIR + 1) * STAIR_LINE);
  assert_int_equal(compare_learn(&memory, pages, count, &options, &site),
                   PITH_OK);
  pith_chain_clusters found = *pith__chain_site_clusters(site);
  pith__chain_site_free(site);
  assert_int_equal(memory.used, 0);
  free(text);
  return found;
}

/* Below the bound the work is the papers' own, which grows with the square of
 * the pages; from the bound on it grows as the pages do. */
static void
work_is_bounded(void **state)
{
  (void)state;
  pith_chain_clusters small = climb(STAIR_MOST / 8);
  pith_chain_clusters half = climb(STAIR_MOST / 2);
  pith_chain_clusters whole = climb(STAIR_MOST);
  assert_false(small.limited);
  assert_true(whole.limited);
  assert_true(half.limited);
  assert_true(whole.steps < half.steps * 21 / 10);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boilerplate_goes_and_content_stays),
      cmocka_unit_test(leftovers_are_served),
      cmocka_unit_test(duplicates_found_nothing_but_may_join),
      cmocka_unit_test(small_sites_lose_nothing),
      cmocka_unit_test(pages_are_found_by_name),
      cmocka_unit_test(wrong_use_is_declared),
      cmocka_unit_test(memory_may_fail_anywhere),
      cmocka_unit_test(a_ceiling_is_a_limit),
      cmocka_unit_test(work_is_bounded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
