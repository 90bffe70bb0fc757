/* plot_svg.c: see the header.
 *
 *     0      LEFT                       WIDTH - RIGHT   WIDTH
 *   0 ┌────────────────────────────────────────────┐
 *     │ title                                      │
 * TOP │      ┌───────────────────────────────┐     │
 *     │ y    │  grid, bars, lines, points    │     │
 *     │      └───────────────────────────────┘     │   HEIGHT - BOTTOM
 *     │        ticks, name of the x axis           │   HEIGHT
 *     │        legend, as many rows as it takes    │
 *     └────────────────────────────────────────────┘
 *
 * An axis is chosen first: it begins and ends at a multiple of a step of 1, 2
 * or 5 times a power of ten that makes about five of them. Everything else is
 * placed by the axes. Coordinates have one digit behind the point, which is
 * enough for the eye and keeps reports small and the same on every machine.
 */
#include "lab/report/plot_svg.h"

#include "lab/report/markup_text.h"

#include <math.h>
#include <string.h>

enum {
  WIDTH = 640,
  HEIGHT = 340,
  LEFT = 56,
  RIGHT = 16,
  TOP = 34,
  BOTTOM = 48,
  ROW = 22,
  LEGEND_ROW = 18,
  LETTER = 7, /* about as wide as one is */
  COLOURS = 6
};

typedef struct axis {
  double low;
  double high;
  double step;
  int places;  /* behind the point, of its numbers */
  double from; /* pixels */
  double to;
} axis;

static const char style_text[] =
    "<style>.plot{--plot-ink:#222;--plot-faint:#ddd;--plot-1:#2563a8;"
    "--plot-2:#c2571a;--plot-3:#2e7d4f;--plot-4:#8a3f8f;--plot-5:#777;"
    "--plot-6:#a67c00;font:12px system-ui,sans-serif}"
    "@media(prefers-color-scheme:dark){.plot{--plot-ink:#e4e4e4;"
    "--plot-faint:#444;--plot-1:#6aa9ee;--plot-2:#f0965c;--plot-3:#6cc28f;"
    "--plot-4:#cf8ad4;--plot-5:#aaa;--plot-6:#e0b840}}"
    ".plot text{fill:var(--plot-ink)}.plot .grid{stroke:var(--plot-faint)}"
    ".plot .mark{stroke:var(--plot-ink);stroke-dasharray:4 3}"
    ".plot .name{font-weight:600}</style>\n";

/* Make a range hold a value; false when the value is no number. A range starts
 * empty, with low above high. */
static bool
widen(double value, double *low, double *high)
{
  if (!isfinite(value))
    return false;
  *low = value < *low ? value : *low;
  *high = value > *high ? value : *high;
  return true;
}

/* An axis over [low, high], which hold no number when low > high. */
static axis
choose_axis(double low, double high, double from, double to)
{
  if (low > high) { /* nothing to show: any axis will do */
    low = 0;
    high = 1;
  }
  /* One value, or values that differ by rounding only, would make a step of 0:
   * a tenth is shown on both sides. */
  if (high - low < 1e-9 * (fabs(low) + fabs(high)) || high == low) {
    low -= fabs(low) > 0 ? fabs(low) / 10 : 1;
    high += fabs(high) > 0 ? fabs(high) / 10 : 1;
  }
  /* The step nearest to a fifth of the range among 1, 2, 5 and 10 times a power
   * of ten; 1e-9 keeps a range that ends on a step from getting one more. */
  double power = pow(10, floor(log10((high - low) / 5)));
  double rest = (high - low) / 5 / power;
  double step = power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
  int places = (int)ceil(-log10(step) - 1e-9);
  return (axis){.low = floor(low / step + 1e-9) * step,
                .high = ceil(high / step - 1e-9) * step,
                .step = step,
                .places = places > 0 ? places : 0,
                .from = from,
                .to = to};
}

/* The pixel of a value; upright axes run from the bottom up, so `from` may be
 * above `to`. */
static double
place(const axis *along, double value)
{
  return along->from + (value - along->low) / (along->high - along->low) *
                           (along->to - along->from);
}

