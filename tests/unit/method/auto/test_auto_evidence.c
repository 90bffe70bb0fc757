/*
 * What a site says of blocks: boilerplate differs from text, a page that nobody
 * resembles says nothing, what is said moves a score the right way, and a list
 * of posts is left alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/slice.h"
#include "method/auto/auto_evidence.h"
#include "method/auto/auto_forest.h"
#include "unit/failing_allocator.h"
#include "unit/site_pages.h"

enum { PAGES = 10, BLOCKS_MOST = 16 };

typedef struct known_site {
  pith_site_sample model;
  pith_site_view view;
} known_site;

static pith_memory memory;

static void
open_site(known_site *site)
{
  pith__site_sample_init(&site->model, &memory, 0);
  for (uint32_t i = 0; i < PAGES; i++) {
    site_page page;
    assert_true(site_page_init(&page, &memory, site_page_text(i)));
    assert_int_equal(pith__site_sample_add(&site->model, &page.profile),
                     PITH_OK);
    site_page_done(&page);
  }
  assert_int_equal(pith__site_view_init(&site->view, &memory, &site->model),
                   PITH_OK);
}

static void
close_site(known_site *site)
{
  pith__site_view_done(&site->view);
  pith__site_sample_done(&site->model);
}

/* The evidence of all blocks of a page; how many there are in `count`. */
static pith_status
ask(const known_site *site, pith_memory *account, const site_page *page,
    pith_block_evidence *evidence, uint32_t *count)
{
  pith_boilerplate boilerplate;
  pith_block_list list;
  pith_status status =
      pith__boilerplate_init(&boilerplate, account, &site->view);
  if (status != PITH_OK)
    return status;
  pith__block_list_init(&list, account);
  status = pith__boilerplate_find(&boilerplate, &page->profile);
  if (status == PITH_OK)
    status = pith__block_list_make(&list, &page->tree);
  if (status == PITH_OK) {
    pith_auto_site about = {&boilerplate, &page->profile};
    assert_true(list.count <= BLOCKS_MOST);
    status = pith__auto_evidence(&about, account, &list, evidence);
    *count = list.count;
  }
  pith__block_list_done(&list);
  pith__boilerplate_done(&boilerplate);
  return status;
}

/* The evidence of one page of the site; returns its blocks. */
static uint32_t
ask_page(pith_block_evidence *evidence)
{
  known_site site;
  site_page page;
  uint32_t count = 0;
  open_site(&site);
  assert_true(site_page_init(&page, &memory, site_page_text(3)));
  assert_int_equal(ask(&site, &memory, &page, evidence, &count), PITH_OK);
  assert_int_equal(count, 6); /* three items, heading, text, foot */
  site_page_done(&page);
  close_site(&site);
  return count;
}

static void
boilerplate_is_declared_from_text(void **state)
{
  (void)state;
  pith_block_evidence evidence[BLOCKS_MOST] = {{{0}}};
  uint32_t count = ask_page(evidence);
  static const uint8_t cut[] = {255, 255, 255, 1, 1, 255};
  for (uint32_t i = 0; i < count; i++) {
    const uint8_t *values = evidence[i].values;
    /* ten pages: three doublings and a quarter, of the six to 64 */
    assert_int_equal(values[PITH_EVIDENCE_KNOWN], 1 + 26 * 254 / 48);
    assert_int_equal(values[PITH_EVIDENCE_CUT], cut[i]);
    assert_int_equal(values[PITH_EVIDENCE_NEIGHBOURS], cut[i]);
    assert_int_equal(values[PITH_EVIDENCE_SLOT], cut[i]);
  }
  assert_int_equal(evidence[0].values[PITH_EVIDENCE_BOX_CUT], 255);
  assert_true(evidence[4].values[PITH_EVIDENCE_BOX_CUT] < 128);
}

/* What is before a block, and how long texts in its place are. */
static void
places_are_known(void **state)
{
  (void)state;
  pith_block_evidence evidence[BLOCKS_MOST] = {{{0}}};
  uint32_t count = ask_page(evidence);
  /* Nothing; menu; menu and a heading of two words; these and a text of 22. A
   * text counts one word more than it has. */
  static const uint8_t stays[] = {
      1, 1, 1, 1, 1 + 3 * 254 / 40, 1 + 26 * 254 / 40};
  for (uint32_t i = 0; i < count; i++) {
    assert_int_equal(evidence[i].values[PITH_EVIDENCE_STAYS], stays[i]);
    uint8_t even = evidence[i].values[PITH_EVIDENCE_EVEN];
    if (i < 3) /* Home, News, About us */
      assert_in_range(even, 2, 254);
    else /* a heading and a long text are no fields */
      assert_int_equal(even, i == 5 ? 255 : 1);
  }
}

