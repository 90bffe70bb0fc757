/* warc_cdxj.c: see the header. The key is the sort-friendly form that the
 * Wayback tools use (SURT), with their usual simplifications: equal pages under
 * slightly different addresses have one key. */
#include "pith/warc/warc_cdxj.h"

#include "common/json/json_out.h"
#include "common/system/ascii_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMETERS_MOST = 256 };

/* Of a hexadecimal digit; -1: it is none, and a percent sign before it is
 * text. */
static int
hex_value(char c)
{
  if (text_is_digit(c))
    return c - '0';
  c = text_lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Escapes undone until there are none: what an escape leaves may be the end of
 * another one, as in %2541. */
static void
undo_escapes(pith_slice text, text_out *plain)
{
  for (size_t i = 0; i < text.len && !plain->error; i++) {
    text_out_bytes(plain, text.data + i, 1);
    while (plain->len >= 3 && plain->data[plain->len - 3] == '%') {
      int high = hex_value(plain->data[plain->len - 2]);
      int low = hex_value(plain->data[plain->len - 1]);
      if (high < 0 || low < 0)
        break;
      char c = (char)(high * 16 + low);
      plain->len -= 3;
      text_out_bytes(plain, &c, 1);
    }
  }
}

/* In lower case; what would end the key, and all that is not ASCII, escaped. So
 * is the percent sign: none is left that is an escape. */
static void
write_lower(pith_slice text, text_out *out)
{
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text_lower(text.data[i]);
    char escape[] = {'%', digits[c >> 4], digits[c & 15]};
    if (c <= ' ' || c >= 0x7F || c == '%' || c == '#')
      text_out_bytes(out, escape, sizeof escape);
    else
      text_out_bytes(out, (const char *)&c, 1);
  }
}

/* www., www2. and the like: mirrors of one site, which replay tools take for
 * one another. */
static pith_slice
without_www(pith_slice host)
{
  size_t at = 3;
  while (at < host.len && text_is_digit(host.data[at]))
    at++;
  if (text_begins(host, "www") && at < host.len && host.data[at] == '.')
    return (pith_slice){host.data + at + 1, host.len - at - 1};
  return host;
}

/* user@www.example.com:8080 ──► com,example:8080
 *
 * From the last dot to the first, so that pages of a domain and of its
 * sub-domains are neighbours in the index. */
static void
write_host(pith_slice host, text_out *out)
{
  size_t user = host.len;
  while (user > 0 && host.data[user - 1] != '@')
    user--;
  host = (pith_slice){host.data + user, host.len - user};
  const char *colon = host.len ? memchr(host.data, ':', host.len) : NULL;
  pith_slice port = {colon, colon ? host.len - (size_t)(colon - host.data) : 0};
  host.len -= port.len;
  host = without_www(host);
  size_t end = host.len;
  for (size_t at = host.len + 1; at-- > 0;) {
    if (at > 0 && host.data[at - 1] != '.')
      continue;
    write_lower((pith_slice){host.data + at, end - at}, out);
    if (at > 0)
      text_out_text(out, ",");
    end = at > 0 ? at - 1 : 0;
  }
  if (port.len > 0 && !text_is(port, ":80") && !text_is(port, ":443"))
    write_lower(port, out);
}

/* a//b/../c/ ──► a/c. `out` keeps all that is written to it, so that a step
 * back takes away what was. */
static void
write_path(pith_slice path, text_out *out)
{
  const size_t from = out->len;
  pith_slice part;
  while (text_cut(&path, '/', &part)) {
    if (part.len == 0 || text_is(part, "."))
      continue;
    if (!text_is(part, "..")) {
      if (out->len > from)
        text_out_text(out, "/");
      write_lower(part, out);
      continue;
    }
    while (out->len > from && out->data[out->len - 1] != '/')
      out->len--;
    out->len -= out->len > from; /* the slash in front of it */
  }
}

/* By name, then by value, as bytes: `a=1` comes before `a1=0`, although a digit
 * is below the sign in ASCII. */
static int
compare_parameters(const void *a, const void *b)
{
  const pith_slice *one = a, *two = b;
  for (size_t i = 0; i < one->len && i < two->len; i++) {
    int left = (unsigned char)one->data[i], right = (unsigned char)two->data[i];
    left = left == '=' ? 0 : left; /* a name ends here */
    right = right == '=' ? 0 : right;
    if (left != right)
      return left - right;
  }
  return (one->len > two->len) - (one->len < two->len);
}

