/*
 * For tests of methods on one page: what a method keeps of a page, as text.
 */
#ifndef PITH_TESTS_UNIT_METHOD_CLASSIFY_TEXT_H
#define PITH_TESTS_UNIT_METHOD_CLASSIFY_TEXT_H

#include "base/slice.h"
#include "pith.h"
#include "unit/failing_allocator.h"

#include <stdio.h>

/* Text that every method keeps. */
#define STORY                                                                  \
  "<p>It rained all day in the old town, and nobody minded. The river rose "   \
  "by a hand.</p><p>In the evening the bakers put out their tables, and the "  \
  "children counted the boats that came down.</p>"

/* A chapter on comments, of which "On comments" stays, and below it comments,
 * of which nothing does. */
#define CHAPTER_ON_COMMENTS                                                    \
  "<div>" STORY "<h2 id=Comments>On comments</h2>" STORY                       \
  "</div><div class=comments><h2 class=comments>What readers say</h2>"         \
  "<p>I was there myself, and it was wet.</p></div>"

/* Classify `html` as `style` says and write what is kept to `out`, as text. */
static inline void
classify_text(const char *html, const pith_options *style, char *out,
              size_t room)
{
  pith_context *context;
  pith_page *page;
  pith_slice text;
  assert_int_equal(pith_context_new(NULL, &context), PITH_OK);
  assert_int_equal(
      pith_page_parse(context, pith__slice_of(html), NULL, &page, NULL),
      PITH_OK);
  assert_int_equal(pith_page_classify(page, style), PITH_OK);
  assert_int_equal(pith_page_render(page, PITH_FORMAT_TEXT, NULL, &text),
                   PITH_OK);
  snprintf(out, room, "%.*s", (int)text.len, text.data);
  pith_page_free(page);
  pith_context_free(context);
}

/* What `method` keeps of `html` has every word of `kept` (parted by '|') and
 * none of `cut`. */
static inline void
expect_parts(const pith_options *style, const char *html, const char *kept,
             const char *cut)
{
  char text[8192], part[256];
  classify_text(html, style, text, sizeof text);
  for (int round = 0; round < 2; round++) {
    const char *list = round ? cut : kept;
    while (*list) {
      size_t len = strcspn(list, "|");
      snprintf(part, sizeof part, "%.*s", (int)len, list);
      if ((strstr(text, part) != NULL) != (round == 0))
        print_message("'%s' %s in: %s\n", part, round ? "is" : "is not", text);
      assert_true((strstr(text, part) != NULL) == (round == 0));
      list += len + (list[len] == '|');
    }
  }
}

/* Fail each allocation of classifying `html` once: the call says so, the page
 * has no verdicts then, and nothing is lost. */
static inline void
expect_failures_are_clean(const pith_options *style, const char *html)
{
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    pith_context *context;
    pith_page *page;
    uint32_t count;
    if (pith_context_new(&allocator, &context) == PITH_OK) {
      if (pith_page_parse(context, pith__slice_of(html), NULL, &page, NULL) ==
          PITH_OK) {
        pith_status status = pith_page_classify(page, style);
        assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
        pith_page_verdicts(page, &count);
        assert_true(status == PITH_OK || count == 0);
        pith_page_free(page);
      }
      pith_context_free(context);
    }
    assert_true(failing_allocator_is_clean(&failing));
    if (!failing.failed)
      break;
  }
}

#endif
