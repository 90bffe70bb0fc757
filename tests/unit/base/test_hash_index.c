/*
 * Order and finding of hashes, beside a slow twin; also where the halves of
 * the hashes collide, which a page could be made to do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/hash_index.h"
#include "unit/failing_allocator.h"

enum { MOST = 700 };

static uint64_t
next_random(uint64_t *random)
{
  *random = *random * 6364136223846793005u + 1442695040888963407u;
  return *random ^ *random >> 29;
}

static void
check_keys(pith_memory *memory, uint64_t *keys, uint32_t count)
{
  static uint64_t unique[MOST];
  pith_region region;
  pith_hash_index index;
  uint32_t found = 0;
  pith__region_init(&region, memory);
  const uint32_t *order = pith__hash_order(&region, keys, count);
  assert_non_null(order);
  for (uint32_t i = 0; i < count; i++) {
    if (i > 0) {
      assert_true(keys[order[i - 1]] <= keys[order[i]]);
      if (keys[order[i - 1]] == keys[order[i]]) {
        assert_true(order[i - 1] < order[i]);
        continue;
      }
    }
    unique[found++] = keys[order[i]];
  }
  assert_true(pith__hash_index_make(&index, &region, unique, found));
  for (uint32_t i = 0; i < found; i++) {
    assert_int_equal(pith__hash_index_find(&index, unique[i]), i);
    if (i + 1 == found || unique[i + 1] != unique[i] + 1)
      assert_int_equal(pith__hash_index_find(&index, unique[i] + 1),
                       PITH_INDEX_NONE);
  }
  pith__region_done(&region);
}

static void
as_the_slow_way(void **state)
{
  (void)state;
  static const uint64_t masks[] = {UINT64_MAX, 0xFFFFFFFF00000000u, 0xFFFFFFFFu,
                                   0xFFu,      0xFF000000000000FFu, 0};
  static uint64_t keys[MOST];
  pith_memory memory;
  uint64_t random = 5;
  pith__memory_init(&memory, NULL, SIZE_MAX);
  for (uint32_t round = 0; round < 120; round++) {
    uint32_t count = round * 53 % MOST;
    for (uint32_t i = 0; i < count; i++)
      keys[i] = next_random(&random) & masks[round % 6];
    check_keys(&memory, keys, count);
  }
  assert_int_equal(memory.used, 0);
}

static void
an_empty_index_finds_nothing(void **state)
{
  (void)state;
  pith_memory memory;
  pith_region region;
  pith_hash_index index;
  pith__memory_init(&memory, NULL, SIZE_MAX);
  pith__region_init(&region, &memory);
  assert_true(pith__hash_index_make(&index, &region, NULL, 0));
  assert_int_equal(pith__hash_index_find(&index, 0), PITH_INDEX_NONE);
  assert_int_equal(pith__hash_index_find(&index, UINT64_MAX), PITH_INDEX_NONE);
  pith__region_done(&region);
}

static void
without_memory_nothing_is_left(void **state)
{
  (void)state;
  static const uint64_t keys[] = {3, 1, 2};
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    pith_memory memory;
    pith_region region;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    pith__memory_init(&memory, &allocator, SIZE_MAX);
    pith__region_init(&region, &memory);
    pith_hash_index index;
    bool ok = pith__hash_order(&region, keys, 3) != NULL &&
              pith__hash_index_make(&index, &region, keys, 1);
    pith__region_done(&region);
    assert_true(failing_allocator_is_clean(&failing));
    assert_int_equal(ok, !failing.failed);
    if (!failing.failed)
      break;
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_the_slow_way),
      cmocka_unit_test(an_empty_index_finds_nothing),
      cmocka_unit_test(without_memory_nothing_is_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
