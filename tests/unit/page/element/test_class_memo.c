/* What classes say, and that a memo says the same the second time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/slice.h"
#include "page/element/class_memo.h"

#include <stdio.h>

enum { VALUES = 3000 };

static void
fill(char out[40], int number)
{
  static const char *const forms[] = {"card-%d wide",     "c%d comment",
                                      " title%d",         "%d",
                                      "hasComments x-%d", "a%d b c"};
  snprintf(out, 40, forms[number % 6], number);
}

static void
assert_same(const pith_class *a, const pith_class *b)
{
  assert_true(a->first == b->first);
  assert_int_equal(a->some, b->some);
  assert_int_equal(a->hints.comments, b->hints.comments);
  assert_int_equal(a->hints.title, b->hints.title);
  assert_int_equal(a->count, b->count);
  assert_memory_equal(a->tokens, b->tokens, a->count * sizeof *a->tokens);
}

/* Ten times as many values as places, each asked for twice. */
static void
a_memo_changes_nothing(void **state)
{
  (void)state;
  static char values[VALUES][40];
  static pith_class_memo memo, fresh;
  pith__class_memo_begin(&memo);
  for (int i = 0; i < VALUES; i++)
    fill(values[i], i);
  for (int i = 0; i < 2 * VALUES; i++) {
    pith_slice value = pith__slice_of(values[i * 7 % VALUES]);
    pith__class_memo_begin(&fresh);
    const pith_class *expected = pith__class_look(&fresh, value);
    assert_same(pith__class_look(&memo, value), expected);
    assert_same(pith__class_look(&memo, value), expected);
  }
}

static void
nothing_says_nothing(void **state)
{
  (void)state;
  static pith_class_memo memo;
  pith__class_memo_begin(&memo);
  assert_false(pith__class_look(&memo, pith__slice("", 0))->some);
  const pith_class *blank = pith__class_look(&memo, pith__slice("  \n", 3));
  assert_false(blank->some);
  assert_int_equal(blank->count, 0);
}

/* With less room the first tokens are the same. */
static void
less_room(void **state)
{
  (void)state;
  uint32_t all[PITH_NAME_TOKENS], some[PITH_NAME_TOKENS];
  pith_slice value = pith__slice_of("one-two threeFour five_six-seven eight");
  uint32_t count = pith__name_parts(value, 7, all, PITH_NAME_TOKENS);
  assert_int_equal(count, 11);
  for (uint32_t room = 0; room < count; room++) {
    assert_int_equal(pith__name_parts(value, 7, some, room), room);
    assert_memory_equal(some, all, room * sizeof *some);
  }
}

static void
words_that_hint(void **state)
{
  (void)state;
  static const char *const comments[] = {
      "comment",   "x comments", "the-COMMENTLIST", "Respond",
      "trackback", "trackbacks", "pingback",        "wp-pingbacks",
      "disqus_x",  "aComment",   "recentcomments",  "commentform"};
  static const char *const others[] = {"comment-count", "hasComments",
                                       "common",        "titles",
                                       "despond",       "tracks back"};
  for (size_t i = 0; i < sizeof comments / sizeof *comments; i++)
    assert_true(pith__name_hints(pith__slice_of(comments[i])).comments);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    pith_name_hints hints = pith__name_hints(pith__slice_of(others[i]));
    assert_false(hints.comments || hints.title);
  }
  assert_true(pith__name_hints(pith__slice_of("entry-Title")).title);
  assert_true(pith__name_hints(pith__slice_of("x theHeadline")).title);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_memo_changes_nothing),
      cmocka_unit_test(nothing_says_nothing),
      cmocka_unit_test(less_room),
      cmocka_unit_test(words_that_hint),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