static void
a_stranger_is_declared_nothing(void **state)
{
  (void)state;
  known_site site;
  site_page page;
  pith_block_evidence evidence[BLOCKS_MOST] = {{{0}}};
  uint32_t count = 0;
  open_site(&site);
  assert_true(site_page_init(
      &page, &memory,
      pith__slice_of("<main><p>A page of quite another site.</p></main>")));
  assert_int_equal(ask(&site, &memory, &page, evidence, &count), PITH_OK);
  assert_int_equal(count, 1);
  for (uint32_t v = 0; v < PITH_EVIDENCE; v++)
    assert_int_equal(evidence[0].values[v], 0);
  assert_int_equal(
      pith__auto_weigh_block(&pith__weights_site, 1234, 255, &evidence[0]),
      1234);
  site_page_done(&page);
  close_site(&site);
}

/* A block of a site that is well known, with nothing else said of it. */
static pith_block_evidence
well_known(uint8_t cut)
{
  pith_block_evidence evidence = {{0}};
  for (int v = 0; v < PITH_EVIDENCE; v++)
    evidence.values[v] = 1;
  evidence.values[PITH_EVIDENCE_KNOWN] = 255;
  evidence.values[PITH_EVIDENCE_CUT] = cut;
  return evidence;
}

static int32_t
weigh(int32_t score, const pith_block_evidence *evidence)
{
  return pith__auto_weigh_block(&pith__weights_site, score, 1, evidence);
}

/* The score of a block with one more value said of it. */
static int32_t
weigh_with(int32_t score, uint8_t cut, int which, uint8_t value)
{
  pith_block_evidence evidence = well_known(cut);
  evidence.values[which] = value;
  return weigh(score, &evidence);
}

static void
what_is_cut_loses(void **state)
{
  (void)state;
  for (int32_t score = -40000; score <= 40000; score += 4000) {
    pith_block_evidence goes = well_known(255), stays = well_known(1);
    if (score >= -8000) { /* below, it is boilerplate anyhow */
      assert_true(weigh_with(score, 255, PITH_EVIDENCE_PAGES, 255) <
                  weigh_with(score, 128, PITH_EVIDENCE_PAGES, 255));
      assert_true(weigh_with(score, 128, PITH_EVIDENCE_PAGES, 255) <
                  weigh_with(score, 1, PITH_EVIDENCE_PAGES, 255));
    }
    assert_true(weigh_with(score, 255, PITH_EVIDENCE_PAGES, 255) <
                weigh(score, &goes));
    assert_true(weigh_with(score, 255, PITH_EVIDENCE_BOX_CUT, 255) <
                weigh(score, &goes));
    assert_true(weigh(score, &stays) <= weigh(score + 4000, &stays));
  }
}

static void
scores_are_bounded(void **state)
{
  (void)state;
  pith_block_evidence goes = well_known(255), stays = well_known(1);
  assert_int_equal(weigh(INT32_MAX, &stays),
                   weigh(6 * PITH_SCORE_UNIT, &stays));
  assert_int_equal(weigh(INT32_MIN, &goes), weigh(-6 * PITH_SCORE_UNIT, &goes));
}

/* What stays gains less: where texts in its place are equally long, where few
 * pages are known, where many have it and it does not look like text. */
static void
what_stays_may_be_boilerplate(void **state)
{
  (void)state;
  enum { DOUBT = -2 * PITH_SCORE_UNIT };
  pith_block_evidence stays = well_known(1);
  assert_true(weigh_with(0, 1, PITH_EVIDENCE_EVEN, 255) <
              weigh_with(0, 1, PITH_EVIDENCE_EVEN, 128));
  assert_true(weigh_with(0, 1, PITH_EVIDENCE_EVEN, 128) < weigh(0, &stays));
  assert_true(weigh_with(0, 1, PITH_EVIDENCE_KNOWN, 100) < weigh(0, &stays));
  assert_true(weigh_with(DOUBT, 1, PITH_EVIDENCE_PAGES, 255) <
              weigh(DOUBT, &stays));
  assert_int_equal(weigh_with(0, 1, PITH_EVIDENCE_PAGES, 255),
                   weigh(0, &stays));
}

