/* A heap returns what was put in, in order, whatever the order before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/system/heap.h"

#define MOST 64

typedef struct entry {
  uint32_t key;
  char rest[HEAP_ITEM_MOST - sizeof(uint32_t)]; /* the largest item there is */
} entry;

static bool
is_less(void *calls, const void *one, const void *other)
{
  ++*(int *)calls;
  return ((const entry *)one)->key < ((const entry *)other)->key;
}

static void
sorts(void **state)
{
  (void)state;
  for (uint32_t count = 0; count <= MOST; count++) {
    entry items[MOST];
    int calls = 0;
    item_heap order = {items, sizeof *items, is_less, &calls};
    for (uint32_t i = 0; i < count; i++) {
      items[i] = (entry){.key = i * 37 % 29}; /* in disorder, some twice */
      heap_rise(&order, i);
    }
    uint32_t last = 0;
    for (size_t left = count; left > 0;) {
      assert_true(items[0].key >= last);
      last = items[0].key;
      items[0] = items[--left];
      heap_sink(&order, left);
    }
    assert_true(calls <= 20 * (int)count); /* n log n, not n squared */
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(sorts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
