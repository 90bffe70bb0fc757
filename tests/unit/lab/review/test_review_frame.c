/* What the review shows of a page: segments, marks removed, and a frame in
 * which nothing loads or runs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/review/review_frame.h"
#include "lab/review/review_segments.h"
#include "lab/review/review_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pith_slice
slice(const char *text)
{
  return (pith_slice){text, strlen(text)};
}

/* The body of the frame of a page, to be freed. */
static char *
frame_of(const char *html, bool marks)
{
  pith_context *context;
  pith_page *page;
  text_out out;
  assert_int_equal(pith_context_new(NULL, &context), PITH_OK);
  assert_int_equal(pith_page_parse(context, slice(html), NULL, &page, NULL),
                   PITH_OK);
  text_out_init(&out, -1);
  assert_int_equal(review_frame_write(&out, page, marks, NULL), PITH_OK);
  text_out_bytes(&out, "", 1);
  char *from = strstr(out.data, "</head>") + 7;
  char *to = strstr(from, "</body></html>");
  *to = '\0';
  char *body = malloc(strlen(from) + 1);
  memcpy(body, from, strlen(from) + 1);
  text_out_done(&out);
  pith_page_free(page);
  pith_context_free(context);
  return body;
}

static void
check_frame(const char *html, const char *wanted)
{
  char *body = frame_of(html, false);
  assert_string_equal(body, wanted);
  free(body);
}

static void
test_looks_stay(void **state)
{
  (void)state;
  check_frame("<body bgcolor=red><p class=a style='color:blue'>x<b>y",
              "<body bgcolor=\"red\"><p class=\"a\" style=\"color:blue\">x<b>y"
              "</b></p>");
  check_frame("<marquee>m</marquee><my-tag>t</my-tag><xmp><b></xmp>",
              "<body><div>m</div><span>t</span><pre>&lt;b&gt;</pre>");
  check_frame("<a href='/x?a&amp;b'>l</a><img src=http://e/i.png alt='\"'>",
              "<body><a data-href=\"/x?a&amp;b\">l</a><img alt=\"&quot;\""
              " data-src=\"http://e/i.png\">");
}

static void
test_what_does_something_goes(void **state)
{
  (void)state;
  static const char *const pages[] = {
      "<script>x</script>",
      "<body onload=x>",
      "<iframe src=x srcdoc=y></iframe>",
      "<object data=x></object><embed src=x>",
      "<svg onload=x><script>y</script></svg>",
      "<meta http-equiv=refresh content=0><base href=//e>",
      "<link rel=stylesheet href=//e>",
      "<template><b>t</b></template>",
      "<video src=x></video><audio src=x></audio>",
      "<body><noscript><b>n</b></noscript>",
      "<input type=HIDDEN value=v>",
  };
  for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++)
    check_frame(pages[i], "<body>");
  check_frame("<form action=//e><input name=q autofocus onfocus=x></form>",
              "<body><div><input disabled></div>");
  check_frame("<p id=pith-style onclick=x srcset=y background=z>t",
              "<body><p>t</p>");
  check_frame(
      "<img src='data:image/svg+xml,x'><img src=data:image/png;base64,A>",
      "<body><img data-src=\"data:image/svg+xml,x\">"
      "<img src=\"data:image/png;base64,A\">");
}

static void
test_marks_become_numbers(void **state)
{
  (void)state;
  static const char html[] =
      "<p><pith-nav data-reason=\"p12\" data-score=\"1\">a</pith-nav>";
  char *body = frame_of(html, true);
  assert_string_equal(body, "<body><p><pith-nav data-p=\"12\" data-from=\"3\" "
                            "data-to=\"4\">a</pith-nav></p>");
  free(body);
  check_frame(html, "<body><p><span>a</span></p>");
}

static void
test_styles_load_nothing(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"a{color:red}", "a{color:red}"},
      {"@media print{a{b:c}}", "@media print{a{b:c}}"},
      {"@import 'x'", "@no-import 'x'"},
      {"a{b:URL(x)}", "a{b:pith-none(\"\")}"},
      {"a{b:u\\72l(x)}", "a{b:pith-none(\"\")}"},
      {"a{b:u\\72 l( 'x' )}", "a{b:pith-none(\"\")}"},
      {"a{b:u\\zrl(x)}", "a{b:uzrl(x)}"},
      {".sm\\:a{content:\"\\f101\"}", ".sm\\:a{content:\"\\f101\"}"},
      {"a{b:\"url(\" url(x)}", "a{b:\"url(\" pith-none(\"\")}"},
      {"/*\"*/a{b:image-set('x')}", "/**/a{b:no-image-set('x')}"},
      {"p\\69th-nav{}", "no-pith-nav{}"},
      {"@font-face{src:url(data:font/woff;base64,A)}",
       "@font-face{src:url(\"data:font/woff;base64,A\")}"},
      {"</style><b>", " /style> b>"},
      {"<!-- a{} -->", " !-- a{} -->"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    text_out out;
    text_out_init(&out, -1);
    review_css_write(&out, slice(cases[i][0]), NULL);
    text_out_bytes(&out, "", 1);
    assert_string_equal(out.data, cases[i][1]);
    text_out_done(&out);
  }
}

