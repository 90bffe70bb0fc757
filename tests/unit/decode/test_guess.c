/*
 * The detector on a sentence in each encoding it knows, bare and inside a
 * page; and on what it must not be fooled by. How often it is right on real
 * pages is measured by tests/quality/encoding_guess.py.
 */
#include "decode/guess.h"

#include "base/slice.h"
#include "decode/guess_sample.h"
#include "decode/label.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

typedef struct sample_text {
  const char *name;
  size_t len;
  unsigned char bytes[160];
} sample_text;

static const sample_text samples[] = {
#include "guess_samples.inc"
};

static const char *
guess(const char *bytes, size_t len)
{
  pith_encoding encoding;
  bool unsure;
  return pith__guess(pith__slice(bytes, len), &encoding, &unsure)
             ? pith__encoding_name(encoding)
             : "none";
}

static void
a_sentence_in_each_encoding(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
    const char *bytes = (const char *)samples[i].bytes;
    assert_string_equal(guess(bytes, samples[i].len), samples[i].name);
  }
}

/* Markup, and a thousand repetitions, change nothing. */
static void
a_page_in_each_encoding(void **state)
{
  (void)state;
  static char page[200000];
  for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
    size_t len = 0;
    for (unsigned k = 0; k < 600; k++) {
      const char markup[] = "\n<p class=\"text\">\n";
      memcpy(page + len, markup, strlen(markup));
      len += strlen(markup);
      memcpy(page + len, samples[i].bytes, samples[i].len);
      len += samples[i].len;
    }
    assert_string_equal(guess(page, len), samples[i].name);
  }
}

static void
few_signs_are_western(void **state)
{
  (void)state;
  static const char *const pages[] = {"caf\xE9",
                                      "It\x92s here",
                                      "\xA9 2004",
                                      "Wei\xDF 61 M&uuml;ller",
                                      "\xA3"
                                      "3,000 or \xA3"
                                      "4,405 or \xA3"
                                      "9,100",
                                      "<p>\x95 one <p>\x95 two <p>\x95 three",
                                      "\x93quoted\x94 \x96 and so on\x85",
                                      ("fianc\xE9, m\xE9l\xE9"
                                       "e, na\xEFve")};
  for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++)
    assert_string_equal(guess(pages[i], strlen(pages[i])), "windows-1252");
}

static void
nothing_to_go_by(void **state)
{
  (void)state;
  assert_string_equal(guess("", 0), "none");
  assert_string_equal(guess("plain text", 10), "none");
  assert_string_equal(guess("\x1B$ and \x1B(B", 10), "none");
}

static void
utf16_by_its_zeros(void **state)
{
  (void)state;
  pith_encoding encoding;
  const char text[] = "<!doctype html><title>some page</title>";
  char wide[2 * sizeof(text)];
  for (unsigned big = 0; big < 2; big++) {
    for (size_t i = 0; i < sizeof(wide); i++)
      wide[i] = (i & 1) == big ? text[i / 2] : '\0';
    pith_slice bytes = pith__slice(wide, sizeof(wide) - 2);
    assert_true(pith__guess_utf16(bytes, &encoding));
    assert_int_equal(encoding,
                     big ? PITH_DECODE_UTF_16BE : PITH_DECODE_UTF_16LE);
  }
  memset(wide, 0, sizeof(wide));
  assert_false(pith__guess_utf16(pith__slice(wide, sizeof(wide)), &encoding));
  assert_false(pith__guess_utf16(pith__slice("a\0b\0", 4), &encoding));
  assert_false(pith__guess_utf16(pith__slice(text, sizeof(text)), &encoding));
}

static void
a_phrase_counts_once(void **state)
{
  (void)state;
  static pith_guess_sample sample;
  const char once[] = "x \xE9\xE8 y";
  char often[sizeof(once) * 20];
  for (size_t i = 0; i < 20; i++)
    memcpy(often + i * (sizeof(once) - 1), once, sizeof(once) - 1);
  pith__guess_sample_take(&sample, pith__slice_of(once));
  assert_int_equal(sample.len, 5);
  assert_memory_equal(sample.bytes, " \xE9\xE8 y", 5);
  pith__guess_sample_take(&sample, pith__slice(often, 20 * (sizeof(once) - 1)));
  assert_int_equal(sample.len, 5);
}

static void
a_sample_is_never_too_long(void **state)
{
  (void)state;
  static pith_guess_sample sample;
  static char bytes[20000];
  for (size_t i = 0; i < sizeof(bytes); i++)
    bytes[i] = (char)(i % 7 == 0 ? ' ' : 0x80 + (i * 31 + i / 128) % 128);
  for (size_t len = sizeof(bytes) - 40; len < sizeof(bytes); len++) {
    pith__guess_sample_take(&sample, pith__slice(bytes, len));
    assert_true(sample.len <= PITH_SAMPLE_BYTES);
  }
  memset(bytes, 0xE0, sizeof(bytes));
  pith__guess_sample_take(&sample, pith__slice(bytes, sizeof(bytes)));
  assert_int_equal(sample.len, PITH_SAMPLE_BYTES);
  assert_string_not_equal(guess(bytes, sizeof(bytes)), "none");
}

/* Bytes of no language: some answer, and the same one every time. */
static void
noise_is_answered(void **state)
{
  (void)state;
  char noise[400];
  uint32_t random = 5;
  for (size_t i = 0; i < sizeof(noise); i++) {
    random = random * 1664525u + 1013904223u;
    noise[i] = (char)(random >> 24 | (i % 5 ? 0x80 : 0));
  }
  const char *first = guess(noise, sizeof(noise));
  assert_string_not_equal(first, "none");
  assert_string_equal(guess(noise, sizeof(noise)), first);
}

/* Builds without uchardet never hear of it; those with it hear nothing that
 * the sample cannot be. */
static void
a_second_opinion(void **state)
{
  (void)state;
  pith_encoding encoding = PITH_DECODE_REPLACEMENT;
  const char *bytes = (const char *)samples[0].bytes;
  pith_slice russian = pith__slice(bytes, samples[0].len);
  if (pith__guess_uchardet(russian, russian, &encoding))
    assert_string_equal(pith__encoding_name(encoding), samples[0].name);
  else
    assert_int_equal(encoding, PITH_DECODE_REPLACEMENT);
  pith_slice ascii = pith__slice("plain text", 10);
  pith_slice broken = pith__slice("\x81 \x81 \x81 \x81", 7);
  if (pith__guess_uchardet(ascii, ascii, &encoding))
    assert_true(pith__encoding_is_ascii(encoding));
  assert_false(pith__guess_uchardet(pith__slice("\xD0\xBF\xD1\x80", 4), broken,
                                    &encoding));
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sentence_in_each_encoding),
      cmocka_unit_test(a_page_in_each_encoding),
      cmocka_unit_test(few_signs_are_western),
      cmocka_unit_test(nothing_to_go_by),
      cmocka_unit_test(utf16_by_its_zeros),
      cmocka_unit_test(a_phrase_counts_once),
      cmocka_unit_test(a_sample_is_never_too_long),
      cmocka_unit_test(noise_is_answered),
      cmocka_unit_test(a_second_opinion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
