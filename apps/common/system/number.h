/* number.h: numbers written as text, read in one way everywhere.
 *
 * Each function reads a whole text: anything before or behind the number,
 * a sign that is not allowed, an overflow or an empty text is false, and *out
 * keeps its value. No function depends on the locale.
 *
 *   number_read          0  17  1000000              digits only
 *   number_read_signed   -3  17                      from `least` to `most`
 *   number_read_count    512  64k  20M  1G           thousands, millions ...
 *   number_read_decimal  0.25  .5  -1  3e-4          finite
 *   number_read_time     250ms  2s  1.5s  3m  1h 1d  seconds without a unit
 */
#ifndef SHARED_NUMBER_H
#define SHARED_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool number_read(const char *text, uint64_t most, uint64_t *out);
bool number_read_signed(const char *text, int64_t least, int64_t most,
                        int64_t *out);
bool number_read_count(const char *text, uint64_t most, uint64_t *out);
bool number_read_decimal(const char *text, double *out);
bool number_read_time(const char *text, uint64_t most, uint64_t *milliseconds);

/* The same for `len` bytes that need not end with NUL. */
bool number_read_bytes(const char *text, size_t len, uint64_t most,
                       uint64_t *out);
bool number_read_decimal_bytes(const char *text, size_t len, double *out);

/* The value of a hexadecimal digit; -1 when it is none. */
int number_hex_digit(char c);

#endif
