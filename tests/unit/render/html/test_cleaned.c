/* Cleaned HTML: the input minus ranges, balanced. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/render/page_helper.h"

static void
check(const char *html, const char *removed, const char *expected)
{
  test_page page;
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  page_cut_words(&page, removed);
  assert_int_equal(page_render(&page, FORMAT_CLEANED), PITH_OK);
  assert_string_equal(page_text(&page), expected);
  page_done(&page);
}

static void
whole_elements_go(void **state)
{
  (void)state;
  check("<body><p>a</p><p>b</p>", "<p>b</p>", "<body><p>a</p>");
  check("<body><div><p>b</p></div>x", "b", "<body>x");
  check("<body><p>a b c</p>", " b", "<body><p>a c</p>");
  check("<body>x<br><hr>y", "<br><hr>", "<body>xy");
  check("<body><ul><li>a<li>b<li>c</ul>", "b", "<body><ul><li>a<li>c</ul>");
}

static void
media_and_styles_stay(void **state)
{
  (void)state;
  check("<body><div>b<img></div>x", "b", "<body><div><img></div>x");
  check("<body><div>b<style>c</style></div>x", "<div>b<style>c</style></div>",
        "<body><div><style>c</style></div>x");
  check("<body><div>b<img></div>x", "<div>b<img></div>", "<body>x");
}

static void
cells_stay_with_their_row(void **state)
{
  (void)state;
  check("<body><table><tr><td>a</td><td>b</td></tr></table>", "a",
        "<body><table><tr><td></td><td>b</td></tr></table>");
  check("<body><table><tr><td>a</td></tr><tr><td>b</td></tr></table>", "a",
        "<body><table><tr><td>b</td></tr></table>");
}

/* Tags that have to do with tags elsewhere stay. */
static void
loose_elements_stay(void **state)
{
  (void)state;
  check("<body>x<b>1<p>2</b>3</p>", "<b>1<p>2</b>3</p>",
        "<body>x<b><p></b></p>");
  check("<body><p>1<i>2</p><p>3</i>", "<p>1<i>2</p>",
        "<body><p><i></p><p>3</i>");
  check("<body><a>1<li><a>2</a></li>x", "<li><a>2</a></li>",
        "<body><a>1<li><a></a></li>x");
  check("<body><p>a<hr>b", "<hr>", "<body><p>a<hr>b");
}

/* It is the page's own: whatever ran in the page runs in what is left of it. */
static void
scripts_stay(void **state)
{
  (void)state;
  check("<body onload=x><script>y</script><p>menu</p>", "menu",
        "<body onload=x><script>y</script>");
  check("<body><!--[if IE]>x<![endif]--><a href=\"javascript:x\">b</a>c", "c",
        "<body><!--[if IE]>x<![endif]--><a href=\"javascript:x\">b</a>");
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole_elements_go),
      cmocka_unit_test(media_and_styles_stay),
      cmocka_unit_test(cells_stay_with_their_row),
      cmocka_unit_test(loose_elements_stay),
      cmocka_unit_test(scripts_stay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
