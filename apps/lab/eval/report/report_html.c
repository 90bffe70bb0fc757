/* report_html.c: see the header. */
#include "lab/eval/report/report_html.h"

#include "lab/eval/metrics/markup_text.h"

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
    "overflow-x:auto;font-size:.9rem}"
    ".report caption{text-align:left;font-weight:600;padding-bottom:.3rem}"
    ".report th,.report td{padding:.2rem .6rem;text-align:left;"
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
report_style(text_out *out)
{
  text_out_text(out, "<style>");
  text_out_text(out, style_text);
  text_out_text(out, "</style>\n");
}

void
report_begin(text_out *out, const char *title)
{
  text_out_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                     "<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width\">\n"
                     "<meta name=\"color-scheme\" content=\"light dark\">\n"
                     "<title>");
  markup_string(out, title);
  text_out_text(out, "</title>\n");
  report_style(out);
  text_out_text(out, "</head>\n<body class=\"report\">\n<h1>");
  markup_string(out, title);
  text_out_text(out, "</h1>\n");
}

void
report_end(text_out *out)
{
  text_out_text(out, "</body>\n</html>\n");
}

static void
put_element(text_out *out, const char *name, const char *text)
{
  text_out_text(out, "<");
  text_out_text(out, name);
  text_out_text(out, ">");
  markup_string(out, text);
  text_out_text(out, "</");
  text_out_text(out, name);
  text_out_text(out, ">\n");
}

void
report_heading(text_out *out, const char *text)
{
  put_element(out, "h2", text);
}

void
report_subheading(text_out *out, const char *text)
{
  put_element(out, "h3", text);
}

void
report_paragraph(text_out *out, const char *text)
{
  put_element(out, "p", text);
}

void
report_table_begin(text_out *out, const char *caption,
                   const char *const *titles, size_t count)
{
  text_out_text(out, "<table>\n");
  if (caption)
    put_element(out, "caption", caption);
  text_out_text(out, "<thead><tr>");
  for (size_t i = 0; i < count; i++) {
    text_out_text(out, "<th scope=\"col\">");
    markup_string(out, titles[i]);
    text_out_text(out, "</th>");
  }
  text_out_text(out, "</tr></thead>\n<tbody>\n");
}

void
report_row_begin(text_out *out)
{
  text_out_text(out, "<tr>");
}

void
report_cell(text_out *out, const char *text)
{
  text_out_text(out, "<td>");
  markup_string(out, text);
  text_out_text(out, "</td>");
}

void
report_cell_number(text_out *out, double number, int places)
{
  text_out_text(out, "<td class=\"n\">");
  text_out_decimal(out, number, places);
  text_out_text(out, "</td>");
}

void
report_cell_interval(text_out *out, double value, double low, double high,
                     int places)
{
  text_out_text(out, "<td class=\"n\">");
  text_out_decimal(out, value, places);
  text_out_text(out, " (");
  text_out_decimal(out, low, places);
  text_out_text(out, " to ");
  text_out_decimal(out, high, places);
  text_out_text(out, ")</td>");
}

void
report_row_end(text_out *out)
{
  text_out_text(out, "</tr>\n");
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
