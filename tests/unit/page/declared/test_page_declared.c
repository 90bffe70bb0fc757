/* Linked data as strings with types, and blocks that repeat what a page
 * declares of itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "unit/page/block_helper.h"

#include <stdio.h>

static const char page_html[] =
    "<title>Green tea - Shop</title>"
    "<meta name=description content='Tea is made from leaves and water.'>"
    "<script type=application/ld+json>{\"@type\":\"Product\",\"name\":\"Green "
    "tea\",\"review\":[{\"@type\":\"Review\",\"author\":{\"@type\":\"Person\","
    "\"description\":\"Ann writes on coffee\"},\"reviewBody\":\"I like "
    "<b>this<\\/b> d\\u00e9j\\u00e0 vu\"}]}</script>"
    "<h1>Green tea</h1><p>Tea is made from leaves and water.</p>"
    "<p>Other things are here.</p><p>I like this d\xC3\xA9j\xC3\xA0 vu</p>"
    "<p>Ann writes on coffee</p>";

static void
blocks_agree(void **state)
{
  (void)state;
  block_page made;
  block_page_load(&made, page_html);
  assert_int_equal(made.list->count, 5);
  assert_int_equal(block_column(&made, "declared_name", 0), 255);
  assert_int_equal(block_column(&made, "declared_about", 1), 255);
  assert_int_equal(block_column(&made, "declared_found", 1), 255);
  assert_int_equal(block_column(&made, "declared_about", 2), 1);
  assert_int_equal(block_column(&made, "declared_review", 3), 255);
  assert_int_equal(block_column(&made, "declared_frame", 4), 255);
  assert_int_equal(block_column(&made, "declared_review", 4), 1);
  assert_int_equal(made.context->declared.best, 1);
  assert_int_equal(block_column(&made, "declared_before", 0), 1);
  assert_int_equal(block_column(&made, "declared_after", 1), 1);
  assert_int_equal(block_column(&made, "declared_after", 3),
                   pith__scale_log(3));
  assert_int_equal(block_column(&made, "declared_alike", 4), 1);
  assert_int_equal(block_column(&made, "declared_alike", 0), 0);
  block_page_done(&made);
}

static void
nothing_is_declared(void **state)
{
  (void)state;
  block_page made;
  block_page_load(&made, "<p>One two three four.<p>Five");
  assert_int_equal(made.context->declared.best, UINT32_MAX);
  assert_int_equal(block_column(&made, "declared_about", 0), 1);
  assert_int_equal(block_column(&made, "declared_after", 0), 0);
  assert_int_equal(block_column(&made, "declared_about", 1), 0);
  block_page_done(&made);
}

/* A text of more words than a tally keeps, and more than the table takes. */
static void
long_texts(void **state)
{
  (void)state;
  enum { WORDS = 3000, ROOM = 64 + WORDS * 14 };
  static char html[ROOM];
  size_t len = (size_t)snprintf(html, ROOM, "<meta name=description content='");
  for (int i = 0; i < WORDS; i++)
    len += (size_t)snprintf(html + len, ROOM - len, "w%d ", i);
  snprintf(html + len, ROOM - len,
           "'><p>w700 w701 w702 w703<p>w2990 w2991 w2992");
  block_page made;
  block_page_load(&made, html);
  assert_int_equal(block_column(&made, "declared_about", 0), 255);
  assert_int_equal(block_column(&made, "declared_about", 1), 1);
  block_page_done(&made);
}

static void
expect(pith_linked_reader *reader, const char *type, const char *key,
       const char *text)
{
  pith_linked_string string;
  assert_true(pith__linked_next(reader, &string));
  assert_true(pith__slice_equal(string.type, pith__slice_of(type)));
  assert_true(pith__slice_equal(string.key, pith__slice_of(key)));
  assert_true(pith__slice_equal(string.text, pith__slice_of(text)));
}

static void
strings_have_types(void **state)
{
  (void)state;
  pith_linked_reader reader;
  pith_linked_string string;
  pith__linked_reader_init(
      &reader, pith__slice_of("{\"@type\":[\"A\",\"B\"],\"x\":{\"y\":\"1\"},"
                              "\"z\":{\"@type\":\"C\",\"w\":\"2\"},\"v\":\"3\"}"
                              "}}{\"u\":\"4"));
  expect(&reader, "A", "@type", "A");
  expect(&reader, "A", "@type", "B");
  expect(&reader, "A", "y", "1");
  expect(&reader, "C", "@type", "C");
  expect(&reader, "C", "w", "2");
  expect(&reader, "A", "v", "3");
  expect(&reader, "", "u", "4");
  assert_false(pith__linked_next(&reader, &string));
}

static void
deep_objects_share_a_type(void **state)
{
  (void)state;
  char json[128] = "{\"@type\":\"T\",";
  memset(json + 13, '{', 100);
  memcpy(json + 113, "\"k\":\"v\"", 8);
  pith_linked_reader reader;
  pith__linked_reader_init(&reader, pith__slice_of(json));
  expect(&reader, "T", "@type", "T");
  expect(&reader, "T", "k", "v");
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_agree),
      cmocka_unit_test(nothing_is_declared),
      cmocka_unit_test(long_texts),
      cmocka_unit_test(strings_have_types),
      cmocka_unit_test(deep_objects_share_a_type),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
