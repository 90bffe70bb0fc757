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
check(const char *html, pith_meta field, const char *expected)
{
  test_page page;
  pith_metadata_reader metadata;
  assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
  pith__metadata_init(&metadata, &page.memory);
  assert_int_equal(pith__metadata_read(&metadata, &page.tree,
                                       pith__slice_of("http://h.example/a/b")),
                   PITH_OK);
  pith_slice got = pith__metadata_get(&metadata, field);
  if (!pith__slice_equal(got, pith__slice_of(expected)))
    fail_msg("%s: '%.*s' is not '%s'", html, (int)got.len, got.data, expected);
  pith__metadata_done(&metadata);
  page_done(&page);
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
      {"<title>Teapots | News</title><h1>Tea</h1>", "Teapots | News"},
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
      cmocka_unit_test(titles),       cmocka_unit_test(bylines),
      cmocka_unit_test(descriptions), cmocka_unit_test(long_descriptions),
      cmocka_unit_test(languages),    cmocka_unit_test(addresses_and_dates),
      cmocka_unit_test(linked_data),  cmocka_unit_test(linked_data_without_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
