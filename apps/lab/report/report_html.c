/* report_html.c: see the header.
 *
 * A row is one format for all its cells. Its literal parts are written as they
 * are, but for '|', which ends a cell:
 *
 *     "%s|%.3f (%.3f to %.3f)"   a text cell, and a cell of three numbers
 */
#include "lab/report/report_html.h"

#include "lab/report/markup_text.h"

#include "common/output/format_scan.h"

#include <string.h>

/* One style for all reports. The colours are CSS variables with values for
 * light and dark; numbers are set in figures of one width, so that columns
 * align. Everything is below .report, so that a page of the review server can
 * hold a report without changing its own looks. */
static const char style_text[] =
    ".report{--ink:#222;--paper:#fff;--faint:#ddd;--shade:#f4f4f2;"
    "--gone:#b3261e;--come:#1b6e3c;color:var(--ink);background:var(--paper);"
    "font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:0 auto;"
    "padding:1rem}"
    "@media(prefers-color-scheme:dark){.report{--ink:#e4e4e4;--paper:#181818;"
    "--faint:#444;--shade:#242424;--gone:#ff8a80;--come:#7fd6a0}}"
    ".report h1{font-size:1.6rem}.report h2{font-size:1.25rem;"
    "border-bottom:1px solid var(--faint);margin-top:2rem}"
    ".report h3{font-size:1rem;margin-bottom:.2rem;overflow-wrap:anywhere}"
    ".report table{border-collapse:collapse;margin:1rem 0;display:block;"
    "overflow-x:auto;font-size:.85rem}"
    ".report caption{text-align:left;font-weight:600;padding-bottom:.3rem}"
    ".report th,.report td{padding:.2rem .4rem;text-align:left;"
    "border-bottom:1px solid var(--faint)}"
    ".report td.n{text-align:right;font-variant-numeric:tabular-nums;"
    "white-space:nowrap}"
    ".report tr:nth-child(even) td{background:var(--shade)}"
    ".report figure{margin:1rem 0}.report svg{width:100%;max-width:44rem;"
    "height:auto}"
    ".report pre{background:var(--shade);padding:.6rem;white-space:pre-wrap;"
    "overflow-wrap:anywhere;font-size:.85rem;max-height:30rem;overflow:auto}"
    ".report del{color:var(--gone)}"
    ".report ins{color:var(--come)}";

void
report_begin(text_out *out, const char *title)
{
  markup_print(out,
               "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
               "<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width\">\n"
               "<meta name=\"color-scheme\" content=\"light dark\">\n"
               "<title>%s</title>\n<style>",
               title);
  text_out_text(out, style_text);
  markup_print(out, "</style>\n</head>\n<body class=\"report\">\n<h1>%s</h1>\n",
               title);
}

void
report_end(text_out *out)
{
  text_out_text(out, "</body>\n</html>\n");
}

void
report_heading(text_out *out, const char *text)
{
  markup_print(out, "<h2>%s</h2>\n", text);
}

void
report_subheading(text_out *out, const char *text)
{
  markup_print(out, "<h3>%s</h3>\n", text);
}

void
report_paragraph(text_out *out, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  text_out_text(out, "<p>");
  text_out_format(out, markup_text, format, arguments);
  text_out_text(out, "</p>\n");
  va_end(arguments);
}

void
report_table_begin(text_out *out, const char *caption, const char *titles)
{
  text_out_text(out, "<table>\n");
  if (caption)
    markup_print(out, "<caption>%s</caption>\n", caption);
  text_out_text(out, "<thead><tr>");
  for (size_t len; *titles; titles += len + (titles[len] == '|')) {
    len = strcspn(titles, "|");
    markup_print(out, "<th scope=\"col\">%.*s</th>", (int)len, titles);
  }
  text_out_text(out, "</tr></thead>\n<tbody>\n");
}

/* Whether the cell that begins at `format` has a number. */
static bool
has_number(const char *format)
{
  for (; *format && *format != '|'; format++)
    if (*format == '%') {
      format += 1 + strspn(format + 1, "-.0123456789*lz");
      if (!strchr("sc%", *format))
        return true;
    }
  return false;
}

static void
begin_cell(text_out *out, const char *format)
{
  text_out_text(out, has_number(format) ? "<td class=\"n\">" : "<td>");
}

/* Literal text of a row, with the borders of cells in it. Only the format has
 * borders: a '|' inside a value is text. */
static void
put_literal(text_out *out, pith_slice text)
{
  const char *end = text.data + text.len, *bar;
  for (const char *at = text.data; at < end; at = bar + 1) {
    bar = memchr(at, '|', (size_t)(end - at));
    text_out_bytes(out, at, (size_t)((bar ? bar : end) - at));
    if (!bar)
      return;
    text_out_text(out, "</td>");
    begin_cell(out, bar + 1);
  }
}

static void
put_piece(void *state, const format_piece *piece)
{
  put_literal(state, piece->before);
  markup_text(state, piece->value.data, piece->value.len);
}

/* All cells of a format, the first and the last of which are begun and ended
 * here. */
static void
put_cells(text_out *out, const char *format, va_list arguments)
{
  begin_cell(out, format);
  format_each(format, arguments, put_piece, out);
  text_out_text(out, "</td>");
}

void
report_row_begin(text_out *out)
{
  text_out_text(out, "<tr>");
}

void
report_cells(text_out *out, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  put_cells(out, format, arguments);
  va_end(arguments);
}

void
report_row_end(text_out *out)
{
  text_out_text(out, "</tr>\n");
}

void
report_row(text_out *out, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  report_row_begin(out);
  put_cells(out, format, arguments);
  report_row_end(out);
  va_end(arguments);
}

void
report_table_end(text_out *out)
{
  text_out_text(out, "</tbody>\n</table>\n");
}

void
report_figure_begin(text_out *out)
{
  text_out_text(out, "<figure>\n");
}

void
report_figure_end(text_out *out)
{
  text_out_text(out, "</figure>\n");
}
