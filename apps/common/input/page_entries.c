/* page_entries.c: see the header. The file is in memory while it is scanned;
 * texts are decoded one entry at a time. Answers of a HAR that are no HTML, or
 * that the browser did not save, are passed over. */
#include "common/input/page_entries.h"

#include "common/input/page_feed.h"
#include "common/input/page_read.h"
#include "common/input/page_store.h"
#include "common/json/json_scan.h"
#include "common/system/ascii_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A HAR holds images and scripts beside the pages. */
enum { FILE_FACTOR = 3 };

typedef struct entries {
  page_list *list;
  const char *path;
  size_t number; /* of the entry, from 1 */
} entries;

/* A value in turn is an object or array to be scanned. */
static json_scan
scan_of(json_text value)
{
  return (json_scan){value.data, value.data ? value.data + value.len : NULL};
}

/* The member of an object; absent: data NULL. Objects are scanned again for
 * each member, which is linear in the entry and needs no memory. */
static json_member
find_member(json_text object, const char *key)
{
  json_scan in = scan_of(object);
  json_member member;
  if (object.data && json_open(&in, '{'))
    while (json_next_member(&in, &member) == JSON_FOUND)
      if (json_text_is(member.key, key))
        return member;
  return (json_member){{NULL, 0}, {NULL, 0}, JSON_WORD};
}

/* One behind the other in the room, which is as long as all of them. */
static pith_slice
decode(json_text text, char **room)
{
  pith_slice out = {*room, 0};
  if (text.data)
    out.len = json_text_decode(text, *room);
  *room += out.len;
  return out;
}

/* --- JSON Feed ------------------------------------------------------------ */

/* HTML is preferred to text, and text to a summary. */
static exit_code
take_feed_item(entries *e, json_text object)
{
  char *room = malloc(object.len + 1), *at = room;
  if (!room)
    return report_out_of_memory_for(e->path);
  json_text body = find_member(object, "content_html").value;
  if (!body.data)
    body = find_member(object, "content_text").value;
  if (!body.data)
    body = find_member(object, "summary").value;
  feed_entry entry = {.charset = NULL};
  entry.title = decode(find_member(object, "title").value, &at);
  entry.url = decode(find_member(object, "url").value, &at);
  entry.date = decode(find_member(object, "date_published").value, &at);
  entry.body = decode(body, &at);
  exit_code code = page_entry_add(e->list, e->path, e->number, &entry);
  free(room);
  return code;
}

/* --- HAR ------------------------------------------------------------------ */

/* Redirects and errors have bodies too, which are no pages; neither are images
 * and scripts, the greater part of a HAR. */
static bool
is_page(json_text response, json_text content)
{
  json_text type = find_member(content, "mimeType").value;
  json_text status = find_member(response, "status").value;
  return type.data &&
         text_begins((pith_slice){type.data, type.len}, "text/html") &&
         (!status.data || (status.len == 3 && status.data[0] == '2'));
}

/* The text of a HAR is UTF-8, unless it is base64 of the bytes. */
static exit_code
take_answer(entries *e, json_text object)
{
  json_text response = find_member(object, "response").value;
  json_text content = find_member(response, "content").value;
  json_text url =
      find_member(find_member(object, "request").value, "url").value;
  json_text text = find_member(content, "text").value;
  bool base64 = json_text_is(find_member(content, "encoding").value, "base64");
  if (!is_page(response, content) || !text.data || !url.data)
    return EXIT_FINE;
  page_item item = {.store = -1, .utf8 = !base64};
  char *page = malloc(text.len + 1);
  size_t len = 0;
  item.url = json_text_copy(url);
  item.name = json_text_copy(url);
  item.path = strdup(e->path);
  exit_code code = EXIT_FINE;
  if (!page || !item.url || !item.name || !item.path) {
    page_item_done(&item);
    code = report_out_of_memory_for(e->path);
  } else if (base64 && !json_base64_decode(text, page, &len)) {
    message("%s: entry %zu: its text is no base64", e->path, e->number);
    e->list->failed++;
    page_item_done(&item);
  } else {
    len = base64 ? len : json_text_decode(text, page);
    code = page_list_keep(e->list, &item, (pith_slice){page, len});
  }
  free(page);
  return code;
}

/* --- both ----------------------------------------------------------------- */

/* What comes before broken JSON is used. */
static exit_code
take_entries(entries *e, json_text array,
             exit_code (*take)(entries *, json_text))
{
  json_scan in = scan_of(array);
  json_member member;
  json_step step = JSON_BROKEN;
  exit_code code = EXIT_FINE;
  if (array.data && json_open(&in, '['))
    while (code == EXIT_FINE &&
           (step = json_next_value(&in, &member)) == JSON_FOUND) {
      e->number++;
      if (member.kind == JSON_OBJECT)
        code = take(e, member.value);
    }
  if (step == JSON_BROKEN && code == EXIT_FINE) {
    message("%s: broken JSON behind entry %zu", e->path, e->number);
    e->list->failed++;
  }
  return code;
}

/* The first key decides: only a HAR has a log. A file that is neither
 * has no array to read, which is reported as broken JSON. */
exit_code
page_entries_add(page_list *list, byte_source *source)
{
  entries e = {.list = list, .path = source->path};
  input_bytes bytes;
  exit_code code =
      page_source_bytes(source, list->most_bytes * FILE_FACTOR, &bytes);
  json_text all = {bytes.data, bytes.len};
  json_text log =
      code == EXIT_FINE ? find_member(all, "log").value : (json_text){NULL, 0};
  if (code != EXIT_FINE)
    list->failed++;
  else if (log.data)
    code = take_entries(&e, find_member(log, "entries").value, take_answer);
  else
    code = take_entries(&e, find_member(all, "items").value, take_feed_item);
  input_bytes_done(&bytes);
  return code == EXIT_INPUT ? EXIT_FINE : code;
}
