/* See page_helper.h. */
#include "unit/render/page_helper.h"

#include <stdlib.h>

pith_status
page_load(test_page *page, const pith_allocator *allocator, pith_slice html)
{
  pith_options defaults;
  pith_tree_options options;
  pith_decode_hints hints = {NULL, NULL, NULL};
  memset(page, 0, sizeof *page);
  memset(&options, 0, sizeof options);
  pith_options_default(&defaults);
  options.limits = pith__tree_limits(&defaults);
  pith__memory_init(&page->memory, allocator, (size_t)1 << 30);
  pith__decode_init(&page->decoded, &page->memory);
  pith__tree_init(&page->tree, &page->memory);
  pith__page_model_init(&page->model, &page->memory, &page->tree);
  pith__verdicts_init(&page->verdicts, &page->memory);
  pith__buffer_init(&page->out, &page->memory);
  pith__render_defaults(&page->options);
  pith_status status = pith__decode(&page->decoded, html, &hints);
  if (status == PITH_OK)
    status = pith__tree_build(&page->tree, page->decoded.text, &options);
  return status;
}

void
page_done(test_page *page)
{
  pith__buffer_done(&page->out);
  pith__verdicts_done(&page->verdicts);
  pith__page_model_done(&page->model);
  pith__tree_done(&page->tree);
  pith__decode_done(&page->decoded);
}

void
page_cut(test_page *page, uint32_t from, uint32_t to)
{
  pith_span span = {from, to};
  pith__verdicts_add(&page->verdicts, span, PITH_NAVIGATION, 0.5F, "test");
  pith__verdicts_settle(&page->verdicts);
}

void
page_cut_words(test_page *page, const char *words)
{
  size_t len = strlen(words);
  pith_slice text = page->decoded.text;
  for (size_t i = 0; i + len <= text.len; i++)
    if (memcmp(text.data + i, words, len) == 0)
      page_cut(page, (uint32_t)i, (uint32_t)(i + len));
}

pith_status
page_render(test_page *page, page_format format)
{
  pith_render_page input = {&page->tree, &page->verdicts, &page->decoded,
                            &page->memory};
  pith__buffer_clear(&page->out);
  switch (format) {
  case FORMAT_TEXT:
    return pith__render_text(&input, &page->options, &page->out);
  case FORMAT_MARKDOWN:
    return pith__render_markdown(&input, &page->options, &page->out);
  case FORMAT_TEI:
    return pith__render_tei(&input, &page->options, &page->header, &page->out);
  case FORMAT_HTML:
    return pith__render_html(&input, &page->options, &page->out);
  case FORMAT_CLEANED:
    return pith__render_cleaned(&input, &page->out);
  default:
    return pith__render_marked(&input, &page->options, &page->out,
                               &page->marks_present);
  }
}

const char *
page_text(test_page *page)
{
  pith__buffer_append_char(&page->out, '\0');
  page->out.len--;
  return page->out.data;
}

const char *
page_as(test_page *page, page_format format, const char *html)
{
  if (page_load(page, NULL, pith__slice_of(html)) != PITH_OK ||
      page_render(page, format) != PITH_OK)
    return "(failed)";
  return page_text(page);
}
