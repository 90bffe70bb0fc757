/*
 * The byte scanner: each row of its table, the ends of files in every state,
 * attributes, and that the pieces of any bytes tile them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/slice.h"
#include "papers/raw_scan.h"

#include <stdio.h>
#include <stdlib.h>

static const char letters[] = "?TSEC~"; /* by pith_raw_kind */

/* Pieces of `html`, copied to memory of its exact size: "S<p>|Ttext|E</p>". */
static void
expect(const char *html, const char *wanted)
{
  char got[512] = "";
  size_t used = 0, len = strlen(html);
  char *copy = malloc(len ? len : 1);
  pith_raw_scan scan;
  pith_raw_piece piece;
  assert_non_null(copy);
  memcpy(copy, html, len);
  assert_int_equal(pith__raw_scan_init(&scan, pith__slice(copy, len)), PITH_OK);
  for (uint32_t at = 0;; at = piece.span.to) {
    pith__raw_scan_next(&scan, &piece);
    assert_int_equal(piece.span.from, at);
    if (piece.kind == PITH_RAW_END)
      break;
    assert_true(piece.span.to > at && piece.span.to <= len);
    pith_slice text = pith__raw_slice(&scan, piece.span);
    used += (size_t)snprintf(got + used, sizeof got - used, "%s%c%.*s",
                             at ? "|" : "", letters[piece.kind], (int)text.len,
                             text.data);
  }
  assert_int_equal(piece.span.from, len);
  assert_string_equal(got, wanted);
  free(copy);
}

static void
tags_and_text(void **state)
{
  (void)state;
  expect("", "");
  expect("text", "Ttext");
  expect("<p>a</p>", "S<p>|Ta|E</p>");
  expect("a<B c>d", "Ta|S<B c>|Td");
  expect("<a b='>' c=\">\" d=>>", "S<a b='>' c=\">\" d=>|T>");
  expect("<a b = '>'>x", "S<a b = '>'>|Tx");
  expect("<a 'b>c'>x", "S<a 'b>|Tc'>x");   /* a quote in a name is a letter */
  expect("<a b=c'>d'>", "S<a b=c'>|Td'>"); /* and inside a value, too */
  expect("<a/b/>x", "S<a/b/>|Tx");
  expect("<a =>x", "S<a =>|Tx");
  expect("<a ='>'>x", "S<a ='>|T'>x"); /* the name is "='" */
  expect("<a == '>'>x", "S<a == '>'>|Tx");
  expect("</p a='>'>x", "E</p a='>'>|Tx");
  expect("<a<b>c", "S<a<b>|Tc");
}

static void
what_is_no_tag(void **state)
{
  (void)state;
  expect("a < b", "Ta < b");
  expect("<", "T<");
  expect("</", "T</");
  expect("a<", "Ta<");
  expect("<<p>", "T<|S<p>");
  expect("<3><p>", "T<3>|S<p>");
  expect("</3>x", "C</3>|Tx");
  expect("</>x", "C</>|Tx");
  expect("</ p>x", "C</ p>|Tx");
  expect("<!>x", "C<!>|Tx");
  expect("<?>x", "C<?>|Tx");
  expect("<!doctype html>x", "C<!doctype html>|Tx");
  expect("<?xml version='>'?>", "C<?xml version='>|T'?>");
  expect("<![CDATA[a>b]]>", "C<![CDATA[a>|Tb]]>");
  expect("<!x", "C<!x");
  expect("<!", "C<!");
  expect("<?", "C<?");
  expect("</3", "C</3");
}

static void
comments(void **state)
{
  (void)state;
  expect("<!-- a -->x", "C<!-- a -->|Tx");
  expect("<!-->x", "C<!-->|Tx");
  expect("<!--->x", "C<!--->|Tx");
  expect("<!---->x", "C<!---->|Tx");
  expect("<!--a--!>x", "C<!--a--!>|Tx");
  expect("<!----!>x", "C<!----!>|Tx");
  expect("<!---!>x-->y", "C<!---!>x-->|Ty");
  expect("<!-- > -> --x>-->y", "C<!-- > -> --x>-->|Ty");
  expect("<!-- a --", "C<!-- a --");
  expect("<!--", "C<!--");
  expect("<!-", "C<!-");
  expect("<!-x->y", "C<!-x->|Ty");
}

static void
tags_that_the_file_ends_in(void **state)
{
  (void)state;
  static const char tag[] = "<a bc = \"d\" e=f g = 'h' / i >";
  for (size_t len = 2; len < sizeof tag - 1; len++) {
    char html[64], wanted[64];
    snprintf(html, sizeof html, "x%.*s", (int)len, tag);
    snprintf(wanted, sizeof wanted, "Tx|~%.*s", (int)len, tag);
    expect(html, wanted);
  }
  expect("</a", "~</a");
  expect("<a b='", "~<a b='");
  expect("<a b=\"x>y", "~<a b=\"x>y");
}

static void
expect_attrs(const char *html, const char *wanted)
{
  char got[256] = "";
  size_t used = 0;
  pith_raw_scan scan;
  pith_raw_piece tag;
  pith_raw_attr attr;
  pith__raw_scan_init(&scan, pith__slice_of(html));
  pith__raw_scan_next(&scan, &tag);
  for (uint32_t at = tag.name.to; pith__raw_attr_next(&scan, &at, &attr);) {
    pith_slice name = pith__raw_slice(&scan, attr.name);
    pith_slice value = pith__raw_slice(&scan, attr.value);
    used +=
        (size_t)snprintf(got + used, sizeof got - used, "[%.*s=%.*s]",
                         (int)name.len, name.data, (int)value.len, value.data);
  }
  assert_string_equal(got, wanted);
}

