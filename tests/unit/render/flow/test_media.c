/* Images and players: which are content, and which of their addresses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/render/page_helper.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Markdown of a page from which the words `cut` were removed; "": nothing. */
static void
check_cut(const char *html, const char *cut, const char *expected)
{
  test_page page;
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  page.options.players = true;
  if (cut[0])
    page_cut_words(&page, cut);
  assert_int_equal(page_render(&page, FORMAT_MARKDOWN), PITH_OK);
  assert_string_equal(page_text(&page), expected);
  page_done(&page);
}

/* Of several candidates the largest; what a script loads later before
 * placeholders. */
static void
candidates(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"<img src=s.jpg srcset='a.jpg 320w, b.jpg 1280w, c.jpg 640w'>",
       "![](b.jpg)\n"},
      {"<img src=s.jpg srcset='a.jpg, b.jpg 1.5x'>", "![](b.jpg)\n"},
      {"<img src=s.jpg srcset='a,b.jpg 1x'>", "![](a,b.jpg)\n"},
      {"<img src=data:x data-srcset='a.jpg 1x, b.jpg 2x'>", "![](b.jpg)\n"},
      {"<img src=data:x data-src=a.jpg>", "![](a.jpg)\n"},
      {"<img srcset='data:x 2x' src=a.jpg>", "![](a.jpg)\n"},
      {"<picture><source srcset='a.webp 1x, b.webp 2x'><img></picture>",
       "![](b.webp)\n"},
      {"<amp-img src=a.jpg alt=x></amp-img>", "![x](a.jpg)\n"},
      {"<img src=data:x>", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check_cut(cases[i][0], "", cases[i][1]);
}

/* By size, by words of address, name and text; a caption makes it content. */
static void
furniture(void **state)
{
  (void)state;
  static const char *const cases[] = {
      "<img src=/a.gif width=1 height=1>",
      "<img src=/a.gif width=600 height=1>",
      "<img src=/a.gif width=16 height=16>",
      "<img src=/img/site-logo.png>",
      "<img src=/img/mastheadlogo.gif>",
      "<img src=/img/siteLogo.png>",
      "<img src=https://ads.example/x.jpg>",
      "<img src=/ads/x.jpg>",
      "<img src=/a.jpg class='avatar large'>",
      "<img src=/a.jpg alt='Company logo'>",
      "<amp-img src=/spacer.gif></amp-img>",
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check_cut(cases[i], "", "");
  check_cut("<img src=/shadows/iconic.jpg>", "", "![](/shadows/iconic.jpg)\n");
  check_cut("<img src=/thumb/a/ad/x.jpg>", "", "![](/thumb/a/ad/x.jpg)\n");
  check_cut("<figure><img src=/logo.png><figcaption>Its logo</figcaption>"
            "</figure>",
            "", "![](/logo.png)\n\nIts logo\n");
}

/* An image goes with the text beside it. */
static void
neighbours(void **state)
{
  (void)state;
  static const char menu[] = "<div>gone <img src=/a.jpg> gone</div>";
  check_cut("<div>gone <img src=/a.jpg> gone</div><p>Text", "gone", "Text\n");
  check_cut("<div><p>gone</p><img src=/a.jpg><p>Text</p></div>", "gone",
            "![](/a.jpg)\n\nText\n");
  check_cut("<div><p>Text</p><img src=/a.jpg><p>gone</p></div>", "gone",
            "Text\n\n![](/a.jpg)\n");
  check_cut("<p><img src=/a.jpg></p><div>gone</div><p>Text", "gone", "Text\n");
  check_cut("<div><nav>gone <img src=/a.jpg></nav>Text</div>", "gone",
            "Text\n");
  check_cut(menu, "none", "gone ![](/a.jpg) gone\n");
}

/* Markdown shows no players: they are links with their title. */
static void
players(void **state)
{
  (void)state;
  check_cut("<video src=/a.mp4 title='A film'></video>", "",
            "[A film](/a.mp4)\n");
  check_cut("<video><source src=/a.webm></video>", "", "[Video](/a.webm)\n");
  check_cut("<audio src=/a.ogg></audio>", "", "[Audio](/a.ogg)\n");
  check_cut("<iframe src=https://www.youtube.com/embed/x title=T></iframe>", "",
            "[T](https://www.youtube.com/embed/x)\n");
  check_cut("<iframe src=https://counter.example/x></iframe>", "", "");
  check_cut("<video src=blob:x></video>", "", "");
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(candidates),
      cmocka_unit_test(furniture),
      cmocka_unit_test(neighbours),
      cmocka_unit_test(players),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
