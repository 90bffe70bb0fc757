/* json_out.h: the one writer of JSON.
 *
 *     json_out json = json_out_begin(out);
 *     json_out_object(&json, NULL);
 *     json_out_print(&json, "v %d name %s mean %.3f", 1, name, mean);
 *     json_out_array(&json, "pages");
 *     for (...) json_out_text(&json, NULL, page);
 *     json_out_end(&json);
 *     json_out_end(&json);
 *       ──►  {"v":1,"name":"a \"b\"","mean":0.250,"pages":["one","two"]}
 *
 * Commas, quotes and escapes are the writer's, so that what comes out is always
 * JSON: a key without value, a value without key in an object or an end too
 * many is an error of the program and stops it (assert). There is no white
 * space but for json_out_line(). Strings that are no UTF-8 get U+FFFD for each
 * wrong byte; numbers that are none are null.
 */
#ifndef SHARED_JSON_OUT_H
#define SHARED_JSON_OUT_H

#include "common/output/text_out.h"

#include "pith.h"

enum { JSON_OUT_DEPTH = 63 };

typedef struct json_out {
  text_out *out;    /* borrowed */
  uint64_t objects; /* bit i: level i is an object, not an array */
  uint64_t filled;  /* bit i: level i has a value already */
  int depth;
  int blanks; /* before the next value, on a line of its own; -1: none */
} json_out;

json_out json_out_begin(text_out *out);

/* Every value has a key in an object, and NULL in an array or alone. */
void json_out_object(json_out *json, const char *key);
void json_out_array(json_out *json, const char *key);

/* End the object or array that was begun last. */
void json_out_end(json_out *json);

void json_out_text(json_out *json, const char *key, const char *value);
void json_out_slice(json_out *json, const char *key, pith_slice value);
void json_out_number(json_out *json, const char *key, uint64_t value);
void json_out_decimal(json_out *json, const char *key, double value,
                      int places);
void json_out_figure(json_out *json, const char *key, double value); /* %.9g */
void json_out_bool(json_out *json, const char *key, bool value);
void json_out_null(json_out *json, const char *key);

/* Bytes of any kind, as a string of base64. */
void json_out_base64(json_out *json, const char *key, pith_slice bytes);

/* A value that is JSON already. */
void json_out_raw(json_out *json, const char *key, pith_slice value);

/* Several members: the word before a directive (format_scan.h) is its key. In
 * an array there are no words: "%.3f %.3f". */
void json_out_print(json_out *json, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The next key or value, or the next end, begins a line, behind so many
 * blanks. */
void json_out_line(json_out *json, int blanks);

#endif
