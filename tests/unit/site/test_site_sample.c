/*
 * The laws of site models: the sample is that of the set of pages, whatever
 * the order and however it was spread; pages that say the same are one.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/slice.h"
#include "site/site_sample.h"
#include "unit/failing_allocator.h"
#include "unit/site_pages.h"

enum { PAGES = 40 };

static pith_memory memory;
static site_page pages[PAGES];

static void
add_page(pith_site_sample *model, uint32_t page)
{
  assert_int_equal(pith__site_sample_add(model, &pages[page].profile), PITH_OK);
}

static void
assert_equal_models(const pith_site_sample *a, const pith_site_sample *b)
{
  pith_buffer x, y;
  pith__buffer_init(&x, &memory);
  pith__buffer_init(&y, &memory);
  assert_int_equal(pith__site_sample_save(a, &x), PITH_OK);
  assert_int_equal(pith__site_sample_save(b, &y), PITH_OK);
  assert_int_equal(x.len, y.len);
  assert_memory_equal(x.data, y.data, x.len);
  pith__buffer_done(&x);
  pith__buffer_done(&y);
}

/* A model of every `step`-th page from `first`, in falling order if `down`. */
static void
learn(pith_site_sample *model, uint32_t most, uint32_t first, uint32_t step,
      bool down)
{
  pith__site_sample_init(model, &memory, most);
  for (uint32_t i = first; i < PAGES; i += step)
    add_page(model, down ? PAGES - 1 - (i - first) : i);
}

static void
the_pages_with_the_smallest_hashes_are_kept(void **state)
{
  (void)state;
  pith_site_sample model;
  learn(&model, 7, 0, 1, false);
  assert_int_equal(model.count, 7);
  for (uint32_t i = 1; i < 7; i++)
    assert_true(model.pages[i - 1].content < model.pages[i].content);
  for (uint32_t p = 0; p < PAGES; p++) {
    bool kept = false;
    for (uint32_t i = 0; i < 7; i++)
      kept |= model.pages[i].content == pages[p].profile.content;
    assert_int_equal(kept, pages[p].profile.content <= model.pages[6].content);
  }
  pith__site_sample_done(&model);
}

static void
order_and_repetition_do_not_matter(void **state)
{
  (void)state;
  static const uint32_t mosts[] = {1, 5, 39, 40, 256};
  for (size_t i = 0; i < 5; i++) {
    pith_site_sample up, down;
    learn(&up, mosts[i], 0, 1, false);
    learn(&down, mosts[i], 0, 1, true);
    assert_equal_models(&up, &down);
    for (uint32_t p = 0; p < PAGES; p += 3)
      add_page(&up, p);
    assert_equal_models(&up, &down);
    pith__site_sample_done(&up);
    pith__site_sample_done(&down);
  }
}

static void
merging_is_the_sample_of_the_union(void **state)
{
  (void)state;
  static const uint32_t mosts[] = {1, 6, 20, 256};
  for (size_t i = 0; i < 4; i++) {
    pith_site_sample whole, a, b, c;
    learn(&whole, mosts[i], 0, 1, false);
    /* (a + b) + c */
    learn(&a, mosts[i], 0, 3, false);
    learn(&b, mosts[i], 1, 3, false);
    learn(&c, mosts[i], 2, 3, false);
    assert_int_equal(pith__site_sample_merge(&a, &b), PITH_OK);
    assert_int_equal(pith__site_sample_merge(&a, &c), PITH_OK);
    assert_equal_models(&a, &whole);
    assert_int_equal(pith__site_sample_merge(&a, &whole), PITH_OK);
    assert_equal_models(&a, &whole); /* idempotent */
    pith__site_sample_done(&a);
    /* c + (b + a), of overlapping parts */
    learn(&a, mosts[i], 0, 2, true);
    assert_int_equal(pith__site_sample_merge(&b, &a), PITH_OK);
    assert_int_equal(pith__site_sample_merge(&c, &b), PITH_OK);
    pith__site_sample_done(&a);
    learn(&a, mosts[i], 0, 3, false);
    assert_int_equal(pith__site_sample_merge(&c, &a), PITH_OK);
    assert_equal_models(&c, &whole);
    pith__site_sample_done(&whole);
    pith__site_sample_done(&a);
    pith__site_sample_done(&b);
    pith__site_sample_done(&c);
  }
}

static void
the_smaller_model_decides(void **state)
{
  (void)state;
  pith_site_sample big, small, both;
  learn(&big, 30, 0, 2, false);
  learn(&small, 5, 1, 2, false);
  learn(&both, 5, 0, 1, false);
  assert_int_equal(pith__site_sample_merge(&big, &small), PITH_OK);
  assert_int_equal(big.most, 5);
  assert_equal_models(&big, &both);
  pith__site_sample_done(&big);
  pith__site_sample_done(&small);
  pith__site_sample_done(&both);
}

