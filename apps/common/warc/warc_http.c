/* warc_http.c: see the header.
 *
 *     payload ──► chunks joined ──► gzip, deflate, br, zstd undone ──► payload
 *
 * Each step writes to the room that the last one did not use.
 */
#include "common/warc/warc_http.h"

#include "common/system/ascii_text.h"
#include "common/system/grow.h"

#include <stdlib.h>
#include <string.h>

static const char too_large[] = "the page is larger than --max-bytes";

/* Past a line end, "\r\n" or "\n"; NULL when there is none. */
static const char *
line_end(const char *at, const char *end)
{
  const char *feed = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
  return feed ? feed + 1 : NULL;
}

/* The head ends with an empty line; a block that has none is all head, as
 * revisits are. */
static size_t
head_len(pith_slice block)
{
  const char *end = block.data + block.len;
  const char *line = block.data;
  while (line < end) {
    const char *next = line_end(line, end);
    if (!next)
      return block.len;
    if (next - line == 1 || (next - line == 2 && line[0] == '\r'))
      return (size_t)(next - block.data);
    line = next;
  }
  return block.len;
}

/* Fields are few and heads short, so each look-up walks the lines. Lines that
 * continue the one before are passed over. */
pith_slice
warc_field(pith_slice head, const char *name)
{
  pith_slice line, rest = head;
  while (text_cut(&rest, '\n', &line)) {
    const char *colon = memchr(line.data, ':', line.len);
    if (!colon)
      continue;
    pith_slice key = {line.data, (size_t)(colon - line.data)};
    if (text_is_word(text_trim(key), name))
      return text_trim(
          (pith_slice){colon + 1, line.len - (size_t)(colon + 1 - line.data)});
  }
  return (pith_slice){NULL, 0};
}

/* text/html; charset="utf-8" */
void
http_type_read(pith_slice value, warc_record *record)
{
  pith_slice part;
  if (!text_cut(&value, ';', &part))
    return;
  record->content_type = text_trim(part);
  while (text_cut(&value, ';', &part)) {
    part = text_trim(part);
    if (!text_begins(part, "charset="))
      continue;
    part.data += 8;
    part.len -= 8;
    if (part.len >= 2 && (part.data[0] == '"' || part.data[0] == '\'')) {
      part.data++;
      part.len -= 2;
    }
    record->charset = part;
  }
}

/* The number of "HTTP/1.1 200 OK"; 0: none. */
static int
read_status(pith_slice head)
{
  const char *blank = memchr(head.data, ' ', head.len);
  const char *end = head.data + head.len;
  int status = 0;
  while (blank && blank < end && *blank == ' ')
    blank++;
  for (int i = 0; blank && i < 3; i++, blank++) {
    if (blank >= end || !text_is_digit(*blank))
      return 0;
    status = status * 10 + (*blank - '0');
  }
  return status;
}

/* Status and type are those of the message, not of the record around it. */
bool
http_head_read(pith_slice block, warc_record *record)
{
  if (!text_begins(block, "http/") && record->type != WARC_REQUEST)
    return false;
  size_t len = head_len(block);
  record->http = (pith_slice){block.data, len};
  record->payload = (pith_slice){block.data + len, block.len - len};
  record->status = read_status(record->http);
  http_type_read(warc_field(record->http, "content-type"), record);
  record->language = warc_field(record->http, "content-language");
  return true;
}

/* The size in front of a chunk, and where its bytes begin; NULL when there is
 * none.
 *
 *     1a; name=value CR LF bytes CR LF 0 CR LF
 *
 * Old servers pad the size with blanks. */
static const char *
chunk_head(const char *at, const char *end, size_t *size)
{
  unsigned digits = 0;
  *size = 0;
  for (; at < end && digits <= 8; at++, digits++) {
    char c = text_lower(*at);
    if (text_is_digit(c))
      *size = *size * 16 + (size_t)(c - '0');
    else if (c >= 'a' && c <= 'f')
      *size = *size * 16 + (size_t)(c - 'a' + 10);
    else
      break;
  }
  if (digits == 0 || digits > 8)
    return NULL;
  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  if (at < end && *at != ';' && *at != '\r' && *at != '\n')
    return NULL;
  return line_end(at, end);
}

/* Join chunks. A body that does not begin with one is no chunked body any
 * more; one that breaks off later is used as far as it goes. */
