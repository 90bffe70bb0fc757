/*
 * The map from text to bytes against a slow one that notes the byte of every
 * character while it decodes: for all encodings, over random bytes that are
 * mostly malformed, asked in rising order, backwards and at random.
 */
#include "decode/decode.h"

#include "base/slice.h"
#include "base/utf8.h"
#include "base/utf8_validate.h"
#include "decode/label.h"
#include "decode/step.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define PAGE           3000
#define NOT_A_BOUNDARY UINT32_MAX

/* By text offset: the byte offset, or NOT_A_BOUNDARY. */
static uint32_t slow_map[3 * PAGE + 8];
static char page[PAGE];

static uint32_t
next_random(uint32_t *state)
{
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

/* Bytes of all kinds: markup, runs of letters, escapes, noise. */
static void
fill_page(uint32_t *random)
{
  static const char *const pieces[] = {
      "<p>some text</p>\n", "\x1B$B$\"$$\x1B(B", "\x1B(J\\~",
      "\x1B(I123",          "\xD0\x9F\xD1\x80",  "\xE4\xB8\xAD\xF0\x9F\x98\x80",
      "\x88\x62\x88\xA5",   "\xB0\xA1\xB0\xA2",  "\x81\x30\x81\x30",
      "\xCF\xF0\xE8",       "\x1B(B\x1B(B",      "\xD8\x3D\xDE\x00"};
  size_t len = 0;
  while (len < PAGE) {
    uint32_t pick = next_random(random);
    if (pick % 3 == 0) {
      page[len++] = (char)(pick >> 4);
      continue;
    }
    const char *piece = pieces[(pick >> 2) % 12];
    for (size_t i = 0; piece[i] && len < PAGE; i++)
      page[len++] = piece[i];
  }
}

static uint32_t
note(uint32_t text, uint32_t byte, uint32_t code)
{
  char unused[4];
  uint32_t length = (uint32_t)pith__utf8_encode(code, unused);
  slow_map[text] = byte;
  return text + length;
}

/* Fill slow_map; returns the length of the text. */
static uint32_t
map_slowly(pith_encoding encoding)
{
  pith_stepper stepper;
  const unsigned char *bytes = (const unsigned char *)page;
  uint32_t byte = 0, text = 0;
  memset(slow_map, 0xFF, sizeof(slow_map));
  pith__stepper_init(&stepper, encoding);
  while (byte < PAGE) {
    pith_step_input input = {bytes + byte, bytes + PAGE};
    pith_step step = stepper.step(&stepper, input);
    if (step.count > 0)
      text = note(text, byte, step.first);
    if (step.count > 1)
      text = note(text, byte, step.second);
    byte += step.consumed;
  }
  assert_int_equal(byte, PAGE);
  slow_map[text] = PAGE;
  slow_map[0] = 0;
  return text;
}

static void
check_rising(pith_decoded *decoded, uint32_t len)
{
  uint32_t last = 0;
  for (uint32_t text = 0; text <= len; text++) {
    if (slow_map[text] == NOT_A_BOUNDARY)
      continue;
    uint32_t byte = pith__decode_offset(decoded, text);
    assert_int_equal(byte, slow_map[text]);
    assert_true(byte >= last);
    last = byte;
  }
  assert_int_equal(last, PAGE);
}

static void
check_jumps(pith_decoded *decoded, uint32_t len, uint32_t *random)
{
  for (uint32_t text = len + 1; text-- > 0;)
    if (slow_map[text] != NOT_A_BOUNDARY)
      assert_int_equal(pith__decode_offset(decoded, text), slow_map[text]);
  for (unsigned i = 0; i < 500; i++) {
    uint32_t text = next_random(random) % (len + 1);
    if (slow_map[text] != NOT_A_BOUNDARY)
      assert_int_equal(pith__decode_offset(decoded, text), slow_map[text]);
  }
}

/* The way back: for every byte the last boundary that is not behind it. */
static void
check_way_back(pith_decoded *decoded, uint32_t len)
{
  uint32_t text = 0;
  for (uint32_t byte = 0; byte <= PAGE; byte++) {
    for (uint32_t next = text; next <= len && slow_map[next] != UINT32_MAX;) {
      if (slow_map[next] > byte)
        break;
      text = next++;
      while (next <= len && slow_map[next] == NOT_A_BOUNDARY)
        next++;
    }
    assert_int_equal(pith__decode_text_offset(decoded, byte), text);
  }
}

static void
exact_for_every_encoding(void **state)
{
  (void)state;
  uint32_t random = 3;
  pith_memory memory;
  pith_decoded decoded;
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__decode_init(&decoded, &memory);
  for (unsigned encoding = 0; encoding < PITH_DECODE_COUNT; encoding++)
    for (unsigned round = 0; round < 8; round++) {
      fill_page(&random);
      page[0] = '<'; /* no byte order mark */
      pith_decode_hints hints = {pith__encoding_name((pith_encoding)encoding),
                                 NULL, NULL};
      assert_int_equal(pith__decode(&decoded, pith__slice(page, PAGE), &hints),
                       PITH_OK);
      assert_int_equal(decoded.encoding, encoding);
      uint32_t len = map_slowly((pith_encoding)encoding);
      assert_int_equal(decoded.text.len, len);
      assert_int_equal(
          pith__utf8_valid_portable(decoded.text.data, decoded.text.len), len);
      check_rising(&decoded, len);
      check_jumps(&decoded, len, &random);
      check_way_back(&decoded, len);
    }
  pith__decode_done(&decoded);
  assert_int_equal(memory.used, 0);
}

/* Behind a byte order mark every offset is that much later. */
static void
marks_are_counted(void **state)
{
  (void)state;
  static const struct {
    const char *bytes;
    size_t len;
    uint32_t mark;
  } cases[] = {{"\xEF\xBB\xBF<p>", 6, 3},
               {"\xEF\xBB\xBF<\x80>", 6, 3},
               {"\xFF\xFE<\0p\0>\0", 8, 2},
               {"\xFE\xFF\0<\0p\0>", 8, 2}};
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
    pith_memory memory;
    pith_decoded decoded;
    pith__memory_init(&memory, NULL, 1 << 20);
    pith__decode_init(&decoded, &memory);
    pith_slice bytes = pith__slice(cases[i].bytes, cases[i].len);
    assert_int_equal(pith__decode(&decoded, bytes, NULL), PITH_OK);
    assert_int_equal(decoded.mark, cases[i].mark);
    assert_int_equal(pith__decode_offset(&decoded, 0), cases[i].mark);
    uint32_t unit = cases[i].mark == 2 ? 2 : 1;
    assert_int_equal(pith__decode_offset(&decoded, 1), cases[i].mark + unit);
    assert_int_equal(pith__decode_offset(&decoded, (uint32_t)decoded.text.len),
                     cases[i].len);
    pith__decode_done(&decoded);
  }
}

