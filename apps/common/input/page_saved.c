/* page_saved.c: MHTML, and what both kinds have in common; see the header.
 *
 *     Snapshot-Content-Location: http://a/      head of the message
 *     Content-Type: multipart/related; boundary="X"
 *
 *     --X                                       the first part that is HTML is
 *     Content-Type: text/html                   the page; images follow
 *     Content-Transfer-Encoding: quoted-printable
 */
#include "common/input/page_saved.h"

#include "common/input/warc.h"
#include "common/json/json_scan.h"
#include "common/system/ascii_text.h"

#include <stdlib.h>
#include <string.h>

/* Where the head ends: behind its empty line; a text without one is all
 * head. */
static size_t
head_len(pith_slice text)
{
  pith_slice rest = text, line;
  while (text_cut(&rest, '\n', &line))
    if (text_is_blank(line))
      return text.len - rest.len;
  return text.len;
}

/* boundary="..." may be on a line that continues the field, so it is looked
 * for in all of the head. */
static pith_slice
find_boundary(pith_slice head)
{
  static const char key[] = "boundary=";
  for (size_t i = 0; i + sizeof key < head.len; i++) {
    pith_slice at = {head.data + i, head.len - i};
    if (!text_begins(at, key))
      continue;
    at = (pith_slice){at.data + sizeof key - 1, at.len - (sizeof key - 1)};
    bool quoted = at.data[0] == '"';
    pith_slice value = {at.data + quoted, 0};
    while (value.len + quoted < at.len &&
           !strchr(quoted ? "\"\r\n" : "; \t\r\n", value.data[value.len]))
      value.len++;
    return value;
  }
  return (pith_slice){NULL, 0};
}

/* The next line that is a boundary: its offset from the front of `text`, and
 * where the part behind it begins. False: none. */
static bool
find_part(pith_slice text, pith_slice boundary, size_t *from, size_t *part)
{
  pith_slice rest = text, line;
  while (text_cut(&rest, '\n', &line))
    if (line.len >= boundary.len + 2 && memcmp(line.data, "--", 2) == 0 &&
        memcmp(line.data + 2, boundary.data, boundary.len) == 0) {
      *from = (size_t)(line.data - text.data);
      *part = text.len - rest.len;
      return true;
    }
  return false;
}

/* The part at the front, up to the next boundary or the end: of a message that
 * is cut off, the page is what is there. */
static pith_slice
cut_part(pith_slice *text, pith_slice boundary)
{
  size_t from, part;
  pith_slice out = *text;
  if (find_part(*text, boundary, &from, &part)) {
    out.len = from;
    *text = (pith_slice){text->data + part, text->len - part};
  } else {
    *text = (pith_slice){text->data + text->len, 0};
  }
  return out;
}

/* The address in the head is the one the browser showed; parts have their own.
 * */
bool
page_mime_find(pith_slice bytes, pith_slice *page, pith_slice *encoding,
               pith_slice *url)
{
  pith_slice head = {bytes.data, head_len(bytes)};
  pith_slice rest = {bytes.data + head.len, bytes.len - head.len};
  pith_slice boundary = find_boundary(head);
  *url = warc_field(head, "snapshot-content-location");
  if (boundary.len == 0)
    return false;
  cut_part(&rest, boundary); /* what is before the first part */
  while (rest.len > 0) {
    pith_slice part = cut_part(&rest, boundary);
    pith_slice fields = {part.data, head_len(part)};
    pith_slice type = warc_field(fields, "content-type");
    if (!text_begins(type, "text/html") &&
        !text_begins(type, "application/xhtml"))
      continue;
    if (url->len == 0)
      *url = warc_field(fields, "content-location");
    *encoding = warc_field(fields, "content-transfer-encoding");
    *page = (pith_slice){part.data + fields.len, part.len - fields.len};
    return true;
  }
  return false;
}

/* -1 for what is none. */
static int
hex_digit(char c)
{
  c = text_lower(c);
  return text_is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* RFC 2045, 6.7, in place; what is no escape stays. Never longer than what was
 * read, so that it may be written over it. */
static size_t
decode_quoted(pith_slice from, char *out)
{
  size_t len = 0;
  for (size_t i = 0; i < from.len; i++) {
    const char *at = from.data + i;
    size_t left = from.len - i;
    int high = left >= 3 ? hex_digit(at[1]) : -1;
    int low = left >= 3 ? hex_digit(at[2]) : -1;
    if (*at != '=') {
      out[len++] = *at;
    } else if (left >= 2 && at[1] == '\n') {
      i += 1;
    } else if (left >= 3 && at[1] == '\r' && at[2] == '\n') {
      i += 2;
    } else if (high >= 0 && low >= 0) {
      out[len++] = (char)(high * 16 + low);
      i += 2;
    } else {
      out[len++] = '=';
    }
  }
  return len;
}

/* To the front of the bytes it is in: no encoding makes text longer. */
static bool
unwrap_mime(input_bytes *bytes, pith_slice *url)
{
  pith_slice page, encoding;
  if (!page_mime_find((pith_slice){bytes->data, bytes->len}, &page, &encoding,
                      url))
    return false;
  if (text_is_word(encoding, "quoted-printable"))
    bytes->len = decode_quoted(page, bytes->data);
  else if (text_is_word(encoding, "base64"))
    return json_base64_decode((json_text){page.data, page.len}, bytes->data,
                              &bytes->len);
  else
    memmove(bytes->data, page.data, bytes->len = page.len);
  return true;
}

/* Data of a property list is stored as it is. */
static bool
unwrap_plist(input_bytes *bytes, pith_slice *url)
{
  pith_slice page;
  if (!page_plist_find((pith_slice){bytes->data, bytes->len}, &page, url))
    return false;
  memmove(bytes->data, page.data, bytes->len = page.len);
  return true;
}

/* The address is copied first: the page is moved over it. */
exit_code
page_saved_unwrap(input_kind kind, input_bytes *bytes, char **url)
{
  pith_slice page, encoding, address = {NULL, 0};
  pith_slice all = {bytes->data, bytes->len};
  bool found = kind == INPUT_MHTML
                   ? page_mime_find(all, &page, &encoding, &address)
                   : page_plist_find(all, &page, &address);
  *url = NULL;
  if (found && address.len > 0 && !(*url = text_copy(address)))
    return report_out_of_memory_for(bytes->name);
  if (found)
    found = kind == INPUT_MHTML ? unwrap_mime(bytes, &address)
                                : unwrap_plist(bytes, &address);
  if (found)
    return EXIT_FINE;
  message("%s: a saved page in which there is no HTML", bytes->name);
  return EXIT_INPUT;
}
