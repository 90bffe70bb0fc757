/* report_html.h: a document for people, in one file: nothing is loaded, nothing
 * runs. Light or dark as the reader's system is.
 *
 *     report_begin(out, "Title");
 *     report_heading(out, "By data set");
 *     report_paragraph(out, "6,160 pages.");
 *     report_table_begin(out, "Word F1", titles, 3);
 *     report_row_begin(out); report_cell(out, "a"); ... report_row_end(out);
 *     report_table_end(out);
 *     report_figure_begin(out); plot_bars(out, ...); report_figure_end(out);
 *     report_end(out);
 *
 * All texts are borrowed for the call and escaped.
 */
#ifndef EVAL_REPORT_HTML_H
#define EVAL_REPORT_HTML_H

#include "common/output/text_out.h"

#include <stddef.h>

void report_begin(text_out *out, const char *title);
void report_end(text_out *out);

/* The same without the document around them, for a page that has its own
 * title: the style sheet, and the parts below. */
void report_style(text_out *out);

void report_heading(text_out *out, const char *text);
void report_subheading(text_out *out, const char *text);
void report_paragraph(text_out *out, const char *text);

/* A table. Words stand to the left in their cells, numbers to the right.
 * `caption` may be NULL. */
void report_table_begin(text_out *out, const char *caption,
                        const char *const *titles, size_t count);
void report_row_begin(text_out *out);
void report_cell(text_out *out, const char *text);
void report_cell_number(text_out *out, double number, int places);

/* "0.912 (0.904 to 0.920)" */
void report_cell_interval(text_out *out, double value, double low, double high,
                          int places);
void report_row_end(text_out *out);
void report_table_end(text_out *out);

/* Around a picture of plot_svg.h. */
void report_figure_begin(text_out *out);
void report_figure_end(text_out *out);

#endif
