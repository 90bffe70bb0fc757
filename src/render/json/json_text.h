/*
 * JSON, as far as the record of a page needs it: strings and small numbers,
 * appended to a buffer whose failure is sticky.
 */
#ifndef PITH_RENDER_JSON_JSON_TEXT_H
#define PITH_RENDER_JSON_JSON_TEXT_H

#include "base/buffer.h"

/* A string with its quotes: quotes, backslashes and control characters are
 * escaped, everything else stays. U+FFFD replaces each byte that is no UTF-8:
 * names of files come as they are. */
void pith__json_string(pith_buffer *out, pith_slice text);

/* `key` comes with its comma, quotes and colon: `,"title":`. Nothing is
 * written for an empty value. */
void pith__json_member(pith_buffer *out, const char *key, pith_slice value);

void pith__json_number(pith_buffer *out, const char *key, uint64_t number);

/* A number that is not negative, with at most three digits after the point and
 * no zeros at its end, in every locale. */
void pith__json_fraction(pith_buffer *out, const char *key, double number);

/* Text that is JSON already. */
void pith__json_raw(pith_buffer *out, const char *text);

#endif