/* --- pieces ------------------------------------------------------------------
 *
 * Texts are escaped (markup_print); what holds only numbers and our own words
 * is not (text_out_print).
 */

static void
put_text(text_out *out, double x, double y, const char *anchor,
         const char *text)
{
  markup_print(out,
               "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x,
               y, anchor, text);
}

/* `look` is the attributes of the line, as they are written. */
static void
put_line(text_out *out, const char *look, const double at[4])
{
  text_out_print(
      out, "<line %s x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" />\n",
      look, at[0], at[1], at[2], at[3]);
}

/* The number of a series' colour, --plot-1 and so on. */
static size_t
colour(size_t series)
{
  return series % COLOURS + 1;
}

/* The title is written twice: for those who see the picture, and for those to
 * whom it is read out. */
static void
begin(text_out *out, const plot_frame *frame, double height)
{
  text_out_print(out,
                 "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" "
                 "role=\"img\" viewBox=\"0 0 %d %.0f\">\n",
                 WIDTH, height);
  if (frame->title)
    markup_print(out, "<title>%s</title>\n", frame->title);
  text_out_text(out, style_text);
  if (frame->title)
    markup_print(out, "<text class=\"name\" x=\"8\" y=\"16\">%s</text>\n",
                 frame->title);
}

/* The names of the axes. */
static void
put_labels(text_out *out, const plot_frame *frame, double height)
{
  if (frame->x_label)
    put_text(out, (LEFT + WIDTH - RIGHT) / 2.0, height - 8, "middle",
             frame->x_label);
  if (frame->y_label)
    markup_print(out,
                 "<text transform=\"translate(13 %.1f) rotate(-90)\" "
                 "text-anchor=\"middle\">%s</text>\n",
                 (TOP + height - BOTTOM) / 2, frame->y_label);
}

/* The number of a grid line. A value that is 0 but for rounding would print as
 * -0.0. */
static void
put_tick(text_out *out, const axis *along, double value, double x, double y,
         const char *anchor)
{
  char room[DECIMAL_ROOM];
  decimal_text(fabs(value) < along->step / 1e6 ? 0 : value, along->places,
               room);
  put_text(out, x, y, anchor, room);
}

/* Grid lines of an axis, both ends included. */
static int
tick_count(const axis *along)
{
  return (int)floor((along->high - along->low) / along->step + 1.5);
}

/* Lines across, with the numbers of the upright axis. */
static void
put_upright(text_out *out, const axis *up)
{
  for (int i = 0; i < tick_count(up); i++) {
    double value = up->low + i * up->step;
    double y = place(up, value);
    put_line(out, "class=\"grid\"", (double[4]){LEFT, y, WIDTH - RIGHT, y});
    put_tick(out, up, value, LEFT - 6, y + 4, "end");
  }
}

/* Lines upright, with the numbers of the level axis. */
static void
put_level(text_out *out, const axis *along, double top, double bottom)
{
  for (int i = 0; i < tick_count(along); i++) {
    double value = along->low + i * along->step;
    double x = place(along, value);
    put_line(out, "class=\"grid\"", (double[4]){x, top, x, bottom});
    put_tick(out, along, value, x, bottom + 16, "middle");
  }
}

/* --- legend ------------------------------------------------------------------
 */

/* An estimate: the text is drawn by the reader's font. */
static double
legend_width(const plot_series *series)
{
  return 34 + LETTER * (double)strlen(series->name);
}

/* Write the legend of the series' colours, row by row below the picture;
 * returns its height. `out` may be NULL: only the height is wanted. */
static double
put_legend(text_out *out, const plot_series *series, size_t count)
{
  double x = LEFT, y = HEIGHT;
  bool any = false;
  for (size_t i = 0; i < count && count > 1; i++) {
    if (!series[i].name)
      continue;
    any = true;
    if (x > LEFT && x + legend_width(&series[i]) > WIDTH) {
      x = LEFT;
      y += LEGEND_ROW;
    }
    if (out) {
      text_out_print(out,
                     "<rect width=\"10\" height=\"10\" x=\"%.1f\" "
                     "y=\"%.1f\" fill=\"var(--plot-%zu)\" />\n",
                     x, y + 2, colour(i));
      put_text(out, x + 15, y + 11, "start", series[i].name);
    }
    x += legend_width(&series[i]);
  }
  return any ? y + LEGEND_ROW - HEIGHT : 0;
}

