/* Differences of texts: they give both texts back, and are the smallest there
 * are, by the plain table of Wagner and Fischer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/eval/metrics/random_source.h"
#include "lab/eval/metrics/text_diff.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 120 };

static void
fill(random_source *source, word_list *list, uint32_t letters)
{
  list->count = random_source_below(source, MOST);
  for (size_t i = 0; i < list->count; i++)
    list->words[i] = random_source_below(source, letters);
}

static size_t
longest_common(const word_list *a, const word_list *b)
{
  size_t row[MOST + 1] = {0};
  for (size_t i = 0; i < a->count; i++) {
    size_t corner = 0;
    for (size_t j = 0; j < b->count; j++) {
      size_t above = row[j + 1];
      if (a->words[i] == b->words[j])
        row[j + 1] = corner + 1;
      else if (row[j] > above)
        row[j + 1] = row[j];
      corner = above;
    }
  }
  return row[b->count];
}

/* Both texts from the runs; returns how many words are the same. */
static size_t
rebuild(const text_diff *diff, const word_list *gold, const word_list *text)
{
  uint32_t at = 0, there = 0;
  size_t same = 0;
  for (size_t i = 0; i < diff->count; i++) {
    const diff_run *run = &diff->runs[i];
    assert_true(run->from < run->to);
    if (run->kind == DIFF_COME) {
      assert_int_equal(run->from, there);
      there = run->to;
      continue;
    }
    assert_int_equal(run->from, at);
    for (uint32_t k = run->from; k < run->to && run->kind == DIFF_SAME; k++) {
      assert_int_equal(gold->words[k], text->words[there++]);
      same++;
    }
    at = run->to;
  }
  assert_int_equal(at, gold->count < DIFF_WORDS ? gold->count : DIFF_WORDS);
  assert_int_equal(there, text->count < DIFF_WORDS ? text->count : DIFF_WORDS);
  return same;
}

static void
smallest(void **state)
{
  (void)state;
  uint32_t room[2][MOST];
  word_list gold = {.words = room[0]}, text = {.words = room[1]};
  random_source source;
  random_source_init(&source, 11);
  for (int i = 0; i < 3000; i++) {
    uint32_t letters = 1 + random_source_below(&source, i % 2 ? 4 : 60);
    text_diff diff;
    fill(&source, &gold, letters);
    fill(&source, &text, letters);
    text_diff_make(&gold, &text, letters, &diff);
    assert_false(diff.coarse || diff.cut);
    assert_int_equal(rebuild(&diff, &gold, &text),
                     longest_common(&gold, &text));
    text_diff_done(&diff);
  }
}

/* Twenty thousand times the same word, and one other: the work is bounded. */
static void
bounded(void **state)
{
  (void)state;
  enum { COUNT = 60000 };
  word_list gold = {.words = calloc(COUNT, sizeof(uint32_t)), .count = COUNT};
  word_list text = {.words = calloc(COUNT, sizeof(uint32_t)), .count = COUNT};
  text_diff diff;
  for (size_t i = 0; i < COUNT; i++) {
    gold.words[i] = i % 2;
    text.words[i] = i % 3 == 0;
  }
  text_diff_make(&gold, &text, 2, &diff);
  assert_true(diff.cut);
  assert_true(diff.coarse);
  rebuild(&diff, &gold, &text);
  text_diff_done(&diff);
  free(gold.words);
  free(text.words);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(smallest),
      cmocka_unit_test(bounded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
