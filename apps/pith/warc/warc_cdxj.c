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

/* Blanks and control characters would end the key. */
static void
write_lower(pith_slice text, text_out *out)
{
  for (size_t i = 0; i < text.len; i++) {
    char c = text_lower(text.data[i]);
    if ((unsigned char)c > ' ' && c != 0x7F)
      text_out_bytes(out, &c, 1);
  }
}

/* www.example.com:8080 ──► com,example:8080
 *
 * From the last dot to the first, so that pages of a domain and of its
 * sub-domains are neighbours in the index. */
static void
write_host(pith_slice host, text_out *out)
{
  const char *colon = host.len ? memchr(host.data, ':', host.len) : NULL;
  pith_slice port = {colon, colon ? host.len - (size_t)(colon - host.data) : 0};
  host.len -= port.len;
  if (text_begins(host, "www."))
    host = (pith_slice){host.data + 4, host.len - 4};
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

/* By bytes, the shorter one first. */
static int
compare_slices(const void *a, const void *b)
{
  const pith_slice *one = a, *two = b;
  int order =
      memcmp(one->data, two->data, one->len < two->len ? one->len : two->len);
  return order ? order : (one->len > two->len) - (one->len < two->len);
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
  qsort(parts, count, sizeof *parts, compare_slices);
  for (size_t i = 0; i < count; i++) {
    if (i > 0)
      text_out_text(out, "&");
    write_lower(parts[i], out);
  }
}

/* The scheme is left out: http and https are one page. */
void
warc_cdxj_key(pith_slice url, text_out *out)
{
  size_t from = 0;
  for (size_t i = 0; i + 3 <= url.len && from == 0; i++)
    if (memcmp(url.data + i, "://", 3) == 0)
      from = i + 3;
  if (from == 0) { /* dns:example.org and the like */
    write_lower(url, out);
    return;
  }
  pith_slice rest = {url.data + from, url.len - from};
  size_t host = 0, path, fragment;
  while (host < rest.len && !strchr("/?#", rest.data[host]))
    host++;
  for (path = host; path < rest.len && !strchr("?#", rest.data[path]); path++)
    ;
  for (fragment = path; fragment < rest.len && rest.data[fragment] != '#';
       fragment++)
    ;
  write_host((pith_slice){rest.data, host}, out);
  text_out_text(out, ")/");
  pith_slice way = {rest.data + host, path - host};
  while (way.len > 0 && way.data[0] == '/')
    way = (pith_slice){way.data + 1, way.len - 1};
  while (way.len > 0 && way.data[way.len - 1] == '/')
    way.len--;
  write_lower(way, out);
  if (fragment > path + 1) {
    text_out_text(out, "?");
    write_query((pith_slice){rest.data + path + 1, fragment - path - 1}, out);
  }
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