static void
end(text_out *out)
{
  text_out_text(out, "</svg>\n");
}

/* --- bars --------------------------------------------------------------------
 */

/* One bar from 0 to its value, up or down, with the value above it. */
static void
put_bar(text_out *out, const axis *up, size_t series, double x, double width,
        double value)
{
  double y = place(up, value), base = place(up, 0), top = y < base ? y : base;
  text_out_print(out,
                 "<rect fill=\"var(--plot-%zu)\" x=\"%.1f\" y=\"%.1f\" "
                 "width=\"%.1f\" height=\"%.1f\" />\n",
                 colour(series), x, top, width, fabs(base - y));
  put_tick(out, up, value, x + width / 2, top - 3, "middle");
}

void
plot_bars(text_out *out, const plot_frame *frame, const char *const *categories,
          const plot_series *series, size_t series_count)
{
  double low = 0, high = 0;
  size_t count = series_count > 0 ? series[0].count : 0;
  for (size_t s = 0; s < series_count; s++)
    for (size_t i = 0; i < count; i++)
      widen(series[s].y[i], &low, &high);
  axis up = choose_axis(low, high, HEIGHT - BOTTOM, TOP);
  double room = (WIDTH - LEFT - RIGHT) / (double)(count > 0 ? count : 1);
  double width = room * 0.8 / (double)(series_count > 0 ? series_count : 1);
  begin(out, frame, HEIGHT + put_legend(NULL, series, series_count));
  put_upright(out, &up);
  for (size_t i = 0; i < count; i++) {
    double x = LEFT + room * ((double)i + 0.1);
    put_text(out, x + room * 0.4, HEIGHT - BOTTOM + 16, "middle",
             categories[i]);
    for (size_t s = 0; s < series_count; s++, x += width)
      if (isfinite(series[s].y[i]))
        put_bar(out, &up, s, x, width * 0.94, series[s].y[i]);
  }
  put_labels(out, frame, HEIGHT);
  put_legend(out, series, series_count);
  end(out);
}

/* --- lines and points --------------------------------------------------------
 */

/* A line through the points of a series, with a gap where one is missing. */
static void
put_path(text_out *out, const axis *along, const axis *up,
         const plot_series *series, size_t number)
{
  bool open = false;
  text_out_print(out,
                 "<path fill=\"none\" stroke-width=\"2\" "
                 "stroke=\"var(--plot-%zu)\" d=\"",
                 colour(number));
  for (size_t i = 0; i < series->count; i++) {
    if (!isfinite(series->x[i]) || !isfinite(series->y[i])) {
      open = false;
      continue;
    }
    text_out_print(out, "%c%.1f %.1f", open ? 'L' : 'M',
                   place(along, series->x[i]), place(up, series->y[i]));
    open = true;
  }
  text_out_text(out, "\"/>\n");
}

static void
put_points(text_out *out, const axis *along, const axis *up,
           const plot_series *series, size_t number)
{
  for (size_t i = 0; i < series->count; i++) {
    if (!isfinite(series->x[i]) || !isfinite(series->y[i]))
      continue;
    text_out_print(out,
                   "<circle r=\"3\" fill-opacity=\"0.7\" cx=\"%.1f\" "
                   "cy=\"%.1f\" fill=\"var(--plot-%zu)\" />\n",
                   place(along, series->x[i]), place(up, series->y[i]),
                   colour(number));
  }
}

/* The ranges that hold all points which have both numbers. */
static void
widen_series(const plot_series *series, size_t count, double x[2], double y[2])
{
  for (size_t s = 0; s < count; s++)
    for (size_t i = 0; i < series[s].count; i++)
      if (isfinite(series[s].x[i]) && widen(series[s].y[i], &y[0], &y[1]))
        widen(series[s].x[i], &x[0], &x[1]);
}