static void
attributes(void **state)
{
  (void)state;
  expect_attrs("<a>", "");
  expect_attrs("<a b>", "[b=]");
  expect_attrs("<a b=c d='e f' G=\"h\">", "[b=c][d=e f][G=h]");
  expect_attrs("<a b = c/ d>", "[b=c/][d=]");
  expect_attrs("<a/b/c>", "[b=][c=]");
  expect_attrs("<a b='x'c=y>", "[b=x][c=y]");
  expect_attrs("<a =b=c>", "[=b=c]");
  expect_attrs("<a b b=1 b=2>", "[b=][b=1][b=2]");
  expect_attrs("<a b= >", "[b=]");
  expect_attrs("<a b=''>", "[b=]");
  expect_attrs("</a b=c>", "[b=c]");
}

static void
expect_element(const char *html, const char *body, const char *rest)
{
  pith_raw_scan scan;
  pith_raw_piece start;
  pith_raw_element element;
  pith__raw_scan_init(&scan, pith__slice_of(html));
  pith__raw_scan_next(&scan, &start);
  assert_int_equal(start.kind, PITH_RAW_START_TAG);
  pith__raw_scan_element(&scan, &start, &element);
  assert_true(pith__slice_equal(pith__raw_slice(&scan, element.body),
                                pith__slice_of(body)));
  assert_int_equal(element.span.from, 0);
  assert_int_equal(element.span.to, scan.at);
  assert_string_equal(html + scan.at, rest);
}

static void
elements(void **state)
{
  (void)state;
  expect_element("<script>a</script>b", "a", "b");
  expect_element("<SCRIPT>a</sCript >b", "a", "b");
  expect_element("<script>a</script/>b", "a", "b");
  expect_element("<script></scripts></script>b", "</scripts>", "b");
  expect_element("<script><!--</script>--></script>b", "<!--", "--></script>b");
  expect_element("<script>a</script x='>'>b", "a", "b");
  expect_element("<script>a</script", "a</script", "");
  expect_element("<script>a</script ", "a", "");
  expect_element("<script>a</script x='>", "a", "");
  expect_element("<script>a<b>", "a<b>", "");
  expect_element("<script/>a</script>b", "a", "b");
  expect_element("<style>a</script></style>b", "a</script>", "b");
  expect_element("<title></title>", "", "");
}

static void
names(void **state)
{
  (void)state;
  pith_raw_scan scan;
  pith_raw_piece tag;
  pith__raw_scan_init(&scan, pith__slice_of("<ScripT a></b>"));
  pith__raw_scan_next(&scan, &tag);
  assert_true(pith__raw_name_is(&scan, &tag, "script"));
  assert_false(pith__raw_name_is(&scan, &tag, "scrip"));
  assert_false(pith__raw_name_is(&scan, &tag, "scripts"));
  pith__raw_scan_next(&scan, &tag);
  assert_true(pith__raw_name_is(&scan, &tag, "b"));
}

static void
pieces_tile_any_bytes(void **state)
{
  (void)state;
  static const char bytes[] = "<<<>>/!-?a s=\"'\n\0b";
  uint32_t random = 5;
  for (int round = 0; round < 100000; round++) {
    char html[32];
    uint32_t len = (uint32_t)round % sizeof html, at = 0;
    for (uint32_t i = 0; i < len; i++) {
      random = random * 1664525 + 1013904223;
      html[i] = bytes[(random >> 10) % sizeof bytes];
    }
    pith_raw_scan scan;
    pith_raw_piece piece;
    pith_raw_kind before = PITH_RAW_END;
    pith__raw_scan_init(&scan, pith__slice(html, len));
    for (pith__raw_scan_next(&scan, &piece); piece.kind != PITH_RAW_END;
         pith__raw_scan_next(&scan, &piece)) {
      assert_int_equal(piece.span.from, at);
      assert_true(piece.span.to > at);
      assert_false(before == PITH_RAW_TEXT && piece.kind == PITH_RAW_TEXT);
      assert_false(before == PITH_RAW_CUT_TAG);
      before = piece.kind;
      at = piece.span.to;
    }
    assert_int_equal(at, len);
  }
}

static void
too_long_for_spans(void **state)
{
  (void)state;
  pith_raw_scan scan;
  pith_raw_piece piece;
  char byte = 'x';
  pith_slice page = {&byte, (size_t)UINT32_MAX + 1};
  if (page.len > UINT32_MAX)
    assert_int_equal(pith__raw_scan_init(&scan, page), PITH_LIMIT);
  pith__raw_scan_init(&scan, pith__slice(NULL, 0));
  pith__raw_scan_next(&scan, &piece);
  assert_int_equal(piece.kind, PITH_RAW_END);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tags_and_text),
      cmocka_unit_test(what_is_no_tag),
      cmocka_unit_test(comments),
      cmocka_unit_test(tags_that_the_file_ends_in),
      cmocka_unit_test(attributes),
      cmocka_unit_test(elements),
      cmocka_unit_test(names),
      cmocka_unit_test(pieces_tile_any_bytes),
      cmocka_unit_test(too_long_for_spans),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
