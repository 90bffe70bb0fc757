/*
 * The whole stage: which evidence wins, what is copied and what is not, cut
 * and damaged pages, memory that runs out.
 */
#include "decode/decode.h"

#include "base/slice.h"
#include "base/utf8_validate.h"
#include "decode/label.h"
#include "unit/failing_allocator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* "Привет, мир. Как дела?" in three encodings. */
#define RUSSIAN_UTF8                                                           \
  "\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82, "                         \
  "\xD0\xBC\xD0\xB8\xD1\x80. \xD0\x9A\xD0\xB0\xD0\xBA "                        \
  "\xD0\xB4\xD0\xB5\xD0\xBB\xD0\xB0?"
#define RUSSIAN_1251                                                           \
  "\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0. \xCA\xE0\xEA \xE4\xE5\xEB\xE0?"
#define RUSSIAN_KOI8                                                           \
  "\xF0\xD2\xC9\xD7\xC5\xD4, \xCD\xC9\xD2. \xEB\xC1\xCB \xC4\xC5\xCC\xC1?"

static pith_memory memory;
static pith_decoded decoded;

static int
set_up(void **state)
{
  (void)state;
  pith__memory_init(&memory, NULL, 1 << 24);
  pith__decode_init(&decoded, &memory);
  return 0;
}

static int
tear_down(void **state)
{
  (void)state;
  pith__decode_done(&decoded);
  return memory.used != 0;
}

static void
decode(const char *bytes, const char *transport, const char *late_meta)
{
  pith_decode_hints hints = {NULL, transport, late_meta};
  assert_int_equal(pith__decode(&decoded, pith__slice_of(bytes), &hints),
                   PITH_OK);
  assert_int_equal(
      pith__utf8_valid_portable(decoded.text.data, decoded.text.len),
      decoded.text.len);
}

static void
check_choice(const char *name, pith_encoding_source source)
{
  assert_string_equal(pith__encoding_name(decoded.encoding), name);
  assert_int_equal(decoded.source, source);
}

static void
check_text(const char *text)
{
  assert_int_equal(decoded.text.len, strlen(text));
  assert_memory_equal(decoded.text.data, text, decoded.text.len);
}

static void
utf8_is_not_copied(void **state)
{
  (void)state;
  const char bytes[] = "<p>" RUSSIAN_UTF8;
  decode(bytes, NULL, NULL);
  check_choice("utf-8", PITH_ENCODING_UTF8);
  assert_true(decoded.identity);
  assert_ptr_equal(decoded.text.data, bytes);
  assert_int_equal(decoded.text.len, strlen(bytes));
  assert_int_equal(memory.peak, 0);
  assert_int_equal(pith__decode_offset(&decoded, 7), 7);
}

static void
ascii_is_not_copied_whatever_it_is_called(void **state)
{
  (void)state;
  const char bytes[] = "<meta charset=shift_jis>\\~";
  decode(bytes, NULL, NULL);
  check_choice("shift_jis", PITH_ENCODING_META);
  assert_ptr_equal(decoded.text.data, bytes);
  decode("plain", NULL, NULL);
  check_choice("windows-1252", PITH_ENCODING_DEFAULT);
  assert_true(decoded.identity);
}

static void
one_mark_is_dropped(void **state)
{
  (void)state;
  const char bytes[] = "\xEF\xBB\xBF\xEF\xBB\xBF<p>";
  decode(bytes, "koi8-r", "koi8-r");
  check_choice("utf-8", PITH_ENCODING_BOM);
  check_text("\xEF\xBB\xBF<p>");
  assert_ptr_equal(decoded.text.data, bytes + 3);
  assert_int_equal(decoded.mark, 3);
  pith_decode_hints hints = {"koi8-r", NULL, NULL};
  pith__decode(&decoded, pith__slice("\xFF\xFE\xFF\xFE", 4), &hints);
  check_choice("utf-16le", PITH_ENCODING_BOM);
  check_text("\xEF\xBB\xBF");
}

