/*
 * The memory account and the buffer: ceilings, growth, sticky failure.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/buffer.h"
#include "unit/failing_allocator.h"

#include <string.h>

static void
the_account_is_kept(void **state)
{
  (void)state;
  pith_memory memory;
  pith__memory_init(&memory, NULL, 100);
  void *a = pith__memory_resize(&memory, NULL, 0, 60);
  assert_non_null(a);
  assert_null(pith__memory_resize(&memory, NULL, 0, 41));
  assert_int_equal(pith__memory_status(&memory), PITH_LIMIT);
  a = pith__memory_resize(&memory, a, 60, 100);
  assert_non_null(a);
  pith__memory_free(&memory, a, 100);
  assert_int_equal(memory.used, 0);
  assert_int_equal(memory.peak, 100);
  pith__memory_free(&memory, NULL, 0);
}

static void
arrays_grow_to_their_ceiling(void **state)
{
  (void)state;
  pith_memory memory;
  uint32_t *items = NULL;
  uint32_t capacity = 0;
  pith__memory_init(&memory, NULL, 1 << 20);
  assert_true(PITH_GROW(&memory, items, capacity, 1, 50));
  assert_true(capacity >= 1 && capacity <= 50);
  assert_true(PITH_GROW(&memory, items, capacity, 50, 50));
  assert_int_equal(capacity, 50);
  assert_false(PITH_GROW(&memory, items, capacity, 51, 50));
  assert_int_equal(memory.used, 200);
  PITH_FREE_ITEMS(&memory, items, capacity);
  assert_int_equal(memory.used, 0);
}

static void
a_buffer_fails_once_and_for_all(void **state)
{
  (void)state;
  failing_allocator failing;
  failing_allocator_init(&failing, 2);
  pith_allocator allocator = failing_allocator_use(&failing);
  pith_memory memory;
  pith_buffer buffer;
  pith__memory_init(&memory, &allocator, 1 << 20);
  pith__buffer_init(&buffer, &memory);
  pith__buffer_append(&buffer, "abc", 3);
  assert_false(buffer.failed);
  char long_text[1000];
  memset(long_text, 'x', sizeof long_text);
  pith__buffer_append(&buffer, long_text, sizeof long_text);
  assert_true(buffer.failed);
  pith__buffer_append_char(&buffer, 'd');
  assert_int_equal(buffer.len, 3);
  pith__buffer_clear(&buffer);
  assert_false(buffer.failed);
  pith__buffer_done(&buffer);
  assert_true(failing_allocator_is_clean(&failing));
}

static void
code_points_become_utf8(void **state)
{
  (void)state;
  pith_memory memory;
  pith_buffer buffer;
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__buffer_init(&buffer, &memory);
  static const uint32_t codes[] = {0x41,    0x416,  0x20AC,
                                   0x1F600, 0xD800, 0x110000};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
    pith__buffer_append_code_point(&buffer, codes[i]);
  static const char expected[] = "A\xD0\x96\xE2\x82\xAC\xF0\x9F\x98\x80"
                                 "\xEF\xBF\xBD\xEF\xBF\xBD";
  assert_int_equal(buffer.len, sizeof expected - 1);
  assert_memory_equal(buffer.data, expected, buffer.len);
  pith__buffer_done(&buffer);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_account_is_kept),
      cmocka_unit_test(arrays_grow_to_their_ceiling),
      cmocka_unit_test(a_buffer_fails_once_and_for_all),
      cmocka_unit_test(code_points_become_utf8),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
