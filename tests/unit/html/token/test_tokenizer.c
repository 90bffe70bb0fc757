/*
 * The tokenizer by itself: what each token is, and that the spans of all
 * tokens tile the input. The standard's own suite is run by
 * tests/conformance; these are the cases that show where things are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "token_text.h"

#include "base/slice.h"
#include "unit/failing_allocator.h"

#include <stdlib.h>

typedef struct start {
  pith_token_state state;
  const char *name;
  bool cdata;
} start;

/* Tokens of `html`, copied to memory of its exact size so that a read past
 * the end is caught by the sanitizer. */
static token_text
tokens_of(const char *html, size_t len, start from)
{
  token_text out = {{0}, 0};
  char *copy = malloc(len ? len : 1);
  memcpy(copy, html, len);
  pith_memory memory;
  pith_store store;
  pith_tokenizer tokenizer;
  pith__memory_init(&memory, NULL, 1u << 24);
  pith__store_init(&store, &memory);
  pith__store_reset(&store, pith__slice(copy, len));
  pith__tokenizer_init(&tokenizer, &store, 4);
  pith__tokenizer_allow_cdata(&tokenizer, from.cdata);
  if (from.name)
    pith__tokenizer_set_state(&tokenizer, from.state,
                              pith__slice_of(from.name));
  pith_token token;
  uint32_t at = 0;
  for (;;) {
    assert_int_equal(pith__tokenizer_next(&tokenizer, &token), PITH_OK);
    assert_int_equal(token.from, at);
    at = token.to;
    if (token.kind == PITH_TOKEN_END)
      break;
    assert_true(token.to > token.from);
    write_token(&out, &store, &token);
  }
  assert_int_equal(at, len);
  pith__store_done(&store);
  assert_int_equal(memory.used, 0);
  free(copy);
  return out;
}

static void
expect(const char *html, const char *expected)
{
  start plain = {PITH_STATE_DATA, NULL, false};
  token_text got = tokens_of(html, strlen(html), plain);
  assert_string_equal(got.data, expected);
}

static void
expect_in(pith_token_state state, const char *name, const char *html,
          const char *expected)
{
  start from = {state, name, false};
  token_text got = tokens_of(html, strlen(html), from);
  assert_string_equal(got.data, expected);
}

static void
tags_and_text(void **state)
{
  (void)state;
  expect("", "");
  expect("a", "t:0-1:a");
  expect("<a href=x>b</a>", "T:0-10:a{href=x} t:10-11:b E:11-15:a");
  expect("<BR/>", "T:0-5:br{}/");
  expect("<x-Y>", "T:0-5:x-y{}");
  expect("<a/b>", "T:0-5:a{b=}");
  expect("<p>one", "T:0-3:p{} t:3-6:one");
}

static void
a_lone_less_than_sign_is_text(void **state)
{
  (void)state;
  expect("a < b", "t:0-5:a < b");
  expect("1<2<b>", "t:0-3:1<2 T:3-6:b{}");
  expect("<", "t:0-1:<");
  expect("</", "t:0-2:</");
  expect("a</>b", "t:0-1:a n:1-4: t:4-5:b");
}

static void
attributes(void **state)
{
  (void)state;
  expect("<a b='c' d=\"e\" f=g h>", "T:0-21:a{b=c,d=e,f=g,h=}");
  expect("<a b = c>", "T:0-9:a{b=c}");
  expect("<a b=1 B=2 b=3>", "T:0-15:a{b=1}");
  expect("<a =b=c>", "T:0-8:a{=b=c}");
  expect("<a b='&lt;&amp'>", "T:0-16:a{b=<&}");
  expect("<a b='?x&copy=1'>", "T:0-17:a{b=?x&copy=1}");
  expect("<a b='x\r\ny'>", "T:0-12:a{b=x\ny}");
  expect("<a OnClick=1 data-averyveryverylongname=2 DATA-x=3>",
         "T:0-51:a{onclick=1,data-averyveryverylongname=2,data-x=3}");
  expect("<a b=c/>", "T:0-8:a{b=c/}");
  expect("<a b=>", "T:0-6:a{b=}");
  expect("<a 'b'>", "T:0-7:a{'b'=}");
}

static void
attributes_above_the_limit_are_dropped(void **state)
{
  (void)state;
  expect("<a b c d e f g>x", "T:0-15:a{b=,c=,d=,e=} t:15-16:x");
}

static void
an_unfinished_tag_is_nothing(void **state)
{
  (void)state;
  expect("x<a", "t:0-1:x n:1-3:");
  expect("<a b=\"c", "n:0-7:");
  expect("</a ", "n:0-4:");
  expect("<a b=c", "n:0-6:");
}

static void
comments(void **state)
{
  (void)state;
  expect("<!--x-->y", "c:0-8:x t:8-9:y");
  expect("<!-->y", "c:0-5: t:5-6:y");
  expect("<!--->y", "c:0-6: t:6-7:y");
  expect("<!---->", "c:0-7:");
  expect("<!--a--!>b", "c:0-9:a t:9-10:b");
  expect("<!--a--b-->", "c:0-11:a--b");
  expect("<!-- > -->", "c:0-10: > ");
  expect("<!--a-", "c:0-6:a");
  expect("<!--a--", "c:0-7:a");
  expect("<!--a--!", "c:0-8:a");
  expect("<!x>", "c:0-4:x");
  expect("<?php ?>", "c:0-8:?php ?");
  expect("</ x>", "c:0-5: x");
  expect("<![CDATA[x]]>", "c:0-13:[CDATA[x]]");
}