/* The same words in other markup: one page, and always the same one. */
static void
equal_pages_are_one(void **state)
{
  (void)state;
  static const char *const same[] = {"<p>a</p><p>b</p>", "<div>a<p>b</div>",
                                     "<b>a</b> <i>b</i>"};
  uint64_t shape = UINT64_MAX;
  for (uint32_t first = 0; first < 3; first++) {
    pith_site_sample model;
    pith__site_sample_init(&model, &memory, 0);
    for (uint32_t i = 0; i < 3; i++) {
      site_page page;
      assert_true(site_page_init(&page, &memory,
                                 pith__slice_of(same[(first + i) % 3])));
      assert_int_equal(pith__site_sample_add(&model, &page.profile), PITH_OK);
      shape = page.profile.shape < shape ? page.profile.shape : shape;
      site_page_done(&page);
    }
    assert_int_equal(model.count, 1);
    assert_int_equal(model.pages[0].shape, shape);
    pith__site_sample_done(&model);
  }
}

static void
pages_without_text_are_no_pages(void **state)
{
  (void)state;
  pith_site_sample model;
  site_page page;
  pith__site_sample_init(&model, &memory, 0);
  assert_true(site_page_init(&page, &memory, pith__slice_of("<img src=x>")));
  assert_int_equal(pith__site_sample_add(&model, &page.profile), PITH_OK);
  assert_int_equal(model.count, 0);
  site_page_done(&page);
  pith__site_sample_done(&model);
}

/* A page of any size costs a bounded part of a model. */
static void
long_pages_are_cut_off(void **state)
{
  (void)state;
  size_t count = PITH_MODEL_TOKENS_MOST;
  char *html = malloc(count * 4 + 1);
  for (size_t i = 0; i < count; i++)
    memcpy(html + 4 * i, i % 2 ? "<br>" : " xy ", 5);
  pith_site_sample model;
  site_page page;
  pith__site_sample_init(&model, &memory, 0);
  assert_true(site_page_init(&page, &memory, pith__slice_of(html)));
  assert_true(page.profile.count > PITH_MODEL_TOKENS_MOST);
  assert_int_equal(pith__site_sample_add(&model, &page.profile), PITH_OK);
  assert_int_equal(model.pages[0].count, PITH_MODEL_TOKENS_MOST);
  assert_true(model.pages[0].example_len < page.profile.examples.len);
  site_page_done(&page);
  pith__site_sample_done(&model);
  free(html);
}

static void
the_number_of_pages_is_estimated(void **state)
{
  (void)state;
  pith_site_sample model;
  learn(&model, 100, 0, 1, false);
  assert_int_equal(pith__site_sample_estimate(&model), PAGES);
  pith__site_sample_done(&model);
  learn(&model, 16, 0, 1, false);
  assert_in_range(pith__site_sample_estimate(&model), 20, 80);
  pith__site_sample_done(&model);
}

static void
a_model_has_a_largest_size(void **state)
{
  (void)state;
  pith_site_sample model;
  pith__site_sample_init(&model, &memory, UINT32_MAX);
  assert_int_equal(model.most, PITH_MODEL_PAGES_MOST);
  pith__site_sample_init(&model, &memory, 0);
  assert_int_equal(model.most, PITH_MODEL_PAGES);
}

static void
without_memory_nothing_is_left(void **state)
{
  (void)state;
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    pith_memory poor;
    pith_site_sample a, b;
    pith_status status = PITH_OK;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    pith__memory_init(&poor, &allocator, SIZE_MAX);
    pith__site_sample_init(&a, &poor, 3);
    pith__site_sample_init(&b, &poor, 3);
    for (uint32_t i = 0; i < 6 && status == PITH_OK; i++)
      status = pith__site_sample_add(i % 2 ? &a : &b, &pages[i].profile);
    if (status == PITH_OK)
      status = pith__site_sample_merge(&a, &b);
    pith__site_sample_done(&a);
    pith__site_sample_done(&b);
    assert_true(failing_allocator_is_clean(&failing));
    assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
    if (!failing.failed)
      break;
  }
}

static int
set_up(void **state)
{
  (void)state;
  static pith_slice texts[PAGES];
  pith__memory_init(&memory, NULL, SIZE_MAX);
  for (uint32_t i = 0; i < PAGES; i++) {
    pith_slice text = site_page_text(i);
    char *copy = malloc(text.len);
    memcpy(copy, text.data, text.len);
    texts[i] = pith__slice(copy, text.len);
    if (!site_page_init(&pages[i], &memory, texts[i]))
      return 1;
  }
  *state = texts;
  return 0;
}

static int
tear_down(void **state)
{
  pith_slice *texts = *state;
  for (uint32_t i = 0; i < PAGES; i++) {
    site_page_done(&pages[i]);
    free((void *)(size_t)texts[i].data);
  }
  return memory.used != 0;
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_pages_with_the_smallest_hashes_are_kept),
      cmocka_unit_test(order_and_repetition_do_not_matter),
      cmocka_unit_test(merging_is_the_sample_of_the_union),
      cmocka_unit_test(the_smaller_model_decides),
      cmocka_unit_test(equal_pages_are_one),
      cmocka_unit_test(pages_without_text_are_no_pages),
      cmocka_unit_test(long_pages_are_cut_off),
      cmocka_unit_test(the_number_of_pages_is_estimated),
      cmocka_unit_test(a_model_has_a_largest_size),
      cmocka_unit_test(without_memory_nothing_is_left),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
