/* What tokens are worth: by themselves, and beside the others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/page/block_helper.h"

enum { PLACES = 8 };

/* A table of few tokens, filled as gen_weights.py does. */
typedef struct few_tokens {
  pith_token_values values;
  uint32_t hashes[PLACES];
  uint32_t filter[2048];
  int8_t tells[PLACES];
  int8_t adds[PLACES];
} few_tokens;

static void
add(few_tokens *table, const char *word, int8_t tells, int8_t adds)
{
  uint32_t hash = pith__word_hash(word, strlen(word));
  uint32_t at = hash & (PLACES - 1);
  while (table->hashes[at] != 0)
    at = (at + 1) & (PLACES - 1);
  table->hashes[at] = hash;
  table->tells[at] = tells;
  table->adds[at] = adds;
  table->filter[hash >> 21] |= 1u << (hash >> 16 & 31);
  table->values = (pith_token_values){table->hashes, table->tells, table->adds,
                                      PLACES - 1, table->filter};
}

/* The tokens of a page by both tables. */
static void
look_up(block_page *made, const few_tokens *path, const few_tokens *words)
{
  pith__token_context_done(&made->tokens);
  assert_int_equal(pith__token_context_make(&made->tokens, &made->page.memory,
                                            made->list, &path->values,
                                            &words->values),
                   PITH_OK);
}

static void
tells_and_adds(void **state)
{
  (void)state;
  few_tokens path = {0}, words = {0};
  block_page made;
  add(&path, "post", 40, 10);
  add(&path, "body", 30, 20);
  add(&words, "says", -20, -64);
  block_page_load(&made, "<div class='post body odd'><p>He says so.</p></div>");
  look_up(&made, &path, &words);
  uint32_t div = made.list->boxes[made.list->blocks[0].box].parent;
  const pith_token_sum *names = &made.tokens.boxes[div];
  assert_int_equal(names->count, 2);
  assert_int_equal(names->sum, 70);
  assert_int_equal(names->added, 30 * 181); /* two count as 1.41 */
  assert_int_equal(names->least, 30);
  assert_int_equal(names->most, 40);
  assert_int_equal(made.tokens.words[0].count, 1);
  assert_int_equal(made.tokens.words[0].added, -64 * 256);
  block_page_done(&made);
}

static void
sums_of_elements_add_up(void **state)
{
  (void)state;
  pith_token_sum one = {10, 512, 1, 10, 10}, two = {-4, -256, 2, -3, -1};
  pith__token_sum_add(&one, &two);
  assert_int_equal(one.sum, 6);
  assert_int_equal(one.added, 256);
  assert_int_equal(one.count, 3);
  assert_int_equal(one.least, -3);
  assert_int_equal(one.most, 10);
}

static void
columns_stay_in_a_byte(void **state)
{
  (void)state;
  assert_int_equal(pith__token_added(0), 128);
  assert_int_equal(pith__token_added(511), 128);
  assert_int_equal(pith__token_added(512), 129);
  assert_int_equal(pith__token_added(-1), 127);
  assert_int_equal(pith__token_added(-512), 127);
  assert_int_equal(pith__token_added(-513), 126);
  assert_int_equal(pith__token_added(512 * 127), 255);
  assert_int_equal(pith__token_added(512 * 1000), 255);
  assert_int_equal(pith__token_added(-512 * 127), 1);
  assert_int_equal(pith__token_added(-512 * 1000), 1);
}

static void
without_tables_nothing_is_known(void **state)
{
  (void)state;
  block_page made;
  block_page_load(&made, "<div class=post><p>He says so.</p></div>");
  assert_int_equal(block_column(&made, "path_all", 0), 0);
  assert_int_equal(block_column(&made, "path_added", 0), 128);
  assert_int_equal(block_column(&made, "words_added", 0), 128);
  assert_int_equal(block_column(&made, "added", 0), 128);
  block_page_done(&made);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tells_and_adds),
      cmocka_unit_test(sums_of_elements_add_up),
      cmocka_unit_test(columns_stay_in_a_byte),
      cmocka_unit_test(without_tables_nothing_is_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
