/*
 * Verdicts: what settling does to a list, against a twin that paints byte by
 * byte; what counts as valid; what is left when memory runs out.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "unit/failing_allocator.h"
#include "verdict/verdict.h"

#include <math.h>
#include <string.h>

enum { BYTES = 48, MOST = 24 };

static const char *const reasons[] = {"chain", "chain-leftover", "none"};

static void
add(pith_verdicts *verdicts, uint32_t from, uint32_t to, const char *reason)
{
  pith_span span = {from, to};
  pith__verdicts_add(verdicts, span, PITH_NAVIGATION, 1, reason);
}

static void
expect(const pith_verdicts *verdicts, uint32_t i, uint32_t from, uint32_t to,
       const char *reason)
{
  assert_true(i < verdicts->count);
  assert_int_equal(verdicts->items[i].span.from, from);
  assert_int_equal(verdicts->items[i].span.to, to);
  assert_string_equal(verdicts->items[i].reason, reason);
}

static void
later_ones_win(void **state)
{
  (void)state;
  pith_memory memory;
  pith_verdicts verdicts;
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__verdicts_init(&verdicts, &memory);
  add(&verdicts, 0, 14, "a");
  add(&verdicts, 5, 9, "b");
  add(&verdicts, 11, 17, "c");
  pith__verdicts_settle(&verdicts);
  assert_int_equal(verdicts.count, 4);
  expect(&verdicts, 0, 0, 5, "a");
  expect(&verdicts, 1, 5, 9, "b");
  expect(&verdicts, 2, 9, 11, "a");
  expect(&verdicts, 3, 11, 17, "c");
  assert_true(pith__verdicts_are_valid(&verdicts, 17));
  assert_false(pith__verdicts_are_valid(&verdicts, 16));
  pith__verdicts_done(&verdicts);
  assert_int_equal(memory.used, 0);
}

static void
neighbours_join_when_they_agree(void **state)
{
  (void)state;
  pith_memory memory;
  pith_verdicts verdicts;
  char copy[] = "a"; /* another string, the same reason */
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__verdicts_init(&verdicts, &memory);
  add(&verdicts, 0, 2, "a");
  add(&verdicts, 2, 4, copy);
  add(&verdicts, 4, 4, "b"); /* empty: ignored */
  add(&verdicts, 4, 6, "b");
  add(&verdicts, 7, 8, "b");
  pith_span span = {8, 9};
  pith__verdicts_add(&verdicts, span, PITH_CONTENT, 1, "b");
  span.from = 9, span.to = 10;
  pith__verdicts_add(&verdicts, span, PITH_CONTENT, 0.5f, "b");
  pith__verdicts_settle(&verdicts);
  assert_int_equal(verdicts.count, 5);
  expect(&verdicts, 0, 0, 4, "a");
  expect(&verdicts, 1, 4, 6, "b");
  expect(&verdicts, 2, 7, 8, "b");
  expect(&verdicts, 4, 9, 10, "b");
  pith__verdicts_clear(&verdicts);
  assert_int_equal(verdicts.count, 0);
  pith__verdicts_settle(&verdicts);
  assert_true(pith__verdicts_are_valid(&verdicts, 0));
  pith__verdicts_done(&verdicts);
}

/* The bytes of the page, each with the number of the last verdict on it. */
typedef struct painting {
  int on[BYTES];
} painting;

static bool
same(const pith_verdict *a, const pith_verdict *b)
{
  return a->label == b->label && a->score == b->score &&
         strcmp(a->reason, b->reason) == 0;
}

/* Compare what was settled with what the twin painted. */
static void
check_against(const painting *twin, const pith_verdict *given,
              const pith_verdicts *settled)
{
  uint32_t i = 0;
  for (uint32_t at = 0; at < BYTES;) {
    if (twin->on[at] < 0) {
      at++;
      continue;
    }
    const pith_verdict *wanted = &given[twin->on[at]];
    uint32_t end = at;
    while (end < BYTES && twin->on[end] >= 0 &&
           same(&given[twin->on[end]], wanted))
      end++;
    assert_true(i < settled->count);
    assert_int_equal(settled->items[i].span.from, at);
    assert_int_equal(settled->items[i].span.to, end);
    assert_true(same(&settled->items[i], wanted));
    i++;
    at = end;
  }
  assert_int_equal(i, settled->count);
}

