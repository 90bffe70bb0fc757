/* page_origin.c: see the header.
 *
 *     {"v":1, ... "warnings":[]}  ──►  {"v":1, ... "warnings":[],"fetched":...}
 *
 * The library writes the record and knows nothing of archives; what is added
 * goes in front of the last brace.
 */
#include "common/input/page_origin.h"

#include "common/json/json_out.h"
#include "common/system/ascii_text.h"
#include "common/system/utc_time.h"
#include "common/warc/warc_write.h"

#include <stdlib.h>
#include <string.h>

/* Members that are known; a page from a file has none. "date" is the page's own
 * and means when it was published, so this one has another name. */
static void
write_members(const page_origin *origin, json_out *json)
{
  if (*origin->date)
    json_out_text(json, "fetched", origin->date);
  if (!*origin->record && origin->offset == 0)
    return;
  json_out_object(json, "warc");
  if (*origin->record)
    json_out_text(json, "record", origin->record);
  json_out_number(json, "offset", origin->offset);
  json_out_end(json);
}

/* Where the last brace of a record is; 0: it has none. */
static size_t
find_end(pith_slice record)
{
  size_t end = record.len;
  while (end > 0 && record.data[end - 1] != '}')
    end--;
  return end;
}

/* The object of the members alone is {"fetched":...}: without its first brace
 * it is what has to be added. `members` is released. */
static void
write_with(pith_slice record, text_out *members, text_out *out)
{
  size_t end = find_end(record);
  text_out_bytes(out, record.data, end - 1);
  text_out_text(out, ",");
  if (members->error)
    out->error = members->error;
  else
    text_out_bytes(out, members->data + 1, members->len - 1);
  text_out_done(members);
  text_out_bytes(out, record.data + end, record.len - end);
}

void
page_origin_write(const page_item *item, pith_slice record, text_out *out)
{
  const page_origin *origin = item->origin;
  if (!origin || !find_end(record) || (!*origin->date && !*origin->record)) {
    text_out_bytes(out, record.data, record.len);
    return;
  }
  text_out members;
  text_out_init(&members, -1);
  json_out json = json_out_begin(&members);
  json_out_object(&json, NULL);
  write_members(origin, &json);
  json_out_end(&json);
  write_with(record, &members, out);
}

void
page_duplicate_write(const char *original, pith_slice record, text_out *out)
{
  if (!original || !find_end(record)) {
    text_out_bytes(out, record.data, record.len);
    return;
  }
  text_out members;
  text_out_init(&members, -1);
  json_out json = json_out_begin(&members);
  json_out_object(&json, NULL);
  json_out_text(&json, "duplicate_of", original);
  json_out_end(&json);
  write_with(record, &members, out);
}

/* --- WET ------------------------------------------------------------------ */

/* The text is the payload; where the page itself is, WARC-Refers-To says. */
void
page_origin_wet(const page_item *item, pith_slice text, text_out *out)
{
  char now[UTC_TIME_ROOM], id[WARC_ID_ROOM];
  const page_origin *origin = item->origin;
  const char *url = item->url ? item->url : item->name;
  const char *date = origin ? origin->date : "";
  /* Without the time now: the same page has the same id in every run. */
  utc_time_now(now);
  warc_make_id(url, date, text, id);
  warc_out record = {.version = "1.0",
                     .type = "conversion",
                     .url = url,
                     .date = *date ? date : now,
                     .id = id,
                     .refers_to = origin ? origin->record : NULL,
                     .content_type = "text/plain",
                     .block = text};
  warc_write(&record, out);
}

/* Readers of WARC expect one at the front, though none is required. */
void
page_origin_wet_info(text_out *out)
{
  static const char info[] =
      "software: pith\r\nformat: WARC File Format 1.0\r\n";
  char now[UTC_TIME_ROOM], id[WARC_ID_ROOM];
  utc_time_now(now);
  warc_out record = {.version = "1.0",
                     .type = "warcinfo",
                     .date = now,
                     .id = id,
                     .content_type = "application/warc-fields",
                     .block = text_slice(info)};
  warc_make_id("warcinfo", "", record.block, id);
  warc_write(&record, out);
}

/* --- groups --------------------------------------------------------------- */

/* The host of an address, with its port and without a user. Addresses come from
 * archives, so nothing is taken for granted. */
static pith_slice
find_host(const char *url)
{
  const char *from = url ? strstr(url, "://") : NULL;
  if (!from)
    return (pith_slice){NULL, 0};
  from += 3;
  size_t len = strcspn(from, "/?#");
  const char *at = memchr(from, '@', len);
  if (at) {
    len -= (size_t)(at + 1 - from);
    from = at + 1;
  }
  return (pith_slice){from, len};
}

/* Two parts, and three where the last but one is short, as in co.uk and com.au:
 * a rule of thumb that needs no list. Numbers are no domains. */
static pith_slice
find_domain(pith_slice host)
{
  const char *colon = host.len ? memchr(host.data, ':', host.len) : NULL;
  size_t end = colon ? (size_t)(colon - host.data) : host.len, from = end;
  int parts = 0;
  if (end > 0 && text_is_digit(host.data[end - 1]))
    return host;
  size_t last = end;
  while (from > 0) {
    from--;
    if (host.data[from] != '.' && from > 0)
      continue;
    size_t part = from + (host.data[from] == '.');
    parts++;
    bool short_one = parts == 2 && last - part <= 3;
    if (parts >= 2 && !short_one)
      return (pith_slice){host.data + part, end - part};
    last = from;
  }
  return (pith_slice){host.data, end};
}

/* Not one that leads out of a folder, nor one that is too long for a file with
 * an ending of ours. */
static bool
is_file_name(pith_slice key)
{
  enum { NAME_MOST = 255 - 5 /* ".pith" */ };
  bool out = key.len > 0 && key.data[0] == '.' &&
             (key.len == 1 || (key.len == 2 && key.data[1] == '.'));
  return key.len > 0 && key.len <= NAME_MOST && !out;
}

/* Pages without a host, or with one that no folder can be called, are a group
 * of their own. Only what a field says has capitals that mean something. */
char *
page_group_key(const page_item *item, page_group by)
{
  pith_slice key = {NULL, 0};
  const char *slash = strchr(item->name, '/');
  if (by == GROUP_FOLDER && slash)
    key = (pith_slice){item->name, (size_t)(slash - item->name)};
  else if (by == GROUP_FIELD && item->group)
    key = text_slice(item->group);
  else if (by == GROUP_HOST || by == GROUP_DOMAIN)
    key = find_host(item->url);
  if (by == GROUP_DOMAIN)
    key = find_domain(key);
  char *out = text_copy(is_file_name(key) ? key : text_slice("unknown"));
  for (char *at = out; at && *at; at++)
    *at = *at == '/' ? '_' : by == GROUP_FIELD ? *at : text_lower(*at);
  return out;
}
