/*
 * A page from a string, and what the renderers make of it, for the tests of
 * this folder.
 */
#ifndef PITH_TESTS_UNIT_RENDER_PAGE_HELPER_H
#define PITH_TESTS_UNIT_RENDER_PAGE_HELPER_H

#include "base/slice.h"
#include "page/page_model.h"
#include "render/render.h"

typedef enum page_format {
  FORMAT_TEXT,
  FORMAT_MARKDOWN,
  FORMAT_TEI,
  FORMAT_HTML,
  FORMAT_CLEANED,
  FORMAT_MARKED,
  FORMAT_COUNT
} page_format;

typedef struct test_page {
  pith_memory memory;
  pith_decoded decoded;
  pith_tree tree;
  pith_page_model model; /* of `tree` */
  pith_verdicts verdicts;
  pith_buffer out;
  pith_render_settings options;
  pith_tei_header header; /* of FORMAT_TEI; empty at first */
  bool marks_present;
} test_page;

/* Decode and parse. `allocator` may be NULL. Always call page_done(). */
pith_status page_load(test_page *page, const pith_allocator *allocator,
                      pith_slice html);
void page_done(test_page *page);

/* Say that [from, to) of the text is navigation; then settle. */
void page_cut(test_page *page, uint32_t from, uint32_t to);

/* Cut every place where `words` are in the text of the page. */
void page_cut_words(test_page *page, const char *words);

/* Render into page->out, which is emptied first. */
pith_status page_render(test_page *page, page_format format);

/* One go: the page `html` rendered with the defaults, ended by NUL. Lent until
 * page_done(). */
const char *page_as(test_page *page, page_format format, const char *html);

/* The output so far, ended by NUL. */
const char *page_text(test_page *page);

#endif
