/* Pages made to hurt: rendering takes memory in proportion to the page.
 *
 * That it takes work in proportion too is counted by hostile/run_render.py,
 * which asks this program for its pages:
 *
 *     unit.render.render_hostile NUMBER half|all
 *
 * writes the page to standard output and its name to standard error.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/render/page_helper.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Memory a page may take for rendering, in bytes for each of its own. */
#define MEMORY_FACTOR 120

typedef struct hostile {
  const char *name;
  const char *before;
  const char *unit;
  const char *after;
  size_t times;
} hostile;

static const hostile pages[] = {
    {"flat paragraphs", "", "<p>x", "", 200000},
    {"flat spans", "<p>", "<span>x</span>", "", 100000},
    {"deep lists", "", "<ul><li>x", "", 20000},
    {"deep lists, then paragraphs",
     "<ul><li><ul><li><ul><li><ul><li><ul><li>"
     "<ul><li><ul><li><ul><li><ul><li><ul><li><ul><li><ul><li>",
     "<p>x", "", 100000},
    {"deep quotes", "", "<blockquote>x", "", 20000},
    {"quotes, then paragraphs",
     "<blockquote><blockquote><blockquote>"
     "<blockquote><blockquote><blockquote><blockquote>",
     "<p>x", "", 100000},
    {"emphasis on and off", "<p>", "<b>x</b><i>y</i>", "", 50000},
    {"emphasis on punctuation", "<p>a<b>", ".", "</b>a", 500000},
    {"nested emphasis", "<p>", "<b><i>x", "", 20000},
    {"backticks", "<p><code>", "`", "</code>", 500000},
    {"code spans", "<p>", "<code>`x</code> ", "", 50000},
    {"stars", "<p>", "*", "", 500000},
    {"links", "<p>", "<a href=/x>y</a>", "", 50000},
    {"breaks", "<p>", "x<br>", "", 100000},
    {"one long cell", "<table><tr><th>a<th>b<tr><td>", "long ", "<td>y",
     100000},
    {"a long cell and many rows",
     "<table><tr><th>wwwwwwwwwwwwwwwwwwwwwwwwwwww"
     "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww<th>b",
     "<tr><td>x<td>y", "", 50000},
    {"wide spans", "<table><tr><th>a<th>b", "<tr><td colspan=1000>x<td>y", "",
     20000},
    {"tall spans", "<table><tr><th>a<th>b", "<tr><td rowspan=65534>x", "",
     20000},
    {"many columns", "<table><tr>", "<td>x", "<tr><td>y", 100000},
    {"a cell in the last column", "<table><tr><th>a<th>b",
     "<tr><td colspan=99><td>x", "", 20000},
    {"tables in tables", "", "<table><tr><td>x", "", 5000},
    {"text between rows", "<table>", "x<tr><td>y</td></tr>", "", 30000},
    {"text between rows of nested tables", "", "<table>x<tr><td>y", "", 5000},
    {"fences", "<pre>", "```\n", "</pre>", 100000},
    {"lines of code", "<pre>", "x\n", "</pre>", 200000},
    {"pre in pre", "", "<pre>x", "", 5000},
    {"ignored tags in text", "<p>", "x</bogus>", "", 50000},
    {"ignored handlers", "<select>", "<div onclick=x>", "", 30000},
    {"handlers", "<p>", "<b onclick=x>y</b>", "", 30000},
    {"unclosed formatting", "", "<p><b>x", "", 5000},
    {"noscripts", "", "<noscript><img src=x>", "", 20000},
    {"items without list", "", "<li>x", "", 100000},
    {"list in list", "", "<ul>x", "", 20000},
    {"images", "<p>", "<img src=/x alt=y>", "", 50000},
    {"pictures", "<picture>", "<img>", "", 50000},
    {"numbered gutters", "<pre>", "<span class=lineno>1", "", 20000},
    {"formulas", "<p>", "<math><mi>x", "", 5000},
    {"ideographs and lines", "<p>", "\xE6\xBC\xA2\n", "", 100000},
    {"white space", "<p>x", " \n\t ", "y", 300000},
    {"controls", "<p>", "\x01", "", 500000},
    {"references", "<p>", "&amp;&#x1F600;", "", 50000},
};

static void
build(const hostile *made, pith_buffer *html)
{
  pith__buffer_append(html, made->before, strlen(made->before));
  for (size_t i = 0; i < made->times; i++)
    pith__buffer_append(html, made->unit, strlen(made->unit));
  pith__buffer_append(html, made->after, strlen(made->after));
  assert_false(html->failed);
}

/* Verdicts all over the page: every 50 bytes, 20 are removed. */
static void
cut_stripes(test_page *page)
{
  for (uint32_t at = 30; at + 20 < page->decoded.text.len; at += 50) {
    pith_span span = {at, at + 20};
    pith__verdicts_add(&page->verdicts, span, PITH_NAVIGATION, 0.5F, "stripe");
  }
  pith__verdicts_settle(&page->verdicts);
}

static void
check_page(const hostile *made, bool stripes)
{
  pith_memory memory;
  pith_buffer html;
  test_page page;
  pith__memory_init(&memory, NULL, SIZE_MAX);
  pith__buffer_init(&html, &memory);
  build(made, &html);
  assert_int_equal(page_load(&page, NULL, pith__buffer_slice(&html)), PITH_OK);
  if (stripes)
    cut_stripes(&page);
  size_t used = page.memory.used;
  page.memory.peak = used;
  for (int format = 0; format < FORMAT_COUNT; format++)
    assert_int_equal(page_render(&page, (page_format)format), PITH_OK);
  if (page.memory.peak - used > html.len * MEMORY_FACTOR + 1000000)
    fail_msg("%s: %zu bytes for a page of %zu", made->name,
             page.memory.peak - used, html.len);
  page_done(&page);
  pith__buffer_done(&html);
}

static void
hostile_pages(void **state)
{
  (void)state;
  for (size_t i = 0; i < COUNT(pages); i++)
    check_page(&pages[i], false);
}

static void
hostile_pages_cut(void **state)
{
  (void)state;
  for (size_t i = 0; i < COUNT(pages); i++)
    check_page(&pages[i], true);
}

/* Writes one page; false when there is none of that number. */
static bool
write_page(const char *number, const char *size)
{
  size_t at = strtoul(number, NULL, 10);
  if (at >= COUNT(pages))
    return false;
  hostile made = pages[at];
  if (strcmp(size, "half") == 0)
    made.times /= 2;
  fprintf(stderr, "%s\n", made.name);
  fputs(made.before, stdout);
  for (size_t i = 0; i < made.times; i++)
    fputs(made.unit, stdout);
  fputs(made.after, stdout);
  return true;
}

int
main(int count, char **arguments)
{
  if (count == 3)
    return write_page(arguments[1], arguments[2]) ? 0 : 1;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hostile_pages),
      cmocka_unit_test(hostile_pages_cut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