/* Inside a character of the input itself, the way back finds its start. */
static void
back_to_a_boundary(void **state)
{
  (void)state;
  pith_memory memory;
  pith_decoded decoded;
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__decode_init(&decoded, &memory);
  pith_slice bytes = pith__slice_of("\xEF\xBB\xBF<\xE4\xB8\xAD>");
  assert_int_equal(pith__decode(&decoded, bytes, NULL), PITH_OK);
  assert_true(decoded.identity);
  static const uint32_t text[] = {0, 0, 0, 0, 1, 1, 1, 4, 5};
  for (uint32_t byte = 0; byte <= bytes.len; byte++)
    assert_int_equal(pith__decode_text_offset(&decoded, byte), text[byte]);
  pith__decode_done(&decoded);
}

/* An escape belongs to the text before it. */
static void
escapes_stay_with_what_they_end(void **state)
{
  (void)state;
  const char bytes[] = "\x1B$B$\"\x1B(B<p>";
  pith_memory memory;
  pith_decoded decoded;
  pith_decode_hints hints = {"iso-2022-jp", NULL, NULL};
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__decode_init(&decoded, &memory);
  assert_int_equal(pith__decode(&decoded, pith__slice_of(bytes), &hints),
                   PITH_OK);
  assert_int_equal(decoded.text.len, 6);
  assert_int_equal(pith__decode_offset(&decoded, 0), 0);
  assert_int_equal(pith__decode_offset(&decoded, 3), 8);
  assert_int_equal(pith__decode_offset(&decoded, 6), 11);
  pith__decode_done(&decoded);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exact_for_every_encoding),
      cmocka_unit_test(marks_are_counted),
      cmocka_unit_test(back_to_a_boundary),
      cmocka_unit_test(escapes_stay_with_what_they_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
