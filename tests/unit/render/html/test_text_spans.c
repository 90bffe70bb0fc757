/* Where the characters of a text node are in the source. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "render/html/text_spans.h"
#include "unit/render/page_helper.h"

/* The spans of the first text node whose text is `text`, joined by '|'. */
static const char *
pieces_of(test_page *page, const char *html, const char *text)
{
  pith_text_spans spans;
  pith_span span;
  assert_int_equal(page_load(page, NULL, pith__slice_of(html)), PITH_OK);
  for (uint32_t n = 0; n < page->tree.count; n++) {
    if (page->tree.nodes[n].kind != PITH_NODE_TEXT ||
        !pith__slice_equal(pith__tree_text(&page->tree, n),
                           pith__slice_of(text)))
      continue;
    pith__text_spans_init(&spans, &page->tree, n);
    while (pith__text_spans_next(&spans, &span)) {
      if (page->out.len > 0)
        pith__buffer_append_char(&page->out, '|');
      pith__buffer_append(&page->out, page->decoded.text.data + span.from,
                          span.to - span.from);
    }
    return page_text(page);
  }
  return "(no such text)";
}

static void
check(const char *html, const char *text, const char *expected)
{
  test_page page;
  assert_string_equal(pieces_of(&page, html, text), expected);
  page_done(&page);
}

static void
plain_text_is_one_piece(void **state)
{
  (void)state;
  check("<p>one two</p>", "one two", "one two");
  check("<p>a &lt; b &amp c</p>", "a < b & c", "a &lt; b &amp c");
  check("<p>a < b <3 c</p>", "a < b <3 c", "a < b <3 c");
  check("<xmp>a\r\n<b></xmp>", "a\n<b>", "a\r\n<b>");
}

static void
ignored_tags_split(void **state)
{
  (void)state;
  check("<p>a</bogus>b", "ab", "a|b");
  check("<p>a</x y='>'>b</>c", "abc", "a|b|c");
  check("<body>a</body>b", "ab", "a|b");
  check("<body>a</body><!-- no -->b", "ab", "a|b");
  check("<p>a<!DOCTYPE html>b", "ab", "a|b");
  check("<p>a<td>b", "ab", "a|b");
}

static void
moved_text(void **state)
{
  (void)state;
  check("<table>a<tr><td>x</td></tr>b</table>", "ab", "a|b");
  check("<table>a<tr>b<td>x</td>c</tr>d</table>", "abcd", "a|b|c|d");
  check("<table>a<script>no</script>b</table>", "ab", "a|b");
  check("<table>a<tr><td>x</td></tr>b</table>", "x", "x");
}

static void
snapping_keeps_characters_whole(void **state)
{
  (void)state;
  static const char html[] = "<p>a&amp;b\xC3\xA9z</p>";
  /* offsets: a 3, &amp; 4-8, b 9, é 10-11, z 12 */
  static const pith_span ranges[][2] = {
      {{4, 5}, {4, 9}},     {{5, 9}, {9, 9}},     {{3, 4}, {3, 4}},
      {{11, 12}, {12, 12}}, {{10, 11}, {10, 12}}, {{0, 99}, {3, 13}},
  };
  test_page page;
  pith_text_spans spans;
  pith_span span;
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  uint32_t text = page.tree.count - 1;
  assert_int_equal(page.tree.nodes[text].kind, PITH_NODE_TEXT);
  pith__text_spans_init(&spans, &page.tree, text);
  assert_true(pith__text_spans_next(&spans, &span));
  for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
    pith_span got = pith__text_spans_snap(&spans, span, ranges[i][0]);
    assert_int_equal(got.from, ranges[i][1].from);
    assert_int_equal(got.to, ranges[i][1].to);
  }
  page_done(&page);
}

/* In every page of nonsense, the spans hold exactly the node's characters. */
static void
pieces_spell_the_text(void **state)
{
  (void)state;
  static const char *const parts[] = {
      "<table>",  "<tr>",     "<td>",     "a",
      "b&amp;",   "</table>", "</x>",     "<b>",
      "</b>",     "<p>",      "<!--c-->", "<script>s</script>",
      "\xC3\xA9", " ",        "</body>",  "<caption>",
      "\r\n",     "<i>",      "</i>",     "<select>",
      "</select>"};
  uint32_t dice = 11;
  for (int round = 0; round < 3000; round++) {
    char html[400] = "";
    size_t len = 0;
    for (int i = 0; i < 24; i++) {
      dice = dice * 1664525u + 1013904223u;
      const char *part = parts[(dice >> 10) % (sizeof parts / sizeof parts[0])];
      memcpy(html + len, part, strlen(part));
      len += strlen(part);
    }
    test_page page;
    assert_int_equal(page_load(&page, NULL, pith__slice(html, len)), PITH_OK);
    for (uint32_t n = 1; n < page.tree.count; n++) {
      pith_text_spans spans;
      pith_span span;
      if (page.tree.nodes[n].kind != PITH_NODE_TEXT)
        continue;
      pith__buffer_clear(&page.out);
      pith__text_spans_init(&spans, &page.tree, n);
      while (pith__text_spans_next(&spans, &span))
        for (uint32_t at = span.from; at < span.to;) {
          pith_source_character c = pith__source_character(&spans, at, span.to);
          if (c.codes[0])
            pith__buffer_append_code_point(&page.out, c.codes[0]);
          at += c.len;
        }
      pith_slice text = pith__tree_text(&page.tree, n);
      if (!pith__slice_equal(pith__buffer_slice(&page.out), text))
        fail_msg("round %d: %.*s: '%.*s' is not '%.*s'", round, (int)len, html,
                 (int)page.out.len, page.out.data, (int)text.len, text.data);
    }
    page_done(&page);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain_text_is_one_piece),
      cmocka_unit_test(ignored_tags_split),
      cmocka_unit_test(moved_text),
      cmocka_unit_test(snapping_keeps_characters_whole),
      cmocka_unit_test(pieces_spell_the_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
