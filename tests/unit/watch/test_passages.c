/* A page becomes passages: what is left out, what is one passage, and where
 * each of them is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "watch/passages.h"

#include <stdio.h>
#include <string.h>

/* Read the passages of a page with this body, to be released. */
static passages
read(const char *body)
{
  pith_context *context;
  pith_page *page;
  passages list;
  web_url address;
  static const char url[] = "http://example.org/news/story.html";
  assert_true(web_url_parse((pith_slice){url, strlen(url)}, &address));
  assert_int_equal(pith_context_new(NULL, &context), PITH_OK);
  assert_int_equal(pith_page_parse(context, (pith_slice){body, strlen(body)},
                                   NULL, &page, NULL),
                   PITH_OK);
  assert_true(passages_read(page, &address, &list));
  pith_page_free(page);
  pith_context_free(context);
  return list;
}

/* The passages of a page are `wanted`, with '|' between them. */
static void
check(const char *body, const char *wanted)
{
  char found[512] = "";
  size_t len = 0;
  passages list = read(body);
  for (size_t i = 0; i < list.count; i++)
    len += (size_t)snprintf(found + len, sizeof found - len, "%s%s",
                            i > 0 ? "|" : "", list.items[i].text);
  assert_string_equal(found, wanted);
  passages_done(&list);
}

static void
blocks_and_rows(void **state)
{
  (void)state;
  check("<h1>Head</h1><p>One <b>two</b>\n three<ul><li>a<li>b</ul>",
        "Head|One two three|a|b");
  check("<table><tr><td>Name<td>Price<tr><td>Tea<td>4 EUR</table>",
        "Name Price|Tea 4 EUR");
  /* The same text twice is one passage. */
  check("<p>again<p>other<p>again", "again|other");
}

static void
what_is_left_out(void **state)
{
  (void)state;
  check("<p>text<nav><p>menu</nav>", "text");
  check("<p>text<div class=ad-box><p>buy</div>", "text");
  check("<p>text<div id=cookieNotice><p>agree</div>", "text");
  check("<p>text<p hidden>later", "text");
  check("<p>text<div><button>Press</button></div>", "text");
  check("<p>text</p><noscript><p>enable scripts</noscript>", "text");
  check("<p>text<p><a href='http://x.example/?utm_source=a'>offer</a>", "text");
  check("<p>text<p><a rel=sponsored href='http://x.example/'>offer</a>",
        "text");
}

static void
where_links_lead(void **state)
{
  (void)state;
  static const char prose[] =
      "<p>The ferryman measured the orchard by the river before the flood, and "
      "nobody in the valley asked him why he did it, not even in the rain.";
  char body[512];
  static const struct {
    const char *link;
    uint8_t traits;
  } cases[] = {
      {"<p><a href='http://shop.example/'>Fine shoes</a>",
       PASSAGE_LINK | PASSAGE_AWAY},
      {"<p><a href='/about/us.html'>About us</a>",
       PASSAGE_LINK | PASSAGE_INWARD},
      {"<p><a href='other.html'>Another story</a>",
       PASSAGE_LINK | PASSAGE_SIBLING | PASSAGE_INWARD},
      {"<p>Some words that are no link at all", 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    snprintf(body, sizeof body, "%s%s", prose, cases[i].link);
    passages list = read(body);
    assert_int_equal(list.count, 2);
    assert_int_equal(list.items[1].traits, cases[i].traits);
    assert_int_equal(list.items[1].box_count, 1);
    assert_true(list.items[0].region != list.items[1].region ||
                cases[i].traits == 0);
    assert_ptr_equal(passages_find(&list, list.items[1].key), &list.items[1]);
    passages_done(&list);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_and_rows),
      cmocka_unit_test(what_is_left_out),
      cmocka_unit_test(where_links_lead),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
