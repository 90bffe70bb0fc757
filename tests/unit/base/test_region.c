/*
 * Regions: blocks are apart, aligned and zeroed where that was asked; all is
 * given back at once; a size that overflows is refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/region.h"
#include "unit/failing_allocator.h"

#include <stdalign.h>
#include <string.h>

static void
blocks_end_together(void **state)
{
  (void)state;
  failing_allocator failing;
  failing_allocator_init(&failing, 0);
  pith_allocator allocator = failing_allocator_use(&failing);
  pith_memory memory;
  pith_region region;
  pith__memory_init(&memory, &allocator, 1 << 20);
  pith__region_init(&region, &memory);
  for (size_t i = 0; i < 50; i++) {
    unsigned char *bytes = pith__region_take(&region, i, 3);
    assert_non_null(bytes);
    assert_int_equal((uintptr_t)bytes % alignof(max_align_t), 0);
    memset(bytes, 0xFF, i * 3);
    uint32_t *zeros = pith__region_take_zeros(&region, i, sizeof *zeros);
    for (size_t k = 0; k < i; k++)
      assert_int_equal(zeros[k], 0);
  }
  assert_int_equal(failing.blocks, 100);
  pith__region_done(&region);
  assert_true(failing_allocator_is_clean(&failing));
  assert_int_equal(memory.used, 0);
  pith__region_done(&region);
}

static void
what_cannot_be_had(void **state)
{
  (void)state;
  pith_memory memory;
  pith_region region;
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__region_init(&region, &memory);
  assert_null(pith__region_take(&region, SIZE_MAX / 2, 4));
  assert_int_equal(pith__memory_status(&memory), PITH_LIMIT);
  assert_null(pith__region_take_zeros(&region, 1 << 20, 1));
  assert_non_null(pith__region_take(&region, 1 << 10, 1));
  pith__region_done(&region);
  assert_int_equal(memory.used, 0);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_end_together),
      cmocka_unit_test(what_cannot_be_had),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
