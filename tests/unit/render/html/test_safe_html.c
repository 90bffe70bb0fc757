/* Safe HTML: what is written, what is not, and that it parses to itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/render/page_helper.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* The body of the output. */
static void
check(const char *html, const char *removed, const char *expected)
{
  test_page page;
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  page_cut_words(&page, removed);
  assert_int_equal(page_render(&page, FORMAT_HTML), PITH_OK);
  char *body = strstr(page_text(&page), "<body>");
  assert_non_null(body);
  char *end = strstr(body, "</body></html>\n");
  assert_non_null(end);
  *end = '\0';
  assert_string_equal(body + 6, expected);
  page_done(&page);
}

static void
check_all(const char *const cases[][2], size_t count)
{
  for (size_t i = 0; i < count; i++)
    check(cases[i][0], "never", cases[i][1]);
}

/* The five of the review that found them, and their kin. */
static void
nothing_runs(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"<<script>x</script>script>y<<script>x</script>/script>",
       "&lt;script&gt;y&lt;/script&gt;"},
      {"<noscript><p title=\"</noscript><img src=x onerror=y>\">z</noscript>",
       "<p title=\"&lt;/noscript&gt;&lt;img src=x onerror=y&gt;\">z</p>"},
      {"a<iframe src=\"data:image/svg+xml,<svg>\"></iframe>b", "a b"},
      {"a<object data=x>o</object><embed src=x>b", "ao b"},
      {"a<meta http-equiv=refresh content=\"0;url=javascript:x\">b", "ab"},
      {"<base href=\"javascript:/x/\"><a href=y>b</a>", "<a href=\"y\">b</a>"},
      {"<p onclick=x ONfoo=y style=\"a\" class=b>c", "<p>c</p>"},
      {"<a href=\" &#106;ava&Tab;script:x\">l</a>", "<a>l</a>"},
      {"<a href=\"&#1;javascript:x\">l</a>", "<a>l</a>"},
      {"<a href=\"data:text/html,x\">l</a><img src=\"data:x\">", "<a>l</a>"},
      {"<form action=/x><input name=a><button>Go</button>now</form>",
       "<section>Go now</section>"},
      {"<svg><style><img src=x onerror=y></style></svg>a", "<img src=\"x\">a"},
      {"<math><mi>x</mi></math><!-- c --><!--[if IE]>d<![endif]-->", "x"},
      {"<table><tr><td background=x>a<script>b</script></table>",
       "<table><tbody><tr><td>a</td></tr></tbody></table>"},
  };
  check_all(cases, COUNT(cases));
}

static void
meaning_stays(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"<p lang=de>a &amp; b &lt; c&nbsp;d",
       "<p lang=\"de\">a &amp; b &lt; c&nbsp;d</p>"},
      {"<a href=\"/x?a&amp;b\">l</a>", "<a href=\"/x?a&amp;b\">l</a>"},
      {"<h2 id=x>t</h2><a href=\"#x\">u</a>",
       "<h2 id=\"user-content-x\">t</h2><a href=\"#user-content-x\">u</a>"},
      {"<a name=top></a>x", "<a id=\"user-content-top\"></a>x"},
      {"<img src=a.png alt='\"q\"' width=3 onload=x>",
       "<img alt=\"&quot;q&quot;\" width=\"3\" src=\"a.png\">"},
      {"<video><source src=a.mp4>old</video>",
       "<video src=\"a.mp4\" controls=\"\"></video>"},
      {"<pre><code class=\"x language-c\">a\n  b</code></pre>",
       "<pre>\n<code class=\"language-c\">a\n  b</code></pre>"},
      {"<td>x", "x"},
      {"<center><font size=7>a</font><tt>b</tt></center>",
       "<center>a<code>b</code></center>"},
      {"<p hidden>a</p><div style=\"display:none\">b</div>c", "c"},
      {"<div></div><p>a<span></span></p>", "<p>a</p>"},
  };
  check_all(cases, COUNT(cases));
}

static void
cuts_leave_no_trace(void **state)
{
  (void)state;
  check("<p>a</p><nav><ul><li>menu</li></ul></nav>", "menu", "<p>a</p>");
  check("<p>one<b>menu</b>two</p>", "menu", "<p>one two</p>");
  check("<ol><li>a<li>menu<li>c</ol>", "menu",
        "<ol><li>a</li> <li value=\"3\">c</li></ol>");
  check("<table><tr><td>menu<td>b<tr><td>menu</table>", "menu",
        "<table><tbody><tr><td></td><td>b</td></tr></tbody></table>");
  check("<p>a &amp;menu&lt; b</p>", "menu", "<p>a &amp; &lt; b</p>");
}

/* Nestings that no parser would make again. */
static void
it_parses_to_itself(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"<p>a<table><tr><td>b</table>c",
       "<p>a</p><table><tbody><tr><td>b</td></tr></tbody></table>c"},
      {"<p>a<button><div>b</div></button>c", "<p>a</p> <div>b</div>c"},
      {"<h1>a<button><h2>b</h2></button></h1>", "<h1>a</h1> <h2>b</h2>"},
      {"<ul><li>a<button><li>b</button></ul>",
       "<ul><li>a</li> <li>b</li></ul>"},
      {"<a href=x>a<button><a href=y>b</a></button></a>",
       "<a href=\"x\">a</a> <a href=\"y\">b</a>"},
  };
  check_all(cases, COUNT(cases));
}

static void
the_head_names_the_page(void **state)
{
  (void)state;
  static const char html[] =
      "<html lang=fr onclick=x><meta charset=koi8-r><title> T</b> </title>"
      "<meta name=author content='A \"B\"'><meta name=referrer content=x>"
      "<meta property=og:type content=article><base href=http://h/>"
      "<link rel=canonical href=/c><link rel=stylesheet href=s><body>b";
  test_page page;
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  assert_int_equal(page_render(&page, FORMAT_HTML), PITH_OK);
  assert_string_equal(page_text(&page),
                      "<!DOCTYPE html>\n<html lang=\"fr\">\n<head>\n"
                      "<meta charset=\"utf-8\">\n<title>T&lt;/b&gt;</title>\n"
                      "<meta name=\"author\" content=\"A &quot;B&quot;\">\n"
                      "<meta property=\"og:type\" content=\"article\">\n"
                      "<link rel=\"canonical\" href=\"http://h/c\">\n"
                      "</head>\n<body>b</body></html>\n");
  page_done(&page);
}

static void
links_and_images_can_be_left_out(void **state)
{
  (void)state;
  test_page page;
  const char *html = "<p><a href=x>l</a><img src=y alt=z>";
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  page.options.links = page.options.images = false;
  assert_int_equal(page_render(&page, FORMAT_HTML), PITH_OK);
  assert_non_null(strstr(page_text(&page), "<body><p>l</p></body>"));
  page_done(&page);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_runs),
      cmocka_unit_test(meaning_stays),
      cmocka_unit_test(cuts_leave_no_trace),
      cmocka_unit_test(it_parses_to_itself),
      cmocka_unit_test(the_head_names_the_page),
      cmocka_unit_test(links_and_images_can_be_left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
