/*
 * Neighbours and what they share, beside a twin that compares all pages chain
 * by chain, on made-up lines of tokens.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "site/site_view.h"
#include "unit/failing_allocator.h"

#include <stdlib.h>
#include <string.h>

enum { PAGES = 30, TOKENS = 60 };

static pith_memory memory;
static pith_site_sample model;

static uint64_t
next_random(uint64_t *random)
{
  *random = *random * 6364136223846793005u + 1442695040888963407u;
  return *random >> 33;
}

/* Pages in a few sections: runs of tokens that all pages of a section share
 * between tokens of their own. */
static void
make_site(uint64_t seed)
{
  uint64_t random = seed * 77 + 1;
  pith__site_sample_init(&model, &memory, 0);
  for (uint32_t p = 0; p < PAGES; p++) {
    pith_profile_token tokens[TOKENS];
    uint32_t count = (uint32_t)(next_random(&random) % TOKENS);
    uint32_t section = (uint32_t)(next_random(&random) % 3);
    for (uint32_t i = 0; i < count; i++) {
      uint64_t common = i / 10 % 2 == 0 ? section : 100 + p % 17;
      tokens[i].hash = (common << 20) + i;
      tokens[i].facts = PITH_PROFILE_TEXT | 1u << PITH_PROFILE_WORDS_SHIFT;
      tokens[i].node = i;
    }
    pith_page_profile profile = {
        .tokens = tokens, .count = count, .content = p * 1000 + 1, .shape = p};
    assert_int_equal(pith__site_sample_add(&model, &profile), PITH_OK);
  }
}

static bool
same_chain(const pith_model_page *a, uint32_t i, const pith_model_page *b,
           uint32_t j)
{
  for (uint32_t k = 0; k < PITH_CHAIN_TOKENS; k++)
    if (a->tokens[i + k].hash != b->tokens[j + k].hash)
      return false;
  return true;
}

static bool
has_chain(const pith_model_page *a, uint32_t i, const pith_model_page *b)
{
  for (uint32_t j = 0; j < pith__chain_count(b->count); j++)
    if (same_chain(a, i, b, j))
      return true;
  return false;
}

/* How many pages have chain i of a page, itself included. */
static uint32_t
slow_pages(const pith_model_page *a, uint32_t i)
{
  uint32_t pages = 0;
  for (uint32_t p = 0; p < model.count; p++)
    pages += has_chain(a, i, &model.pages[p]);
  return pages;
}

static uint32_t
slow_score(const pith_model_page *a, const pith_model_page *b)
{
  uint32_t score = 0;
  for (uint32_t i = 0; i < pith__chain_count(a->count); i++)
    score += slow_pages(a, i) > 1 && has_chain(a, i, b);
  return score;
}

/* The evidence of text t by the neighbours that were found. */
static pith_token_evidence
slow_evidence(const pith_similarity *similarity, const pith_model_page *a,
              uint32_t t)
{
  pith_token_evidence most = {0, 0};
  uint32_t from = t < 5 ? 0 : t - 5;
  for (uint32_t i = from; i <= t && i < pith__chain_count(a->count); i++) {
    uint16_t near = 0, pages = (uint16_t)slow_pages(a, i);
    for (uint32_t n = 0; n < similarity->neighbour_count; n++)
      near =
          (uint16_t)(near +
                     has_chain(a, i, &model.pages[similarity->neighbours[n]]));
    if (pages > 1 && pages > most.pages)
      most.pages = pages;
    if (similarity->neighbour_count >= PITH_NEIGHBOURS_LEAST &&
        near > most.neighbours)
      most.neighbours = near;
  }
  return most;
}

static void
check_page(pith_similarity *similarity, const pith_site_view *view, uint32_t p)
{
  const pith_model_page *page = &model.pages[p];
  assert_int_equal(pith__similarity_find(similarity, page->tokens, page->count,
                                         page->content),
                   PITH_OK);
  uint32_t before = UINT32_MAX;
  bool taken[PAGES] = {false};
  for (uint32_t n = 0; n < similarity->neighbour_count; n++) {
    uint32_t q = similarity->neighbours[n];
    uint32_t score = slow_score(page, &model.pages[q]);
    assert_true(q != p && score > 0 && score <= before);
    assert_false(taken[view->twins[q]]); /* one of twins */
    taken[view->twins[q]] = true;
    before = score;
  }
  for (uint32_t t = 0; t < page->count; t++) {
    pith_token_evidence slow = slow_evidence(similarity, page, t);
    assert_int_equal(similarity->evidence[t].pages, slow.pages);
    assert_int_equal(similarity->evidence[t].neighbours, slow.neighbours);
  }
}

static void
as_the_slow_way(void **state)
{
  (void)state;
  for (uint64_t seed = 0; seed < 25; seed++) {
    pith_site_view view;
    pith_similarity similarity;
    make_site(seed);
    assert_int_equal(pith__site_view_init(&view, &memory, &model), PITH_OK);
    assert_int_equal(pith__similarity_init(&similarity, &memory, &view.classes,
                                           &model, view.twins),
                     PITH_OK);
    for (uint32_t p = 0; p < model.count; p++)
      check_page(&similarity, &view, p);
    pith__similarity_done(&similarity);
    pith__site_view_done(&view);
    pith__site_sample_done(&model);
  }
  assert_int_equal(memory.used, 0);
}

/* Pages that say nearly the same are twins of the first of them, and a page is
 * no neighbour of itself. */
static void
twins_are_found(void **state)
{
  (void)state;
  pith_site_view view;
  pith__site_sample_init(&model, &memory, 0);
  for (uint32_t p = 0; p < 9; p++) {
    pith_profile_token tokens[TOKENS];
    for (uint32_t i = 0; i < TOKENS; i++) {
      uint64_t own = p < 3 ? 50 : 50 + p; /* pages 0, 1, 2 say the same */
      tokens[i].hash = (i < 20 ? 7 : own) * 1000 + i;
      tokens[i].facts = PITH_PROFILE_TEXT;
      tokens[i].node = 0;
    }
    tokens[TOKENS - 1].hash += p; /* but for the last word */
    pith_page_profile profile = {
        .tokens = tokens, .count = TOKENS, .content = p + 1, .shape = p};
    assert_int_equal(pith__site_sample_add(&model, &profile), PITH_OK);
  }
  assert_int_equal(pith__site_view_init(&view, &memory, &model), PITH_OK);
  for (uint32_t p = 0; p < 9; p++)
    assert_int_equal(view.twins[p], p < 3 ? 0 : p);
  pith__site_view_done(&view);
  pith__site_sample_done(&model);
}

static void
without_memory_nothing_is_left(void **state)
{
  (void)state;
  make_site(3);
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    pith_memory poor;
    pith_site_view view;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    pith__memory_init(&poor, &allocator, SIZE_MAX);
    pith_status status = pith__site_view_init(&view, &poor, &model);
    if (status == PITH_OK)
      pith__site_view_done(&view);
    assert_true(failing_allocator_is_clean(&failing));
    assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
    if (!failing.failed)
      break;
  }
  pith__site_sample_done(&model);
}

static int
set_up(void **state)
{
  (void)state;
  pith__memory_init(&memory, NULL, SIZE_MAX);
  return 0;
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_the_slow_way),
      cmocka_unit_test(twins_are_found),
      cmocka_unit_test(without_memory_nothing_is_left),
  };
  return cmocka_run_group_tests(tests, set_up, NULL);
}
