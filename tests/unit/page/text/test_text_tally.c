/* Words, classes and hashes of texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/slice.h"
#include "page/text/text_tally.h"

#include <string.h>

static pith_text_tally
tally_of(const char *text, pith_word_list *list)
{
  pith_text_tally tally;
  memset(&tally, 0, sizeof tally);
  list->count = 0;
  pith__text_tally_add(&tally, pith__slice_of(text), strlen(text), list);
  return tally;
}

static void
classes_and_words(void **state)
{
  (void)state;
  uint32_t hashes[PITH_TALLY_HASHES];
  pith_word_list list = {hashes, 0};
  pith_text_tally tally = tally_of("Tea, 3 cups for 4.50 \xE2\x82\xAC.", &list);
  assert_int_equal(tally.words, 6);
  assert_int_equal(list.count, 6);
  assert_int_equal(tally.stops, 1);
  assert_int_equal(tally.classes[PITH_CHARACTER_CAPITAL], 1);
  assert_int_equal(tally.classes[PITH_CHARACTER_NUMBER], 4);
  assert_int_equal(tally.classes[PITH_CHARACTER_COMMA], 1);
  assert_int_equal(tally.classes[PITH_CHARACTER_CURRENCY], 1);
  assert_int_equal(tally.first, PITH_CHARACTER_CAPITAL);
  assert_int_equal(tally.last, PITH_CHARACTER_STOP);
}

static void
stops_of_all_scripts(void **state)
{
  (void)state;
  static const char *const texts[] = {
      "One. Two! Three?",
      "\xE4\xB8\x80\xE3\x80\x82\xE4\xBA\x8C\xEF\xBC\x81\xE4\xB8\x89\xEF\xBC"
      "\x9F",
      "\xE0\xA4\x8F\xE0\xA4\x95\xE0\xA5\xA4 "
      "\xE0\xA4\xA6\xE0\xA5\x8B\xE0\xA5\xA4 "
      "\xE0\xA4\xA4\xE0\xA5\x80\xE0\xA4\xA8\xE0\xA5\xA4",
      "a... b... c...",
  };
  uint32_t hashes[PITH_TALLY_HASHES];
  pith_word_list list = {hashes, 0};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    assert_int_equal(tally_of(texts[i], &list).stops, 3);
  assert_int_equal(tally_of("3.14 and a.b", &list).stops, 0);
}

static void
words_go_on_between_pieces(void **state)
{
  (void)state;
  uint32_t hashes[PITH_TALLY_HASHES];
  pith_word_list list = {hashes, 0};
  pith_text_tally tally = tally_of("wo", &list);
  pith__text_tally_add(&tally, pith__slice_of("rd"), 2, &list);
  assert_int_equal(tally.words, 1);
  pith__text_tally_space(&tally);
  pith__text_tally_add(&tally, pith__slice_of("x"), 1, &list);
  assert_int_equal(tally.words, 2);
}

static void
case_does_not_matter(void **state)
{
  (void)state;
  assert_int_equal(pith__word_hash("Menu", 4), pith__word_hash("mENU", 4));
  assert_int_equal(pith__word_hash("Configuration", 13),
                   pith__word_hash("configuration", 13));
  assert_int_not_equal(pith__word_hash("menu", 4), pith__word_hash("menus", 5));
  /* Part of the weights: the same on every machine. */
  assert_int_equal(pith__word_hash("menu", 4), 0xBBC18521u);
  assert_int_equal(pith__word_hash("navigation", 10), 0xBE104C6Fu);
}

static void
pairs_where_there_are_no_spaces(void **state)
{
  (void)state;
  uint32_t hashes[PITH_TALLY_HASHES];
  pith_word_list list = {hashes, 0};
  tally_of("\xE4\xBD\xA0\xE5\xA5\xBD\xE4\xB8\x96\xE7\x95\x8C", &list);
  assert_int_equal(list.count, 3);
  tally_of("\xE4\xBD\xA0", &list);
  assert_int_equal(list.count, 1);
}

static void
hashes_have_a_ceiling(void **state)
{
  (void)state;
  uint32_t hashes[PITH_TALLY_HASHES + 1] = {0};
  pith_word_list list = {hashes, 0};
  char text[1001];
  for (size_t i = 0; i < 1000; i++)
    text[i] = i % 2 ? ' ' : 'a';
  text[1000] = '\0';
  assert_int_equal(tally_of(text, &list).words, 500);
  assert_int_equal(list.count, PITH_TALLY_HASHES);
  assert_int_equal(hashes[PITH_TALLY_HASHES], 0);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(classes_and_words),
      cmocka_unit_test(stops_of_all_scripts),
      cmocka_unit_test(words_go_on_between_pieces),
      cmocka_unit_test(case_does_not_matter),
      cmocka_unit_test(pairs_where_there_are_no_spaces),
      cmocka_unit_test(hashes_have_a_ceiling),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