/* Addresses lead where the caller says, and nowhere else. */
static bool
write_letter(const review_links *links, pith_slice reference, bool css,
             text_out *out)
{
  (void)links;
  if (reference.len != 1)
    return false;
  text_out_print(out, "/part/%s", css ? "style" : "file");
  return true;
}

static void
test_styles_lead_to_parts(void **state)
{
  (void)state;
  static const review_links links = {write_letter, {"", 0}};
  static const char *const cases[][2] = {
      {"@import 'x' print;", "@import url(\"/part/style\") print;"},
      {"@import url( x );a{}", "@import url(\"/part/style\");a{}"},
      {"a{b:url('x') url(yy)}", "a{b:url(\"/part/file\") pith-none(\"\")}"},
      {"a{b:url(x", "a{b:url(\"/part/file\")"},
      {"@import", "@import pith-none(\"\")"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    text_out out;
    text_out_init(&out, -1);
    review_css_write(&out, slice(cases[i][0]), &links);
    text_out_bytes(&out, "", 1);
    assert_string_equal(out.data, cases[i][1]);
    text_out_done(&out);
  }
}

/* --- segments ---------------------------------------------------------------
 */

static void
test_segments_end_where_a_label_changes(void **state)
{
  (void)state;
  static const pith_span blocks[] = {{0, 10}, {10, 30}};
  static const pith_span first[] = {{0, 10}, {20, 40}};
  static const pith_span fixed[] = {{12, 15}};
  review_ranges ranges[4] = {{blocks, 2}, {first, 2}, {NULL, 0}, {fixed, 1}};
  static const review_segment wanted[] = {
      {{0, 10}, 0, 0, REVIEW_NO, REVIEW_NO},
      {{10, 12}, 1, REVIEW_NO, REVIEW_NO, REVIEW_NO},
      {{12, 15}, 1, REVIEW_NO, REVIEW_NO, 0},
      {{15, 20}, 1, REVIEW_NO, REVIEW_NO, REVIEW_NO},
      {{20, 30}, 1, 1, REVIEW_NO, REVIEW_NO},
      {{30, 40}, REVIEW_NO, 1, REVIEW_NO, REVIEW_NO},
  };
  review_segments segments;
  review_segments_cut(ranges, &segments);
  assert_int_equal(segments.count, 6);
  assert_memory_equal(segments.items, wanted, sizeof wanted);
  review_segments_done(&segments);
}

/* --- marks of an earlier run ---------------------------------------------- */

static void
test_marks_are_taken_out(void **state)
{
  (void)state;
  static const char marked[] =
      "a<pith-nav data-reason=\"menu\" data-score=\"0.93\">bc</pith-nav>d"
      "<pith-nav data-reason=\"odd\" data-score=\"1\">e</pith-nav>";
  review_bytes bytes = {.saved = NULL};
  bytes.input.data = malloc(sizeof marked);
  memcpy(bytes.input.data, marked, sizeof marked);
  bytes.input.len = sizeof marked - 1;
  review_marks_strip(&bytes);
  assert_int_equal(bytes.input.len, 5);
  assert_memory_equal(bytes.input.data, "abcde", 5);
  assert_int_equal(bytes.saved_count, 2);
  assert_int_equal(bytes.saved[0].span.from, 1);
  assert_int_equal(bytes.saved[0].span.to, 3);
  assert_string_equal(bytes.saved[0].reason, "menu");
  assert_true(bytes.saved[0].score > 0.92f && bytes.saved[0].score < 0.94f);
  assert_string_equal(bytes.saved[1].reason, "marked");
  free(bytes.input.data);
  free(bytes.saved);
}

/* Reasons of the paper methods are known too. */
static void
test_reasons_of_marks(void **state)
{
  (void)state;
  static const char *const reasons[] = {"layer-block", "own-block",
                                        "changing-slot"};
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
    char marked[128];
    review_bytes bytes = {.saved = NULL};
    snprintf(marked, sizeof marked,
             "<pith-nav data-reason=\"%s\" data-score=\"1\">x</pith-nav>",
             reasons[i]);
    bytes.input.data = strdup(marked);
    bytes.input.len = strlen(marked);
    review_marks_strip(&bytes);
    assert_int_equal(bytes.saved_count, 1);
    assert_string_equal(bytes.saved[0].reason, reasons[i]);
    free(bytes.input.data);
    free(bytes.saved);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_looks_stay),
      cmocka_unit_test(test_what_does_something_goes),
      cmocka_unit_test(test_marks_become_numbers),
      cmocka_unit_test(test_styles_load_nothing),
      cmocka_unit_test(test_styles_lead_to_parts),
      cmocka_unit_test(test_segments_end_where_a_label_changes),
      cmocka_unit_test(test_marks_are_taken_out),
      cmocka_unit_test(test_reasons_of_marks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
