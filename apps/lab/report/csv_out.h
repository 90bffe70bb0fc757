/* csv_out.h: rows of CSV (RFC 4180), for spreadsheets and scripts. */
#ifndef REPORT_CSV_OUT_H
#define REPORT_CSV_OUT_H

#include "common/output/text_out.h"

/* Write fields by a format (format_scan.h) whose commas separate them:
 * csv_print(out, "%s,%.3f\n", name, mean). A text is quoted when it must be;
 * one that a spreadsheet would take for a formula gets an apostrophe before
 * it. A number that is none is an empty field. */
void csv_print(text_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
