/*
 * Reading JSON (RFC 8259) event by event. A string followed by ':' is a key,
 * so no stack is needed to distinguish the two.
 */
#include "base/json_read.h"

#include "base/slice.h"
#include "base/utf8.h"

void
pith__json_reader_init(pith_json_reader *reader, pith_slice text)
{
  reader->at = text.len > 0 ? text.data : "";
  reader->end = reader->at + text.len;
}

/* The contents of a string; the reader is then behind its closing quote. A
 * backslash hides the character after it, whatever that is. */
static pith_slice
read_string(pith_json_reader *reader)
{
  const char *start = ++reader->at;
  while (reader->at < reader->end && *reader->at != '"')
    reader->at += *reader->at == '\\' && reader->end - reader->at > 1 ? 2 : 1;
  pith_slice text = {start, (size_t)(reader->at - start)};
  if (reader->at < reader->end)
    reader->at++;
  return text;
}

/* Numbers, literals, and bare names that pages write without quotes. */
static bool
is_word(char c)
{
  return pith__is_letter(c) || pith__is_digit(c) || c == '-' || c == '+' ||
         c == '.' || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* Whether a colon follows: then what was just read is a key. */
static bool
is_key(pith_json_reader *reader)
{
  const char *p = reader->at;
  while (p < reader->end && pith__is_space(*p))
    p++;
  return p < reader->end && *p == ':';
}

/* A number, a literal or a bare name. */
static pith_slice
read_word(pith_json_reader *reader)
{
  const char *start = reader->at;
  while (reader->at < reader->end && is_word(*reader->at))
    reader->at++;
  return pith__slice(start, (size_t)(reader->at - start));
}

/* Signs that mean nothing here (commas, colons, garbage) are skipped. */
pith_json_event
pith__json_next(pith_json_reader *reader)
{
  pith_json_event event = {PITH_JSON_END, {NULL, 0}};
  while (reader->at < reader->end) {
    char c = *reader->at;
    if (c == '"') {
      event.text = read_string(reader);
      event.kind = is_key(reader) ? PITH_JSON_KEY : PITH_JSON_STRING;
      return event;
    }
    if (is_word(c)) {
      event.text = read_word(reader);
      event.kind = is_key(reader) ? PITH_JSON_KEY : PITH_JSON_OTHER;
      return event;
    }
    reader->at++;
    event.kind = c == '{'   ? PITH_JSON_OBJECT_OPEN
                 : c == '}' ? PITH_JSON_OBJECT_CLOSE
                 : c == '[' ? PITH_JSON_ARRAY_OPEN
                 : c == ']' ? PITH_JSON_ARRAY_CLOSE
                            : PITH_JSON_END;
    if (event.kind != PITH_JSON_END)
      return event;
  }
  return event;
}

/* Four hexadecimal digits; -1 when they are not. */
static int32_t
read_hex(const char *p, const char *end)
{
  int32_t code = 0;
  if (end - p < 4)
    return -1;
  for (int i = 0; i < 4; i++) {
    char c = pith__lower(p[i]);
    int digit = pith__is_digit(c)      ? c - '0'
                : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                       : -1;
    if (digit < 0)
      return -1;
    code = code * 16 + digit;
  }
  return code;
}

/* The escape at p, which is behind the backslash; returns what comes next. A
 * high and a low surrogate become one character (RFC 8259, section 7); a
 * lone one becomes U+FFFD when it is appended. */
static const char *
unescape(const char *p, const char *end, pith_buffer *out)
{
  static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
  const char *found = *p ? strchr(from, *p) : NULL;
  if (*p != 'u') {
    pith__buffer_append_char(out, found ? to[found - from] : *p);
    return p + 1;
  }
  int32_t code = read_hex(p + 1, end);
  if (code < 0)
    return p + 1;
  p += 5;
  bool high = code >= 0xD800 && code < 0xDC00;
  if (high && end - p >= 6 && p[0] == '\\' && p[1] == 'u') {
    int32_t low = read_hex(p + 2, end);
    if (low >= 0xDC00 && low < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      p += 6;
    }
  }
  pith__buffer_append_code_point(out, (uint32_t)code);
  return p;
}

/* Text between escapes is copied in one piece. */
void
pith__json_unescape(pith_slice text, pith_buffer *out)
{
  if (text.len == 0)
    return;
  const char *p = text.data, *end = p + text.len;
  while (p < end) {
    const char *escape = memchr(p, '\\', (size_t)(end - p));
    const char *stop = escape ? escape : end;
    pith__buffer_append(out, p, (size_t)(stop - p));
    if (!escape || end - escape < 2)
      return;
    p = unescape(escape + 1, end, out);
  }
}