static uint32_t
pick(uint32_t *random, uint32_t below)
{
  *random = *random * 1664525 + 1013904223;
  return (*random >> 8) % below;
}

static void
settling_is_painting(void **state)
{
  (void)state;
  pith_memory memory;
  pith_verdicts verdicts;
  uint32_t random = 1;
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__verdicts_init(&verdicts, &memory);
  for (int round = 0; round < 50000; round++) {
    pith_verdict given[MOST];
    painting twin;
    memset(&twin, 0xFF, sizeof twin);
    uint32_t count = pick(&random, MOST + 1);
    pith__verdicts_clear(&verdicts);
    for (uint32_t i = 0; i < count; i++) {
      uint32_t from = pick(&random, BYTES + 1);
      uint32_t to = from + pick(&random, BYTES + 1 - from);
      pith_span span = {from, to};
      pith_verdict item = {span, (pith_label)pick(&random, 2),
                           (float)pick(&random, 2), reasons[pick(&random, 3)]};
      given[i] = item;
      for (uint32_t at = from; at < to; at++)
        twin.on[at] = (int)i;
      pith__verdicts_add(&verdicts, span, item.label, item.score, item.reason);
    }
    pith__verdicts_settle(&verdicts);
    assert_false(verdicts.failed);
    assert_true(pith__verdicts_are_valid(&verdicts, BYTES));
    check_against(&twin, given, &verdicts);
  }
  pith__verdicts_done(&verdicts);
  assert_int_equal(memory.used, 0);
}

static void
one_is_valid(pith_verdict item, bool wanted)
{
  pith_verdicts list = {.items = &item, .count = 1, .capacity = 1};
  assert_int_equal(pith__verdicts_are_valid(&list, 10), wanted);
}

static void
wrong_lists_are_declared(void **state)
{
  (void)state;
  pith_span span = {2, 5};
  pith_verdict good = {span, PITH_CONTENT, 0.5f, "reason-1"};
  pith_verdict bad = good;
  one_is_valid(good, true);
  bad.span.to = 2;
  one_is_valid(bad, false);
  bad = good, bad.score = 1.01f;
  one_is_valid(bad, false);
  bad.score = -0.01f;
  one_is_valid(bad, false);
  bad.score = NAN;
  one_is_valid(bad, false);
  bad = good, bad.reason = "Reason";
  one_is_valid(bad, false);
  bad.reason = "";
  one_is_valid(bad, false);
  bad.reason = "a-reason-of-thirty-two-letters-32";
  one_is_valid(bad, false);
  bad.reason = "a-reason-of-thirty-two-letters-3";
  one_is_valid(bad, true);
  bad.reason = NULL;
  one_is_valid(bad, false);
  bad = good, bad.label = (pith_label)2;
  one_is_valid(bad, false);
  pith_verdict two[2] = {good, good};
  pith_verdicts list = {.items = two, .count = 2, .capacity = 2};
  assert_false(pith__verdicts_are_valid(&list, 10));
  two[1].span.from = 5, two[1].span.to = 6;
  assert_true(pith__verdicts_are_valid(&list, 10));
}

static void
memory_may_fail_anywhere(void **state)
{
  (void)state;
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    pith_memory memory;
    pith_verdicts verdicts;
    pith__memory_init(&memory, &allocator, 1 << 20);
    pith__verdicts_init(&verdicts, &memory);
    for (uint32_t i = 200; i-- > 0;)
      add(&verdicts, i, 2 * i + 3, i % 2 ? "a" : "b");
    if (!verdicts.failed)
      pith__verdicts_settle(&verdicts);
    assert_int_equal(verdicts.failed, failing.failed);
    pith__verdicts_done(&verdicts);
    assert_true(failing_allocator_is_clean(&failing));
    if (!failing.failed)
      break;
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(later_ones_win),
      cmocka_unit_test(neighbours_join_when_they_agree),
      cmocka_unit_test(settling_is_painting),
      cmocka_unit_test(wrong_lists_are_declared),
      cmocka_unit_test(memory_may_fail_anywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