/* Parameters in order; more than a few hundred stay as they are: no page is
 * called so, and an attacker gets no work done. */
static void
write_query(pith_slice query, text_out *out)
{
  pith_slice parts[PARAMETERS_MOST], rest = query;
  size_t count = 0;
  while (count < PARAMETERS_MOST && text_cut(&rest, '&', &parts[count]))
    count++;
  if (rest.len > 0) {
    write_lower(query, out);
    return;
  }
  qsort(parts, count, sizeof *parts, compare_parameters);
  for (size_t i = 0; i < count; i++) {
    if (i > 0)
      text_out_text(out, "&");
    write_lower(parts[i], out);
  }
}

/* Where the text first has one of these characters; its length: nowhere. */
static size_t
find_any(pith_slice text, size_t from, const char *marks)
{
  while (from < text.len && !memchr(marks, text.data[from], strlen(marks)))
    from++;
  return from;
}

/* The scheme is left out: http and https are one page. */
void
warc_cdxj_key(pith_slice url, text_out *out)
{
  size_t from = 0;
  text_out plain;
  for (size_t i = 0; i + 3 <= url.len && from == 0; i++)
    if (memcmp(url.data + i, "://", 3) == 0)
      from = i + 3;
  if (from == 0) { /* dns:example.org and the like */
    write_lower(url, out);
    return;
  }
  pith_slice rest = {url.data + from, url.len - from};
  size_t host = find_any(rest, 0, "/?#");
  size_t path = find_any(rest, host, "?#");
  size_t fragment = find_any(rest, path, "#");
  write_host((pith_slice){rest.data, host}, out);
  text_out_text(out, ")/");
  /* Escapes first: they may hide a slash, a dot or an ampersand. */
  text_out_init(&plain, -1);
  undo_escapes((pith_slice){rest.data + host, path - host}, &plain);
  write_path((pith_slice){plain.data, plain.len}, out);
  if (fragment > path + 1) {
    plain.len = 0;
    undo_escapes((pith_slice){rest.data + path + 1, fragment - path - 1},
                 &plain);
    text_out_text(out, "?");
    write_query((pith_slice){plain.data, plain.len}, out);
  }
  out->error = out->error ? out->error : plain.error;
  text_out_done(&plain);
}

/* The digits of 2026-01-02T03:04:05Z, fractions of a second left out; what is
 * missing is zero, so that all keys have one length. */
static void
write_timestamp(pith_slice date, text_out *out)
{
  size_t count = 0;
  for (size_t i = 0; i < date.len && count < 14; i++)
    if (text_is_digit(date.data[i])) {
      text_out_bytes(out, date.data + i, 1);
      count++;
    }
  text_out_repeat(out, '0', 14 - count);
}

/* Numbers are strings here, by custom: pywb writes them so, and some readers
 * take nothing else. */
static void
write_number(json_out *json, const char *key, uint64_t value)
{
  char text[24];
  snprintf(text, sizeof text, "%llu", (unsigned long long)value);
  json_out_text(json, key, text);
}

/* A revisit has the type by which replay tools know it. */
void
warc_cdxj_write(const warc_record *record, const char *file, text_out *out)
{
  pith_slice digest = record->payload_digest;
  const char *colon = digest.len ? memchr(digest.data, ':', digest.len) : NULL;
  if (colon && text_begins(digest, "sha1:")) /* custom too */
    digest = (pith_slice){colon + 1, digest.len - 5};
  warc_cdxj_key(record->url, out);
  text_out_text(out, " ");
  write_timestamp(record->date, out);
  text_out_text(out, " ");
  json_out json = json_out_begin(out);
  json_out_object(&json, NULL);
  json_out_slice(&json, "url", record->url);
  if (record->type == WARC_REVISIT)
    json_out_text(&json, "mime", "warc/revisit");
  else if (record->content_type.len > 0)
    json_out_slice(&json, "mime", record->content_type);
  if (record->status > 0)
    write_number(&json, "status", (uint64_t)record->status);
  if (digest.len > 0)
    json_out_slice(&json, "digest", digest);
  write_number(&json, "length", record->length);
  write_number(&json, "offset", record->offset);
  json_out_text(&json, "filename", file);
  json_out_end(&json);
  text_out_text(out, "\n");
}
