/*
 * JSON into a buffer, member by member. Strings come out as valid UTF-8
 * whatever goes in; numbers never depend on the locale.
 */
#ifndef PITH_RENDER_JSON_WRITE_H
#define PITH_RENDER_JSON_WRITE_H

#include "base/buffer.h"

/* Writes commas where they belong: one is due after every value. */
typedef struct pith_json_writer {
  pith_buffer *out; /* borrowed */
  bool comma;
} pith_json_writer;

void pith__json_writer_init(pith_json_writer *writer, pith_buffer *out);

/* '{', '[', '}' or ']'. */
void pith__json_open(pith_json_writer *writer, char bracket);
void pith__json_close(pith_json_writer *writer, char bracket);

/* "name": ... A value follows. */
void pith__json_key(pith_json_writer *writer, const char *name);

void pith__json_string(pith_json_writer *writer, pith_slice text);
void pith__json_integer(pith_json_writer *writer, uint64_t number);

/* A number with at most `digits` (0 to 4) behind the point, rounded; no zeros
 * at the end. Not a number and negative ones are written as 0. */
void pith__json_number(pith_json_writer *writer, double number, int digits);

#endif
