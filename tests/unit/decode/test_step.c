/*
 * The decoders against another implementation of the Encoding standard, by
 * digests over every pair of bytes and many random sequences (see
 * record_digests.mjs), and the cases of the standard that are easy to get
 * wrong, spelled out.
 */
#include "decode/step.h"

#include "base/slice.h"
#include "decode/label.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

typedef struct recorded {
  const char *label;
  bool multi;
  unsigned count;
  uint64_t digest;
} recorded;

static const recorded digests[] = {
#include "decoder_digests.inc"
};

typedef struct digest_work {
  pith_memory memory;
  pith_decoded decoded;
  pith_decode_hints hints;
  unsigned count;
  uint64_t digest;
} digest_work;

static void
digest_byte(digest_work *digester, unsigned char byte)
{
  digester->digest = (digester->digest ^ byte) * UINT64_C(0x100000001B3);
}

static bool
has_mark(const unsigned char *b, size_t len)
{
  return len >= 2 &&
         ((b[0] == 0xFF && b[1] == 0xFE) || (b[0] == 0xFE && b[1] == 0xFF) ||
          (len >= 3 && b[0] == 0xEF && b[1] == 0xBB && b[2] == 0xBF));
}

static void
digest_sequence(digest_work *digester, const unsigned char *bytes, size_t len)
{
  if (has_mark(bytes, len))
    return;
  pith_slice slice = {(const char *)bytes, len};
  assert_int_equal(pith__decode(&digester->decoded, slice, &digester->hints),
                   PITH_OK);
  pith_slice text = digester->decoded.text;
  for (size_t i = 0; i < text.len; i++)
    digest_byte(digester, (unsigned char)text.data[i]);
  digest_byte(digester, 0xFF);
  digester->count++;
}

static void
digest_pairs(digest_work *digester)
{
  for (unsigned a = 0; a < 256; a++)
    for (unsigned b = 0; b < 256; b++) {
      unsigned char bytes[2] = {(unsigned char)a, (unsigned char)b};
      digest_sequence(digester, bytes, 2);
    }
}

static uint32_t
next_random(uint32_t *state)
{
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

static void
digest_random(digest_work *digester)
{
  static const unsigned char border[] = {
      0x00, 0x0E, 0x1B, 0x21, 0x24, 0x28, 0x30, 0x39, 0x40, 0x42, 0x49, 0x4A,
      0x5C, 0x7E, 0x7F, 0x80, 0x81, 0x8E, 0x8F, 0x9F, 0xA0, 0xA1, 0xBF, 0xC2,
      0xD8, 0xDC, 0xDF, 0xE0, 0xED, 0xF0, 0xF4, 0xFC, 0xFE, 0xFF};
  uint32_t state = 1;
  for (unsigned i = 0; i < 20000; i++) {
    unsigned char bytes[10];
    size_t len = 3 + next_random(&state) % 8;
    for (size_t k = 0; k < len; k++) {
      uint32_t pick = next_random(&state);
      bytes[k] = pick % 3 ? (unsigned char)(pick >> 2)
                          : border[(pick >> 2) % sizeof(border)];
    }
    digest_sequence(digester, bytes, len);
  }
}

static void
same_as_another_implementation(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof(digests) / sizeof(digests[0]); i++) {
    digest_work digester;
    pith__memory_init(&digester.memory, NULL, 1 << 20);
    pith__decode_init(&digester.decoded, &digester.memory);
    pith_decode_hints hints = {digests[i].label, NULL, NULL};
    digester.hints = hints;
    digester.count = 0;
    digester.digest = UINT64_C(0xcbf29ce484222325);
    for (unsigned a = 0; a < 256; a++) {
      unsigned char byte = (unsigned char)a;
      digest_sequence(&digester, &byte, 1);
    }
    if (digests[i].multi) {
      digest_pairs(&digester);
      digest_random(&digester);
    }
    if (digester.digest != digests[i].digest)
      print_error("%s differs\n", digests[i].label);
    assert_int_equal(digester.count, digests[i].count);
    assert_true(digester.digest == digests[i].digest);
    pith__decode_done(&digester.decoded);
  }
}

static void
check_text(const char *label, const char *bytes, size_t len, const char *text)
{
  pith_memory memory;
  pith_decoded decoded;
  pith_decode_hints hints = {label, NULL, NULL};
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__decode_init(&decoded, &memory);
  assert_int_equal(pith__decode(&decoded, pith__slice(bytes, len), &hints),
                   PITH_OK);
  assert_int_equal(decoded.text.len, strlen(text));
  assert_memory_equal(decoded.text.data, text, decoded.text.len);
  pith__decode_done(&decoded);
  assert_int_equal(memory.used, 0);
}

