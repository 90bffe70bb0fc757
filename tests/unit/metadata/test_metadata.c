/* What pages declare about themselves, and which of it is believed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "metadata/metadata.h"
#include "unit/render/page_helper.h"

#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void
check_at(const char *url, const char *html, pith_meta field,
         const char *expected)
{
  test_page page;
  pith_metadata_reader metadata;
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  pith__metadata_init(&metadata, &page.memory);
  assert_int_equal(
      pith__metadata_read(&metadata, &page.tree, pith__slice_of(url)), PITH_OK);
  pith_slice got = pith__metadata_get(&metadata, field);
  if (!pith__slice_equal(got, pith__slice_of(expected)))
    fail_msg("%s: '%.*s' is not '%s'", html, (int)got.len, got.data, expected);
  pith__metadata_done(&metadata);
  page_done(&page);
}

static void
check(const char *html, pith_meta field, const char *expected)
{
  check_at("http://h.example/a/b", html, field, expected);
}

static void
titles(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"<title> A\n title </title>", "A title"},
      {"<h1>Only a heading</h1>", "Only a heading"},
      {"<title>T</title><meta property=og:title content='OG'>", "OG"},
      {"<title>T - Site</title><meta property=og:site_name content=Site>", "T"},
      {"<title>Site</title><meta property=og:site_name content=Site>", "Site"},
      {"<title>T Site</title><meta property=og:site_name content=Site>",
       "T Site"},
      {"<title>Tea | News</title><h1>Tea</h1>", "Tea"},
      {"<title>Teapots | News</title><h1>Tea</h1>", "Teapots"},
      {"<svg><title>icon</title></svg>", ""},
      {"<meta property=og:title content='a &amp;amp; b'>", "a & b"},
      {"<meta property=og:title content=' '><title>T</title>", "T"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check(cases[i][0], PITH_META_TITLE, cases[i][1]);
}

static void
bylines(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"<meta name=author content='By Ann'>", "Ann"},
      {"<meta name=author content=Ann><meta name=author content=Bo>",
       "Ann, Bo"},
      {"<meta name=author content=Ann><meta name=author content=Ann>", "Ann"},
      {"<meta property=article:author content='https://f.example/ann'>", ""},
      {"<meta name=author content='ann@h.example'>", ""},
      {"<a rel='nofollow author' href=/ann>Ann</a>", "Ann"},
      {"<p class='post byline'>Von <b>Ann</b></p>", "Ann"},
      {"<p class=byline>x</p><meta name=author content=Ann>", "Ann"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check(cases[i][0], PITH_META_BYLINE, cases[i][1]);
}

/* A visible byline is split into names; what is no name ends it. */
static void
visible_bylines(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"<p class=byline>By Ann Lee | June 13, 2025</p>", "Ann Lee"},
      {"<p class=byline>By Ann Lee and Bo Fry</p>", "Ann Lee\nBo Fry"},
      {"<p class=post-author>Ann Lee, Bo Fry</p>", "Ann Lee\nBo Fry"},
      {"<div class=comment><b class=author>Ann</b></div>", ""},
      {"<p class=byline>3 min read</p>", ""},
      {"<meta name=author content='Lee, Ann'>", "Lee, Ann"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check(cases[i][0], PITH_META_AUTHORS, cases[i][1]);
}

