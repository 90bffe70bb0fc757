/*
 * The store: what is kept and dropped, and pool strings that grow in turn
 * without costing more than a small multiple of their bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/slice.h"
#include "html/token/store.h"

static void
what_is_not_kept_goes(void **state)
{
  (void)state;
  pith_memory memory;
  pith_store store;
  uint32_t offset;
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__store_init(&store, &memory);
  pith__store_reset(&store, pith__slice_of("text"));
  assert_non_null(pith__store_attr(&store));
  assert_true(pith__pool_new(&store, (pith_span){0, 4}, 4, &offset));
  pith__store_keep(&store);
  assert_non_null(pith__store_attr(&store));
  assert_true(pith__pool_new(&store, (pith_span){1, 2}, 9, &offset));
  pith__store_drop(&store);
  assert_int_equal(store.attr_count, 1);
  assert_int_equal(store.pool_len, store.pool_kept);
  pith__store_done(&store);
  assert_int_equal(memory.used, 0);
}

static void
strings_grow_in_turn(void **state)
{
  (void)state;
  enum { ROUNDS = 20000 };
  pith_memory memory;
  pith_store store;
  uint32_t a;
  uint32_t b;
  pith__memory_init(&memory, NULL, 1 << 24);
  pith__store_init(&store, &memory);
  pith__store_reset(&store, pith__slice_of("text"));
  assert_true(pith__pool_new(&store, (pith_span){0, 1}, 0, &a));
  assert_true(pith__pool_new(&store, (pith_span){2, 3}, 0, &b));
  for (int i = 0; i < ROUNDS; i++) {
    assert_true(pith__pool_append(&store, &a, "a", 1));
    assert_true(pith__pool_append(&store, &b, "bb", 2));
  }
  assert_int_equal(pith__pool_slice(&store, a).len, ROUNDS);
  assert_int_equal(pith__pool_slice(&store, b).len, 2 * ROUNDS);
  assert_int_equal(pith__pool_slice(&store, a).data[ROUNDS - 1], 'a');
  assert_int_equal(pith__pool_slice(&store, b).data[2 * ROUNDS - 1], 'b');
  assert_int_equal(pith__pool_span(&store, b).from, 2);
  assert_true(memory.peak < 16 * 3 * ROUNDS);
  pith__store_done(&store);
}

static void
attributes_are_found_by_name(void **state)
{
  (void)state;
  static const char text[] = "href=x class=y";
  pith_memory memory;
  pith_store store;
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__store_init(&store, &memory);
  pith__store_reset(&store, pith__slice_of(text));
  assert_null(pith__attr_find(&store, 0, 0, pith__slice_of("href")));
  pith__store_done(&store);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_not_kept_goes),
      cmocka_unit_test(strings_grow_in_turn),
      cmocka_unit_test(attributes_are_found_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