void
plot_xy(text_out *out, const plot_frame *frame, unsigned style,
        const plot_series *series, size_t series_count)
{
  bool diagonal = style & PLOT_DIAGONAL;
  /* with a diagonal both axes hold at least 0 to 1 */
  double none = diagonal ? 0 : HUGE_VAL;
  double x[2] = {none, diagonal ? 1 : -HUGE_VAL};
  double y[2] = {none, diagonal ? 1 : -HUGE_VAL};
  widen_series(series, series_count, x, y);
  axis along = choose_axis(x[0], x[1], LEFT, WIDTH - RIGHT);
  axis up = choose_axis(y[0], y[1], HEIGHT - BOTTOM, TOP);
  begin(out, frame, HEIGHT + put_legend(NULL, series, series_count));
  put_upright(out, &up);
  put_level(out, &along, TOP, HEIGHT - BOTTOM);
  if (diagonal)
    put_line(out, "class=\"mark\"",
             (double[4]){place(&along, 0), place(&up, 0), place(&along, 1),
                         place(&up, 1)});
  for (size_t s = 0; s < series_count; s++) {
    if (style & PLOT_LINES)
      put_path(out, &along, &up, &series[s], s);
    if (style & PLOT_POINTS)
      put_points(out, &along, &up, &series[s], s);
  }
  put_labels(out, frame, HEIGHT);
  put_legend(out, series, series_count);
  end(out);
}

/* --- intervals ---------------------------------------------------------------
 */

/* The pixels that the longest label wants, within reason. */
static double
label_width(const plot_row *rows, size_t count)
{
  size_t longest = 4;
  for (size_t i = 0; i < count; i++)
    if (strlen(rows[i].label) > longest)
      longest = strlen(rows[i].label);
  return 16 + LETTER * (double)(longest < 44 ? longest : 44);
}

/* A row: its label, a whisker for the interval, a point for the value.
 *
 *     label   |----●------|
 */
static void
put_row(text_out *out, const axis *along, const plot_row *row, double y)
{
  double low = place(along, row->range.low);
  double high = place(along, row->range.high);
  put_text(out, along->from - 8, y + 4, "end", row->label);
  if (!isfinite(row->value))
    return;
  if (isfinite(low) && isfinite(high)) {
    put_line(out, "stroke=\"var(--plot-1)\" stroke-width=\"2\"",
             (double[4]){low, y, high, y});
    put_line(out, "stroke=\"var(--plot-1)\"",
             (double[4]){low, y - 5, low, y + 5});
    put_line(out, "stroke=\"var(--plot-1)\"",
             (double[4]){high, y - 5, high, y + 5});
  }
  text_out_print(out,
                 "<circle r=\"4\" fill=\"var(--plot-1)\" cx=\"%.1f\" "
                 "cy=\"%.1f\" />\n",
                 place(along, row->value), y);
}

void
plot_intervals(text_out *out, const plot_frame *frame, double reference,
               const plot_row *rows, size_t count)
{
  double low = HUGE_VAL, high = -HUGE_VAL;
  count = count < PLOT_ROWS ? count : PLOT_ROWS;
  widen(reference, &low, &high);
  for (size_t i = 0; i < count; i++) {
    widen(rows[i].value, &low, &high);
    widen(rows[i].range.low, &low, &high);
    widen(rows[i].range.high, &low, &high);
  }
  double height = TOP + BOTTOM + ROW * (double)count;
  double bottom = height - BOTTOM;
  axis along =
      choose_axis(low, high, label_width(rows, count), WIDTH - RIGHT - 8);
  begin(out, frame, height);
  put_level(out, &along, TOP - 6, bottom);
  if (isfinite(reference)) {
    double x = place(&along, reference);
    put_line(out, "class=\"mark\"", (double[4]){x, TOP - 6, x, bottom});
  }
  for (size_t i = 0; i < count; i++)
    put_row(out, &along, &rows[i], TOP + ROW * ((double)i + 0.5));
  put_labels(out, frame, height);
  end(out);
}
