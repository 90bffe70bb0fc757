/*
 * Where sentences end: scripts, abbreviations, numbers, addresses, pieces.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/slice.h"
#include "page/text/sentence_stop.h"

#include <string.h>

/* Read `text` at once, and cut in two at every byte that begins a character:
 * the answer may not change. */
static void
expect(const char *text, uint32_t sentences, uint32_t words)
{
  pith_slice whole = pith__slice_of(text);
  for (size_t cut = 0; cut <= whole.len; cut++) {
    pith_sentences read;
    if (cut < whole.len && ((unsigned char)text[cut] & 0xC0) == 0x80)
      continue;
    pith__sentences_start(&read);
    pith__sentences_read(&read, pith__slice(text, cut), whole.len);
    pith__sentences_read(&read, pith__slice(text + cut, whole.len - cut),
                         whole.len - cut);
    pith__sentences_end(&read);
    if (read.sentences != sentences || read.words != words)
      print_message("\"%s\" cut at %zu\n", text, cut);
    assert_int_equal(read.sentences, sentences);
    assert_int_equal(read.words, words);
    assert_true(read.sentence_words <= read.words);
  }
}

static void
test_plain(void **state)
{
  (void)state;
  expect("", 0, 0);
  expect("It rained all day.", 1, 4);
  expect("It rained all day", 0, 4);
  expect("It rained all day! Nobody at all minded?", 2, 8);
  expect("It rained all day. And then", 1, 6);
  expect("He said: \"It rained all day.\" Then he left the house.", 2, 11);
  expect("It rained (all day).", 1, 4);
  expect("It rained all day...", 1, 4);
  expect("It rained all day.[1] Then it did not rain.", 2, 10);
}

static void
test_labels(void **state)
{
  (void)state;
  expect("Home.", 0, 1);
  expect("About our company.", 0, 3);
  expect("Home. About. Contact. Imprint.", 0, 4);
  expect(". . . .", 0, 0);
}

static void
test_no_ends(void **state)
{
  (void)state;
  expect("Give the money to Mr. Smith and Dr. Jones", 0, 9);
  expect("A novel by J. R. R. Tolkien and friends", 0, 9);
  expect("It costs about 3.14 euros a piece", 0, 8);
  expect("See the page at www.example.org/a.html today", 0, 10);
  expect("Ask at page.html?id=3 for the answer", 0, 9);
  expect("Versions e.g. 1.2.3 of the program", 0, 9);
  expect("The year was at last 1999. Then came more", 1, 9);
  expect("We sell cars, bicycles, boats, trains, planes, etc.", 1, 8);
}

static void
test_scripts(void **state)
{
  (void)state;
  expect("Весь день шёл дождь. Никто не был против.", 2, 8);
  expect("Дом 5 на ул. Ленина около реки", 0, 7);
  expect("今天下了一整天的雨。没有人介意", 1, 8);
  expect("今天雨。", 0, 2);
  expect("今天下了一整天的雨！", 1, 5);
  expect("आज पूरे दिन बारिश हुई।", 1, 5);
  expect("هل أمطرت السماء طوال اليوم؟", 1, 5);
  expect("Ամբողջ օրը անձրև եկավ։", 1, 4);
  expect("雨 rain 雨 rain 雨 rain.", 1, 6);
}

/* Read at once, where much is read by bits, and character by character: the
 * answer is the same. */
static void
compare(const char *text, size_t len, size_t room)
{
  pith_sentences whole, single;
  pith__sentences_start(&whole);
  pith__sentences_read(&whole, pith__slice(text, len), room);
  pith__sentences_end(&whole);
  pith__sentences_start(&single);
  for (size_t at = 0, next; at < len; at = next) {
    next = at + 1;
    while (next < len && ((unsigned char)text[next] & 0xC0) == 0x80)
      next++;
    pith__sentences_read(&single, pith__slice(text + at, next - at), next - at);
  }
  pith__sentences_end(&single);
  if (whole.words != single.words || whole.sentences != single.sentences ||
      whole.sentence_words != single.sentence_words)
    fail_msg("\"%.*s\": %u and %u words, %u and %u sentences", (int)len, text,
             whole.words, single.words, whole.sentences, single.sentences);
}

/* Texts of these parts, in any order. */
static void
compare_mixed(const char *const *parts, size_t count)
{
  uint32_t seed = 12345;
  for (int round = 0; round < 20000; round++) {
    char text[512] = {0};
    size_t len = 0;
    seed = seed * 1664525u + 1013904223u;
    for (uint32_t left = seed >> 25; left > 0 && len + 20 < sizeof text;
         left--) {
      seed = seed * 1664525u + 1013904223u;
      const char *part = parts[(seed >> 16) % count];
      memcpy(text + len, part, strlen(part));
      len += strlen(part);
    }
    compare(text, len, sizeof text);
    compare(text, len, len);
  }
}

static void
test_bits(void **state)
{
  static const char *const parts[] = {
      "a",  "word ", "etc", "Mr",       ".",        ". ",
      "! ", "?",     "\"",  ")",        "]",        "'",
      "_",  "7",     "3.5", ", ",       " ",        "\n",
      "-",  "e",     "all", "\xC3\xA9", "\xD1\x8F", "It rained all day"};
  (void)state;
  compare_mixed(parts, sizeof parts / sizeof *parts);
}

static void
test_ideographs(void **state)
{
  static const char *const parts[] = {
      "雨", "今天下了", "一整天的雨", "。", "！", "，", "「", "ひらがな",
      "”",  "!",        "?",          ")",  " ",  "７", "-",  "rains"};
  (void)state;
  compare_mixed(parts, sizeof parts / sizeof *parts);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain),   cmocka_unit_test(test_labels),
      cmocka_unit_test(test_no_ends), cmocka_unit_test(test_scripts),
      cmocka_unit_test(test_bits),    cmocka_unit_test(test_ideographs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
