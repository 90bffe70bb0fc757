/* transfer_header.c: see the header. Values are cut to the room there is,
 * except ETag and Location: half of one is worse than none.
 */
#include "common/web/transfer_header.h"

#include "common/system/ascii_text.h"
#include "common/system/number.h"

#include <string.h>

/* Copy a value; control characters become blanks, so that it can be logged. */
static void
copy(pith_slice text, char *out, size_t room)
{
  size_t len = text.len < room ? text.len : room - 1;
  for (size_t i = 0; i < len; i++)
    out[i] = (unsigned char)text.data[i] < ' ' ? ' ' : text.data[i];
  out[len] = '\0';
}

/* Types and charsets are compared without case. */
static void
copy_lower(pith_slice text, char *out, size_t room)
{
  copy(text, out, room);
  for (; *out; out++)
    *out = text_lower(*out);
}

/* text/html; charset="utf-8". Other parameters are ignored. */
static void
read_type(pith_slice value, transfer_answer *answer)
{
  pith_slice part;
  answer->charset[0] = '\0';
  for (bool first = true; text_cut(&value, ';', &part); first = false) {
    part = text_trim(part);
    if (first) {
      copy_lower(part, answer->type, sizeof answer->type);
      continue;
    }
    if (!text_begins(part, "charset="))
      continue;
    part = (pith_slice){part.data + 8, part.len - 8};
    if (part.len >= 2 && (part.data[0] == '"' || part.data[0] == '\''))
      part = (pith_slice){part.data + 1, part.len - 2};
    copy_lower(text_trim(part), answer->charset, sizeof answer->charset);
    return;
  }
}

/* Content-Encoding: gzip, br ... "identity" is none. */
static void
read_encodings(pith_slice value, header_facts *facts)
{
  pith_slice one;
  while (text_cut(&value, ',', &one)) {
    one = text_trim(one);
    facts->encodings += one.len > 0 && !text_is_word(one, "identity");
  }
}

/* Retry-After in seconds, at most a million; 0 for the form with a date, where
 * the usual delay is used. */
static uint32_t
read_seconds(pith_slice value)
{
  uint64_t seconds = 0;
  number_read_bytes(value.data, value.len, 1000000, &seconds);
  return (uint32_t)seconds;
}

/* Called for each line of each head. A status line begins a new head, as after
 * a redirect or "100 Continue", and drops what the one before had. A location
 * that is too long is noted as given and not cut: a cut address is another one.
 */
void
transfer_header_read(pith_slice line, transfer_answer *answer,
                     header_facts *facts)
{
  const char *colon = memchr(line.data, ':', line.len);
  if (line.len >= 5 && memcmp(line.data, "HTTP/", 5) == 0) {
    /* What an earlier header of the same transfer set is forgotten. */
    answer->type[0] = answer->charset[0] = answer->etag[0] = '\0';
    answer->modified[0] = answer->location[0] = '\0';
    answer->location_given = false;
    answer->retry_after = 0;
    facts->encodings = 0;
    return;
  }
  if (!colon)
    return;
  pith_slice key = {line.data, (size_t)(colon - line.data)};
  pith_slice value = text_trim((pith_slice){colon + 1, line.len - key.len - 1});
  if (text_is_word(key, "content-type"))
    read_type(value, answer);
  else if (text_is_word(key, "content-encoding"))
    read_encodings(value, facts);
  else if (text_is_word(key, "etag") && value.len < sizeof answer->etag)
    copy(value, answer->etag, sizeof answer->etag);
  else if (text_is_word(key, "last-modified"))
    copy(value, answer->modified, sizeof answer->modified);
  else if (text_is_word(key, "retry-after"))
    answer->retry_after = read_seconds(value);
  else if (text_is_word(key, "location")) {
    answer->location_given = true;
    if (value.len < sizeof answer->location)
      copy(value, answer->location, sizeof answer->location);
  }
}

/* Servers that send no type are usually old, and send HTML. */
bool
transfer_type_is_page(const char *type)
{
  return type[0] == '\0' || strcmp(type, "text/html") == 0 ||
         strcmp(type, "application/xhtml+xml") == 0;
}