static void
nothing_but_a_mark(void **state)
{
  (void)state;
  decode("\xEF\xBB\xBF", NULL, NULL);
  check_text("");
  assert_int_equal(pith__decode_offset(&decoded, 0), 3);
  decode("\xFF\xFE", NULL, NULL);
  check_text("");
  assert_int_equal(pith__decode_offset(&decoded, 0), 2);
  decode("", NULL, NULL);
  check_text("");
  assert_int_equal(pith__decode_offset(&decoded, 0), 0);
  pith_slice nothing = {NULL, 0};
  assert_int_equal(pith__decode(&decoded, nothing, NULL), PITH_OK);
  check_text("");
}

static void
order_of_evidence(void **state)
{
  (void)state;
  const char page[] = "<meta charset=koi8-r>" RUSSIAN_KOI8;
  decode(page, NULL, "ibm866");
  check_choice("koi8-r", PITH_ENCODING_META);
  decode(page, "windows-1251", "ibm866");
  check_choice("windows-1251", PITH_ENCODING_TRANSPORT);
  decode(page, "no such label", NULL);
  check_choice("koi8-r", PITH_ENCODING_META);
  decode(RUSSIAN_KOI8, NULL, "ibm866");
  check_choice("ibm866", PITH_ENCODING_META);
  decode(RUSSIAN_KOI8, NULL, "x-user-defined");
  check_choice("windows-1252", PITH_ENCODING_META);
  decode(RUSSIAN_KOI8, NULL, NULL);
  check_choice("koi8-r", PITH_ENCODING_GUESS);
  check_text(RUSSIAN_UTF8);
}

static void
what_may_still_change(void **state)
{
  (void)state;
  decode("plain", NULL, NULL);
  assert_true(pith__decode_is_tentative(&decoded));
  decode(RUSSIAN_1251, NULL, NULL);
  assert_true(pith__decode_is_tentative(&decoded));
  decode(RUSSIAN_1251, NULL, "windows-1251");
  assert_false(pith__decode_is_tentative(&decoded));
  decode(RUSSIAN_UTF8, NULL, NULL);
  assert_false(pith__decode_is_tentative(&decoded));
  decode(RUSSIAN_1251, "windows-1251", NULL);
  assert_false(pith__decode_is_tentative(&decoded));
}

static void
utf8_under_another_label(void **state)
{
  (void)state;
  const char page[] = "<meta charset=windows-1251>" RUSSIAN_UTF8;
  decode(page, NULL, NULL);
  check_choice("utf-8", PITH_ENCODING_UTF8);
  assert_true(decoded.identity);
  decode(page, "gbk", NULL);
  check_choice("utf-8", PITH_ENCODING_UTF8);
  decode(page, "utf-8", NULL);
  check_choice("utf-8", PITH_ENCODING_TRANSPORT);
  decode("<meta charset=koi8-r>" RUSSIAN_UTF8 "\xD0", NULL, NULL);
  check_choice("utf-8", PITH_ENCODING_UTF8); /* the page was cut off */
  decode("<meta charset=koi8-r>" RUSSIAN_UTF8 "\xFF<p>", NULL, NULL);
  check_choice("utf-8", PITH_ENCODING_UTF8); /* one bad byte in 18 letters */
}

static void
another_encoding_under_a_utf8_label(void **state)
{
  (void)state;
  decode("<meta charset=utf-8>" RUSSIAN_1251, NULL, NULL);
  check_choice("windows-1251", PITH_ENCODING_GUESS);
  check_text("<meta charset=utf-8>" RUSSIAN_UTF8);
  decode(RUSSIAN_1251, "utf-8", NULL);
  check_choice("windows-1251", PITH_ENCODING_GUESS);
  decode("<meta charset=utf-8>\xD0\x9F\xD1\x80 \xFF", NULL, NULL);
  check_choice("utf-8", PITH_ENCODING_META);
  check_text("<meta charset=utf-8>\xD0\x9F\xD1\x80 \xEF\xBF\xBD");
}

