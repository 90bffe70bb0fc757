/*
 * Words, sentences and numbers of texts in several scripts; what is the same
 * text and what is not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "page/text/text_measure.h"
#include "base/slice.h"
#include "unit/failing_allocator.h"

static pith_memory memory;
static pith_buffer room;

static pith_text_measure
measure(const char *text)
{
  pith_text_measure found;
  assert_true(pith__text_measure(pith__slice_of(text), &room, &found));
  return found;
}

static void
white_space_does_not_count(void **state)
{
  (void)state;
  pith_text_measure plain = measure("Chapter one.");
  static const char *const same[] = {
      " Chapter one. ", "Chapter\n  one.", "\tChapter \r\n one.\n",
      "Chapter\xC2\xA0one.", "\xE3\x80\x80\x43hapter one."};
  for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
    pith_text_measure other = measure(same[i]);
    assert_int_equal(other.hash, plain.hash);
    assert_int_equal(other.shown.len, 12);
    assert_memory_equal(other.shown.data, "Chapter one.", 12);
  }
  assert_true(measure("Chapterone.").hash != plain.hash);
  assert_true(measure("chapter one.").hash != plain.hash);
}

static void
nothing_but_white_space_is_no_text(void **state)
{
  (void)state;
  static const char *const blank[] = {"", " ", " \n\t\r\f ", "\xC2\xA0",
                                      "\xE2\x80\x89 \xE3\x80\x80"};
  pith_text_measure found;
  for (size_t i = 0; i < sizeof blank / sizeof blank[0]; i++)
    assert_false(pith__text_measure(pith__slice_of(blank[i]), &room, &found));
}

static void
words_are_counted_in_all_scripts(void **state)
{
  (void)state;
  assert_int_equal(measure("one two-three 4_5").words, 4);
  assert_int_equal(measure("Смотритель маяка, 1905").words, 3);
  assert_int_equal(measure("Straße über Zürich").words, 3);
  assert_int_equal(measure("中文内容").words, 2); /* two a word */
  assert_int_equal(measure("中文x内容").words, 3);
  assert_int_equal(measure("한국어 글").words, 2);
  assert_int_equal(measure("... --- !!!").words, 0);
  assert_int_equal(measure("\xF0\x9F\x98\x80").words, 0); /* a face */
}

static void
letters_and_figures_are_declared_apart(void **state)
{
  (void)state;
  assert_false(measure("12.5 % (3)").letters);
  assert_true(measure("12.5 kg").letters);
  assert_true(measure("中").letters);
  assert_true(measure("п").letters);
  assert_false(measure("_").letters);
}

static void
sentences_end(void **state)
{
  (void)state;
  assert_true(measure("It ends.").sentence);
  assert_true(measure("It ends. And goes on").sentence);
  assert_true(measure("Does it (really?)").sentence);
  assert_true(measure("他来了。他").sentence);
  assert_true(measure("And so\xE2\x80\xA6").sentence);
  assert_false(measure("Version 2.4.1 of pith").sentence);
  assert_false(measure("Home").sentence);
  assert_false(measure("www.example.org/page").sentence);
}

static void
commas_are_counted(void **state)
{
  (void)state;
  assert_int_equal(measure("a, b; c").commas, 2);
  assert_int_equal(measure("一、二，三").commas, 2);
}

static void
numbers_that_count_are_seen(void **state)
{
  (void)state;
  pith_text_measure one = measure("12"), many = measure("7\n8\n9");
  assert_true(one.counts);
  assert_int_equal(one.count_first, 12);
  assert_int_equal(one.count_last, 12);
  assert_true(many.counts);
  assert_int_equal(many.count_first, 7);
  assert_int_equal(many.count_last, 9);
  assert_true(measure("3.").counts);
  assert_true(measure("1: 2: 3:").counts);
  assert_false(measure("1 3").counts);
  assert_false(measure("1.5").counts);
  assert_false(measure("1234567").counts);
  assert_false(measure("(4)").counts);
  assert_false(measure("4x").counts);
}

static void
many_words_stay_in_range(void **state)
{
  (void)state;
  size_t len = 2 * (PITH_WORDS_MOST + 10);
  char *text = malloc(len);
  for (size_t i = 0; i < len; i++)
    text[i] = i % 2 ? ' ' : 'a';
  pith_text_measure found;
  assert_true(pith__text_measure(pith__slice(text, len), &room, &found));
  assert_int_equal(found.words, PITH_WORDS_MOST);
  free(text);
}

static void
folding_keeps_words_only(void **state)
{
  (void)state;
  pith_buffer out;
  pith__buffer_init(&out, &memory);
  pith__text_fold(pith__slice_of("  The \"Old\" Town - Маяк 7! "), &out);
  assert_int_equal(out.len, strlen("the old town Маяк 7"));
  assert_memory_equal(out.data, "the old town Маяк 7", out.len);
  pith__buffer_done(&out);
}

static void
without_memory_the_room_says_so(void **state)
{
  (void)state;
  failing_allocator failing;
  failing_allocator_init(&failing, 1);
  pith_allocator allocator = failing_allocator_use(&failing);
  pith_memory poor;
  pith_buffer small;
  pith_text_measure found;
  pith__memory_init(&poor, &allocator, SIZE_MAX);
  pith__buffer_init(&small, &poor);
  assert_false(pith__text_measure(pith__slice_of("a  b"), &small, &found));
  assert_true(small.failed);
  pith__buffer_done(&small);
  assert_true(failing_allocator_is_clean(&failing));
}

static int
set_up(void **state)
{
  (void)state;
  pith__memory_init(&memory, NULL, SIZE_MAX);
  pith__buffer_init(&room, &memory);
  return 0;
}

static int
tear_down(void **state)
{
  (void)state;
  pith__buffer_done(&room);
  return memory.used != 0;
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(white_space_does_not_count),
      cmocka_unit_test(nothing_but_white_space_is_no_text),
      cmocka_unit_test(words_are_counted_in_all_scripts),
      cmocka_unit_test(letters_and_figures_are_declared_apart),
      cmocka_unit_test(sentences_end),
      cmocka_unit_test(commas_are_counted),
      cmocka_unit_test(numbers_that_count_are_seen),
      cmocka_unit_test(many_words_stay_in_range),
      cmocka_unit_test(folding_keeps_words_only),
      cmocka_unit_test(without_memory_the_room_says_so),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
