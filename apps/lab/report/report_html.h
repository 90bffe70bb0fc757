/* report_html.h: a document for people, in one file: nothing is loaded, nothing
 * runs. Light or dark as the reader's system is.
 *
 *     report_begin(out, "Title");
 *     report_heading(out, "By data set");
 *     report_paragraph(out, "%zu pages.", pages);
 *     report_table_begin(out, "Word F1", "set|pages|F1");
 *     report_row(out, "%s|%zu|%.3f", name, pages, f1);
 *     report_table_end(out);
 *     report_figure_begin(out); plot_bars(out, ...); report_figure_end(out);
 *     report_end(out);
 *
 * All texts are borrowed for the call and escaped.
 */
#ifndef REPORT_REPORT_HTML_H
#define REPORT_REPORT_HTML_H

#include "common/output/text_out.h"

#include <stddef.h>

void report_begin(text_out *out, const char *title);
void report_end(text_out *out);

void report_heading(text_out *out, const char *text);
void report_subheading(text_out *out, const char *text);
void report_paragraph(text_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A table. `titles` are separated by '|', as the cells of a format are. A cell
 * with a number is aligned to the right. `caption` may be NULL. */
void report_table_begin(text_out *out, const char *caption, const char *titles);
void report_row(text_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void report_table_end(text_out *out);

/* A row whose cells are not known beforehand: any number of calls of
 * report_cells() between begin and end. */
void report_row_begin(text_out *out);
void report_cells(text_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void report_row_end(text_out *out);

/* Around a picture of plot_svg.h. */
void report_figure_begin(text_out *out);
void report_figure_end(text_out *out);

#endif
