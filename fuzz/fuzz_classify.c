/*
 * Any bytes through every method that classifies one page, in both profiles:
 * the verdicts are in order and inside the page, the second time returns the
 * same, a page of which something is shown does not come back empty, and what
 * is marked and rendered is made without complaint.
 *
 * The first byte chooses: bit 0 comments, bits 1-2 the balance, bits 3-7 the
 * encoding, 0 to find out.
 */
#include "pith.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A copy of the verdicts of a page; to be freed. */
static pith_verdict *
copy_verdicts(const pith_page *page, uint32_t *count)
{
  const pith_verdict *verdicts = pith_page_verdicts(page, count);
  pith_verdict *copy = malloc((*count + 1) * sizeof *copy);
  assert(copy);
  if (*count > 0)
    memcpy(copy, verdicts, *count * sizeof *copy);
  return copy;
}

static void
check_order(const pith_verdict *verdicts, uint32_t count, size_t len)
{
  uint32_t at = 0;
  for (uint32_t i = 0; i < count; i++) {
    assert(verdicts[i].span.from >= at);
    assert(verdicts[i].span.from < verdicts[i].span.to);
    assert(verdicts[i].score >= 0 && verdicts[i].score <= 1);
    assert(strlen(verdicts[i].reason) > 0);
    at = verdicts[i].span.to;
  }
  assert(at <= len);
}

static size_t
text_len(pith_page *page)
{
  pith_slice text;
  pith_status status = pith_page_render(page, PITH_FORMAT_TEXT, NULL, &text);
  assert(status == PITH_OK);
  return text.len;
}

static void
classify(pith_page *page, const pith_options *style, size_t len, size_t whole)
{
  uint32_t count, again;
  pith_status status = pith_page_classify(page, style);
  assert(status == PITH_OK);
  pith_verdict *verdicts = copy_verdicts(page, &count);
  check_order(verdicts, count, len);
  assert(style->compat || whole == 0 || text_len(page) > 0);
  status = pith_page_classify(page, style);
  assert(status == PITH_OK);
  const pith_verdict *second = pith_page_verdicts(page, &again);
  assert(again == count);
  for (uint32_t i = 0; i < count; i++)
    assert(second[i].span.from == verdicts[i].span.from &&
           second[i].span.to == verdicts[i].span.to &&
           second[i].label == verdicts[i].label);
  free(verdicts);
}

static void
classify_by_all(pith_page *page, pith_options *style, size_t len)
{
  size_t whole = text_len(page);
  const pith_method_facts *method;
  for (uint32_t i = 0; (method = pith_method_describe(i)); i++) {
    if (!method->one_page)
      continue;
    style->method = method->name;
    for (int compat = 0; compat <= method->compat; compat++) {
      style->compat = compat;
      classify(page, style, len, whole);
    }
  }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char *const labels[] = {
      NULL,      "utf-8", "windows-1252", "windows-1251",
      "gb18030", "big5",  "shift_jis",    "utf-16le"};
  pith_context *context;
  pith_page *page;
  pith_options options;
  pith_options style;
  if (size == 0 || size > 65536)
    return 0;
  pith_slice html = {(const char *)data + 1, size - 1};
  pith_options_default(&options);
  pith_options_default(&style);
  style.comments = data[0] & 1;
  style.balance = (pith_balance)((data[0] >> 1 & 3) % 3);
  options.encoding = labels[(data[0] >> 3) % 8];
  if (pith_context_new(NULL, &context) != PITH_OK)
    return 0;
  if (pith_page_parse(context, html, &options, &page, NULL) == PITH_OK) {
    classify_by_all(page, &style, html.len);
    pith_page_free(page);
  }
  pith_context_free(context);
  return 0;
}
