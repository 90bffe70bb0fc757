/* Plain text: small pages; golden pages show the large. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/render/page_helper.h"

#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void
check(const char *html, const char *expected)
{
  test_page page;
  assert_string_equal(page_as(&page, FORMAT_TEXT, html), expected);
  page_done(&page);
}

static void
nothing(void **state)
{
  (void)state;
  check("", "");
  check("<p> \n </p><ul><li></li></ul><table><tr><td></td></tr></table>", "");
  check("<blockquote><hr></blockquote>", "");
  check("<pre> \n\n </pre>", "");
}

/* A forum: headers say data, but a post in a table of its own is too long for
 * a cell, so the posts are read one after the other. */
static void
post_in_a_table_of_its_own(void **state)
{
  (void)state;
  char html[2048], words[600];
  memset(words, 'x', sizeof words - 1);
  words[sizeof words - 1] = '\0';
  snprintf(html, sizeof html,
           "<table><tr><th>Author<th>Message<tr><td>Ann<br>Rome<td>"
           "<table><tr><td>%s</table></table>",
           words);
  char expected[700];
  snprintf(expected, sizeof expected, "Author\n\nMessage\n\nAnn\nRome\n\n%s\n",
           words);
  check(html, expected);
}

static void
blanks(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"a  b\t\n c", "a b c\n"},
      {"<b>a </b> b", "a b\n"},
      {"a<b> b</b>", "a b\n"},
      {"a<br> b", "a\nb\n"},
      {"a<br><br>b", "a\n\nb\n"},
      {"<br><br>a<br>", "a\n"},
      {"a&nbsp;&nbsp;b", "a b\n"},
      {"a<img src=x>b", "a b\n"},
      {"a<img src=x>, b", "a, b\n"},
      {"a<button>b</button>c", "a b c\n"},
      {"\xE6\xBC\xA2\n\xE5\xAD\x97", "\xE6\xBC\xA2\xE5\xAD\x97\n"},
      {"\xE6\xBC\xA2 \xE5\xAD\x97", "\xE6\xBC\xA2 \xE5\xAD\x97\n"},
      {"abcdefg  hijklmno pqrstuv wxyz", "abcdefg hijklmno pqrstuv wxyz\n"},
      {"abcdef \x7Fghij klmnopqrs", "abcdef ghij klmnopqrs\n"},
      {"12345678 2345678 \xC2\xA0 x", "12345678 2345678 x\n"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check(cases[i][0], cases[i][1]);
}

/* Normalising eight bytes at a time is normalising one at a time. */
static void
blanks_at_every_place(void **state)
{
  (void)state;
  uint32_t dice = 5;
  for (int round = 0; round < 3000; round++) {
    static const char letters[] = "ab  \n.\x1F\x7F~!";
    char html[64], expected[66];
    size_t len = 0;
    bool blank = false;
    for (size_t i = 0; i < sizeof html; i++) {
      dice = dice * 1664525u + 1013904223u;
      char c = letters[(dice >> 11) % (sizeof letters - 1)];
      html[i] = c;
      if (c == ' ' || c == '\n')
        blank = true;
      else if (c > ' ' && c != 0x7F) {
        if (blank && len > 0)
          expected[len++] = ' ';
        expected[len++] = c;
        blank = false;
      }
    }
    if (len > 0)
      expected[len++] = '\n';
    test_page page;
    assert_int_equal(page_load(&page, NULL, pith__slice(html, sizeof html)),
                     PITH_OK);
    assert_int_equal(page_render(&page, FORMAT_TEXT), PITH_OK);
    assert_int_equal(page.out.len, len);
    assert_memory_equal(page.out.data, expected, len);
    page_done(&page);
  }
}

static void
cuts(void **state)
{
  (void)state;
  static const char *const cases[][3] = {
      {"<p>one two three", " two", "one three\n"},
      {"<p>a&amp;b&lt;c", "&amp;", "a b<c\n"},
      {"<p>a&amp;b", "mp;b", "a&\n"},
      {"<p>a</p><p>b</p>", "<p>a</p>", "b\n"},
      {"<ul><li>a<li>b</ul>", "a", "- b\n"},
      {"<pre>a\nb\nc</pre>", "b\n", "a\nc\n"},
      {"<p>a<b>c</b>d", "<b>c</b>", "a d\n"},
      {"<p>all", "<p>all", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    test_page page;
    assert_int_equal(page_load(&page, NULL, pith__slice_of(cases[i][0])),
                     PITH_OK);
    page_cut_words(&page, cases[i][1]);
    assert_int_equal(page_render(&page, FORMAT_TEXT), PITH_OK);
    assert_string_equal(page_text(&page), cases[i][2]);
    page_done(&page);
  }
}

static void
appends_to_what_is_there(void **state)
{
  (void)state;
  test_page page;
  pith_render_page input = {&page.tree, NULL, &page.decoded, &page.memory};
  assert_int_equal(page_load(&page, NULL, pith__slice_of("<p>x")), PITH_OK);
  pith__buffer_append(&page.out, "before ", 7);
  assert_int_equal(pith__render_text(&input, &page.options, &page.out),
                   PITH_OK);
  assert_string_equal(page_text(&page), "before x\n");
  page_done(&page);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing), cmocka_unit_test(post_in_a_table_of_its_own),
      cmocka_unit_test(blanks),  cmocka_unit_test(blanks_at_every_place),
      cmocka_unit_test(cuts),    cmocka_unit_test(appends_to_what_is_there),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
