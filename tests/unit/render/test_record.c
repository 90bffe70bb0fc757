/* The JSON record, and the writer below it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/slice.h"
#include "render/json_write.h"
#include "render/record.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static pith_memory memory;

static void
check(const pith_record *record, const char *expected)
{
  pith_buffer out;
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__buffer_init(&out, &memory);
  pith__record_write(record, &out);
  pith__buffer_append_char(&out, '\0');
  assert_string_equal(out.data, expected);
  pith__buffer_done(&out);
}

static void
unknown_is_absent(void **state)
{
  (void)state;
  pith_record record = {0};
  check(&record, "{\"v\":1}\n");
}

static void
all_members_in_order(void **state)
{
  (void)state;
  static const pith_verdict spans[] = {
      {{0, 5}, PITH_CONTENT, 1.0F, "keep"},
      {{5, 9}, PITH_NAVIGATION, 0.256F, "chain"}};
  static const char *const warnings[] = {"marks-present", "x\"y"};
  pith_record record = {0};
  record.id = pith__slice_of("1");
  record.path = pith__slice_of("a/b\xFF.html");
  record.url = pith__slice_of("http://h/");
  record.canonical = pith__slice_of("http://c/");
  record.title = pith__slice_of("T");
  record.byline = pith__slice_of("B");
  record.date = pith__slice_of("2024-05-01");
  record.language = pith__slice_of("en");
  record.site_name = pith__slice_of("S");
  record.method = pith__slice_of("chain");
  record.encoding = pith__slice_of("utf-8");
  record.has_text = true;
  record.text = pith__slice_of("line\nnext\ttab \"q\" \\ \x01 \xC3\xA9");
  record.has_markdown = true;
  record.has_confidence = true;
  record.confidence = 0.98765;
  record.page_type = pith__slice_of("article");
  record.has_spans = true;
  record.spans = spans;
  record.span_count = 2;
  record.cluster = pith__slice_of("3");
  record.warnings = warnings;
  record.warning_count = 2;
  record.has_milliseconds = true;
  record.milliseconds = 12.5;
  check(&record,
        "{\"v\":1,\"id\":\"1\",\"path\":\"a/b\xEF\xBF\xBD.html\","
        "\"url\":\"http://h/\",\"title\":\"T\",\"byline\":\"B\","
        "\"date\":\"2024-05-01\",\"lang\":\"en\",\"site_name\":\"S\","
        "\"method\":\"chain\",\"encoding\":\"utf-8\","
        "\"text\":\"line\\nnext\\ttab \\\"q\\\" \\\\ \\u0001 \xC3\xA9\","
        "\"markdown\":\"\",\"confidence\":0.9877,\"page_type\":\"article\","
        "\"spans\":[{\"from\":0,\"to\":5,\"label\":\"content\",\"score\":1,"
        "\"reason\":\"keep\"},{\"from\":5,\"to\":9,\"label\":\"navigation\","
        "\"score\":0.26,\"reason\":\"chain\"}],\"cluster\":\"3\","
        "\"warnings\":[\"marks-present\",\"x\\\"y\"],\"ms\":12.5}\n");
}

static void
canonical_stands_in_for_url(void **state)
{
  (void)state;
  pith_record record = {0};
  record.canonical = pith__slice_of("http://c/");
  check(&record, "{\"v\":1,\"url\":\"http://c/\"}\n");
}

static void
numbers(void **state)
{
  (void)state;
  static const struct {
    double number;
    int digits;
    const char *expected;
  } cases[] = {
      {0.0, 4, "0"},         {1.0, 2, "1"},
      {0.5, 2, "0.5"},       {0.05, 2, "0.05"},
      {0.999, 2, "1"},       {12.3456, 3, "12.346"},
      {-1.0, 2, "0"},        {1e300, 2, "1000000000000"},
      {0.1 + 0.2, 4, "0.3"},
  };
  pith__memory_init(&memory, NULL, 1 << 20);
  for (size_t i = 0; i < COUNT(cases); i++) {
    pith_buffer out;
    pith_json_writer writer;
    pith__buffer_init(&out, &memory);
    pith__json_writer_init(&writer, &out);
    pith__json_number(&writer, cases[i].number, cases[i].digits);
    pith__buffer_append_char(&out, '\0');
    assert_string_equal(out.data, cases[i].expected);
    pith__buffer_done(&out);
  }
}

/* Bytes that are no UTF-8 come out as valid UTF-8, and the rest untouched. */
static void
any_bytes(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"\xC3", "\"\xEF\xBF\xBD\""},
      {"a\xE4\xB8z", "\"a\xEF\xBF\xBDz\""},
      {"\x80\x80", "\"\xEF\xBF\xBD\""},
      {"\xED\xA0\x80x", "\"\xEF\xBF\xBDx\""},
  };
  pith__memory_init(&memory, NULL, 1 << 20);
  for (size_t i = 0; i < COUNT(cases); i++) {
    pith_buffer out;
    pith_json_writer writer;
    pith__buffer_init(&out, &memory);
    pith__json_writer_init(&writer, &out);
    pith__json_string(&writer, pith__slice_of(cases[i][0]));
    pith__buffer_append_char(&out, '\0');
    assert_string_equal(out.data, cases[i][1]);
    pith__buffer_done(&out);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unknown_is_absent),
      cmocka_unit_test(all_members_in_order),
      cmocka_unit_test(canonical_stands_in_for_url),
      cmocka_unit_test(numbers),
      cmocka_unit_test(any_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
