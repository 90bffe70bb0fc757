/*
 * The page model: parts are computed once and on request, another page
 * overwrites them, and memory that earlier pages left does not decide whether a
 * part fits.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/failing_allocator.h"
#include "unit/render/page_helper.h"

static const char html[] =
    "<title>Tea</title><nav><a href=/>Home</a></nav><h1>Tea</h1>"
    "<p>Tea is made from leaves and water. It takes three minutes.</p>";

static void
nothing_is_computed_before_it_is_requested(void **state)
{
  (void)state;
  test_page page;
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  size_t used = page.memory.used;
  for (int part = 0; part < PITH_PART_COUNT; part++)
    assert_false(page.model.made[part]);
  const pith_block_context *context;
  assert_int_equal(pith__page_context(&page.model, &context), PITH_OK);
  assert_true(page.model.made[PITH_PART_BLOCKS]);
  assert_false(page.model.made[PITH_PART_BOXES]);
  assert_false(page.model.made[PITH_PART_PROFILE]);
  assert_false(page.model.made[PITH_PART_STYLES]);
  assert_ptr_equal(context->list, &page.model.blocks);
  pith__page_model_done(&page.model);
  assert_int_equal(page.memory.used, used);
  page_done(&page);
}

/* A part that is there needs no memory to be had again. */
static void
parts_are_computed_once(void **state)
{
  (void)state;
  test_page page;
  const pith_block_list *blocks;
  const pith_block_context *context;
  pith_box_tree *boxes;
  const pith_page_profile *profile;
  const pith_vips *vips;
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  for (int round = 0; round < 2; round++) {
    assert_int_equal(pith__page_blocks(&page.model, &blocks), PITH_OK);
    assert_int_equal(pith__page_context(&page.model, &context), PITH_OK);
    assert_int_equal(pith__page_boxes(&page.model, &boxes), PITH_OK);
    assert_int_equal(pith__page_profile(&page.model, &profile), PITH_OK);
    assert_int_equal(pith__page_vips(&page.model, 5, &vips), PITH_OK);
    page.memory.ceiling = 0; /* the second round must not allocate */
  }
  assert_int_equal(blocks->count, 3);
  assert_int_equal(boxes->block_count, 3);
  assert_true(profile->count > 0 && vips->count > 0);
  page_done(&page);
}

static void
another_degree_cuts_again(void **state)
{
  (void)state;
  test_page page;
  const pith_vips *vips;
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  assert_int_equal(pith__page_vips(&page.model, 1, &vips), PITH_OK);
  uint32_t coarse = vips->count;
  assert_int_equal(pith__page_vips(&page.model, 10, &vips), PITH_OK);
  assert_true(vips->count > coarse);
  page_done(&page);
}

/* Fill the model with a large page, then put a small one into the tree. */
static void
load_small_after_large(test_page *page)
{
  static const char piece[] = "<p>Words, and more of them to fill a line.";
  char large[64 * sizeof piece];
  size_t len = 0;
  const pith_block_list *blocks;
  const pith_page_profile *profile;
  for (int i = 0; i < 64; i++, len += sizeof piece - 1)
    memcpy(large + len, piece, sizeof piece);
  assert_int_equal(page_load(page, NULL, pith__slice(large, len)), PITH_OK);
  assert_int_equal(pith__page_blocks(&page->model, &blocks), PITH_OK);
  assert_int_equal(pith__page_profile(&page->model, &profile), PITH_OK);
  assert_int_equal(blocks->count, 64);
  pith__page_model_forget(&page->model);
  pith_options defaults;
  pith_options_default(&defaults);
  pith_tree_options options = {.limits = pith__tree_limits(&defaults)};
  assert_int_equal(
      pith__tree_build(&page->tree, pith__slice_of(html), &options), PITH_OK);
}

static void
another_page_overwrites_the_parts(void **state)
{
  (void)state;
  test_page page;
  const pith_block_list *blocks;
  load_small_after_large(&page);
  assert_int_equal(pith__page_blocks(&page.model, &blocks), PITH_OK);
  assert_int_equal(blocks->count, 3);
  page_done(&page);
}

static void
kept_arrays_make_room(void **state)
{
  (void)state;
  test_page page;
  pith_box_tree *boxes;
  load_small_after_large(&page);
  page.memory.ceiling = page.memory.used;
  assert_int_equal(pith__page_boxes(&page.model, &boxes), PITH_OK);
  assert_int_equal(boxes->block_count, 3);
  page.memory.ceiling = 0;
  const pith_page_profile *profile;
  assert_int_equal(pith__page_profile(&page.model, &profile), PITH_LIMIT);
  assert_true(page.model.made[PITH_PART_BOXES]);
  page_done(&page);
}

static void
every_allocation_fails(void **state)
{
  (void)state;
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    test_page page;
    const pith_block_context *context;
    pith_box_tree *boxes;
    const pith_page_profile *profile;
    const pith_vips *vips;
    pith_status status = page_load(&page, &allocator, pith__slice_of(html));
    if (status == PITH_OK)
      status = pith__page_context(&page.model, &context);
    if (status == PITH_OK)
      status = pith__page_boxes(&page.model, &boxes);
    if (status == PITH_OK)
      status = pith__page_profile(&page.model, &profile);
    if (status == PITH_OK)
      status = pith__page_vips(&page.model, 5, &vips);
    assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
    page_done(&page);
    assert_true(failing_allocator_is_clean(&failing));
    if (!failing.failed)
      break;
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_is_computed_before_it_is_requested),
      cmocka_unit_test(parts_are_computed_once),
      cmocka_unit_test(another_degree_cuts_again),
      cmocka_unit_test(another_page_overwrites_the_parts),
      cmocka_unit_test(kept_arrays_make_room),
      cmocka_unit_test(every_allocation_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
