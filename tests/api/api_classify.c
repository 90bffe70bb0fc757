/* Classifying one page through the public interface: each method answers, only
 * `auto` reports how right it is, and what others say of the page replaces
 * that.
 */
#include <pith.h>

#include <stdio.h>
#include <string.h>

static const char page_html[] =
    "<!doctype html><title>Rain</title><body>"
    "<nav><ul><li><a href=/>Home</a><li><a href=/a>About</a></ul></nav>"
    "<article><h1>Rain</h1><p>It rained for a week, and then it rained for "
    "another. The river took the lower road, and nobody missed it.</p>"
    "<p>On the ninth day the sun came out, looked around, and left "
    "again.</p></article><footer><a href=/i>Imprint</a></footer>";

static int failures;

static void
expect(bool good, const char *what)
{
  if (!good) {
    printf("failed: %s\n", what);
    failures++;
  }
}

static bool
text_has(pith_page *page, const char *word)
{
  pith_slice text;
  if (pith_page_render(page, PITH_FORMAT_TEXT, NULL, &text) != PITH_OK)
    return false;
  size_t len = strlen(word);
  for (size_t i = 0; i + len <= text.len; i++)
    if (memcmp(text.data + i, word, len) == 0)
      return true;
  return false;
}

/* Methods have no reasons but those of the list. */
static void
check_reasons(const pith_page *page)
{
  uint32_t count;
  const pith_verdict *verdicts = pith_page_verdicts(page, &count);
  expect(count > 0, "verdicts");
  for (uint32_t i = 0; i < count; i++) {
    uint32_t at = 0;
    while (pith_reason_name(at) &&
           strcmp(pith_reason_name(at), verdicts[i].reason) != 0)
      at++;
    expect(pith_reason_name(at) != NULL, verdicts[i].reason);
  }
}

static void
check_methods(pith_page *page)
{
  const pith_method_facts *facts;
  for (uint32_t i = 0; (facts = pith_method_describe(i)); i++) {
    expect(pith_method_find(facts->name) == facts, "a method by its name");
    pith_options style;
    pith_options_default(&style);
    style.method = facts->name;
    pith_status status = pith_page_classify(page, &style);
    expect(status == (facts->one_page ? PITH_OK : PITH_USAGE), facts->name);
    if (status != PITH_OK)
      continue;
    bool is_sure = pith_page_confidence(page) > 0;
    expect(is_sure == (strcmp(facts->name, "auto") == 0), "only auto is sure");
    expect(text_has(page, "ninth day"), "the text stays");
    expect(!text_has(page, "Home"), "the menu goes");
    check_reasons(page);
  }
  expect(!pith_method_find("tarot") && pith_method_find(NULL),
         "no such method");
}

static void
check_confidence(pith_page *page)
{
  expect(pith_page_classify(page, NULL) == PITH_OK, "the default method");
  float sure = pith_page_confidence(page);
  expect(sure > 0.5F && sure <= 1, "an easy page");
  expect(pith_page_set_verdicts(page, NULL, 0) == PITH_OK, "no verdicts");
  expect(pith_page_confidence(page) == 0, "others do not say");
}

int
main(void)
{
  pith_context *context;
  pith_page *page;
  pith_slice html = {page_html, sizeof page_html - 1};
  if (pith_context_new(NULL, &context) != PITH_OK)
    return 1;
  if (pith_page_parse(context, html, NULL, &page, NULL) != PITH_OK) {
    pith_context_free(context);
    return 1;
  }
  expect(pith_page_confidence(page) == 0, "it was not classified");
  check_methods(page);
  check_confidence(page);
  pith_page_free(page);
  pith_context_free(context);
  return failures > 0;
}
