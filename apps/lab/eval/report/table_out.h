/* table_out.h: columns on a terminal, fields of CSV, members of JSON. */
#ifndef EVAL_TABLE_OUT_H
#define EVAL_TABLE_OUT_H

#include "common/output/text_out.h"

/* A text in a column: cut, or filled with blanks, and one blank behind it. */
void table_left(text_out *out, const char *text, size_t width);

/* A number at the right of a column; "-" for one that is none. */
void table_right(text_out *out, double number, int places, size_t width);

/* A text as a title at the right of a column. */
void table_title(text_out *out, const char *text, size_t width);

/* A field of CSV, quoted when it must be, without the comma. What a spreadsheet
 * would take for a formula gets an apostrophe before it. */
void csv_text(text_out *out, const char *text);

/* A number, or nothing for one that is none; the comma comes before it. */
void csv_number(text_out *out, double number, int places);

/* `key` is all that stands before the value: "{\"name\":". */
void json_put_name(text_out *out, const char *key, const char *value);
void json_put_figure(text_out *out, const char *key, double value, int places);
void json_put_count(text_out *out, const char *key, size_t value);

#endif