/* Where the site cuts what the page would keep, what stays gains more. */
static void
what_the_page_would_keep_counts(void **state)
{
  (void)state;
  enum { SURE = 8000 }; /* less than a list of posts asks for */
  pith_list_block blocks[2] = {0};
  pith_block_list list = {.blocks = blocks, .count = 2};
  blocks[0].tally.words = 40;
  for (uint32_t cut = 1; cut <= 255; cut += 127) {
    pith_block_evidence evidence[2] = {well_known((uint8_t)cut), well_known(1)};
    int32_t scores[2] = {SURE, 0};
    pith__auto_weigh_site(&pith__weights_site, &list, evidence, scores);
    /* forty words at SURE, and one at a half */
    uint64_t words = 40 * (uint64_t)pith__forest_probability(SURE);
    uint8_t share = pith__scale_share(words * (cut - 1) / 254,
                                      words + pith__forest_probability(0));
    for (int i = 0; i < 2; i++)
      assert_int_equal(scores[i], pith__auto_weigh_block(&pith__weights_site,
                                                         i == 0 ? SURE : 0,
                                                         share, &evidence[i]));
  }
  pith_block_evidence stays = well_known(1);
  assert_true(pith__auto_weigh_block(&pith__weights_site, 0, 255, &stays) >
              pith__auto_weigh_block(&pith__weights_site, 0, 1, &stays));
}

/* A page of posts, the last of which no other page has, as the site would have
 * it: each of the first `posts` cut, on so many of its pages. */
static bool
is_kept(uint32_t posts, uint8_t pages)
{
  enum { BLOCKS = 4, SURE = 20000 };
  pith_list_block blocks[BLOCKS] = {0};
  pith_block_list list = {.blocks = blocks, .count = BLOCKS};
  pith_block_evidence evidence[BLOCKS];
  int32_t scores[BLOCKS];
  for (uint32_t i = 0; i < BLOCKS; i++) {
    blocks[i].tally.words = 40;
    evidence[i] =
        (pith_block_evidence){{1, 0, pages, i < posts ? 255 : 1, 1, 1, 1, 1}};
    scores[i] = SURE;
  }
  pith__auto_weigh_site(&pith__weights_site, &list, evidence, scores);
  for (uint32_t i = 0; i < BLOCKS; i++)
    if (scores[i] != SURE || evidence[i].values[PITH_EVIDENCE_KNOWN] != 0)
      return false;
  return true;
}

static void
a_list_of_posts_is_kept(void **state)
{
  (void)state;
  assert_true(is_kept(4, 10));
  assert_true(is_kept(3, 10));
  assert_false(is_kept(2, 10)); /* half of it is to stay */
  assert_false(is_kept(4, 60)); /* a menu */
}

static void
without_memory_nothing_is_left(void **state)
{
  (void)state;
  known_site site;
  site_page page;
  open_site(&site);
  assert_true(site_page_init(&page, &memory, site_page_text(3)));
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    pith_memory poor;
    pith_block_evidence evidence[BLOCKS_MOST] = {{{0}}};
    uint32_t count = 0;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    pith__memory_init(&poor, &allocator, SIZE_MAX);
    pith_status status = ask(&site, &poor, &page, evidence, &count);
    assert_true(failing_allocator_is_clean(&failing));
    assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
    if (!failing.failed)
      break;
  }
  site_page_done(&page);
  close_site(&site);
}

static int
set_up(void **state)
{
  (void)state;
  pith__memory_init(&memory, NULL, SIZE_MAX);
  return 0;
}

static int
tear_down(void **state)
{
  (void)state;
  return memory.used != 0;
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(boilerplate_is_declared_from_text, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(places_are_known, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_stranger_is_declared_nothing, set_up,
                                      tear_down),
      cmocka_unit_test(what_is_cut_loses),
      cmocka_unit_test(scores_are_bounded),
      cmocka_unit_test(what_stays_may_be_boilerplate),
      cmocka_unit_test(what_the_page_would_keep_counts),
      cmocka_unit_test(a_list_of_posts_is_kept),
      cmocka_unit_test_setup_teardown(without_memory_nothing_is_left, set_up,
                                      tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
