/*
 * The sentence method to the letter, rule by rule: what is said of each block.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/slice.h"
#include "pith.h"
#include "unit/failing_allocator.h"

#include <stdio.h>

/* What is said of a page, as "reason:bytes|reason:bytes". */
static void
say(pith_slice html, char *out, size_t room)
{
  pith_context *context;
  pith_page *page;
  pith_options style;
  uint32_t count;
  size_t used = 0;
  out[0] = '\0';
  assert_int_equal(pith_context_new(NULL, &context), PITH_OK);
  assert_int_equal(pith_page_parse(context, html, NULL, &page, NULL), PITH_OK);
  pith_options_default(&style);
  style.method = "sentence";
  style.compat = true;
  assert_int_equal(pith_page_classify(page, &style), PITH_OK);
  const pith_verdict *verdicts = pith_page_verdicts(page, &count);
  for (uint32_t i = 0; i < count; i++) {
    const pith_verdict *at = &verdicts[i];
    bool content = strcmp(at->reason, "none") != 0;
    assert_int_equal(at->label, content ? PITH_CONTENT : PITH_NAVIGATION);
    assert_true(at->score == (content ? 1 : 0));
    used += (size_t)snprintf(out + used, room - used, "%s%s:%.*s", i ? "|" : "",
                             at->reason, (int)(at->span.to - at->span.from),
                             html.data + at->span.from);
  }
  pith_page_free(page);
  pith_context_free(context);
}

static void
expect(const char *html, const char *said)
{
  char got[4096];
  say(pith__slice_of(html), got, sizeof got);
  assert_string_equal(got, said);
}

static void
test_cuts(void **state)
{
  (void)state;
  expect("a<p>b<br>c<td>d<DIV>e<hr>f<form>g<table>h",
         "none:a|none:b|none:c|none:d|none:e|none:f|none:g|none:h");
  expect("a</p>b</div>c", "none:a|none:b|none:c");
  expect("a<h1>b</h1><li>c<tr>d<th>e</th><span>f",
         "none:a<h1>b</h1><li>c<tr>d<th>e</th><span>f");
  expect("<p> <p>\n<br>", "");
  expect("", "");
}

static void
test_ranges(void **state)
{
  (void)state;
  expect("<p> <b> word</b>. <!-- x --> </p>", "sentence:word</b>.");
  expect("a <!-- x --> b <!-- y -->", "none:a <!-- x --> b");
  expect("one.<p>two <a href=", "sentence:one.|none:two");
  expect("x<title>No. Text.</title>y<script>a.b</script>z",
         "none:x<title>No. Text.</title>y<script>a.b</script>z");
}

static void
test_marks(void **state)
{
  (void)state;
  expect("<p>end.<p>end!<p>end?<p>end;",
         "sentence:end.|sentence:end!|sentence:end?|none:end;");
  expect("<p>3.14<p>(a).<p>\"a\".<p>a..",
         "sentence:3.14|sentence:(a).|sentence:\"a\".|sentence:a..");
  expect("<p>end .<p>. . .<p>..a<p>,.",
         "none:end .|none:. . .|none:..a|none:,.");
  expect("<p>\xC3\xA9.<p>\xE3\x80\x82", "sentence:\xC3\xA9.|none:\xE3\x80\x82");
  expect("<p>&raquo;.<p>&#187;.<p>&;.<p>& ;.",
         "sentence:&raquo;.|sentence:&#187;.|none:&;.|none:& ;.");
  expect("<p>&-1234567890123456789012345678901;.",
         "none:&-1234567890123456789012345678901;.");
  expect("<p>&1234567890123456789012345678901;.",
         "sentence:&1234567890123456789012345678901;.");
  expect("<p>&12345678901234567890123456789012;.",
         "none:&12345678901234567890123456789012;.");
  expect("<p>wo<i>rd</i><!-- -->.", "sentence:wo<i>rd</i><!-- -->.");
  expect("<p>word<br>.", "none:word|none:.");
}

