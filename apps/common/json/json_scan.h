/* json_scan.h: JSON looked at in place (RFC 8259).
 *
 *     json_scan in = {text, text + len};
 *     json_member member;
 *     if (json_open(&in, '{'))
 *       while (json_next_member(&in, &member) == JSON_FOUND) ...
 *
 * Nothing is copied: texts are lent with their escapes in place, and decoded
 * by whoever wants them. A nested value is one piece, matched by its brackets
 * without recursion; who wants to look inside scans it in turn.
 */
#ifndef SHARED_JSON_SCAN_H
#define SHARED_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>

typedef struct json_text {
  const char *data; /* between the quotes, lent; NULL: not there */
  size_t len;
} json_text;

typedef struct json_scan {
  const char *at;
  const char *end;
} json_scan;

typedef enum json_kind {
  JSON_STRING,
  JSON_OBJECT,
  JSON_ARRAY,
  JSON_WORD, /* a number, true, false, null, or what is none of them */
} json_kind;

typedef struct json_member {
  json_text key;   /* of an object */
  json_text value; /* of a string between its quotes, else all of it */
  json_kind kind;
} json_member;

typedef enum json_step {
  JSON_FOUND,
  JSON_END,   /* the closing bracket was read */
  JSON_BROKEN /* this is no JSON */
} json_step;

/* Read an opening bracket, '{' or '['. */
bool json_open(json_scan *in, char bracket);

/* The next member of an open object, the next value of an open array. */
json_step json_next_member(json_scan *in, json_member *out);
json_step json_next_value(json_scan *in, json_member *out);

/* Whether nothing but white space is left. */
bool json_at_end(json_scan *in);

/* Whether a text is `name`, which has no need of escapes. */
bool json_text_is(json_text text, const char *name);

/* Decode a text into `out`, which has room for text.len bytes; returns the
 * length. Always UTF-8 if the JSON was: half a surrogate pair becomes U+FFFD,
 * an escape that is none stays as it is. */
size_t json_text_decode(json_text text, char *out);

/* A text decoded as a string of its own, given; a NUL in it ends it. NULL
 * without memory. */
char *json_text_copy(json_text text);

/* Decode base64, white space ignored, into `out`, with room for text.len
 * bytes. False when a character is none of base64's. */
bool json_base64_decode(json_text text, char *out, size_t *len);

#endif
