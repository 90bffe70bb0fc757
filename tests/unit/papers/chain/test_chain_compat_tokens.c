/*
 * Tokens of the chain method: normal forms and places, rule by rule.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/slice.h"
#include "papers/chain/chain_compat_tokens.h"

#include <stdio.h>
#include <stdlib.h>

/* Forms of the tokens of `html`, "one|two", then their places. */
static void
expect_bytes(pith_slice html, const char *forms, const char *places)
{
  char got_forms[512] = "", got_places[512] = "";
  size_t used = 0, used_places = 0;
  char *copy = malloc(html.len ? html.len : 1);
  pith_memory memory;
  pith_buffer normal;
  pith_chain_tokens tokens, bare;
  pith_span span, bare_span;
  assert_non_null(copy);
  if (html.len > 0)
    memcpy(copy, html.data, html.len);
  pith__memory_init(&memory, NULL, 1 << 20);
  pith__buffer_init(&normal, &memory);
  pith_slice page = pith__slice(copy, html.len);
  assert_int_equal(pith__chain_tokens_init(&tokens, page, &normal), PITH_OK);
  assert_int_equal(pith__chain_tokens_init(&bare, page, NULL), PITH_OK);
  while (pith__chain_tokens_next(&tokens, &span)) {
    assert_true(pith__chain_tokens_next(&bare, &bare_span));
    assert_true(bare_span.from == span.from && bare_span.to == span.to);
    used +=
        (size_t)snprintf(got_forms + used, sizeof got_forms - used, "%s%.*s",
                         used ? "|" : "", (int)normal.len, normal.data);
    used_places += (size_t)snprintf(got_places + used_places,
                                    sizeof got_places - used_places, "%s%u-%u",
                                    used_places ? " " : "", span.from, span.to);
    pith__buffer_clear(&normal);
  }
  assert_false(pith__chain_tokens_next(&bare, &bare_span));
  assert_false(pith__chain_tokens_next(&tokens, &span));
  assert_string_equal(got_forms, forms);
  assert_string_equal(got_places, places);
  pith__buffer_done(&normal);
  free(copy);
}

static void
expect(const char *html, const char *forms, const char *places)
{
  expect_bytes(pith__slice_of(html), forms, places);
}

static void
tags(void **state)
{
  (void)state;
  expect("<A HREF=x>", "<a href=\"x\">", "0-10");
  expect("<a\n href = 'X y' />", "<a href=\"X y\">", "0-19");
  expect("<a b c=\"\" b='\"'>", "<a b=\"\" c=\"\" b=\"\"\">", "0-16");
  expect("</A HREF=x>", "</a>", "0-11");
  expect("</a/>", "</a>", "0-5");
  expect("<br/>", "<br>", "0-5");
  expect("<a/b/c/d>", "<a b=\"\" c=\"\" d=\"\">", "0-9");
  expect("<\xC4"
         "a>",
         "<\xC4"
         "a>",
         "0-4"); /* no letter: text */
  expect("<a\xC4>", "<a\xC4>", "0-4");
  expect("<a =B=C>", "<a =b=\"C\">", "0-8");
}

static void
text(void **state)
{
  (void)state;
  expect("", "", "");
  expect(" \n\t\f\r ", "", "");
  expect("  a \n\t b  ", "a b", "2-8");
  expect("a\xA0 b", "a\xA0 b", "0-4");
  expect("a&nbsp;\x0B", "a&nbsp;\x0B", "0-8");
  expect(" <p> a </p> ", "<p>|a|</p>", "1-4 5-6 7-11");
  expect("a < b", "a < b", "0-5");
  expect_bytes(pith__slice("a\0b", 3), "a", "0-3"); /* %s ends at the NUL */
}

static void
comments_do_not_end_text(void **state)
{
  (void)state;
  expect("a<!-- x -->b", "ab", "0-12");
  expect("a <!-- x --> b", "a b", "0-14");
  expect(" <!-- x --> a <!doctype> <?b?> ", "a", "12-13");
  expect("<p><!-- x --></p>", "<p>|</p>", "0-3 13-17");
  expect("a<!-- x --> <!-- --></3> b", "a b", "0-26");
  expect("a<!-- x", "a", "0-1");
  expect("<!-- x --> \n <!-- y --><p>", "<p>", "23-26");
}

static void
script_and_style(void **state)
{
  (void)state;
  expect("<script> a  b </script>", "<script>a b</script>", "0-23");
  expect("<STYLE type=a>\nx </Style\n>y", "<style type=\"a\">x</style>|y",
         "0-26 26-27");
  expect("<script>a<b>c</b>", "<script>a<b>c</b></script>", "0-17");
  expect("<script>a</script", "<script>a</script</script>", "0-17");
  expect("<script>a</script ", "<script>a</script>", "0-18");
  expect("<script></script><p>", "<script></script>|<p>", "0-17 17-20");
  expect("</script>", "</script>", "0-9");
  expect("<scripts>a</scripts>", "<scripts>|a|</scripts>", "0-9 9-10 10-20");
  expect("<textarea><b></textarea>", "<textarea>|<b>|</textarea>",
         "0-10 10-13 13-24");
}

static void
files_that_end_in_a_tag(void **state)
{
  (void)state;
  expect("<p>a <a href='b> c", "<p>|a", "0-3 3-4");
  expect("a<b", "a", "0-1");
  expect("a <", "a <", "0-3");
  expect("a </", "a </", "0-4");
  expect("a </b", "a", "0-1");
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tags),
      cmocka_unit_test(text),
      cmocka_unit_test(comments_do_not_end_text),
      cmocka_unit_test(script_and_style),
      cmocka_unit_test(files_that_end_in_a_tag),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