static void
cdata_where_it_is_allowed(void **state)
{
  (void)state;
  start foreign = {PITH_STATE_DATA, NULL, true};
  token_text got = tokens_of("<![CDATA[a<b&lt;]]>c", 20, foreign);
  assert_string_equal(got.data, "t:0-19:a<b&lt; t:19-20:c");
  got = tokens_of("<![CDATA[]]>", 12, foreign);
  assert_string_equal(got.data, "n:0-12:");
}

static void
references_in_text(void **state)
{
  (void)state;
  expect("a&amp;b", "t:0-7:a&b");
  expect("&notit;", "t:0-7:\xC2\xACit;");
  expect("&#x41;&#66", "t:0-10:AB");
  expect("&bogus; &", "t:0-9:&bogus; &");
}

static void
line_ends_and_nul(void **state)
{
  (void)state;
  expect("a\r\nb\rc", "t:0-6:a\nb\nc");
  start plain = {PITH_STATE_DATA, NULL, false};
  token_text got = tokens_of("a\0b<c\0d e\0=f\0>", 14, plain);
  assert_string_equal(got.data, "t:0-3:ab T:3-14:c\xEF\xBF\xBD"
                                "d{e\xEF\xBF\xBD=f\xEF\xBF\xBD}");
}

static void
raw_text_ends_at_its_own_end_tag(void **state)
{
  (void)state;
  expect_in(PITH_STATE_RCDATA, "title", "a<b>&lt;</b></TITLE>",
            "t:0-12:a<b><</b> E:12-20:title");
  expect_in(PITH_STATE_RAWTEXT, "style", "a&lt;</styles></style >",
            "t:0-14:a&lt;</styles> E:14-23:style");
  expect_in(PITH_STATE_RAWTEXT, "style", "</style>", "E:0-8:style");
  expect_in(PITH_STATE_RAWTEXT, "style", "a</style", "t:0-8:a</style");
  expect_in(PITH_STATE_PLAINTEXT, "plaintext", "a</plaintext>",
            "t:0-13:a</plaintext>");
}

static void
scripts_may_hold_scripts_in_comments(void **state)
{
  (void)state;
  expect_in(PITH_STATE_SCRIPT_DATA, "script", "<!--x</script>",
            "t:0-5:<!--x E:5-14:script");
  expect_in(PITH_STATE_SCRIPT_DATA, "script",
            "<!--<script></script>--></script>",
            "t:0-24:<!--<script></script>--> E:24-33:script");
  expect_in(PITH_STATE_SCRIPT_DATA, "script", "<!--<script>--></script>",
            "t:0-15:<!--<script>--> E:15-24:script");
  expect_in(PITH_STATE_SCRIPT_DATA, "script", "<!--<script></script>",
            "t:0-21:<!--<script></script>");
  expect_in(PITH_STATE_SCRIPT_DATA, "script", "<!--></script>",
            "t:0-5:<!--> E:5-14:script");
}

static void
doctypes(void **state)
{
  (void)state;
  expect("<!DOCTYPE HTML>", "D:0-15:html");
  expect("<!doctype html PUBLIC \"x\" 'y' z>w", "D:0-32:html t:32-33:w");
  expect("<!doctype>", "D:0-10:");
  expect("<!doctype", "D:0-9:");
}

/* Every allocation may fail: the call says so, and nothing leaks. */
static void
memory_may_end_anywhere(void **state)
{
  (void)state;
  static const char html[] = "<A-B C=&amp; D='\r' e=1 f=2 G=3>&lt;<!doctype X "
                             "public '\r'><a b c><a b c d>";
  for (size_t fail_at = 1;; fail_at++) {
    failing_allocator failing;
    failing_allocator_init(&failing, fail_at);
    pith_allocator allocator = failing_allocator_use(&failing);
    pith_memory memory;
    pith_store store;
    pith_tokenizer tokenizer;
    pith_token token = {.kind = PITH_TOKEN_NOTHING};
    pith__memory_init(&memory, &allocator, 1u << 24);
    pith__store_init(&store, &memory);
    pith__store_reset(&store, pith__slice_of(html));
    pith__tokenizer_init(&tokenizer, &store, 256);
    pith_status status = PITH_OK;
    while (status == PITH_OK && token.kind != PITH_TOKEN_END) {
      status = pith__tokenizer_next(&tokenizer, &token);
      pith__store_keep(&store);
    }
    assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
    pith__store_done(&store);
    assert_true(failing_allocator_is_clean(&failing));
    if (!failing.failed)
      break;
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tags_and_text),
      cmocka_unit_test(a_lone_less_than_sign_is_text),
      cmocka_unit_test(attributes),
      cmocka_unit_test(attributes_above_the_limit_are_dropped),
      cmocka_unit_test(an_unfinished_tag_is_nothing),
      cmocka_unit_test(comments),
      cmocka_unit_test(cdata_where_it_is_allowed),
      cmocka_unit_test(references_in_text),
      cmocka_unit_test(line_ends_and_nul),
      cmocka_unit_test(raw_text_ends_at_its_own_end_tag),
      cmocka_unit_test(scripts_may_hold_scripts_in_comments),
      cmocka_unit_test(doctypes),
      cmocka_unit_test(memory_may_end_anywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