/* Dates of the headline, none of anything else. */
static void
visible_dates(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"<h1>T</h1><p>By Ann Lee | June 13, 2025</p>", "2025-06-13"},
      {"<h1>T</h1><time>June 13, 2025</time>", "2025-06-13"},
      {"<p>13.06.2025</p><h1>T</h1>", "2025-06-13"},
      {"<html lang=fr><h1>T</h1><p>Le 13 juin 2025", "2025-06-13"},
      {"<html lang=fr><h1>T</h1><p>05/06/2025", "2025-06-05"},
      {"<html lang=en><h1>T</h1><p>05/06/2025", ""},
      {"<h1>T</h1><p>13 \xD0\x98\xD1\x8E\xD0\xBD\xD1\x8F 2025", "2025-06-13"},
      {"<h1>T</h1><p>2025\xEB\x85\x84 6\xEC\x9B\x94 13\xEC\x9D\xBC",
       "2025-06-13"},
      {"<h1>T</h1><p>Updated June 13, 2025</p>", ""},
      {"<h1>T</h1><p>Last updated: <time>June 13, 2025</time>", ""},
      {"<h1>T</h1><p>Copyright June 13, 2025</p>", ""},
      {"<p>June 13, 2025</p>", ""},
      {"<time>June 13, 2025</time><time>May 1, 2024</time>", ""},
      {"<h1>T</h1><div class=comment><time>June 13, 2025</time></div>", ""},
      {"<h1>T</h1><p>By Ann\xC2\xA0|\xC2\xA0June 13, 2025", "2025-06-13"},
      {"<h1>T</h1><p>Published June 13, 2025 | Updated July 1, 2025",
       "2025-06-13"},
      {"<h1>T</h1><p>Last updated 4 Jul 2026, created 13 Jun 2025",
       "2025-06-13"},
      {"<h1>T</h1><div class=displayDate>13.06.25</div>", "2025-06-13"},
      {"<h1>T</h1><div class=date>6/13/25</div>", "2025-06-13"},
      {"<h1>T</h1><p>06.13.2025</p>", "2025-06-13"},
      {"<h1>T</h1><time>13. 06. 2025, 14:59</time>", "2025-06-13T14:59"},
      {"<h1>T</h1><span class=comments-link><time>June 13, 2025</time></span>",
       "2025-06-13"},
      {"<article class=tag-popular><h1>T</h1><time>June 13, 2025</time>",
       "2025-06-13"},
  };
  static const char *const none[] = {
      "<h1>Results of 13.06.2025</h1><p>Text",
      "<h1>T</h1><p>Uppdaterad 13 juni 2025",
      "<h1>T</h1><span class=updated>2025-06-13</span>",
      "<h1>T</h1><time itemprop=dateModified datetime=2025-06-13>x</time>",
      "<h1>T</h1><span class=updated-on><time class='entry-date published' "
      "datetime=2025-06-13>Last updated: June 13, 2025</time></span>",
      "<h1>T</h1><blockquote><time>June 13, 2025</time></blockquote>",
      "<h1>T</h1><figure><figcaption>Kundus, 13.6.2025</figcaption></figure>",
      "<h1>T</h1><ul class=related><li class=date>June 13, 2025</ul>",
      "<h1>T</h1><div><h3><a href=x>Other</a></h3><time>June 13, 2025</div>",
      "<h1>T</h1><p>The court said that on <b>13 June 2025</b>, when the fog "
      "came in from the sea and nobody could see the lights of the harbour, "
      "two boats had left it without a word to anybody at all.",
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check(cases[i][0], PITH_META_DATE, cases[i][1]);
  for (size_t i = 0; i < COUNT(none); i++)
    check(none[i], PITH_META_DATE, "");
  check("<h1>T</h1><p>By Ann Lee and Bo Fry | June 13, 2025</p>",
        PITH_META_BYLINE, "Ann Lee, Bo Fry");
  check("<h1>T</h1><p>By <a href=x>Jan van Eyck</a></p>", PITH_META_BYLINE,
        "Jan van Eyck");
  check("<h1>T</h1><p>Von Anfang an war klar.</p>", PITH_META_BYLINE, "");
  check("<h1>T</h1><p>By Tuesday it was over.</p>", PITH_META_BYLINE, "");
  check("<h1>T</h1><p>Updated June 13, 2025</p>", PITH_META_MODIFIED,
        "2025-06-13");
  check("<h1>T</h1><p>June 13, 2025</p>", PITH_META_DATE_SOURCE, "text");
}