static void
an_option_decides(void **state)
{
  (void)state;
  pith_decode_hints hints = {"windows-1251", "utf-8", "utf-8"};
  pith_slice bytes = pith__slice_of("<meta charset=utf-8>" RUSSIAN_UTF8);
  assert_int_equal(pith__decode(&decoded, bytes, &hints), PITH_OK);
  check_choice("windows-1251", PITH_ENCODING_OPTION);
  hints.encoding = "utf-99";
  assert_int_equal(pith__decode(&decoded, bytes, &hints), PITH_CHARSET);
  assert_int_equal(decoded.text.len, 0);
  hints.encoding = "";
  assert_int_equal(pith__decode(&decoded, bytes, &hints), PITH_CHARSET);
}

static void
utf16_with_and_without_a_label(void **state)
{
  (void)state;
  const char text[] = "<!doctype html><title>\xE9</title> wide";
  char wide[2 * sizeof(text)];
  for (size_t i = 0; i < sizeof(wide); i++)
    wide[i] = i & 1 ? '\0' : text[i / 2];
  pith_slice bytes = pith__slice(wide, sizeof(wide) - 2);
  pith_decode_hints hints = {NULL, "utf-16le", NULL};
  assert_int_equal(pith__decode(&decoded, bytes, NULL), PITH_OK);
  check_choice("utf-16le", PITH_ENCODING_GUESS);
  check_text("<!doctype html><title>\xC3\xA9</title> wide");
  assert_int_equal(pith__decode(&decoded, bytes, &hints), PITH_OK);
  check_choice("utf-16le", PITH_ENCODING_TRANSPORT);
  decode("<p>not wide at all</p>", "utf-16le", NULL);
  check_choice("windows-1252", PITH_ENCODING_DEFAULT);
}

/* UTF-7 is no encoding of the web: its text stays as it is. */
static void
utf7_is_ignored(void **state)
{
  (void)state;
  decode("<meta charset=utf-7>+ADw-script+AD4-", NULL, NULL);
  check_choice("windows-1252", PITH_ENCODING_DEFAULT);
  check_text("<meta charset=utf-7>+ADw-script+AD4-");
}

/* Every prefix of a page in every encoding, in memory of that size. */
static void
cut_off_at_every_byte(void **state)
{
  (void)state;
  const char bytes[] = "<p>\xB0\xA1\x81\x30\x89\x38\x1B$B$\"\xE4\xB8\xAD"
                       "\xF0\x9F\x98\x80\x8F\xB0\xA1\x88\x62\xD8\x3D\x1B(J";
  for (unsigned encoding = 0; encoding < PITH_DECODE_COUNT; encoding++)
    for (size_t len = 0; len < sizeof(bytes); len++) {
      char *copy = malloc(len + !len);
      assert_non_null(copy);
      memcpy(copy, bytes, len);
      pith_decode_hints hints = {pith__encoding_name((pith_encoding)encoding),
                                 NULL, NULL};
      assert_int_equal(pith__decode(&decoded, pith__slice(copy, len), &hints),
                       PITH_OK);
      uint32_t end = (uint32_t)decoded.text.len;
      assert_int_equal(pith__utf8_valid_portable(decoded.text.data, end), end);
      assert_int_equal(pith__decode_offset(&decoded, end), len);
      free(copy);
    }
}

/* The buffers of one page serve the next. */
static void
pages_one_after_another(void **state)
{
  (void)state;
  char large[5000];
  memset(large, 0xE0, sizeof(large));
  pith_decode_hints hints = {"windows-1251", NULL, NULL};
  pith__decode(&decoded, pith__slice(large, sizeof(large)), &hints);
  assert_int_equal(decoded.text.len, 2 * sizeof(large));
  size_t used = memory.used;
  for (unsigned i = 0; i < 10; i++) {
    pith__decode(&decoded, pith__slice(large, sizeof(large) - i), &hints);
    assert_int_equal(decoded.text.len, 2 * (sizeof(large) - i));
    decode(RUSSIAN_UTF8, NULL, NULL);
    decode(RUSSIAN_1251, NULL, NULL);
    check_text(RUSSIAN_UTF8);
  }
  assert_int_equal(memory.used, used);
}

