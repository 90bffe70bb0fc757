/* The formats of pith.h through the interface alone: their table, and the
 * record of a page with what the caller adds to it. */
#include "pith.h"

#include <stdio.h>
#include <string.h>

static int failures;

static void
expect(bool truth, const char *what)
{
  if (truth)
    return;
  fprintf(stderr, "failed: %s\n", what);
  failures++;
}

static void
expect_text(pith_slice text, const char *expected)
{
  if (text.len == strlen(expected) &&
      memcmp(text.data, expected, text.len) == 0)
    return;
  fprintf(stderr, "expected %s\ngot      %.*s\n", expected, (int)text.len,
          text.data);
  failures++;
}

static void
test_table(void)
{
  uint32_t count = 0;
  for (; pith_format_describe(count); count++) {
    const pith_format_facts *facts = pith_format_describe(count);
    expect(pith_format_find(facts->name) == facts, facts->name);
    expect(facts->type && strchr(facts->type, '/'), "a media type");
    expect(facts->ending && (!*facts->ending || *facts->ending == '.'),
           "an ending");
    for (uint32_t i = 0; i < count; i++)
      expect(pith_format_describe(i)->format != facts->format, "one number");
  }
  expect(count >= 6, "formats");
  expect(!pith_format_find("no-such"), "no such format");
  expect(!pith_format_find(""), "no name");
}

static pith_page *
parse(pith_context *context, const char *html)
{
  pith_slice bytes = {html, strlen(html)};
  pith_page *page;
  return pith_page_parse(context, bytes, NULL, &page, NULL) == PITH_OK ? page
                                                                       : NULL;
}

/* A record with everything that a caller can add; \xFF is no UTF-8. */
static void
test_record(pith_context *context)
{
  const pith_verdict cut = {{3, 6}, PITH_NAVIGATION, 0.25F, "test"};
  pith_options options;
  pith_slice out;
  pith_page *page = parse(context, "<p>Up <p>\"Tea\"");
  pith_options_default(&options);
  options.id = "a\xFF\\";
  options.path = "b\x01.html";
  options.url = "http://h/b";
  options.markdown = true;
  options.milliseconds = 1.5;
  expect(pith_page_set_verdicts(page, &cut, 1) == PITH_OK, "verdicts");
  pith_page_set_cluster(page, 7);
  expect(pith_page_add_warning(page, "odd") == PITH_OK, "a warning");
  expect(pith_page_render(page, PITH_FORMAT_JSON, &options, &out) == PITH_OK,
         "a record");
  expect_text(
      out, "{\"v\":1,\"id\":\"a\xEF\xBF\xBD\\\\\",\"path\":\"b\\u0001.html\","
           "\"url\":\"http://h/b\",\"encoding\":\"windows-1252\","
           "\"text\":\"\\\"Tea\\\"\\n\",\"word_count\":1,"
           "\"reading_minutes\":1,\"markdown\":\"\\\"Tea\\\"\\n\","
           "\"spans\":[{\"from\":3,\"to\":6,\"label\":\"navigation\","
           "\"score\":0.25,\"reason\":\"test\"}],\"cluster\":7,"
           "\"warnings\":[\"odd\"],\"ms\":1.5}\n");
  expect(pith_page_classify(page, NULL) == PITH_OK, "classified");
  expect(!pith_page_warning(page, 0), "warnings are forgotten");
  pith_page_free(page);
}

static void
test_warnings(pith_context *context)
{
  const pith_verdict all = {{0, 9}, PITH_NAVIGATION, 1, "test"};
  pith_slice out;
  pith_page *page = parse(context, "<p>Up</p>");
  expect(pith_page_set_verdicts(page, &all, 1) == PITH_OK, "verdicts");
  expect(!pith_page_warning(page, 0), "nothing was rendered");
  expect(pith_page_render(page, PITH_FORMAT_JSON, NULL, &out) == PITH_OK,
         "a record");
  expect(strcmp(pith_page_warning(page, 0), "emptied") == 0, "emptied");
  expect(!pith_page_warning(page, 1), "one warning");
  expect(pith_page_add_warning(page, "") == PITH_USAGE, "no word");
  for (int i = 0; i < 8; i++)
    expect(pith_page_add_warning(page, "more") == PITH_OK, "room for 8");
  expect(pith_page_add_warning(page, "more") == PITH_USAGE, "and no more");
  expect(strcmp(pith_page_warning(page, 8), "more") == 0, "the last");
  expect(!pith_page_warning(page, 9), "after the last");
  pith_page_free(page);
}

/* `html` is safe, `cleaned` is the page's own. */
static void
test_cleaned(pith_context *context)
{
  pith_slice html, cleaned;
  pith_page *page = parse(context, "<p>a<script>b</script><i>c");
  expect(pith_page_render(page, PITH_FORMAT_HTML, NULL, &html) == PITH_OK &&
             html.len > 0,
         "html");
  expect_text(html, "<!DOCTYPE html>\n<html>\n<head>\n"
                    "<meta charset=\"utf-8\">\n</head>\n"
                    "<body><p>a<i>c</i></p></body></html>\n");
  expect(pith_page_render(page, PITH_FORMAT_CLEANED, NULL, &cleaned) == PITH_OK,
         "cleaned");
  expect_text(cleaned, "<p>a<script>b</script><i>c");
  pith_page_free(page);
}

int
main(void)
{
  pith_context *context;
  test_table();
  expect(pith_context_new(NULL, &context) == PITH_OK, "context");
  test_record(context);
  test_warnings(context);
  test_cleaned(context);
  pith_context_free(context);
  return failures > 0;
}