static const char *
join_chunks(http_body *body, pith_slice *payload)
{
  const char *at = payload->data, *end = at + payload->len;
  size_t len = 0, size;
  const char *from = chunk_head(at, end, &size);
  /* The first chunk decides: text can begin with hexadecimal digits and a line
   * end, but has none where the chunk would end. */
  bool whole = from && (size > (size_t)(end - from) || size == 0 ||
                        from[size < (size_t)(end - from) ? size : 0] == '\r' ||
                        from[size < (size_t)(end - from) ? size : 0] == '\n');
  if (!whole)
    return NULL;
  if (!RENEW(body->rooms[0], body->capacities[0], payload->len + 1))
    return "out of memory";
  while (from && size > 0) {
    size_t left = (size_t)(end - from);
    size_t take = size < left ? size : left;
    memcpy(body->rooms[0] + len, from, take);
    len += take;
    at = from + take;
    /* The line end behind a chunk; trailers behind the last are not read. */
    while (at < end && (*at == '\r' || *at == '\n'))
      at++;
    from = chunk_head(at, end, &size);
  }
  *payload = (pith_slice){body->rooms[0], len};
  return NULL;
}

/* The way back from a content encoding; NULL: none is known or needed. gzip and
 * zstd have signatures, which decide; Brotli and deflate have to be tried. */
static const unpacker *
find_encoding(pith_slice name, pith_slice body)
{
  const unsigned char *first = (const unsigned char *)body.data;
  if (body.len < 2)
    return NULL;
  if (text_is_word(name, "gzip") || text_is_word(name, "x-gzip"))
    return first[0] == 0x1F && first[1] == 0x8B ? unpack_gzip() : NULL;
  if (text_is_word(name, "zstd"))
    return first[0] == 0x28 && first[1] == 0xB5 ? unpack_zstd() : NULL;
  if (text_is_word(name, "deflate"))
    return unpack_deflate();
  return text_is_word(name, "br") ? unpack_brotli() : NULL;
}

/* Whether these are the first bytes of markup: then a body was decoded before
 * it was stored, whatever brotli or deflate could make of it. */
static bool
is_markup(pith_slice body)
{
  body = text_trim(body);
  return body.len > 0 && (body.data[0] == '<' || body.data[0] == '{');
}

/* A slice as a feed: it becomes shorter. */
static ptrdiff_t
read_slice(void *state, char *out, size_t room)
{
  pith_slice *from = state;
  size_t take = from->len < room ? from->len : room;
  memcpy(out, from->data, take);
  from->data += take;
  from->len -= take;
  return (ptrdiff_t)take;
}

/* Unpack into a room; what comes before a damaged place is used, unless it is
 * nothing: then the encoding was not real. */
static const char *
unpack_into(http_body *body, unsigned room, const unpacker *how, size_t most,
            pith_slice *payload)
{
  pith_slice from = *payload;
  unpack_stream *in = unpack_stream_new(how, (byte_feed){read_slice, &from});
  size_t len = 0;
  ptrdiff_t got = in ? 1 : -1;
  const char *why = in ? NULL : "out of memory";
  /* A bomb ends at `most`, however small it was. */
  while (got > 0 && !why) {
    if (!GROW_UP_TO(body->rooms[room], body->capacities[room], len + (1 << 16),
                    SIZE_MAX))
      why = "out of memory";
    else
      got = unpack_stream_read(in, body->rooms[room] + len,
                               body->capacities[room] - len);
    len += got > 0 ? (size_t)got : 0;
    if (len > most)
      why = too_large;
  }
  unpack_stream_free(in);
  if (!why && (got == 0 || len > 0))
    *payload = (pith_slice){body->rooms[room], len};
  return why;
}

/* "gzip, br": the last one was put on last and comes off first. */
static bool
last_encoding(pith_slice *list, pith_slice *name)
{
  size_t at = list->len;
  if (at == 0)
    return false;
  while (at > 0 && list->data[at - 1] != ',')
    at--;
  *name = text_trim((pith_slice){list->data + at, list->len - at});
  list->len = at > 0 ? at - 1 : 0;
  return name->len > 0;
}

/* Transfer first, then content, as a client undoes them. */
const char *
http_body_decode(http_body *body, size_t most, warc_record *record)
{
  enum { ENCODINGS_MOST = 3 };
  pith_slice list = warc_field(record->http, "content-encoding"), name;
  pith_slice transfer = warc_field(record->http, "transfer-encoding");
  const char *why = NULL;
  unsigned room = 1; /* chunks were joined in the other one */
  if (text_is_word(transfer, "chunked") || text_ends(transfer, "chunked"))
    why = join_chunks(body, &record->payload);
  for (int i = 0; !why && i < ENCODINGS_MOST && last_encoding(&list, &name);
       i++) {
    const unpacker *how = is_markup(record->payload)
                              ? NULL
                              : find_encoding(name, record->payload);
    if (how)
      why = unpack_into(body, room, how, most, &record->payload);
    room = how ? !room : room;
  }
  return !why && record->payload.len > most ? too_large : why;
}

/* Safe for one that was never used. */
void
http_body_done(http_body *body)
{
  free(body->rooms[0]);
  free(body->rooms[1]);
}