static void
test_headings(void **state)
{
  (void)state;
  expect("<b>Top</b><p>Text.", "heading:Top|sentence:Text.");
  expect("<h2>Top</h2><p>Text.", "heading:Top|sentence:Text.");
  expect("<h6>Low</h6><p><b>Text.</b>", "none:Low|sentence:Text.");
  expect("<font size=+1>Top</font><p>Text.", "heading:Top|sentence:Text.");
  expect("<span style='font-size:24px'>Top</span><p>Text.",
         "heading:Top|sentence:Text.");
  expect("<p style='color:red; FONT-SIZE : 1.5em !important'>Top<p>Text.",
         "heading:Top|sentence:Text.");
  expect("<div style='font-size:14pt'>Top</div><div>Text.</div>",
         "heading:Top|sentence:Text.");
  expect("<div style='font-size:larger'>Top</div>Text.",
         "heading:Top|sentence:Text.");
  expect("<p style='font-size:120%'>Top<p style='font-size:18px'>Text.",
         "none:Top|sentence:Text.");
  expect("<p style='font-size:x-large'>Top<p style='font-size:32px'>Text.",
         "none:Top|sentence:Text.");
  expect("<p style='font-size:99999999999px;font-size'>Top<p>Text.",
         "heading:Top|sentence:Text.");
  expect("<p style='font-size:10vw;font-size:;:'>Top<p>Text.",
         "none:Top|sentence:Text.");
  expect("<font size=' -1x'>Low</font><p>Text.", "none:Low|sentence:Text.");
  expect("<b>4</b><p><b>3</b><p>2<p><b>1</b><p>Text.",
         "none:4|heading:3|none:2|heading:1|sentence:Text.");
  expect("<b>Far</b><p><a href=x>y</a><p><b>Top</b><p>Text.",
         "none:Far|none:y|heading:Top|sentence:Text.");
  expect("<a href=x><p><b>Top</b></a><p>Text.", "none:Top|sentence:Text.");
  expect("<a name=x><p><b>Top</b></a><p>Text.", "heading:Top|sentence:Text.");
  expect("<b>Far</b><p>One.<p>Two.", "heading:Far|sentence:One.|sentence:Two.");
  expect("<b>Top</b><p><b>Text.</b>", "none:Top|sentence:Text.");
  expect("<big><b>Top</b></big><p><b>Text.</b>", "heading:Top|sentence:Text.");
}

static void
test_styles_are_bounded(void **state)
{
  char html[600] = "", got[1200];
  (void)state;
  size_t used = 0;
  for (int i = 0; i < 64; i++, used += 6)
    memcpy(html + used, "<font>", 6);
  snprintf(html + used, sizeof html - used, "<b>Top</b></font><p>Text.");
  say(pith__slice_of(html), got, sizeof got);
  assert_string_equal(got, "none:Top|sentence:Text.");
}

static void
test_usage(void **state)
{
  (void)state;
  pith_context *context;
  pith_page *page;
  pith_options style;
  uint32_t count;
  assert_int_equal(pith_context_new(NULL, &context), PITH_OK);
  assert_int_equal(
      pith_page_parse(context, pith__slice_of("<p>A b."), NULL, &page, NULL),
      PITH_OK);
  assert_int_equal(pith_page_classify(page, NULL), PITH_OK);
  pith_options_default(&style);
  style.method = "no-such";
  assert_int_equal(pith_page_classify(page, &style), PITH_USAGE);
  pith_page_verdicts(page, &count);
  assert_int_equal(count, 0);
  style.method = "chain";
  assert_int_equal(pith_page_classify(page, &style), PITH_USAGE);
  pith_page_free(page);
  pith_context_free(context);
  assert_non_null(pith_method_describe(0));
}

static void
test_memory_ends(void **state)
{
  (void)state;
  pith_slice html = pith__slice_of("<b>Top</b><p>One.<p>two<p>three<p>Four.");
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    pith_context *context;
    pith_page *page;
    pith_options style;
    pith_options_default(&style);
    style.compat = true;
    style.method = "sentence";
    if (pith_context_new(&allocator, &context) == PITH_OK) {
      if (pith_page_parse(context, html, NULL, &page, NULL) == PITH_OK) {
        pith_status status = pith_page_classify(page, &style);
        assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
        pith_page_free(page);
      }
      pith_context_free(context);
    }
    assert_true(failing_allocator_is_clean(&failing));
    if (!failing.failed)
      break;
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cuts),
      cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_marks),
      cmocka_unit_test(test_headings),
      cmocka_unit_test(test_styles_are_bounded),
      cmocka_unit_test(test_usage),
      cmocka_unit_test(test_memory_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
