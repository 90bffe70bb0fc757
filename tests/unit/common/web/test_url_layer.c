/* Layers of a site by the addresses of its pages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/web/url_layer.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static web_url
url(const char *text)
{
  web_url out;
  if (!web_url_parse((pith_slice){text, strlen(text)}, &out))
    fail_msg("%s: refused", text);
  return out;
}

static void
folding(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"2024", "#"},
      {"2024-05-12", "#"},
      {"12.05.2024", "#"},
      {"12-may-2024", "#"},
      {"Dec", "#"},
      {"decade", "decade"},
      {"september", "#"},
      {"mayor", "mayor"},
      {"story123", "story#"},
      {"story-123", "story-#"},
      {"3f2504e0-4f89-11d3-9a0c-0305e82c3301", "#"},
      {"deadbeef", "deadbeef"},
      {"deadbee1", "#"},
      {"face", "face"},
      {"/news/2024/05/12", "/news/#/#/#"},
      {"News", "news"},
      {"1_2_3", "#"},
      {"v2.10", "v#"},
      {"", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    char out[100];
    size_t len = name_fold((pith_slice){cases[i][0], strlen(cases[i][0])}, out);
    out[len] = '\0';
    assert_string_equal(out, cases[i][1]);
  }
}

typedef struct pair_case {
  const char *a;
  const char *b;
  bool same;
} pair_case;

static void
layers(void **state)
{
  (void)state;
  static const pair_case cases[] = {
      {"http://h/news/a.html", "http://h/news/b.html", true},
      {"http://h/news/a.html", "https://h/news/b.html", true},
      {"http://h/news/a.html", "http://g/news/b.html", false},
      {"http://h/news/a.html", "http://h:81/news/b.html", false},
      {"http://h/news/a.html", "http://h/sport/b.html", false},
      {"http://h/news/a.html", "http://h/news/x/b.html", false},
      {"http://h/news/2024/05/a", "http://h/news/2025/11/b", true},
      {"http://h/news/2024/may/a", "http://h/news/2025/11/b", true},
      {"http://h/news/2024-05-01/a", "http://h/news/20251103/b", true},
      {"http://h/news/a/", "http://h/news/b", true},
      {"http://h/news/", "http://h/news/b", false},
      {"http://h/", "http://h/a", false},
      {"http://h/", "http://h/?a", true},
      {"http://h/i.php?id=1", "http://h/i.php?id=2", true},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    web_url a = url(cases[i].a), b = url(cases[i].b);
    assert_int_equal(url_same_layer(&a, &b), cases[i].same);
    assert_int_equal(url_same_layer(&b, &a), cases[i].same);
    assert_int_equal(url_sibling_score(&a, &b) >= 1000, cases[i].same);
  }
}

static unsigned
score(const char *start, const char *page)
{
  web_url a = url(start), b = url(page);
  return url_sibling_score(&a, &b);
}

static void
scores(void **state)
{
  (void)state;
  static const char start[] = "http://h/news/2024/a-bridge-opens-today.html";
  unsigned near = score(start, "http://h/news/2024/rain-at-last-it-was.html");
  unsigned year = score(start, "http://h/news/2019/rain-at-last-it-was.html");
  unsigned about = score(start, "http://h/news/2024/about");
  unsigned other = score(start, "http://h/shop/x.html");
  assert_true(near > year);
  assert_true(year > about);
  assert_true(about > other);
  assert_true(other > score(start, "http://g/news/2024/x.html"));
  assert_true(score("http://h/i?id=1", "http://h/i?id=2") >
              score("http://h/i?id=1", "http://h/i?print=2"));
}

static void
stories(void **state)
{
  (void)state;
  static const pair_case cases[] = {
      {"http://h/a.html", "http://h/a.html", true},
      {"http://h/a.html", "http://h/a_2.html", true},
      {"http://h/a.html", "http://h/a-3.html", true},
      {"http://h/a.html", "http://h/a-b.html", false},
      {"http://h/a-1.html", "http://h/a-2.html", false},
      {"http://h/a-1.html", "http://h/a-1-2.html", true},
      {"http://h/20240512.html", "http://h/20240513.html", false},
      {"http://h/a?page=2", "http://h/a", true},
      {"http://h/a?id=1&page=2", "http://h/a?id=1", true},
      {"http://h/a?id=1&page=2", "http://h/a?id=2&page=2", false},
      {"http://h/a?page=about", "http://h/a?page=us", false},
      {"http://h/some-story/2", "http://h/some-story/", true},
      {"http://h/some-story/page/2", "http://h/some-story", true},
      {"http://h/articles/1", "http://h/articles/2", false},
      {"http://h/articles/page/1", "http://h/articles/page/2", true},
      {"http://h/a", "http://g/a", false},
      {"http://h/", "http://h/2", false},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    web_url a = url(cases[i].a), b = url(cases[i].b);
    if (url_same_story(&a, &b) != cases[i].same ||
        url_same_story(&b, &a) != cases[i].same)
      fail_msg("%s and %s: same story %d", cases[i].a, cases[i].b,
               !cases[i].same);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(folding),
      cmocka_unit_test(layers),
      cmocka_unit_test(scores),
      cmocka_unit_test(stories),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
