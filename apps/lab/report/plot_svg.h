/* plot_svg.h: figures as pictures, for HTML documents and files of their own.
 *
 *   plot_bars       a few categories, one bar a series in each
 *   plot_xy         lines, points or both over two axes
 *   plot_intervals  one row a thing: its mean and the interval around it
 *
 * A picture is one <svg> element. It has no fixed size, so a page may scale
 * it; its colours are CSS variables (--plot-ink, --plot-1 ...) with values for
 * light and dark; there is no script in it. Figures that are no numbers (NAN)
 * are left out. All pointers are borrowed for the call.
 */
#ifndef REPORT_PLOT_SVG_H
#define REPORT_PLOT_SVG_H

#include "lab/eval/metrics/statistics.h"

#include "common/output/text_out.h"

/* What is around a picture; NULL: nothing. The title is read out to those
 * who cannot see it. */
typedef struct plot_frame {
  const char *title;
  const char *x_label;
  const char *y_label;
} plot_frame;

typedef struct plot_series {
  const char *name;
  const double *x; /* not for plot_bars() */
  const double *y;
  size_t count;
} plot_series;

typedef struct plot_row {
  const char *label;
  double value;
  interval range;
} plot_row;

typedef enum plot_style {
  PLOT_LINES = 1,
  PLOT_POINTS = 2,
  PLOT_DIAGONAL = 4 /* from 0,0 to 1,1: what a reliability plot should be */
} plot_style;

/* Bars from 0 up. Each series has a value for each category. */
void plot_bars(text_out *out, const plot_frame *frame,
               const char *const *categories, const plot_series *series,
               size_t series_count);

/* `style` is a set of plot_style. */
void plot_xy(text_out *out, const plot_frame *frame, unsigned style,
             const plot_series *series, size_t series_count);

/* Rows from the top down, at most PLOT_ROWS of them; the rest is not drawn. A
 * line is drawn at `reference` unless it is NAN: 0 for differences. */
enum { PLOT_ROWS = 80 };
void plot_intervals(text_out *out, const plot_frame *frame, double reference,
                    const plot_row *rows, size_t count);

#endif
