/* page_record.c: see the header. RFC 8259 as far as finding four keys needs
 * it: what stands between brackets is matched by depth, not checked.
 */
#include "shared/page_record.h"

#include <stdint.h>
#include <string.h>

typedef struct scan {
  const char *at;
  const char *end;
} scan;

static void
skip_space(scan *in)
{
  while (in->at < in->end && (*in->at == ' ' || *in->at == '\t' ||
                              *in->at == '\r' || *in->at == '\n'))
    in->at++;
}

static bool
eat(scan *in, char wanted)
{
  skip_space(in);
  if (in->at == in->end || *in->at != wanted)
    return false;
  in->at++;
  return true;
}

/* A string whose opening quote has been read. */
static bool
read_string(scan *in, json_text *out)
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

/* Pass over an object or an array, or read a number or a word. */
static bool
read_other(scan *in, json_text *out)
{
  const char *from = in->at;
  size_t depth = 0;
  json_text inside;
  for (; in->at < in->end; in->at++) {
    char c = *in->at;
    if (depth == 0 && (c == ',' || c == '}' || c == ' ' || c == '\t'))
      break;
    if (c == '{' || c == '[')
      depth++;
    if ((c == '}' || c == ']') && --depth == 0) {
      in->at++;
      break;
    }
    if (c == '"') {
      in->at++;
      if (!read_string(in, &inside))
        return false;
      in->at--; /* the loop steps over the quote */
    }
  }
  *out = (json_text){from, (size_t)(in->at - from)};
  return depth == 0 && out->len > 0;
}

static bool
is_key(json_text key, const char *name)
{
  return key.len == strlen(name) && memcmp(key.data, name, key.len) == 0;
}

/* Put a value where its key says. Only names may be numbers; null is as good
 * as nothing. */
static void
keep(page_record *out, json_text key, json_text value, bool string)
{
  bool number = !string && (*value.data == '-' ||
                            (*value.data >= '0' && *value.data <= '9'));
  if ((string || number) && is_key(key, "id"))
    out->id = value;
  else if ((string || number) && is_key(key, "url"))
    out->url = value;
  else if (string && is_key(key, "html"))
    out->html = value;
  else if (string && is_key(key, "html_b64"))
    out->html_b64 = value;
}

static bool
read_member(scan *in, page_record *out)
{
  json_text key, value;
  if (!eat(in, '"') || !read_string(in, &key) || !eat(in, ':'))
    return false;
  bool string = eat(in, '"');
  if (string ? !read_string(in, &value) : !read_other(in, &value))
    return false;
  keep(out, key, value, string);
  return true;
}

bool
page_record_find(const char *line, size_t len, page_record *out,
                 const char **why)
{
  scan in = {line, line + len};
  memset(out, 0, sizeof *out);
  *why = "no JSON object";
  if (!eat(&in, '{'))
    return false;
  if (!eat(&in, '}')) {
    *why = "broken JSON";
    do {
      if (!read_member(&in, out))
        return false;
    } while (eat(&in, ','));
    if (!eat(&in, '}'))
      return false;
  }
  skip_space(&in);
  if (in.at != in.end) {
    *why = "more than one JSON object";
    return false;
  }
  *why = "neither \"html\" nor \"html_b64\" in it";
  return out->html.data || out->html_b64.data;
}

static size_t
put_utf8(uint32_t c, char *out)
{
  if (c < 0x80) {
    out[0] = (char)c;
    return 1;
  }
  if (c < 0x800) {
    out[0] = (char)(0xC0 | c >> 6);
    out[1] = (char)(0x80 | (c & 0x3F));
    return 2;
  }
  if (c < 0x10000) {
    out[0] = (char)(0xE0 | c >> 12);
    out[1] = (char)(0x80 | (c >> 6 & 0x3F));
    out[2] = (char)(0x80 | (c & 0x3F));
    return 3;
  }
  out[0] = (char)(0xF0 | c >> 18);
  out[1] = (char)(0x80 | (c >> 12 & 0x3F));
  out[2] = (char)(0x80 | (c >> 6 & 0x3F));
  out[3] = (char)(0x80 | (c & 0x3F));
  return 4;
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

/* Decode the escape at `at`, a backslash; gives where it ends. What is no
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
      *to += put_utf8(c, *to);
      return after;
    }
  }
  *(*to)++ = *at;
  return at + 1;
}

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
