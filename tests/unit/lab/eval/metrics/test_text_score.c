/* Scores of texts: small cases by hand, and how the work grows. The twin in
 * Python (tests/eval) has the large numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/eval/metrics/text_score.h"

#include "common/output/text_out.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static text_score
score(const char *gold, const char *text)
{
  score_room room = {.lower = {NULL}};
  text_score found;
  text_score_make(&room, (pith_slice){gold, strlen(gold)},
                  (pith_slice){text, strlen(text)}, &found);
  score_room_done(&room);
  return found;
}

static void
near(double found, double wanted)
{
  if (!(fabs(found - wanted) < 1e-12))
    fail_msg("%.15g, wanted %.15g", found, wanted);
}

static void
by_hand(void **state)
{
  (void)state;
  text_score found = score("One two, three four five.", "one Two three");
  near(found.word.precision, 1);
  near(found.word.recall, 0.6);
  near(found.word.f1, 0.75);
  near(found.shingle.f1, 0); /* a text of three words is one shingle */
  near(found.rouge.recall, 0.6);
  found = score("a b c d e", "a b c d x");
  near(found.shingle.f1, 0.5);
  found = score("a b", "a b");
  near(found.shingle.f1, 1);
  found = score("a b", "b a");
  near(found.word.f1, 1);
  near(found.rouge.f1, 0.5); /* order counts */
  near(found.shingle.f1, 0);
}

static void
edits_are_counted(void **state)
{
  (void)state;
  near(score("a b c d", "a b c d").levenshtein, 1);
  near(score("a b c d", "a x c d").levenshtein, 0.75); /* replaced */
  near(score("a b c d", "a c d").levenshtein, 0.75);   /* removed */
  near(score("a b c", "a b x c").levenshtein, 0.75);   /* added */
  near(score("a b", "b a").levenshtein, 0);
  near(score("a b c", "").levenshtein, 0);
}

/* Rows of more than 64 words are several blocks: a word moved from the front
 * to the end of a long text is two edits wherever the blocks end. */
static void
edits_cross_blocks(void **state)
{
  (void)state;
  for (size_t count = 62; count < 200; count++) {
    text_out gold, text;
    text_out_init(&gold, -1);
    text_out_init(&text, -1);
    text_out_text(&gold, "first ");
    for (size_t i = 1; i < count; i++) {
      text_out_print(&gold, "w%zu ", i % 7);
      text_out_print(&text, "w%zu ", i % 7);
    }
    text_out_text(&text, "last");
    text_out_bytes(&gold, "", 1);
    text_out_bytes(&text, "", 1);
    near(score(gold.data, text.data).levenshtein, 1 - 2.0 / (double)count);
    text_out_done(&gold);
    text_out_done(&text);
  }
}

static void
lines_are_apart(void **state)
{
  (void)state;
  /* Both lines of gold are found, whatever the order of lines. */
  near(score("a b c\nd e f", "d e f\na b c").rouge.f1, 1);
  /* A word of the text is used up by the first line that has it. */
  near(score("a b\na c", "a").rouge.recall, 0.25);
}

static void
empty_texts(void **state)
{
  (void)state;
  text_score found = score("a b c d", "");
  near(found.word.f1, 0);
  near(found.rouge.f1, 0);
  assert_false(found.said);
  assert_false(found.too_large);
  found = score("a b c d", " -- \n .");
  assert_false(found.said);
  near(found.shingle.f1, 0);
}

/* One line of `count` words, all different or all the same. */
static char *
long_line(size_t count, bool same)
{
  char *text = malloc(count * 9 + 1);
  size_t len = 0;
  for (size_t i = 0; i < count; i++)
    len += (size_t)snprintf(text + len, 10, "w%zu ", same ? (size_t)1 : i);
  text[len] = '\0';
  return text;
}

static void
too_large_for_rouge(void **state)
{
  (void)state;
  char *small = long_line(10000, true), *large = long_line(40000, true);
  text_score found = score(small, small);
  assert_false(found.too_large);
  near(found.rouge.f1, 1);
  found = score(large, large);
  assert_true(found.too_large);
  assert_true(isnan(found.rouge.f1));
  near(found.word.f1, 1);
  near(found.shingle.f1, 1);
  free(small);
  free(large);
}

/* Different words match one place each: a long text is no trouble. */
static void
sparse_is_cheap(void **state)
{
  (void)state;
  char *line = long_line(14000, false);
  text_score found = score(line, line);
  assert_false(found.too_large);
  near(found.rouge.f1, 1);
  free(line);
}

/* `count` words in lines of `in_line`, `different` of them in turn; the other
 * way round when `back`. */
static char *
word_lines(size_t count, size_t in_line, size_t different, bool back)
{
  char *text = malloc(count * 9 + 1);
  size_t len = 0;
  for (size_t i = 0; i < count; i++)
    len += (size_t)snprintf(text + len, 10, "w%zu%c",
                            (back ? count - i : i) % different,
                            (i + 1) % in_line == 0 ? '\n' : ' ');
  text[len] = '\0';
  return text;
}

static uint64_t
count_work(size_t count, size_t in_line, size_t different)
{
  score_room room = {.lower = {NULL}};
  text_score found;
  char *gold = word_lines(count, in_line, different, false);
  char *text = word_lines(count, in_line, different, true);
  text_score_make(&room, (pith_slice){gold, strlen(gold)},
                  (pith_slice){text, strlen(text)}, &found);
  uint64_t work = room.rouge.work + room.edit.work;
  score_room_done(&room);
  free(gold);
  free(text);
  return work;
}

/* What a measure takes is below a line through the words of both texts; one
 * word a line takes a step a word. */
static void
work_is_linear(void **state)
{
  (void)state;
  static const size_t shapes[][2] = {{1, 1},   {1, 1000}, {2, 1},   {2, 10},
                                     {9, 500}, {100, 7},  {1000, 1}};
  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
    for (size_t count = 10000; count <= 160000; count *= 4) {
      uint64_t most = 2 * (((uint64_t)1 << 22) + 2048 * count);
      uint64_t once = count_work(count, shapes[i][0], shapes[i][1]);
      /* the line that a measure gives up at may be long by itself */
      assert_true(once < most + count * (shapes[i][0] / 64 + 2));
    }
}

static void
a_word_a_line_is_a_step(void **state)
{
  (void)state;
  score_room room = {.lower = {NULL}};
  text_score found;
  char *gold = word_lines(200000, 1, 1, false);
  text_score_make(&room, (pith_slice){gold, strlen(gold)},
                  (pith_slice){gold, strlen(gold)}, &found);
  assert_int_equal(room.rouge.work, 200000);
  near(found.rouge.f1, 1);
  score_room_done(&room);
  free(gold);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_hand),
      cmocka_unit_test(edits_are_counted),
      cmocka_unit_test(edits_cross_blocks),
      cmocka_unit_test(lines_are_apart),
      cmocka_unit_test(empty_texts),
      cmocka_unit_test(too_large_for_rouge),
      cmocka_unit_test(sparse_is_cheap),
      cmocka_unit_test(work_is_linear),
      cmocka_unit_test(a_word_a_line_is_a_step),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