#define BAD "\xEF\xBF\xBD"

static void
utf8_by_maximal_subpart(void **state)
{
  (void)state;
  check_text("utf-8", "a\xE1\x80\x62", 4, "a" BAD "b");
  check_text("utf-8", "\xF0\x90\x80\x41", 4, BAD "A");
  check_text("utf-8", "\xF0\x80\x80\x41", 4, BAD BAD BAD "A");
  check_text("utf-8", "\xED\xA0\x80\xED\xB0\x80", 6, BAD BAD BAD BAD BAD BAD);
  check_text("utf-8", "\xC0\xAF", 2, BAD BAD);
  check_text("utf-8", "\xF4\x90\x80\x80", 4, BAD BAD BAD BAD);
  check_text("utf-8", "\xF0\x9F\x98", 3, BAD);
}

static void
utf16_halves(void **state)
{
  (void)state;
  check_text("utf-16le", "\x3D\xD8\x00\xDE", 4, "\xF0\x9F\x98\x80");
  check_text("utf-16be", "\xD8\x3D\xDE\x00", 4, "\xF0\x9F\x98\x80");
  check_text("utf-16le", "\x3D\xD8\x41\x00", 4, BAD "A");
  check_text("utf-16le", "\x00\xDE\x41\x00", 4, BAD "A");
  check_text("utf-16le", "\x41\x00\x3D\xD8\x41", 5, "A" BAD);
  check_text("utf-16le", "\x41\x00\x42", 3, "A" BAD);
}

static void
two_code_points_from_big5(void **state)
{
  (void)state;
  check_text("big5", "\x88\x62", 2, "\xC3\x8A\xCC\x84");
  check_text("big5", "\x88\xA5", 2, "\xC3\xAA\xCC\x8C");
  check_text("big5", "\x87\x45", 2, "\xF0\xA7\x89\xA7"); /* above U+FFFF */
}

static void
ascii_after_a_stray_lead_byte(void **state)
{
  (void)state;
  static const char *const labels[] = {"gbk", "big5", "euc-kr", "shift_jis",
                                       "euc-jp"};
  for (size_t i = 0; i < sizeof(labels) / sizeof(labels[0]); i++)
    check_text(labels[i], "\x81<p>", 4, BAD "<p>");
}

static void
gb18030_of_four_bytes(void **state)
{
  (void)state;
  check_text("gb18030", "\x81\x35\xF4\x37", 4, "\xEE\x9F\x87");
  check_text("gb18030", "\x90\x30\x81\x30", 4, "\xF0\x90\x80\x80");
  check_text("gb18030", "\xE3\x32\x9A\x35", 4, "\xF4\x8F\xBF\xBF");
  check_text("gb18030", "\xE3\x32\x9A\x36", 4, BAD);
  check_text("gb18030", "\x81\x30\x81\x41", 4, BAD "0\xE4\xB8\x84");
  check_text("gb18030", "\x81\x30\x81", 3, BAD);
  check_text("gbk", "\x80", 1, "\xE2\x82\xAC");
}

static void
iso_2022_jp_escapes(void **state)
{
  (void)state;
  check_text("iso-2022-jp", "a\x1B$B\x24\x22\x1B(Bb", 10,
             "a\xE3\x81\x82"
             "b");
  check_text("iso-2022-jp", "\x1B(J\\~\x1B(I\x31", 9,
             "\xC2\xA5\xE2\x80\xBE\xEF\xBD\xB1");
  check_text("iso-2022-jp", "\x1B(B\x1B(Ba", 7, BAD "a"); /* empty shift */
  check_text("iso-2022-jp", "\x1B(B\x1B\x1B(Ba", 8, BAD "a");
  check_text("iso-2022-jp", "\x1B$", 2, BAD "$");
  check_text("iso-2022-jp", "\x1B$B\x24\x1B(Ba", 8, BAD "a");
}

static void
replacement_is_one_error(void **state)
{
  (void)state;
  check_text("hz-gb-2312", "<script>", 8, BAD);
  check_text("replacement", "", 0, "");
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_as_another_implementation),
      cmocka_unit_test(utf8_by_maximal_subpart),
      cmocka_unit_test(utf16_halves),
      cmocka_unit_test(two_code_points_from_big5),
      cmocka_unit_test(ascii_after_a_stray_lead_byte),
      cmocka_unit_test(gb18030_of_four_bytes),
      cmocka_unit_test(iso_2022_jp_escapes),
      cmocka_unit_test(replacement_is_one_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
