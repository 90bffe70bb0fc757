/* json_scan.c: JSON looked at where it is, without copies and without a tree.
 *
 *     {"id":"a","spans":[{"from":0}],"n":1}
 *      └ key ┘    └── one value, not looked into
 *
 * Brackets are matched by counting, strings by their quotes; nothing recurses,
 * so the depth of the input costs nothing. Each byte is looked at once for each
 * level somebody scans.
 */
#include "common/json/json_scan.h"

#include "common/system/utf8_character.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The four of the standard; others are part of a broken value. */
static bool
is_space(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static void
skip_space(json_scan *in)
{
  while (in->at < in->end && is_space(*in->at))
    in->at++;
}

/* Passes over white space also when the wanted character does not follow. */
static bool
eat(json_scan *in, char wanted)
{
  skip_space(in);
  if (in->at == in->end || *in->at != wanted)
    return false;
  in->at++;
  return true;
}

/* A string whose opening quote has been read. */
static bool
read_string(json_scan *in, json_text *out)
{
  const char *from = in->at;
  while (in->at < in->end && *in->at != '"') {
    if (*in->at == '\\' && in->at + 1 < in->end)
      in->at++;
    in->at++;
  }
  if (in->at == in->end)
    return false;
  *out = (json_text){from, (size_t)(in->at - from)};
  in->at++;
  return true;
}

/* Pass over an object or an array, whose opening bracket is next. */
static bool
read_nested(json_scan *in, json_text *out)
{
  const char *from = in->at;
  size_t depth = 0;
  json_text inside;
  while (in->at < in->end) {
    char c = *in->at++;
    if (c == '"' && !read_string(in, &inside))
      return false;
    if (c == '{' || c == '[')
      depth++;
    if ((c == '}' || c == ']') && --depth == 0) {
      *out = (json_text){from, (size_t)(in->at - from)};
      return true;
    }
  }
  return false;
}

/* A nested value is one piece; its inside is looked at only if somebody
 * scans it. */
static bool
read_value(json_scan *in, json_member *out)
{
  if (eat(in, '"')) { /* passes over white space, too */
    out->kind = JSON_STRING;
    return read_string(in, &out->value);
  }
  if (in->at == in->end)
    return false;
  if (*in->at == '{' || *in->at == '[') {
    out->kind = *in->at == '{' ? JSON_OBJECT : JSON_ARRAY;
    return read_nested(in, &out->value);
  }
  out->kind = JSON_WORD;
  /* Numbers and names are not checked here: whoever needs one reads it
   * strictly. */
  const char *from = in->at;
  while (in->at < in->end && !is_space(*in->at) && *in->at != ',' &&
         *in->at != '}' && *in->at != ']')
    in->at++;
  out->value = (json_text){from, (size_t)(in->at - from)};
  return out->value.len > 0;
}

/* False leaves the scan where it was, but for white space. */
bool
json_open(json_scan *in, char bracket)
{
  return eat(in, bracket);
}

/* Whether another value follows. The scan is behind the opening bracket,
 * or behind a value. */
static json_step
next(json_scan *in, char opening, char closing)
{
  bool first = in->at[-1] == opening;
  if (eat(in, closing))
    return JSON_END;
  return first || eat(in, ',') ? JSON_FOUND : JSON_BROKEN;
}

/* Keys may repeat: the caller decides which counts. */
json_step
json_next_member(json_scan *in, json_member *out)
{
  json_step step = next(in, '{', '}');
  if (step == JSON_FOUND && (!eat(in, '"') || !read_string(in, &out->key) ||
                             !eat(in, ':') || !read_value(in, out)))
    step = JSON_BROKEN;
  return step;
}

json_step
json_next_value(json_scan *in, json_member *out)
{
  json_step step = next(in, '[', ']');
  out->key = (json_text){NULL, 0};
  if (step == JSON_FOUND && !read_value(in, out))
    step = JSON_BROKEN;
  return step;
}

/* Whatever follows a complete value is an error of the line. */
bool
json_at_end(json_scan *in)
{
  skip_space(in);
  return in->at == in->end;
}

/* Compares the raw text: our own keys need no escapes. */
bool
json_text_is(json_text text, const char *name)
{
  return text.len == strlen(name) && memcmp(text.data, name, text.len) == 0;
}

/* Four hexadecimal digits. */
static bool
read_hex(const char *at, const char *end, uint32_t *out)
{
  *out = 0;
  if (end - at < 4)
    return false;
  for (int i = 0; i < 4; i++) {
    char c = at[i];
    char low = (char)(c | 0x20);
    uint32_t digit;
    if (c >= '0' && c <= '9')
      digit = (uint32_t)(c - '0');
    else if (low >= 'a' && low <= 'f')
      digit = (uint32_t)(low - 'a' + 10);
    else
      return false;
    *out = *out << 4 | digit;
  }
  return true;
}

/* The character of "\uXXXX", or of two of them; *at is behind the 'u' and
 * moves on. */
static bool
read_unicode(const char **at, const char *end, uint32_t *out)
{
  uint32_t low;
  if (!read_hex(*at, end, out))
    return false;
  *at += 4;
  if (*out < 0xD800 || *out > 0xDFFF)
    return true;
  bool pair = *out < 0xDC00 && end - *at >= 6 && (*at)[0] == '\\' &&
              (*at)[1] == 'u' && read_hex(*at + 2, end, &low) &&
              low >= 0xDC00 && low <= 0xDFFF;
  if (pair) {
    *out = 0x10000 + ((*out - 0xD800) << 10) + (low - 0xDC00);
    *at += 6;
  } else {
    *out = 0xFFFD;
  }
  return true;
}

/* Decode the escape at `at`, a backslash; returns where it ends. What is no
 * escape is copied. */
static const char *
decode_escape(const char *at, const char *end, char **to)
{
  static const char letters[] = "\"\\/bfnrt";
  static const char meant[] = "\"\\/\b\f\n\r\t";
  uint32_t c;
  const char *after = at + 2;
  if (end - at >= 2) {
    const char *letter = memchr(letters, at[1], sizeof letters - 1);
    if (letter) {
      *(*to)++ = meant[letter - letters];
      return after;
    }
    if (at[1] == 'u' && read_unicode(&after, end, &c)) {
      *to += utf8_write(c, *to);
      return after;
    }
  }
  *(*to)++ = *at;
  return at + 1;
}

/* `out` may be the text itself: what is written is never ahead of what is read.
 */
size_t
json_text_decode(json_text text, char *out)
{
  const char *at = text.data;
  const char *end = at + text.len;
  char *to = out;
  while (at < end) {
    const char *back = memchr(at, '\\', (size_t)(end - at));
    size_t plain = (size_t)((back ? back : end) - at);
    memmove(to, at, plain);
    to += plain;
    at = back ? decode_escape(back, end, &to) : end;
  }
  return (size_t)(to - out);
}

/* Decoding never makes a text longer, so its length is room enough. */
char *
json_text_copy(json_text text)
{
  char *copy = malloc(text.len + 1);
  if (copy)
    copy[json_text_decode(text, copy)] = '\0';
  return copy;
}

/* The six bits of a character; 64 for padding, 65 for white space (a JSON
 * string may hold "\n"), 66 for what has no place. */
static unsigned
base64_bits(char c)
{
  if (c >= 'A' && c <= 'Z')
    return (unsigned)(c - 'A');
  if (c >= 'a' && c <= 'z')
    return (unsigned)(c - 'a' + 26);
  if (c >= '0' && c <= '9')
    return (unsigned)(c - '0' + 52);
  if (c == '+' || c == '-')
    return 62;
  if (c == '/' || c == '_')
    return 63;
  if (c == '=')
    return 64;
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' ? 65 : 66;
}

/* Decodes in place, behind the characters that were read. Both alphabets, that
 * of addresses too; padding may be missing. */
bool
json_base64_decode(json_text text, char *out, size_t *len)
{
  uint32_t held = 0;
  unsigned count = 0;
  *len = 0;
  size_t plain = json_text_decode(text, out); /* "\/" is a slash */
  for (size_t i = 0; i < plain; i++) {
    unsigned bits = base64_bits(out[i]);
    if (bits == 66)
      return false;
    if (bits > 63)
      continue;
    held = held << 6 | bits;
    count += 6;
    if (count >= 8) {
      count -= 8;
      out[(*len)++] = (char)(held >> count & 0xFF);
    }
  }
  return true;
}
