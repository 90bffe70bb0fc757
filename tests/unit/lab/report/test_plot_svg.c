/* Pictures: axes, what is left out, foreign text; PITH_PLOT_SHOW=1 prints them
 * as a document to look at. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lab/report/plot_svg.h"
#include "lab/report/report_html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double zero_to_one[] = {0, 0.25, 0.5, 0.75, 1};
static const double some[] = {0.05, 0.31, NAN, 0.7, 0.97};
static const double counts[] = {4, 3, 10, 40}, others[] = {3, 3, 9, 15};
static const char *const grades[] = {"2", "3", "4", "5"};

static void
draw_bars(text_out *out)
{
  static const plot_series series[] = {{"universities", NULL, counts, 4},
                                       {"narod.ru", NULL, others, 4}};
  plot_bars(out, &(plot_frame){"Grades of sites", "grade", "sites"}, grades,
            series, 2);
}

static void
draw_xy(text_out *out)
{
  static const plot_series series[] = {{"seen", zero_to_one, some, 5}};
  plot_xy(out, &(plot_frame){"Is it right as often as it says?", "says", "is"},
          PLOT_POINTS | PLOT_LINES | PLOT_DIAGONAL, series, 1);
}

static void
draw_intervals(text_out *out)
{
  static const plot_row rows[] = {{"wcxb_dev", 0.931, {0.921, 0.94}},
                                  {"<b>&\x01", 0.88, {0.8, 0.9}},
                                  {"no pages", NAN, {NAN, NAN}}};
  plot_intervals(out, &(plot_frame){"Word F1", "mean", NULL}, NAN, rows, 3);
}

/* The text of a picture, ended by NUL; to be freed by text_out_done(). */
static text_out
drawn(void (*draw)(text_out *))
{
  text_out out;
  text_out_init(&out, -1);
  draw(&out);
  text_out_bytes(&out, "", 1);
  assert_int_equal(out.error, 0);
  assert_null(strstr(out.data, "nan"));
  assert_null(strstr(out.data, "inf"));
  assert_non_null(strstr(out.data, "</svg>\n"));
  return out;
}

static size_t
count_of(const char *text, const char *what)
{
  size_t count = 0;
  for (; (text = strstr(text, what)); text++)
    count++;
  return count;
}

static void
bars(void **state)
{
  (void)state;
  text_out out = drawn(draw_bars);
  assert_int_equal(count_of(out.data, "<rect "), 8 + 2);
  assert_non_null(strstr(out.data, ">universities</text>"));
  assert_non_null(strstr(out.data, ">40</text>")); /* the top of the axis */
  assert_null(strstr(out.data, ">50</text>"));
  text_out_done(&out);
}

static void
lines_and_points(void **state)
{
  (void)state;
  text_out out = drawn(draw_xy);
  assert_int_equal(count_of(out.data, "<circle "), 4); /* one is none */
  assert_int_equal(count_of(out.data, "\"M"), 1);
  assert_int_equal(count_of(out.data, "L"), 2);
  assert_non_null(strstr(out.data, ">0.2</text>"));
  assert_int_equal(count_of(out.data, "class=\"mark\""), 1);
  text_out_done(&out);
}

static void
intervals(void **state)
{
  (void)state;
  text_out out = drawn(draw_intervals);
  assert_int_equal(count_of(out.data, "<circle "), 2);
  assert_non_null(strstr(out.data, "&lt;b&gt;&amp;\xEF\xBF\xBD"));
  text_out_done(&out);
}

static void
draw_nothing(text_out *out)
{
  plot_bars(out, &(plot_frame){NULL, NULL, NULL}, NULL, NULL, 0);
  plot_xy(out, &(plot_frame){NULL, NULL, NULL}, PLOT_LINES, NULL, 0);
  plot_intervals(out, &(plot_frame){NULL, NULL, NULL}, NAN, NULL, 0);
}

static void
draw_equal(text_out *out)
{
  static const double same[] = {3, 3, 3, 3}, huge[] = {1e300, -1e300, 0, 1};
  static const plot_series series[] = {{"a", huge, same, 4}};
  plot_xy(out, &(plot_frame){NULL, NULL, NULL}, PLOT_LINES, series, 1);
}

static void
nothing_to_draw(void **state)
{
  (void)state;
  text_out out = drawn(draw_nothing);
  assert_int_equal(count_of(out.data, "</svg>"), 3);
  text_out_done(&out);
  out = drawn(draw_equal);
  text_out_done(&out);
}

static void
document(void **state)
{
  (void)state;
  text_out out;
  text_out_init(&out, -1);
  report_begin(&out, "A <report>");
  report_heading(&out, "By data set");
  report_paragraph(&out, "%s", "2 < 3.");
  report_table_begin(&out, "Word F1", "set|pages|mean");
  report_row(&out, "%s|%d|%.3f (%.3f to %.3f)", "wcxb_dev", 1231, 0.9312, 0.921,
             0.94);
  report_table_end(&out);
  report_figure_begin(&out);
  draw_bars(&out);
  draw_xy(&out);
  draw_intervals(&out);
  report_figure_end(&out);
  report_end(&out);
  text_out_bytes(&out, "", 1);
  assert_non_null(strstr(out.data, "<title>A &lt;report&gt;</title>"));
  assert_non_null(strstr(out.data, ">0.931 (0.921 to 0.940)</td>"));
  assert_null(strstr(out.data, "<script"));
  if (getenv("PITH_PLOT_SHOW"))
    fputs(out.data, stdout);
  text_out_done(&out);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bars),      cmocka_unit_test(lines_and_points),
      cmocka_unit_test(intervals), cmocka_unit_test(nothing_to_draw),
      cmocka_unit_test(document),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
