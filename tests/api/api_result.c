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
  expect(pith_result_render(result, (pith_format)7, &out) == PITH_USAGE,
         "no such format");
  pith_result_free(result);
  pith_result_free(NULL);
}

int
main(void)
{
  test_result();
  test_failures();
  return failures > 0;
}
