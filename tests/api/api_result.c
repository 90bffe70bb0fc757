/* pith_extract() and what a result lends, through the interface alone. */
#include "pith.h"

#include <stdio.h>
#include <stdlib.h>
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

static const char page_html[] =
    "<!doctype html><html lang=en><title>Tea</title>"
    "<nav><ul><li><a href=/>Home</a><li><a href=/b>Shop</a></ul></nav>"
    "<main><h1>Tea</h1><p>Tea is made of leaves, which are dried and then "
    "brewed in hot water for some minutes. It is drunk hot or cold.</p>"
    "<p>People have drunk it for a long time, and they still do so "
    "<a href=/today>today</a>, in nearly every country of the world.</p></main>"
    "<section id=comments class=comments><div class=comment>I prefer coffee, "
    "and always will.</div></section>"
    "<footer>All rights reserved</footer>";

static bool
has(pith_slice text, const char *part)
{
  size_t len = strlen(part);
  for (size_t i = 0; i + len <= text.len; i++)
    if (memcmp(text.data + i, part, len) == 0)
      return true;
  return false;
}

static void
test_result(void)
{
  pith_options options;
  pith_error error;
  pith_result *result;
  uint32_t count;
  char *copy = (char *)malloc(sizeof page_html);
  char url[] = "http://h.example/tea";
  if (!copy)
    return;
  memcpy(copy, page_html, sizeof page_html);
  pith_options_default(&options);
  options.url = url;
  expect(pith_extract(copy, sizeof page_html - 1, &options, &result, &error) ==
             PITH_OK,
         "extracted");
  memset(copy, 'x', sizeof page_html); /* the result has copies */
  memset(url, 'x', sizeof url - 1);
  free(copy);

  pith_slice text = pith_result_text(result);
  pith_slice markdown = pith_result_markdown(result);
  pith_slice json = pith_result_json(result);
  expect(has(text, "Tea is made of leaves"), "text");
  expect(!has(text, "All rights") && !has(text, "coffee"), "no boilerplate");
  expect(has(markdown, "# Tea") &&
             has(markdown, "[today](http://h.example/today)"),
         "Markdown");
  expect(has(pith_result_html(result), "<h1>Tea</h1>"), "html");
  expect(has(json, "{\"v\":1,\"url\":\"http://h.example/tea\"") &&
             has(json, "\"method\":\"auto\""),
         "record");
  expect(pith_result_text(result).data == text.data, "kept");
  expect(has(pith_result_metadata(result, PITH_META_TITLE), "Tea"), "title");
  expect(has(pith_result_comments(result), "I prefer coffee"), "comments");
  expect(!has(pith_result_comments(result), "leaves"), "comments only");
  expect(pith_result_confidence(result) > 0, "confidence");
  expect(pith_result_page_type(result) != NULL, "page type");
  expect(pith_result_verdicts(result, &count) && count > 1, "verdicts");
  expect(!pith_result_warning(result, 0), "no warning");
  expect(pith_page_node_count(pith_result_page(result)) > 10, "the page");
  pith_result_free(result);
}

/* Move behind a JSON string whose opening quote is before `at`. */
static const char *
string_end(const char *at)
{
  while (*at != '"')
    at += *at == '\\' ? 2 : 1;
  return at + 1;
}

/* Where the value of a member of the record begins: members of the outermost
 * object only, so a text that looks like a member is not found. */
static const char *
find_member(const char *record, const char *name)
{
  size_t len = strlen(name);
  int depth = 0;
  for (const char *at = record; *at && *at != '\n';) {
    char c = *at++;
    depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    if (c != '"')
      continue;
    const char *start = at;
    at = string_end(at);
    if (depth == 1 && *at == ':' && (size_t)(at - 1 - start) == len &&
        memcmp(start, name, len) == 0)
      return at + 1;
  }
  return NULL;
}

/* A program reads the record: compiled as C11 and as C++17. */
static void
test_record_is_read(void)
{
  static const char html[] = "<title>\"title\":\"no\"</title><p>One "
                             "paragraph of plain text, for the record.</p>";
  pith_result *result;
  expect(pith_extract(html, sizeof html - 1, NULL, &result, NULL) == PITH_OK,
         "extracted");
  pith_slice json = pith_result_json(result);
  expect(json.len > 0 && json.data[json.len - 1] == '\n', "one line");
  const char *version = find_member(json.data, "v");
  const char *title = find_member(json.data, "title");
  const char *confidence = find_member(json.data, "confidence");
  const char *spans = find_member(json.data, "spans");
  expect(version && strncmp(version, "1,", 2) == 0, "version");
  expect(title && strncmp(title, "\"\\\"title\\\":\\\"no\\\"\"", 18) == 0,
         "title");
  expect(confidence && strtod(confidence, NULL) > 0 &&
             strtod(confidence, NULL) <= 1,
         "confidence");
  expect(spans && strncmp(spans, "[{\"from\":", 9) == 0, "spans");
  expect(find_member(json.data, "warnings") != NULL, "warnings");
  expect(!find_member(json.data, "reason"), "a member of a span");
  pith_result_free(result);
}

static void
test_failures(void)
{
  pith_options options;
  pith_error error;
  pith_result *result;
  pith_slice out;
  pith_options_default(&options);
  options.max_bytes = 3;
  expect(pith_extract("<p>a", 4, &options, &result, &error) == PITH_LIMIT &&
             !result && error.status == PITH_LIMIT,
         "too large");
  pith_options_default(&options);
  options.method = "no-such";
  expect(pith_extract("<p>a", 4, &options, &result, &error) == PITH_USAGE &&
             !result && error.message[0],
         "no such method");
  expect(pith_extract("", 0, NULL, &result, NULL) == PITH_OK, "nothing");
  expect(pith_result_text(result).len == 0, "no text");
  expect(pith_result_comments(result).len == 0, "no comments");
  expect(pith_result_render(result, (pith_format)15, &out) == PITH_USAGE,
         "no such format");
  pith_result_free(result);
  pith_result_free(NULL);
}

int
main(void)
{
  test_result();
  test_record_is_read();
  test_failures();
  return failures > 0;
}
