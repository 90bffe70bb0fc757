/* Marked HTML, to the letter of its format. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "render/html/insertion_point.h"
#include "unit/render/page_helper.h"

#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void
check(const char *html, const char *removed, const char *expected)
{
  test_page page;
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  page_cut_words(&page, removed);
  assert_int_equal(page_render(&page, FORMAT_MARKED), PITH_OK);
  assert_string_equal(page_text(&page), expected);
  page_done(&page);
}

#define OPEN  "<pith-nav data-reason=\"test\" data-score=\"0.5\">"
#define CLOSE "</pith-nav>"

static void
one_text_one_mark(void **state)
{
  (void)state;
  check("<p>a menu b", " menu ", "<p>a " OPEN "menu" CLOSE " b");
  check("<p>menu</p>", "<p>menu</p>", "<p>" OPEN "menu" CLOSE "</p>");
  check("<p>a<b>c</b>d", "a<b>c</b>d",
        "<p>" OPEN "a" CLOSE "<b>" OPEN "c" CLOSE "</b>" OPEN "d" CLOSE);
  check("<p>x", "y", "<p>x");
}

static void
images(void **state)
{
  (void)state;
  check("<p><IMG src=x>", "<IMG src=x>", "<p>" OPEN "<IMG src=x>" CLOSE);
  check("<p><img src=x/>", "<img src=x/>", "<p>" OPEN "<img src=x/>" CLOSE);
  check("<p><image src=x>", "<image src=x>", "<p><image src=x>");
  check("<p><img src=x>", "<img sr", "<p><img src=x>");
}

static void
references_stay_whole(void **state)
{
  (void)state;
  check("<p>a&amp;b", "amp;b", "<p>a&amp;" OPEN "b" CLOSE);
  check("<p>a&amp;b", "a&am", "<p>" OPEN "a&amp;" CLOSE "b");
  check("<p>&nbsp;a&#32;", "&nbsp;a&#32;", "<p>&nbsp;" OPEN "a" CLOSE "&#32;");
  check("<p>&nbsp;", "&nbsp;", "<p>&nbsp;");
}

static void
places_without_marks(void **state)
{
  (void)state;
  static const char *const pages[] = {
      "<title>x</title>",
      "<p><textarea>x</textarea>",
      "<p><script>x</script>",
      "<p><style>x</style>",
      "<p><noscript>x</noscript>",
      "<p><option>x</option>",
      "<select><option>x</select>",
      "<iframe>x</iframe>",
      "<xmp>x</xmp>",
      "<noembed>x</noembed>",
      "<noframes>x</noframes>",
      "<template>x</template>",
      "<svg><text>x</text></svg>",
      "<math><mi>x</mi></math>",
      "<p><svg><foreignObject><p>x</svg>",
      "<table>x</table>",
      "<table><tr>x</table>",
      "<frameset>x</frameset>",
      "<!--x-->",
      "<plaintext>x",
      "<p><noscript><img src=x></noscript>",
  };
  for (size_t i = 0; i < COUNT(pages); i++) {
    test_page page;
    assert_int_equal(page_load(&page, NULL, pith__slice_of(pages[i])), PITH_OK);
    page_cut(&page, 0, (uint32_t)strlen(pages[i]));
    assert_int_equal(page_render(&page, FORMAT_MARKED), PITH_OK);
    assert_string_equal(page_text(&page), pages[i]);
    page_done(&page);
  }
}

static void
scores(void **state)
{
  (void)state;
  static const struct {
    float score;
    const char *text;
  } cases[] = {{0.0F, "0"},     {1.0F, "1"},     {0.5F, "0.5"},
               {0.93F, "0.93"}, {0.004F, "0"},   {0.005F, "0.01"},
               {0.996F, "1"},   {0.05F, "0.05"}, {0.10F, "0.1"}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    test_page page;
    char expected[100];
    pith_span span = {3, 4};
    assert_int_equal(page_load(&page, NULL, pith__slice_of("<p>x")), PITH_OK);
    pith__verdicts_add(&page.verdicts, span, PITH_NAVIGATION, cases[i].score,
                       "r-1");
    assert_int_equal(page_render(&page, FORMAT_MARKED), PITH_OK);
    snprintf(expected, sizeof expected,
             "<p><pith-nav data-reason=\"r-1\" data-score=\"%s\">x</pith-nav>",
             cases[i].text);
    assert_string_equal(page_text(&page), expected);
    page_done(&page);
  }
}

static void
marks_there_before(void **state)
{
  (void)state;
  static const char *const pages[] = {"<p>x<pith-nav>", "<p>x</PITH-nav",
                                      "<p>x<!-- <Pith-Nav -->"};
  for (size_t i = 0; i < COUNT(pages); i++) {
    test_page page;
    assert_int_equal(page_load(&page, NULL, pith__slice_of(pages[i])), PITH_OK);
    page_cut_words(&page, "x");
    assert_int_equal(page_render(&page, FORMAT_MARKED), PITH_OK);
    assert_true(page.marks_present);
    assert_string_equal(page_text(&page), pages[i]);
    page_done(&page);
  }
}

static void
two_verdicts_in_one_text(void **state)
{
  (void)state;
  test_page page;
  pith_span first = {3, 6}, second = {6, 9};
  assert_int_equal(page_load(&page, NULL, pith__slice_of("<p>onetwo!")),
                   PITH_OK);
  pith__verdicts_add(&page.verdicts, first, PITH_NAVIGATION, 1.0F, "a");
  pith__verdicts_add(&page.verdicts, second, PITH_NAVIGATION, 1.0F, "b");
  assert_int_equal(page_render(&page, FORMAT_MARKED), PITH_OK);
  assert_string_equal(page_text(&page),
                      "<p><pith-nav data-reason=\"a\" data-score=\"1\">one"
                      "</pith-nav><pith-nav data-reason=\"b\" data-score=\"1\">"
                      "two</pith-nav>!");
  page_done(&page);
}

static void
shifted_encoding(void **state)
{
  (void)state;
  /* In the middle of the Japanese text there is no place for a mark; before
   * the first escape and behind the last one there is. */
  static const char html[] = "<meta charset=iso-2022-jp><p>"
                             "\x1B$B$\"$$$&\x1B(B</p>";
  static const struct {
    uint32_t from, to;
    bool marked;
  } cases[] = {{29, 38, true}, {29, 32, false}, {32, 38, false}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    test_page page;
    assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
    assert_string_equal(pith__encoding_name(page.decoded.encoding),
                        "iso-2022-jp");
    page_cut(&page, cases[i].from, cases[i].to);
    assert_int_equal(page_render(&page, FORMAT_MARKED), PITH_OK);
    assert_string_equal(page_text(&page),
                        cases[i].marked ? "<meta charset=iso-2022-jp><p>" OPEN
                                          "\x1B$B$\"$$$&\x1B(B" CLOSE "</p>"
                                        : html);
    page_done(&page);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_text_one_mark),
      cmocka_unit_test(images),
      cmocka_unit_test(references_stay_whole),
      cmocka_unit_test(places_without_marks),
      cmocka_unit_test(scores),
      cmocka_unit_test(marks_there_before),
      cmocka_unit_test(two_verdicts_in_one_text),
      cmocka_unit_test(shifted_encoding),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
