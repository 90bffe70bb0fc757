/* page_lines.c: see the header.
 *
 *   file ──► unpacked ──► lines ──► page_item: where the line is
 *                           └─────► a nameless file, when it was packed
 *
 * A line may be six times as long as its page ("\u003c" is '<'). One that is
 * longer still is passed over without being kept, so that neither memory nor
 * disk is at the mercy of a packed file.
 */
#include "common/input/page_lines.h"

#include "common/packing/byte_source.h"
#include "common/input/page_record.h"
#include "common/input/page_stream.h"
#include "common/system/ascii_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A file of lines on its way. */
typedef struct lines {
  page_stream stream;
  uint64_t offset; /* in the store, of the line at hand */
  size_t number;   /* of the line, from 1 */
  bool too_long;   /* the line at hand is being passed over */
  size_t records;  /* of pith that are no pages; the first is reported */
} lines;

/* The line is left out and counted; the rest of the file is used. */
static void
refuse_line(lines *l, const char *why)
{
  message("%s:%zu: %s; the line is left out", l->stream.in->path, l->number,
          why);
  l->stream.list->failed++;
}

/* "FILE:12", for messages and for pages without a name. */
static char *
place_of(const lines *l, const char *path)
{
  size_t room = strlen(path) + 24;
  char *place = malloc(room);
  if (place)
    snprintf(place, room, "%s:%zu", path, l->number);
  return place;
}

/* Its id, its address, or where it is. */
static char *
name_of(const lines *l, const page_record *record)
{
  if (record->id.data && record->id.len > 0)
    return json_text_copy(record->id);
  if (record->url.data && record->url.len > 0)
    return json_text_copy(record->url);
  const char *slash = strrchr(l->stream.in->path, '/');
  return place_of(l, slash ? slash + 1 : l->stream.in->path);
}

/* A text that may be absent, given. False: memory ended. */
static bool
copy_known(json_text text, char **out)
{
  if (!text.data || text.len == 0)
    return true;
  *out = json_text_copy(text);
  return *out != NULL;
}

/* The list takes the texts; on failure they are released here. */
static exit_code
add_record(lines *l, const page_record *record, size_t len)
{
  page_item item = {.kind = PAGE_LINE,
                    .store = l->stream.store,
                    .utf8 = record->html.data != NULL,
                    .len = (uint32_t)len,
                    .from = l->offset};
  item.name = name_of(l, record);
  item.path = place_of(l, l->stream.in->path);
  bool done = item.name && item.path && copy_known(record->url, &item.url) &&
              copy_known(record->group, &item.group);
  if (done && page_list_append(l->stream.list, &item))
    return EXIT_FINE;
  page_item_done(&item);
  return report_out_of_memory_for(l->stream.in->path);
}

/* One line without its end. */
static exit_code
take_line(lines *l, const char *line, size_t len)
{
  page_record record;
  const char *why;
  l->number++;
  if (l->too_long || len > l->stream.most) {
    refuse_line(l, "the page is larger than --max-bytes");
    l->too_long = false;
    return EXIT_FINE;
  }
  pith_slice text = {line, len};
  if (text_is_blank(text))
    return EXIT_FINE;
  if (!page_record_find(text, l->stream.list->group_field, &record, &why)) {
    /* Only the first such line has a message of its own. */
    if (record.is_result && l->records++ > 0)
      l->stream.list->failed++;
    else
      refuse_line(l, why);
    return EXIT_FINE;
  }
  exit_code code = EXIT_FINE;
  if (l->stream.spill)
    code = page_store_write(l->stream.store, l->stream.in->path, line, len);
  if (code == EXIT_FINE)
    code = add_record(l, &record, len);
  if (l->stream.spill)
    l->offset += len;
  return code;
}

/* Take all lines that have ended, and keep the rest at the front. */
static exit_code
take_lines(void *state, stream_end end_of_input)
{
  lines *l = state;
  bool last = end_of_input == STREAM_END;
  size_t used = 0;
  exit_code code = EXIT_FINE;
  while (code == EXIT_FINE && (used < l->stream.len || (last && l->too_long))) {
    char *from = l->stream.data + used;
    const char *end = memchr(from, '\n', l->stream.len - used);
    if (!end && !last)
      break;
    size_t len = end ? (size_t)(end - from) : l->stream.len - used;
    code = take_line(l, from, len);
    used += len + (end != NULL);
    if (!l->stream.spill)
      l->offset += len + (end != NULL);
  }
  if (l->stream.len - used >
      l->stream.most) { /* forget it, it is too long already */
    if (!l->stream.spill)
      l->offset += l->stream.len - used;
    l->too_long = true;
    used = l->stream.len;
  }
  memmove(l->stream.data, l->stream.data + used, l->stream.len - used);
  l->stream.len -= used;
  return code;
}

/* Records that pith wrote itself get two messages, not one for each line. */
exit_code
page_lines_add(page_list *list, byte_source *in)
{
  lines l = {.offset = 0};
  exit_code code = page_stream_open(&l.stream, list, in);
  if (code == EXIT_FINE)
    code = page_stream_read(&l.stream, take_lines, &l);
  if (l.records > 1)
    message("%s: %zu lines are such records; all are left out", in->path,
            l.records);
  page_stream_close(&l.stream);
  return code;
}

/* The line is found again by its place; if it is no record now, the file was
 * changed. */
static exit_code
decode_page(const page_item *page, const char *line, size_t most,
            input_bytes *out)
{
  page_record record;
  const char *why;
  pith_slice text = {line, page->len};
  bool fine = page_record_find(text, NULL, &record, &why);
  if (!fine) {
    why = "changed while it was being read";
  } else if (page->utf8) {
    out->len = json_text_decode(record.html, out->data);
  } else {
    fine = json_base64_decode(record.html_b64, out->data, &out->len);
    why = "\"html_b64\" is no base64";
  }
  if (fine && out->len > most) {
    fine = false;
    why = "the page is larger than --max-bytes";
  }
  if (!fine)
    message("%s: %s", page->path, why);
  return fine ? EXIT_FINE : EXIT_INPUT;
}

/* Called by threads: it shares nothing but the descriptor, which is read by
 * position. */
exit_code
page_line_read(const page_item *page, size_t most, input_bytes *out)
{
  char *line;
  exit_code code = page_store_read(page, &line, out);
  if (code == EXIT_FINE)
    code = decode_page(page, line, most, out);
  free(line);
  if (code != EXIT_FINE)
    input_bytes_done(out);
  return code;
}
