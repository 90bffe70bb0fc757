/*
 * JSON as pages have it: read one event at a time, without recursion and
 * without complaining. Raw line ends in strings, commas too many, comment
 * signs around the whole: what can be understood is.
 */
#ifndef PITH_BASE_JSON_READ_H
#define PITH_BASE_JSON_READ_H

#include "base/buffer.h"

typedef enum pith_json_kind {
  PITH_JSON_END, /* of the text, every time */
  PITH_JSON_OBJECT_OPEN,
  PITH_JSON_OBJECT_CLOSE,
  PITH_JSON_ARRAY_OPEN,
  PITH_JSON_ARRAY_CLOSE,
  PITH_JSON_KEY,
  PITH_JSON_STRING,
  PITH_JSON_OTHER /* number, true, false, null, or what was meant as one */
} pith_json_kind;

typedef struct pith_json_event {
  pith_json_kind kind;
  pith_slice text; /* of keys and strings without quotes, escapes unchanged; of
                      others the bare word. Lent by the text. */
} pith_json_event;

typedef struct pith_json_reader {
  const char *at;
  const char *end;
} pith_json_reader;

/* Start reading `text`, which is borrowed. */
void pith__json_reader_init(pith_json_reader *reader, pith_slice text);

/* The next event. Opening and closing need not match: count with care. */
pith_json_event pith__json_next(pith_json_reader *reader);

/* Append a string with its escapes resolved: valid UTF-8, if `text` is. */
void pith__json_unescape(pith_slice text, pith_buffer *out);

#endif
