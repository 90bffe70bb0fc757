/* markup_text.h: foreign text inside HTML and SVG that we write. */
#ifndef REPORT_MARKUP_TEXT_H
#define REPORT_MARKUP_TEXT_H

#include "common/output/text_out.h"

/* Write a text where it can mean nothing but itself, between tags or inside a
 * quoted attribute: & < > " ' are escaped, control characters other than tab
 * and line feed and bytes that are no UTF-8 become U+FFFD. */
void markup_text(text_out *out, const char *data, size_t len);

/* Markup by a format (format_scan.h): the format is written as it is, texts
 * are escaped as above. */
void markup_print(text_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
