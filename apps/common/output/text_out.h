/* text_out.h: text on its way to a file descriptor, or kept in memory. */
#ifndef SHARED_TEXT_OUT_H
#define SHARED_TEXT_OUT_H

#include "common/output/message.h"

#include <stdarg.h>
#include <stddef.h>

/* Failure is sticky: after the first write that could not be done the rest do
 * nothing, and text_out_end() reports it. Starts by text_out_init(). */
typedef struct text_out {
  int file;   /* descriptor, or -1 to keep everything */
  char *data; /* owned */
  size_t len;
  size_t capacity;
  int error;        /* an errno, 0 so far */
  const char *name; /* for the message about it; lent */
} text_out;

/* The name is "standard output" until another one is set. */
void text_out_init(text_out *out, int file);
void text_out_done(text_out *out);

void text_out_bytes(text_out *out, const char *data, size_t len);
void text_out_text(text_out *out, const char *text);
void text_out_repeat(text_out *out, char c, size_t count);

/* A number in decimal, right-aligned in `width` columns. */
void text_out_number(text_out *out, unsigned long number, int width);

/* A number with so many places (at most 60) behind the point, "-" for one that
 * is none, written to `room` and ended by NUL; returns its length. */
enum { DECIMAL_ROOM = 400 }; /* the largest double has 309 before the point */
size_t decimal_text(double number, int places, char room[DECIMAL_ROOM]);
void text_out_decimal(text_out *out, double number, int places);

/* Write by a format (format_scan.h). text_out_print() writes texts as they are,
 * text_out_show() as text_out_line() does, for terminals. A number that is none
 * is "-". */
void text_out_print(text_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_out_show(text_out *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same with a writer of texts of one's own, which escapes them. */
typedef void (*text_writer)(text_out *out, const char *data, size_t len);
void text_out_format(text_out *out, text_writer write, const char *format,
                     va_list arguments);

/* Text of a page, on a line for people: what would move the cursor of a
 * terminal or break the line becomes a blank. `data` is valid UTF-8. */
void text_out_line(text_out *out, const char *data, size_t len);

/* Write what is left. A reader that has gone away (EPIPE) is no failure: it
 * had enough. Anything else is reported on stderr and is EXIT_ENVIRONMENT. */
exit_code text_out_end(text_out *out);

/* Write `len` bytes as a JSON string: quotes, backslashes and control
 * characters escaped, everything else as it is. `data` is valid UTF-8. */
void text_out_json(text_out *out, const char *data, size_t len);

/* The same without the quotes around it, for a string written in pieces. */
void text_out_json_inside(text_out *out, const char *data, size_t len);

/* The same for what may be no UTF-8, as the names of files: U+FFFD stands for
 * each byte that is none. */
void text_out_json_name(text_out *out, const char *name, size_t len);

#endif
