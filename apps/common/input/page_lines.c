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

#include "common/input/byte_source.h"
#include "common/input/page_record.h"
#include "common/input/page_store.h"
#include "common/system/ascii_text.h"
#include "common/system/grow.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1 << 17, ESCAPE_LENGTH = 6, OTHER_KEYS = 1 << 16 };

/* A file of lines on its way. */
typedef struct lines {
  page_list *list;
  byte_source in;
  int store;       /* where lines are found later */
  bool spill;      /* `store` is written here, line by line */
  uint64_t offset; /* in `store`, of the line at hand */
  size_t number;   /* of the line, from 1 */
  char *data;      /* owned: bytes read and not used up */
  size_t len;
  size_t capacity;
  size_t line_most;
  bool too_long; /* the line at hand is being passed over */
  size_t told;   /* records of pith that are no pages; the first is said */
} lines;

/* The line is left out and counted; the rest of the file is used. */
static void
refuse_line(lines *l, const char *why)
{
  message("%s:%zu: %s; the line is left out", l->in.path, l->number, why);
  l->list->failed++;
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
  const char *slash = strrchr(l->in.path, '/');
  return place_of(l, slash ? slash + 1 : l->in.path);
}

/* The list takes the texts; on failure they are released here. */
static exit_code
add_record(lines *l, const page_record *record, size_t len)
{
  page_item item = {.kind = PAGE_LINE,
                    .store = l->store,
                    .utf8 = record->html.data != NULL,
                    .len = (uint32_t)len,
                    .from = l->offset};
  item.name = name_of(l, record);
  item.path = place_of(l, l->in.path);
  bool done = item.name && item.path;
  if (done && record->url.data && record->url.len > 0) {
    item.url = json_text_copy(record->url);
    done = item.url != NULL;
  }
  if (done && page_list_append(l->list, &item))
    return EXIT_FINE;
  free(item.name);
  free(item.path);
  free(item.url);
  return report_out_of_memory_for(l->in.path);
}

/* One line without its end. */
static exit_code
take_line(lines *l, const char *line, size_t len)
{
  page_record record;
  const char *why;
  l->number++;
  if (l->too_long || len > l->line_most) {
    refuse_line(l, "the page is larger than --max-bytes");
    l->too_long = false;
    return EXIT_FINE;
  }
  if (text_is_blank((pith_slice){line, len}))
    return EXIT_FINE;
  if (!page_record_find(line, len, &record, &why)) {
    if (record.told && l->told++ > 0)
      l->list->failed++;
    else
      refuse_line(l, why);
    return EXIT_FINE;
  }
  exit_code code = EXIT_FINE;
  if (l->spill)
    code = page_store_write(l->store, l->in.path, line, len);
  if (code == EXIT_FINE)
    code = add_record(l, &record, len);
  if (l->spill)
    l->offset += len;
  return code;
}

/* Take all lines that have ended, and keep the rest at the front. */
static exit_code
take_lines(lines *l, bool last)
{
  size_t used = 0;
  exit_code code = EXIT_FINE;
  while (code == EXIT_FINE && (used < l->len || (last && l->too_long))) {
    char *from = l->data + used;
    const char *end = memchr(from, '\n', l->len - used);
    if (!end && !last)
      break;
    size_t len = end ? (size_t)(end - from) : l->len - used;
    code = take_line(l, from, len);
    used += len + (end != NULL);
    if (!l->spill)
      l->offset += len + (end != NULL);
  }
  if (l->len - used > l->line_most) { /* forget it, it is too long already */
    if (!l->spill)
      l->offset += l->len - used;
    l->too_long = true;
    used = l->len;
  }
  memmove(l->data, l->data + used, l->len - used);
  l->len -= used;
  return code;
}

/* The buffer grows only while a line does not fit, up to the longest line
 * that is allowed. */
static exit_code
read_lines(lines *l)
{
  for (;;) {
    if (l->len == l->capacity &&
        !GROW(l->data, l->capacity, l->capacity + FIRST_ROOM))
      return report_out_of_memory_for(l->in.path);
    ptrdiff_t got =
        byte_source_read(&l->in, l->data + l->len, l->capacity - l->len);
    if (got < 0)
      l->list->failed++;
    l->len += got > 0 ? (size_t)got : 0;
    exit_code code = take_lines(l, got == 0);
    if (got <= 0 || code != EXIT_FINE)
      return code;
  }
}

/* Packed files are unpacked once to a nameless file, since pages are read
 * again in any order. */
exit_code
page_lines_add(page_list *list, const char *input)
{
  lines l = {.list = list};
  l.line_most = list->most_bytes * ESCAPE_LENGTH + OTHER_KEYS;
  if (l.line_most > UINT32_MAX)
    l.line_most = UINT32_MAX;
  exit_code code = byte_source_open(input, &l.in);
  if (code != EXIT_FINE) {
    list->failed++;
    return code == EXIT_INPUT ? EXIT_FINE : code;
  }
  l.spill = l.in.how != NULL;
  code = page_store_open(list, &l.in, &l.store);
  if (code == EXIT_FINE)
    code = read_lines(&l);
  if (l.told > 1)
    message("%s: %zu lines are such records; all are left out", input, l.told);
  free(l.data);
  byte_source_close(&l.in);
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
  bool fine = page_record_find(line, page->len, &record, &why);
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
