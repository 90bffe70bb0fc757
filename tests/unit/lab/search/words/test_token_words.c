/* Words of many scripts, and of no script at all. */
#include "lab/search/words/token_words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The words of a text, parted by blanks; '+' before one that is at the
 * place of the word before it, '*' behind one that is a part. */
typedef struct words_made {
  char text[4096];
  size_t count;
  size_t last; /* where the last word ended */
} words_made;

static bool
take(void *state, const token_word *word)
{
  words_made *made = state;
  size_t used = strlen(made->text);
  assert_in_range(word->len, 1, WORD_BYTES_MOST);
  assert_true(word->from < word->to);
  assert_true(word->to >= made->last);
  made->last = word->to;
  made->count++;
  snprintf(made->text + used, sizeof made->text - used, "%s%s%.*s%s",
           used > 0 ? " " : "", word->same_place ? "+" : "", (int)word->len,
           word->text, word->part ? "*" : "");
  return true;
}

static words_made
cut_bytes(const char *language, token_purpose purpose, const char *text,
          size_t len)
{
  words_made made = {.count = 0};
  token_stems *stems = token_stems_new();
  assert_non_null(stems);
  /* A copy without room behind it, for sanitizers to watch. */
  char *copy = malloc(len > 0 ? len : 1);
  assert_non_null(copy);
  memcpy(copy, text, len);
  assert_true(token_words_cut(stems,
                              token_language_find(language, strlen(language)),
                              purpose, copy, len, take, &made));
  free(copy);
  token_stems_free(stems);
  return made;
}

static void
expect(const char *language, const char *text, const char *words)
{
  words_made made = cut_bytes(language, FOR_PAGE, text, strlen(text));
  assert_string_equal(made.text, words);
}

static void
words_are_runs_of_letters_and_digits(void **state)
{
  (void)state;
  expect("pl", "one-two  3D (mp3) a_b", "one two 3d mp3 a b");
  expect("pl", "don't l'homme", "don t l homme");
  expect("pl", "\xC2\xADsoft\xC2\xADhyphen", "softhyphen");
  expect("pl", "...", "");
  expect("pl", "", "");
}

static void
letters_fold(void **state)
{
  (void)state;
  expect("pl", "ÀÉÎ STRASSE ĄĆŹ", "àéî strasse ąćź");
  expect("pl", "ＡＢＣ１２", "abc12");
  expect("pl", "Cafe\xCC\x81", "café"); /* e and an acute in two parts */
  expect("uk", "Ёж ёж", "еж еж");
  expect("uk", "и\xCC\x86", "й");
  expect("he", "שָׁלוֹם", "שלום");
  expect("fa", "مُحَمَّد محـــمد", "محمد محمد");
}

static void
stems_follow_script_and_language(void **state)
{
  (void)state;
  if (strcmp(cut_bytes("en", FOR_PAGE, "houses", 6).text, "houses") == 0)
    skip(); /* built without libstemmer */
  expect("en", "Houses running", "hous run");
  expect("ru", "Ёлки на площадях houses", "елк на площад hous");
  expect("", "книга книги", "книг книг");
  expect("de", "Häuser Hauses", "haus haus");
  expect("fr", "continuellement", "continuel");
  expect("zz", "houses", "hous");
  expect("uk", "площадях", "площадях"); /* no algorithm: as it is */
  expect("en", "mp3s", "mp3s");         /* digits: as it is */
}

static void
scripts_without_blanks_give_pairs(void **state)
{
  (void)state;
  expect("zh", "北京市", "北京 京市 +市");
  expect("zh", "北", "北");
  expect("zh", "2024年春", "2024 年春 +春");
  expect("ja", "東京タワー", "東京 京タ タワ ワー +ー");
  expect("ko", "한국어", "한국 국어 +어");
  /* A vowel belongs to its letter. */
  expect("th", "กินดี", "กิน นดี +ดี");
  words_made query = cut_bytes("zh", FOR_QUERY, "北京市 北", 13);
  assert_string_equal(query.text, "北京 京市 北*");
}

static void
languages_are_found(void **state)
{
  (void)state;
  assert_int_equal(token_language_find("pt-BR", 5),
                   token_language_find("pt", 2));
  assert_int_equal(token_language_find("RU", 2), token_language_find("ru", 2));
  assert_int_equal(token_language_find("rus", 3), LANGUAGE_UNKNOWN);
  assert_int_equal(token_language_find("", 0), LANGUAGE_UNKNOWN);
  assert_string_equal(token_language_code(LANGUAGE_UNKNOWN), "");
  assert_null(token_language_code(LANGUAGE_MOST));
}

static void
stop_words_are_known(void **state)
{
  (void)state;
  assert_true(token_is_stop_word("the", 3));
  assert_true(token_is_stop_word("и", 2));
  assert_true(token_is_stop_word("über", 5));
  assert_false(token_is_stop_word("th", 2));
  assert_false(token_is_stop_word("them2", 5));
  assert_false(token_is_stop_word("house", 5));
  assert_false(token_is_stop_word("", 0));
}

static void
broken_bytes_part_words(void **state)
{
  static const char broken[] = "ab\xFF"
                               "cd\xC3"
                               "e\xE2\x82"
                               "f\xF4\x90\x80\x80g";
  (void)state;
  words_made made = cut_bytes("pl", FOR_PAGE, broken, sizeof broken - 1);
  assert_string_equal(made.text, "ab cd e f g");
  made = cut_bytes("pl", FOR_PAGE, "\xED\xA0\x80", 3); /* half a surrogate */
  assert_int_equal(made.count, 0);
  made = cut_bytes("pl", FOR_PAGE, "a\0b", 3);
  assert_string_equal(made.text, "a b");
}

static void
long_words_are_cut_off(void **state)
{
  char *text = malloc(100000);
  (void)state;
  assert_non_null(text);
  memset(text, 'x', 100000);
  words_made made = cut_bytes("en", FOR_PAGE, text, 100000);
  assert_int_equal(made.count, 1);
  assert_int_equal(made.last, 100000);
  for (size_t i = 0; i + 2 < 100000; i += 3) /* one character, many marks */
    memcpy(text + i, i == 0 ? "\xE0\xB8\x81" : "\xE0\xB8\xB4", 3);
  made = cut_bytes("th", FOR_PAGE, text, 99999);
  assert_int_equal(made.count, 1);
  free(text);
}

/* Any bytes at all: words stay inside the text and in order. */
static void
random_bytes_do_no_harm(void **state)
{
  unsigned long long seed = 12345;
  char text[200];
  (void)state;
  for (int round = 0; round < 3000; round++) {
    size_t len = (size_t)round % sizeof text;
    for (size_t i = 0; i < len; i++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      unsigned byte = (unsigned)(seed >> 33);
      text[i] = (char)(byte % 3 == 0 ? byte >> 8 : 0x80 | (byte >> 8 & 0x7F));
    }
    words_made made = cut_bytes("ru", FOR_PAGE, text, len);
    assert_true(made.last <= len);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_are_runs_of_letters_and_digits),
      cmocka_unit_test(letters_fold),
      cmocka_unit_test(stems_follow_script_and_language),
      cmocka_unit_test(scripts_without_blanks_give_pairs),
      cmocka_unit_test(languages_are_found),
      cmocka_unit_test(stop_words_are_known),
      cmocka_unit_test(broken_bytes_part_words),
      cmocka_unit_test(long_words_are_cut_off),
      cmocka_unit_test(random_bytes_do_no_harm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
