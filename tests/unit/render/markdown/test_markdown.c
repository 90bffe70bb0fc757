/* Markdown: what must not happen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/render/page_helper.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void
check(const char *html, const char *expected)
{
  test_page page;
  assert_string_equal(page_as(&page, FORMAT_MARKDOWN, html), expected);
  page_done(&page);
}

static void
emphasis(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"<b>a</b>", "**a**\n"},
      {"x<b>a</b>y", "x**a**y\n"},
      {"<b>a:</b>y", "**a**:y\n"},
      {"<b>a:</b> y", "**a:** y\n"},
      {"x<b>(a)</b>", "x(**a)**\n"},
      {"<b>...</b>y", "...y\n"},
      {"<i>a</i><b>b</b>", "*a*b\n"},
      {"<i>a</i>, <b>b</b>", "*a*, **b**\n"},
      {"<b><i>a</i></b>", "***a***\n"},
      {"<b><i>a</i> b</b>", "***a* b**\n"},
      {"<b>a <i>b</i></b>", "**a *b***\n"},
      {"<b> a </b>", "**a**\n"},
      {"<b><b>a</b>b</b>", "**ab**\n"},
      {"<b>a<br>b</b>", "**a**\\\n**b**\n"},
      {"<b><code>a</code></b>", "**`a`**\n"},
      {"<b><code>a</code></b>y", "`a`y\n"},
      {"<i>a<code>b</code>c</i>", "*a`b`c*\n"},
      {"<code>a<i>b</i>c</code>", "`abc`\n"},
      {"<b>a<a href=/x>b</a>c</b>", "**a**[**b**](/x)**c**\n"},
      {"<del>a</del>", "~~a~~\n"},
      {"<h2><b>a</b></h2>", "## a\n"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check(cases[i][0], cases[i][1]);
}

/* Exponents, notes and formulas of chemistry do not run into words. */
static void
scripts(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"10<sup>6</sup> m<sup>2</sup>", "10^6 m^2\n"},
      {"10<sup>-3</sup>", "10^-3\n"},
      {"H<sub>2</sub>O", "H\xE2\x82\x82O\n"},
      {"1<sup>st</sup>", "1st\n"},
      {"miles.<sup>1</sup>", "miles.\\[1\\]\n"},
      {"tea<sup><a href=#n>1</a></sup>", "tea\\[[1](#n)\\]\n"},
      {"tea<sup>[1]</sup>", "tea\\[1\\]\n"},
      {"<sup>2</sup>", "2\n"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check(cases[i][0], cases[i][1]);
}

/* Nothing is escaped or repeated without need. */
static void
plain_signs(void **state)
{
  (void)state;
  check("<p>here!<p>b", "here!\n\nb\n");
  check("here!<a href=/x>b</a>", "here\\![b](/x)\n");
  check("<p>a<hr><hr><div><hr></div>b<hr>", "a\n\n***\n\nb\n");
  check(
      "<ul><li><input type=checkbox checked> a<li><input type=checkbox>b</ul>",
      "- [x] a\n- [ ] b\n");
  check("<ul><li><label><input type=checkbox><span>a</span></label></ul>",
        "- [ ] a\n");
  check("<ul><li><input type=checkbox></li><li>a</ul>", "- a\n");
}

/* Words behind a list that an item begins with are not its last item's. */
static void
list_first_in_item(void **state)
{
  (void)state;
  check("<ul><li><ul><li>a</ul><p>b</ul>", "- - a\n\n  b\n");
}

static void
code_spans(void **state)
{
  (void)state;
  check("<code>a</code><code>b</code>", "`ab`\n");
  check("<code>a</code> <code>b</code>", "`a` `b`\n");
  check("<code>a <a href=/x>b</a> c</code>", "`a` [`b`](/x) `c`\n");
  check("<code>`</code>", "`` ` ``\n");
}

/* The text of a page must not become markup of ours. */
static void
no_injection(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"&lt;script&gt;", "\\<script>\n"},
      {"![x](http://e)", "!\\[x\\](http://e)\n"},
      {"!<a href=/x>y</a>", "\\![y](/x)\n"},
      {"<a href='/x\" onclick=\"'>y</a>", "[y](/x%22%20onclick=%22)\n"},
      {"<img src=/x alt='](/e) ![a'>", "![\\](/e) !\\[a](/x)\n"},
      {"<pre>```\n# x</pre>", "````\n```\n# x\n````\n"},
      {"<pre class='language-c`x'>y</pre>", "```\ny\n```\n"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check(cases[i][0], cases[i][1]);
}

static void
options_only_add(void **state)
{
  (void)state;
  static const char html[] =
      "<p>a <a href=/x>b<img src=/i alt=c></a>d <i>e</i>";
  static const char *const expected[] = {"a b d *e*\n", "a [b](/x) d *e*\n",
                                         "a b![c](/i) d *e*\n",
                                         "a [b![c](/i)](/x) d *e*\n"};
  for (unsigned i = 0; i < COUNT(expected); i++) {
    test_page page;
    assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
    page.options.links = i & 1;
    page.options.images = i & 2;
    assert_int_equal(page_render(&page, FORMAT_MARKDOWN), PITH_OK);
    assert_string_equal(page_text(&page), expected[i]);
    page_done(&page);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(emphasis),         cmocka_unit_test(scripts),
      cmocka_unit_test(plain_signs),      cmocka_unit_test(list_first_in_item),
      cmocka_unit_test(code_spans),       cmocka_unit_test(no_injection),
      cmocka_unit_test(options_only_add),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
