/* format_scan.h: a printf format taken apart, value by value.
 *
 *     "kind %s mean %.3f\n"  ──►  "kind " + text | " mean " + number | "\n"
 *
 * For writers that must know where a value begins and ends: to escape it, to
 * pad it by characters, to write null for a number that is none. The compiler
 * checks the formats of those writers as it checks printf's.
 *
 * Understood are %s %c %d %i %u %f %g %% with the flag '-', a width, a
 * precision and the lengths l, ll and z. Widths count characters. So does a
 * precision of %s that is written in the format; one that comes as an argument
 * (%.*s) counts bytes.
 */
#ifndef SHARED_FORMAT_SCAN_H
#define SHARED_FORMAT_SCAN_H

#include "pith.h"

#include <stdarg.h>

enum { NUMBER_ROOM = 400 }; /* the largest double has 309 before the point */

typedef enum format_kind {
  FORMAT_LITERAL, /* no value, only what is before it */
  FORMAT_TEXT,
  FORMAT_NUMBER,
  FORMAT_ABSENT /* a number that is none (NAN, infinite): "-" */
} format_kind;

typedef struct format_piece {
  pith_slice before; /* of the format, lent */
  format_kind kind;
  pith_slice value; /* lent by the argument or by `room`; lives as they do */
  size_t width;     /* at least so many characters */
  bool left;        /* padded behind, not before */
  char room[NUMBER_ROOM];
} format_piece;

typedef struct format_scan {
  const char *at;
  va_list arguments; /* copied by format_scan_init() */
} format_scan;

void format_scan_init(format_scan *scan, const char *format, va_list arguments);
void format_scan_done(format_scan *scan);

/* The next piece; false when the format is at its end. */
bool format_scan_next(format_scan *scan, format_piece *out);

/* Hand all pieces of a format to a function. */
typedef void (*format_sink)(void *state, const format_piece *piece);
void format_each(const char *format, va_list arguments, format_sink sink,
                 void *state);

/* How many blanks a value needs to be as wide as it should. */
size_t format_padding(const format_piece *piece);

#endif