/* What a page of a single-byte encoding takes is known before it is taken. */
static void
memory_is_as_large_as_the_text(void **state)
{
  (void)state;
  static char page[100000];
  for (size_t i = 0; i < sizeof(page); i++)
    page[i] = (char)(i % 3 ? 'a' : 0xE0);
  pith_decode_hints hints = {"windows-1251", NULL, NULL};
  pith__decode(&decoded, pith__slice(page, sizeof(page)), &hints);
  size_t text = decoded.text.len;
  assert_int_equal(text, sizeof(page) + (sizeof(page) + 2) / 3);
  assert_true(memory.peak < text + text / 10);
}

static void
a_ceiling_is_kept(void **state)
{
  (void)state;
  char page[5000];
  memset(page, 0xE0, sizeof(page));
  memory.ceiling = 8000;
  pith_decode_hints hints = {"windows-1251", NULL, NULL};
  pith_slice bytes = pith__slice(page, sizeof(page));
  assert_int_equal(pith__decode(&decoded, bytes, &hints), PITH_LIMIT);
  assert_int_equal(decoded.text.len, 0);
  memory.ceiling = 1 << 20;
  memory.refused = false;
  assert_int_equal(pith__decode(&decoded, bytes, &hints), PITH_OK);
}

static void
every_allocation_fails_once(void **state)
{
  (void)state;
  static char page[60000];
  for (size_t i = 0; i < sizeof(page); i++)
    page[i] = (char)(i % 5 ? 0x81 + i % 100 : '0');
  static const char *const labels[] = {"gbk", "windows-1251", "utf-8",
                                       "x-user-defined", "utf-16le"};
  for (size_t k = 0; k < sizeof(labels) / sizeof(labels[0]); k++) {
    size_t n = 0;
    failing_allocator failing;
    do {
      failing_allocator_init(&failing, ++n);
      pith_allocator allocator = failing_allocator_use(&failing);
      pith_memory account;
      pith_decoded page_of;
      pith_decode_hints hints = {labels[k], NULL, NULL};
      pith__memory_init(&account, &allocator, 1 << 24);
      pith__decode_init(&page_of, &account);
      pith_status status =
          pith__decode(&page_of, pith__slice(page, sizeof(page)), &hints);
      assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
      assert_true(failing.failed == (page_of.text.len == 0));
      pith__decode_done(&page_of);
      assert_true(failing_allocator_is_clean(&failing));
    } while (failing.failed);
    assert_true(n > 2);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(utf8_is_not_copied, set_up, tear_down),
      cmocka_unit_test_setup_teardown(ascii_is_not_copied_whatever_it_is_called,
                                      set_up, tear_down),
      cmocka_unit_test_setup_teardown(one_mark_is_dropped, set_up, tear_down),
      cmocka_unit_test_setup_teardown(nothing_but_a_mark, set_up, tear_down),
      cmocka_unit_test_setup_teardown(order_of_evidence, set_up, tear_down),
      cmocka_unit_test_setup_teardown(what_may_still_change, set_up, tear_down),
      cmocka_unit_test_setup_teardown(utf8_under_another_label, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(another_encoding_under_a_utf8_label,
                                      set_up, tear_down),
      cmocka_unit_test_setup_teardown(an_option_decides, set_up, tear_down),
      cmocka_unit_test_setup_teardown(utf16_with_and_without_a_label, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(utf7_is_ignored, set_up, tear_down),
      cmocka_unit_test_setup_teardown(cut_off_at_every_byte, set_up, tear_down),
      cmocka_unit_test_setup_teardown(pages_one_after_another, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(memory_is_as_large_as_the_text, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(a_ceiling_is_kept, set_up, tear_down),
      cmocka_unit_test(every_allocation_fails_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
