/* json_out.c: see the header.
 *
 * A level is one bit in each of two sets: whether it is an object, and whether
 * it has a value, before which the next one needs a comma.
 *
 *     {"a":[1,2          depth 2   objects 01   filled 11
 *      │    └ level 1: array
 *      └ level 0: object
 */
#include "common/json/json_out.h"

#include "common/output/format_scan.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Nothing is written yet. */
json_out
json_out_begin(text_out *out)
{
  return (json_out){.out = out, .blanks = -1};
}

static bool
has_bit(uint64_t set, int bit)
{
  return bit >= 0 && set >> bit & 1;
}

/* Line breaks are only where a caller asked for one: for people who look at
 * reports, and for diff. */
static void
put_line(json_out *json)
{
  if (json->blanks < 0)
    return;
  text_out_text(json->out, "\n");
  text_out_repeat(json->out, ' ', (size_t)json->blanks);
  json->blanks = -1;
}

/* All that is before a value: comma, line, key. */
static void
begin_value(json_out *json, pith_slice key)
{
  int level = json->depth - 1;
  assert(has_bit(json->objects, level) == (key.data != NULL));
  if (has_bit(json->filled, level))
    text_out_text(json->out, ",");
  else if (level >= 0)
    json->filled |= (uint64_t)1 << level;
  put_line(json);
  if (key.data) {
    text_out_json_name(json->out, key.data, key.len);
    text_out_text(json->out, ":");
  }
}

static void
begin_named(json_out *json, const char *key)
{
  begin_value(json, (pith_slice){key, key ? strlen(key) : 0});
}

/* The depth is that of the program, never of its input, so a limit that is
 * too small shows in tests. */
static void
open_level(json_out *json, const char *key, bool object)
{
  begin_named(json, key);
  assert(json->depth < JSON_OUT_DEPTH);
  uint64_t bit = (uint64_t)1 << json->depth++;
  json->objects = object ? json->objects | bit : json->objects & ~bit;
  json->filled &= ~bit;
  text_out_text(json->out, object ? "{" : "[");
}

void
json_out_object(json_out *json, const char *key)
{
  open_level(json, key, true);
}

void
json_out_array(json_out *json, const char *key)
{
  open_level(json, key, false);
}

/* What kind of bracket it is, the level knows. */
void
json_out_end(json_out *json)
{
  assert(json->depth > 0);
  put_line(json);
  json->depth--;
  text_out_text(json->out, has_bit(json->objects, json->depth) ? "}" : "]");
}

/* Also for texts that are no UTF-8: file names, bytes of pages. */
void
json_out_slice(json_out *json, const char *key, pith_slice value)
{
  begin_named(json, key);
  text_out_json_name(json->out, value.data, value.len);
}

/* Ended by NUL; json_out_slice() is for texts that may contain one. */
void
json_out_text(json_out *json, const char *key, const char *value)
{
  json_out_slice(json, key, (pith_slice){value, strlen(value)});
}

/* Integers above 2^53 are exact here, though not every reader of JSON keeps
 * them. */
void
json_out_number(json_out *json, const char *key, uint64_t value)
{
  begin_named(json, key);
  text_out_number(json->out, value, 0);
}

/* Fixed digits, so that files of two runs can be compared. */
void
json_out_decimal(json_out *json, const char *key, double value, int places)
{
  begin_named(json, key);
  if (isfinite(value))
    text_out_decimal(json->out, value, places);
  else
    text_out_text(json->out, "null");
}

/* As many digits as are needed for single precision and more. */
void
json_out_figure(json_out *json, const char *key, double value)
{
  begin_named(json, key);
  if (isfinite(value))
    text_out_print(json->out, "%.9g", value);
  else
    text_out_text(json->out, "null");
}

void
json_out_bool(json_out *json, const char *key, bool value)
{
  begin_named(json, key);
  text_out_text(json->out, value ? "true" : "false");
}

void
json_out_null(json_out *json, const char *key)
{
  begin_named(json, key);
  text_out_text(json->out, "null");
}

/* For bytes that JSON cannot hold. */
void
json_out_base64(json_out *json, const char *key, pith_slice bytes)
{
  static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *data = (const unsigned char *)bytes.data;
  begin_named(json, key);
  text_out_text(json->out, "\"");
  for (size_t i = 0; i < bytes.len; i += 3) {
    size_t count = bytes.len - i < 3 ? bytes.len - i : 3;
    uint32_t bits = (uint32_t)data[i] << 16;
    bits |= count > 1 ? (uint32_t)data[i + 1] << 8 : 0;
    bits |= count > 2 ? data[i + 2] : 0;
    const char four[] = {digits[bits >> 18], digits[bits >> 12 & 63],
                         count > 1 ? digits[bits >> 6 & 63] : '=',
                         count > 2 ? digits[bits & 63] : '='};
    text_out_bytes(json->out, four, sizeof four);
  }
  text_out_text(json->out, "\"");
}

/* The caller vouches for it: it is the one way to write something that is no
 * JSON. */
void
json_out_raw(json_out *json, const char *key, pith_slice value)
{
  begin_named(json, key);
  text_out_bytes(json->out, value.data, value.len);
}

/* The key of a value: the word before it, nothing when there is none. */
static pith_slice
trim_key(pith_slice key)
{
  while (key.len > 0 && key.data[0] == ' ') {
    key.data++;
    key.len--;
  }
  while (key.len > 0 && key.data[key.len - 1] == ' ')
    key.len--;
  return key.len > 0 ? key : (pith_slice){NULL, 0};
}

/* The key is the word of the format before the value. */
static void
put_piece(void *state, const format_piece *piece)
{
  json_out *json = state;
  assert(piece->kind != FORMAT_LITERAL);
  begin_value(json, trim_key(piece->before));
  if (piece->kind == FORMAT_TEXT)
    text_out_json_name(json->out, piece->value.data, piece->value.len);
  else if (piece->kind == FORMAT_ABSENT)
    text_out_text(json->out, "null");
  else
    text_out_bytes(json->out, piece->value.data, piece->value.len);
}

/* Keys and values by one format: "pages %zu name %s" writes two members. What a
 * format cannot express has a function of its own. */
void
json_out_print(json_out *json, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  format_each(format, arguments, put_piece, json);
  va_end(arguments);
}

/* Takes effect before the next value or bracket, and once. */
void
json_out_line(json_out *json, int blanks)
{
  json->blanks = blanks;
}
