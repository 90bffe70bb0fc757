/* web_url.c: see the header.
 *
 *     http://example.org:8080/a/c?q=1
 *            ^host           ^origin ^query      offsets of web_url
 *
 * What surprises: a backslash is a slash, as in browsers, or
 * "http://good\@evil/" would mean two hosts to two readers; and dots are
 * removed here, so that the rules of robots.txt see the path that is fetched.
 */
#include "common/web/web_url.h"

#include "common/system/ascii_text.h"
#include "common/system/number.h"

#include <stdio.h>
#include <string.h>

/* Append one byte; false when the address is full. */
static bool
put(web_url *out, char c)
{
  if (out->len >= WEB_URL_MOST)
    return false;
  out->text[out->len++] = c;
  return true;
}

/* Append a byte of path or query. What is encoded already stays: "%2F" is
 * not "/", and "%25" must not become "%". */
static bool
put_encoded(web_url *out, char c)
{
  static const char digits[] = "0123456789ABCDEF";
  unsigned char byte = (unsigned char)c;
  if (byte > ' ' && byte < 0x7F && !strchr("\"<>`{}", c))
    return put(out, c);
  return put(out, '%') && put(out, digits[byte >> 4]) &&
         put(out, digits[byte & 15]);
}

/* Bytes of a name, or of an IPv6 address in brackets. Bytes from 0x80 on are
 * left to libcurl, which knows IDN. */
static bool
is_host_byte(char c, bool bracket)
{
  if (bracket)
    return number_hex_digit(c) >= 0 || c == ':' || c == '.';
  return text_is_digit(c) || text_is_letter(c) || c == '-' || c == '.' ||
         c == '_' || (unsigned char)c >= 0x80;
}

/* Append the host, in brackets or not. Returns how many bytes of `text` it is,
 * 0 for none. */
static size_t
put_host(pith_slice text, web_url *out)
{
  bool bracket = text.len > 0 && text.data[0] == '[';
  size_t i = bracket;
  if (bracket && !put(out, '['))
    return 0;
  for (; i < text.len && is_host_byte(text_lower(text.data[i]), bracket); i++)
    if (!put(out, text_lower(text.data[i])))
      return 0;
  if (!bracket)
    return text.len > 0 && text.data[0] == '.' ? 0 : i;
  return i < text.len && text.data[i] == ']' && put(out, ']') ? i + 1 : 0;
}

/* Append ":PORT", unless it is the usual one of the scheme. */
static bool
put_port(pith_slice text, unsigned usual, web_url *out)
{
  uint64_t port;
  char digits[8];
  if (text.len == 0)
    return true;
  if (text.data[0] != ':')
    return false;
  if (text.len == 1)
    return true;
  if (!number_read_bytes(text.data + 1, text.len - 1, 65535, &port) ||
      port == 0)
    return false;
  if (port == usual)
    return true;
  snprintf(digits, sizeof digits, ":%u", (unsigned)port);
  for (const char *at = digits; *at; at++)
    if (!put(out, *at))
      return false;
  return true;
}

/* USER@HOST:PORT. Credentials end at the last '@', as in browsers, and are
 * dropped. */
static bool
put_authority(pith_slice text, unsigned usual, web_url *out)
{
  for (size_t i = text.len; i > 0; i--)
    if (text.data[i - 1] == '@') {
      text.data += i;
      text.len -= i;
      break;
    }
  out->host = out->len;
  size_t host = put_host(text, out);
  if (host == 0)
    return false;
  text.data += host;
  text.len -= host;
  if (!put_port(text, usual, out))
    return false;
  out->origin = out->len;
  return true;
}

/* 1 for ".", 2 for "..", however they are written; 0 for any other segment. */
static int
count_dots(const char *segment, size_t len)
{
  int dots = 0;
  for (size_t i = 0; i < len; dots++) {
    if (segment[i] == '.')
      i++;
    else if (len - i >= 3 && segment[i] == '%' && segment[i + 1] == '2' &&
             text_lower(segment[i + 2]) == 'e')
      i += 3;
    else
      return 0;
  }
  return dots <= 2 ? dots : 0;
}

/* Append '/' and a segment. ".." removes the last one instead; `last` keeps the
 * slash that a dot segment leaves at the end of a path. */
static bool
put_segment(const char *segment, size_t len, bool last, web_url *out)
{
  int dots = count_dots(segment, len);
  if (dots == 2)
    while (out->len > out->origin && out->text[--out->len] != '/')
      continue;
  if (dots > 0)
    return !last || put(out, '/');
  if (!put(out, '/'))
    return false;
  for (size_t i = 0; i < len; i++)
    if (!put_encoded(out, segment[i]))
      return false;
  return true;
}

/* Segments are bounded, so that an address cannot make a path of files that
 * is too deep (crawl_folder.c). */
static bool
put_path(pith_slice text, web_url *out)
{
  size_t at = 0, segments = 0;
  if (text.len == 0)
    return put(out, '/');
  while (at < text.len) {
    size_t from = ++at; /* behind the slash */
    while (at < text.len && text.data[at] != '/' && text.data[at] != '\\')
      at++;
    if (++segments > WEB_URL_SEGMENTS ||
        !put_segment(text.data + from, at - from, at == text.len, out))
      return false;
  }
  return true;
}

/* The first of the characters `stops` from `from` on, or the end. */
static size_t
find_end(pith_slice text, size_t from, const char *stops)
{
  while (from < text.len && (text.data[from] == '\0' || /* strchr finds it */
                             !strchr(stops, text.data[from])))
    from++;
  return from;
}

/* Exactly two slashes after the scheme: browsers take any number, but such
 * links are mistakes. */
bool
web_url_parse(pith_slice text, web_url *out)
{
  text = text_trim(text);
  memset(out, 0, sizeof *out);
  bool secure = text_begins(text, "https:");
  if (!secure && !text_begins(text, "http:"))
    return false;
  size_t at = secure ? 6 : 5, slashes = 0;
  for (; at < text.len && (text.data[at] == '/' || text.data[at] == '\\'); at++)
    slashes++;
  if (slashes != 2)
    return false;
  memcpy(out->text, secure ? "https://" : "http://", secure ? 8 : 7);
  out->len = secure ? 8 : 7;
  size_t path = find_end(text, at, "/\\?#");
  size_t query = find_end(text, path, "?#"), end = find_end(text, query, "#");
  pith_slice authority = {text.data + at, path - at};
  pith_slice steps = {text.data + path, query - path};
  if (!put_authority(authority, secure ? 443 : 80, out) ||
      !put_path(steps, out))
    return false;
  out->query = out->len;
  for (size_t i = query; i < end; i++)
    if (!put_encoded(out, text.data[i]))
      return false;
  out->text[out->len] = '\0';
  return true;
}

bool
web_url_resolve(pith_slice link, pith_slice base, web_url *out)
{
  char room[PITH_URL_ROOM];
  pith_slice whole;
  if (pith_url_resolve(link, base, room, sizeof room, &whole) != PITH_OK)
    return false;
  return web_url_parse(whole, out);
}

pith_slice
web_url_host(const web_url *url)
{
  return (pith_slice){url->text + url->host, url->origin - url->host};
}

bool
web_url_same_host(const web_url *a, const web_url *b)
{
  pith_slice one = web_url_host(a), two = web_url_host(b);
  return one.len == two.len && memcmp(one.data, two.data, one.len) == 0;
}

pith_slice
web_url_path(const web_url *url)
{
  return (pith_slice){url->text + url->origin, url->len - url->origin};
}
