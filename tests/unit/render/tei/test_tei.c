/* Pages as TEI: the body of each kind of block, and what XML forbids. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/render/page_helper.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* What is between the tags of the body. */
static void
check_body(const char *html, const char *expected)
{
  static const char open[] = "<body>\n", close[] = "</body>\n";
  test_page page;
  const char *from = strstr(page_as(&page, FORMAT_TEI, html), open);
  assert_non_null(from);
  from += sizeof open - 1;
  const char *to = strstr(from, close);
  assert_non_null(to);
  if ((size_t)(to - from) != strlen(expected) ||
      memcmp(from, expected, strlen(expected)) != 0)
    fail_msg("%s: '%.*s' is not '%s'", html, (int)(to - from), from, expected);
  page_done(&page);
}

static void
bodies(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"", "<p/>\n"},
      {"<p>a &lt;b> &amp; \"c\"", "<p>a &lt;b&gt; &amp; &quot;c&quot;</p>\n"},
      {"<p>a<br>b", "<p>a<lb/>b</p>\n"},
      {"<p>x<h1>A</h1><h2>B</h2><p>y<h2>C</h2><h1>D</h1>",
       "<p>x</p>\n<div>\n<head>A</head>\n<div>\n<head>B</head>\n<p>y</p>\n"
       "</div>\n<div>\n<head>C</head>\n</div>\n</div>\n"
       "<div>\n<head>D</head>\n</div>\n"},
      {"<ol><li>a<ul><li>b</ul></ol>",
       "<list rend=\"numbered\">\n<item>\n<p>a</p>\n<list>\n<item>\n<p>b</p>\n"
       "</item>\n</list>\n</item>\n</list>\n"},
      {"<blockquote><h3>q</h3>r</blockquote>",
       "<quote>\n<ab type=\"head\">q</ab>\n<p>r</p>\n</quote>\n"},
      {"<table><tr><th colspan=2>k<tr><td>1<td>2</table>",
       "<table>\n<row><cell role=\"label\" cols=\"2\">k</cell></row>\n"
       "<row><cell>1</cell><cell>2</cell></row>\n</table>\n"},
      {"<pre>a\n  &lt;b</pre>",
       "<ab type=\"code\" xml:space=\"preserve\">a\n  &lt;b</ab>\n"},
      {"<p>a <b>b <i>c</i></b> <del>d</del> <code>e</code>",
       "<p>a <hi rend=\"bold\">b </hi><hi rend=\"bold\"><hi rend=\"italic\">c"
       "</hi></hi> <del>d</del> <code>e</code></p>\n"},
      {"<p>see <a href='http://h.example/?a&amp;b=\"'>this <b>one</b></a>.",
       "<p>see <ref target=\"http://h.example/?a&amp;b=&quot;\">this "
       "<hi rend=\"bold\">one</hi></ref>.</p>\n"},
      {"<p>a<a href='javascript:x'>b</a>", "<p>ab</p>\n"},
      {"<p>a&#xFFFE;b&#xFFFF;c&#1;d", "<p>abcd</p>\n"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check_body(cases[i][0], cases[i][1]);
}

static void
links_off(void **state)
{
  (void)state;
  test_page page;
  assert_int_equal(
      page_load(&page, NULL, pith__slice_of("<a href=http://h.example/>b</a>")),
      PITH_OK);
  page.options.links = false;
  assert_int_equal(page_render(&page, FORMAT_TEI), PITH_OK);
  assert_non_null(strstr(page_text(&page), "<p>b</p>"));
  page_done(&page);
}

static void
headers(void **state)
{
  (void)state;
  test_page page;
  assert_int_equal(page_load(&page, NULL, pith__slice_of("x")), PITH_OK);
  page.header.title = pith__slice_of("A & B");
  page.header.author = pith__slice_of("Ann");
  page.header.site = pith__slice_of("S");
  page.header.url = pith__slice_of("http://h.example/\xFF\"");
  page.header.date = pith__slice_of("2024-05-01T08:30");
  assert_int_equal(page_render(&page, FORMAT_TEI), PITH_OK);
  const char *got = page_text(&page);
  assert_non_null(strstr(got, "<title>A &amp; B</title>\n"
                              "<author>Ann</author>\n"));
  assert_non_null(strstr(got, "<publicationStmt><publisher>S</publisher>"));
  assert_non_null(strstr(got, "<ptr target=\"http://h.example/\xEF\xBF\xBD"
                              "&quot;\"/>"));
  assert_non_null(
      strstr(got, "<date when=\"2024-05-01\">2024-05-01T08:30</date>"));
  page_done(&page);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bodies),
      cmocka_unit_test(links_off),
      cmocka_unit_test(headers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