/* The other fields, and what each is made from. */
static void
other_fields(void **state)
{
  (void)state;
  static const struct field_case {
    const char *html;
    pith_meta field;
    const char *value;
  } cases[] = {
      {"<meta property=og:title content='Tea | News'><h1>Tea</h1>",
       PITH_META_TITLE, "Tea"},
      {"<title>Green tea - Site</title>", PITH_META_TITLE, "Green tea"},
      {"<title>Green tea - Site</title>", PITH_META_SITE_NAME, "Site"},
      {"<meta property=og:image content=/i.jpg>", PITH_META_IMAGE,
       "http://h.example/i.jpg"},
      {"<meta name=keywords content='tea, green tea,tea'>", PITH_META_TAGS,
       "tea\ngreen tea"},
      {"<a rel=tag href=/t>tea</a>", PITH_META_TAGS, "tea"},
      {"<link rel=amphtml href=/amp>", PITH_META_AMP, "http://h.example/amp"},
      {"<link rel=alternate type=application/rss+xml href=/f>", PITH_META_FEEDS,
       "http://h.example/f"},
      {"<link rel=license href=http://l.example/>", PITH_META_LICENSE,
       "http://l.example/"},
      {"<meta property=article:section content=News>", PITH_META_SECTION,
       "News"},
      {"<script type=application/ld+json>{\"@type\":\"Article\","
       "\"keywords\":[\"a\",\"b\"],\"image\":{\"url\":\"/i\"},"
       "\"dateModified\":\"2024-05-01\"}</script>",
       PITH_META_TAGS, "a\nb"},
      {"<script type=application/ld+json>{\"@type\":\"Article\","
       "\"image\":{\"url\":\"/i\"}}</script>",
       PITH_META_IMAGE, "http://h.example/i"},
      {"<p>Der Tee ist nicht nur ein Getr\xC3\xA4nk, und die Bl\xC3\xA4tter "
       "sind auch gut",
       PITH_META_LANGUAGE, "de"},
      {"<p>\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D", PITH_META_LANGUAGE, "he"},
      {"<p>xyzzy", PITH_META_LANGUAGE, ""},
      {"<html lang=de>", PITH_META_LANGUAGE_SOURCE, "declared"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check(cases[i].html, cases[i].field, cases[i].value);
}

static void
descriptions(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"<meta name=description content=' Two\n  lines '>", "Two lines"},
      {"<meta name=Description content='a &amp;amp; b'>", "a & b"},
      {"<meta name=twitter:description content=T>", "T"},
      {"<meta name=twitter:description content=T>"
       "<meta name=description content=D>",
       "D"},
      {"<meta name=description content=D>"
       "<meta property=og:description content=O>",
       "O"},
      {"<meta name=description content=' '>", ""},
      {"<p itemprop=description>of a part</p>", ""},
      {"<title>T</title><p>Text</p>", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check(cases[i][0], PITH_META_DESCRIPTION, cases[i][1]);
}

/* What is too long is a text and no summary: another place may be right. */
static void
long_descriptions(void **state)
{
  (void)state;
  char html[2000];
  snprintf(html, sizeof html,
           "<meta property=og:description content='%01001d'>"
           "<meta name=description content=D>",
           7);
  check(html, PITH_META_DESCRIPTION, "D");
}

/* The declared address is read again after the words have moved to make room
 * for a date; one of these lengths makes them move just then. */
static void
words_move(void **state)
{
  (void)state;
  char html[2000];
  for (int n = 1; n < 400; n++) {
    snprintf(html, sizeof html,
             "<link rel=canonical href='http://h.example/%0*d/2019/05/tea'>"
             "<title>Tea</title><h1>Tea</h1><p>3 May 2019</p><p>Text.</p>",
             n, 7);
    check_at("", html, PITH_META_DATE, "2019-05-03");
  }
}

static void
languages(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"<html lang=EN-us>", "en-US"},
      {"<html lang=zh_hant_tw>", "zh-hant-TW"},
      {"<html lang=''><meta http-equiv=content-language content='de, en'>",
       "de"},
      {"<html lang=english>", ""},
      {"<html lang=12>", ""},
      {"<html xml:lang=fr>", "fr"},
      {"<meta property=og:locale content=pt_BR>", "pt-BR"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check(cases[i][0], PITH_META_LANGUAGE, cases[i][1]);
}

static void
addresses_and_dates(void **state)
{
  (void)state;
  check("<link rel=canonical href=/c><meta property=og:url content=/o>",
        PITH_META_CANONICAL, "http://h.example/c");
  check("<link rel=canonical href='javascript:x'>", PITH_META_CANONICAL, "");
  check("<link rel=canonical href='mailto:x'>", PITH_META_CANONICAL, "");
  check("<time datetime=2024-05-02></time><time pubdate "
        "datetime=2024-05-01></time>",
        PITH_META_DATE, "2024-05-01");
  check("<meta name=date content=never><time datetime=2024-05-02></time>",
        PITH_META_DATE, "2024-05-02");
  check("<h1>T</h1><p class=publish-date>On <time "
        "datetime=2017-03-28T07:39:00-07:00>March 28, 2017 7:39 AM</time></p>",
        PITH_META_DATE, "2017-03-28T07:39:00-07:00");
}

#define LD(json) "<script type=application/ld+json>" json "</script>"

static void
linked_data(void **state)
{
  (void)state;
  static const struct {
    const char *html;
    pith_meta field;
    const char *expected;
  } cases[] = {
      {LD("{\"@type\":\"BlogPosting\",\"headline\":\"H\"}"), PITH_META_TITLE,
       "H"},
      {LD("[{\"@type\":\"Article\",\"author\":[\"Al\",{\"name\":\"Bo\"}]}]"),
       PITH_META_BYLINE, "Al, Bo"},
      {LD("{\"@graph\":[{\"@type\":\"Article\",\"author\":{\"@id\":\"#1\"}},"
          "{\"@id\":\"#1\",\"name\":\"Ann\"}]}"),
       PITH_META_BYLINE, "Ann"},
      {LD("{\"@type\":\"WebPage\",\"name\":\"P\",\"mainEntity\":{\"@type\":"
          "\"Article\",\"headline\":\"A\"}}"),
       PITH_META_TITLE, "A"},
      {LD("{\"@type\":\"ItemList\",\"itemListElement\":[{\"@type\":"
          "\"Article\",\"headline\":\"A\"}]}"),
       PITH_META_TITLE, ""},
      {LD("{\"@type\":\"Article\",\"headline\":\"A\",\"comment\":{\"@type\":"
          "\"Comment\",\"author\":\"troll\"}}"),
       PITH_META_BYLINE, ""},
      {LD("{\"@type\":\"Article\",\"publisher\":{\"name\":\"Pub\"}}"),
       PITH_META_SITE_NAME, "Pub"},
      {LD("{\"@type\":\"WebSite\",\"name\":\"Site\"}"), PITH_META_SITE_NAME,
       "Site"},
      {LD("{\"@type\":\"Article\",\"mainEntityOfPage\":{\"@id\":\"/x\"}}"),
       PITH_META_CANONICAL, "http://h.example/x"},
      {LD("{\"@type\":\"Article\",\"author\":{\"name\":\"Ann\",\"description\":"
          "\"a cook\"},\"description\":\"of \\n tea\"}"),
       PITH_META_DESCRIPTION, "of tea"},
      {LD("{\"@type\":\"WebPage\",\"description\":\"P\"}") "<meta "
                                                           "name=description "
                                                           "content=D>",
       PITH_META_DESCRIPTION, "D"},
      {LD("{\"@type\":\"NewsArticle\",\"description\":\"A\"}") "<meta "
                                                               "name="
                                                               "description "
                                                               "content=D>",
       PITH_META_DESCRIPTION, "A"},
      {LD("{\"@type\":\"WebSite\",\"description\":\"S\"}"),
       PITH_META_DESCRIPTION, ""},
      {LD("{\"@type\":\"Article\",\"headline\":\"cut short"), PITH_META_TITLE,
       "cut short"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    check(cases[i].html, cases[i].field, cases[i].expected);
}

/* Deep and long JSON is passed over, not followed. */
static void
linked_data_without_end(void **state)
{
  (void)state;
  enum { DEPTH = 100000 };
  static char html[DEPTH * 8];
  size_t len = 0;
  len += (size_t)snprintf(html, sizeof html, "<script type=%s>",
                          "application/ld+json");
  for (int i = 0; i < DEPTH; i++) {
    memcpy(html + len, "{\"a\":", 5);
    len += 5;
  }
  test_page page;
  pith_metadata_reader metadata;
  assert_int_equal(page_load(&page, NULL, pith__slice(html, len)), PITH_OK);
  pith__metadata_init(&metadata, &page.memory);
  assert_int_equal(
      pith__metadata_read(&metadata, &page.tree, pith__slice(NULL, 0)),
      PITH_OK);
  pith__metadata_done(&metadata);
  page_done(&page);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(titles),
      cmocka_unit_test(bylines),
      cmocka_unit_test(visible_bylines),
      cmocka_unit_test(visible_dates),
      cmocka_unit_test(other_fields),
      cmocka_unit_test(descriptions),
      cmocka_unit_test(long_descriptions),
      cmocka_unit_test(words_move),
      cmocka_unit_test(languages),
      cmocka_unit_test(addresses_and_dates),
      cmocka_unit_test(linked_data),
      cmocka_unit_test(linked_data_without_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
