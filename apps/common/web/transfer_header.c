/* transfer_header.c: see the header. Values are cut to the room there is,
 * except ETag and Location: half of one is worse than none.
 */
#include "common/web/transfer_header.h"

#include <string.h>

static char
lower(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static pith_slice
trim(pith_slice text)
{
  while (text.len > 0 && (unsigned char)text.data[0] <= ' ') {
    text.data++;
    text.len--;
  }
  while (text.len > 0 && (unsigned char)text.data[text.len - 1] <= ' ')
    text.len--;
  return text;
}

static bool
is_word(pith_slice text, const char *word)
{
  if (text.len != strlen(word))
    return false;
  for (size_t i = 0; i < text.len; i++)
    if (lower(text.data[i]) != word[i])
      return false;
  return true;
}

/* Copy a value; control characters become blanks, so that it can be logged. */
static void
copy(pith_slice text, char *out, size_t room)
{
  size_t len = text.len < room ? text.len : room - 1;
  for (size_t i = 0; i < len; i++)
    out[i] = (unsigned char)text.data[i] < ' ' ? ' ' : text.data[i];
  out[len] = '\0';
}

static void
copy_lower(pith_slice text, char *out, size_t room)
{
  copy(text, out, room);
  for (; *out; out++)
    *out = lower(*out);
}

/* text/html; charset="utf-8". Other parameters are ignored. */
static void
read_type(pith_slice value, transfer_answer *answer)
{
  size_t end = 0;
  while (end < value.len && value.data[end] != ';' && value.data[end] != ',')
    end++;
  copy_lower(trim((pith_slice){value.data, end}), answer->type,
             sizeof answer->type);
  answer->charset[0] = '\0';
  while (end < value.len) {
    size_t from = ++end;
    while (end < value.len && value.data[end] != ';')
      end++;
    pith_slice part = trim((pith_slice){value.data + from, end - from});
    if (part.len < 8 || !is_word((pith_slice){part.data, 8}, "charset="))
      continue;
    part = (pith_slice){part.data + 8, part.len - 8};
    if (part.len >= 2 && (part.data[0] == '"' || part.data[0] == '\''))
      part = (pith_slice){part.data + 1, part.len - 2};
    copy_lower(trim(part), answer->charset, sizeof answer->charset);
    return;
  }
}

static void
read_encodings(pith_slice value, header_facts *facts)
{
  for (size_t at = 0; at < value.len; at++) {
    size_t from = at;
    while (at < value.len && value.data[at] != ',')
      at++;
    pith_slice one = trim((pith_slice){value.data + from, at - from});
    facts->encodings += one.len > 0 && !is_word(one, "identity");
  }
}

/* Retry-After in seconds; 0 for the form with a date. */
static uint32_t
read_seconds(pith_slice value)
{
  uint32_t seconds = 0;
  for (size_t i = 0; i < value.len; i++) {
    if (value.data[i] < '0' || value.data[i] > '9')
      return 0; /* a date: the usual delay is used */
    if (seconds < 100000)
      seconds = seconds * 10 + (uint32_t)(value.data[i] - '0');
  }
  return seconds;
}

static void
begin_head(transfer_answer *answer, header_facts *facts)
{
  answer->type[0] = answer->charset[0] = answer->etag[0] = '\0';
  answer->modified[0] = answer->location[0] = '\0';
  answer->location_given = false;
  answer->retry_after = 0;
  facts->encodings = 0;
}

void
transfer_header_read(pith_slice line, transfer_answer *answer,
                     header_facts *facts)
{
  const char *colon = memchr(line.data, ':', line.len);
  if (line.len >= 5 && memcmp(line.data, "HTTP/", 5) == 0) {
    begin_head(answer, facts);
    return;
  }
  if (!colon)
    return;
  pith_slice key = {line.data, (size_t)(colon - line.data)};
  pith_slice value = trim((pith_slice){colon + 1, line.len - key.len - 1});
  if (is_word(key, "content-type"))
    read_type(value, answer);
  else if (is_word(key, "content-encoding"))
    read_encodings(value, facts);
  else if (is_word(key, "etag") && value.len < sizeof answer->etag)
    copy(value, answer->etag, sizeof answer->etag);
  else if (is_word(key, "last-modified"))
    copy(value, answer->modified, sizeof answer->modified);
  else if (is_word(key, "retry-after"))
    answer->retry_after = read_seconds(value);
  else if (is_word(key, "location")) {
    answer->location_given = true;
    if (value.len < sizeof answer->location)
      copy(value, answer->location, sizeof answer->location);
  }
}

bool
transfer_type_is_page(const char *type)
{
  return type[0] == '\0' || strcmp(type, "text/html") == 0 ||
         strcmp(type, "application/xhtml+xml") == 0;
}
