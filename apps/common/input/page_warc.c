/* page_warc.c: see the header.
 *
 *     records ──► wanted? ──► page_item + bytes ──► a worker at once, or
 *                                                  the list's store
 *
 * Of pages their digests and places are remembered, so that a revisit can be
 * read from where its original is; the pages themselves are not kept.
 */
#include "common/input/page_warc.h"

#include "common/input/page_store.h"
#include "common/system/ascii_text.h"
#include "common/system/fnv.h"
#include "common/system/grow.h"
#include "common/system/nameless_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes of a WACZ that comes by a pipe, for which there is room on disk. */
#define SPOOL_MOST ((uint64_t)16 << 30)

/* Where the page with a digest is. */
typedef struct seen_page {
  uint64_t digest;
  uint64_t offset;
} seen_page;

struct warc_pages {
  warc_reader *reader;
  warc_filter filter;
  const char *path; /* lent */
  bool path_known;  /* it can be opened again */
  warc_options options;
  size_t failed;
  size_t revisits; /* whose original is elsewhere */

  /* Pages by the hash of their digest, for revisits; not of pipes. */
  seen_page *seen; /* owned; by hash, at most half full; digest 0: free */
  size_t seen_count, seen_room;
  warc_reader *originals; /* a second reader of the file; NULL: not open */
};

/* --- one record ----------------------------------------------------------- */

/* XHTML too; nothing else is parsed as HTML by browsers. */
static bool
is_html(pith_slice type)
{
  return text_begins(type, "text/html") ||
         text_begins(type, "application/xhtml") || type.len == 0;
}

/* An empty type is one that nobody declared: then the bytes decide. XML without
 * a type is mostly a feed or a picture. */
static bool
looks_like_html(pith_slice payload)
{
  pith_slice text = text_trim(payload);
  return text.len > 0 && text.data[0] == '<' && !text_begins(text, "<?xml");
}

/* Conversions are text that somebody extracted already. */
static bool
has_type(const warc_pages *p, const warc_record *record)
{
  if (p->filter.mime)
    return text_begins(record->content_type, p->filter.mime);
  if (record->type == WARC_CONVERSION)
    return text_begins(record->content_type, "text/");
  return is_html(record->content_type) &&
         (record->content_type.len > 0 || looks_like_html(record->payload));
}

/* wget stores its own log under addresses of metadata, and crawlers names of
 * hosts. */
static bool
is_page(const warc_pages *p, const warc_record *record)
{
  const warc_filter *filter = &p->filter;
  uint32_t status = (uint32_t)record->status;
  if (record->url.len == 0 || text_begins(record->url, "metadata:") ||
      text_begins(record->url, "dns:"))
    return false;
  if (status > 0 && filter->status > 0 && status != filter->status)
    return false;
  if (status > 0 && filter->status == 0 && (status < 200 || status > 299))
    return false;
  if (filter->language && !text_begins(record->language, filter->language))
    return false;
  return has_type(p, record);
}

/* Texts of an origin, one behind the other in its block. */
static const char *
put_text(char **room, pith_slice text)
{
  const char *at = *room;
  if (text.len > 0)
    memcpy(*room, text.data, text.len);
  (*room)[text.len] = '\0';
  *room += text.len + 1;
  return at;
}

/* One block, so that a page of a list costs one allocation for all of it. */
static page_origin *
make_origin(const warc_record *record)
{
  size_t room = record->date.len + record->id.len + record->content_type.len +
                record->charset.len + 4;
  page_origin *out = malloc(sizeof *out + room);
  if (!out)
    return NULL;
  char *texts = (char *)(out + 1);
  out->offset = record->offset;
  out->status = record->status;
  out->date = put_text(&texts, record->date);
  out->record = put_text(&texts, record->id);
  out->type = put_text(&texts, record->content_type);
  out->charset = put_text(&texts, record->charset);
  return out;
}

/* "FILE@1234", for messages: the offset is what `pith warc extract` takes. */
static char *
place_of(const warc_pages *p, const warc_record *record)
{
  size_t room = strlen(p->path) + record->file.len + 32;
  char *place = malloc(room);
  if (place)
    snprintf(place, room, "%s%s%.*s@%llu", p->path, record->file.len ? ":" : "",
             (int)record->file.len, record->file.data ? record->file.data : "",
             (unsigned long long)record->offset);
  return place;
}

/* On failure nothing is left to release. */
static bool
make_item(const warc_pages *p, const warc_record *record, page_item *out)
{
  *out = (page_item){.kind = PAGE_STORED,
                     .store = -1,
                     .utf8 = record->type == WARC_CONVERSION,
                     .len = (uint32_t)record->payload.len};
  out->name = text_copy(record->url);
  out->url = text_copy(record->url);
  out->path = place_of(p, record);
  out->origin = make_origin(record);
  if (out->name && out->url && out->path && out->origin)
    return true;
  page_item_done(out);
  return false;
}

/* --- revisits ------------------------------------------------------------- */

/* The entry of a digest, or the free one where it belongs. */
static seen_page *
find_seen(seen_page *seen, size_t room, uint64_t digest)
{
  size_t at = (size_t)digest & (room - 1);
  while (seen[at].digest != 0 && seen[at].digest != digest)
    at = (at + 1) & (room - 1);
  return &seen[at];
}

/* Twice the room. False: memory ended, and nothing has changed. */
static bool
grow_seen(warc_pages *p)
{
  size_t room = p->seen_room ? p->seen_room * 2 : 1024;
  seen_page *moved = calloc(room, sizeof *moved);
  if (!moved)
    return false;
  for (size_t i = 0; i < p->seen_room; i++)
    if (p->seen[i].digest)
      *find_seen(moved, room, p->seen[i].digest) = p->seen[i];
  free(p->seen);
  p->seen = moved;
  p->seen_room = room;
  return true;
}

static uint64_t
digest_hash(pith_slice digest)
{
  return fnv_add(FNV_START, digest.data, digest.len) | 1; /* never 0 */
}

/* Remember a page, so that a revisit finds it; of equal ones the last. Without
 * memory it does not. */
static void
remember(warc_pages *p, const warc_record *record)
{
  pith_slice digest = record->payload_digest;
  if (!p->path_known || digest.len == 0 || record->file.len > 0)
    return;
  if (p->seen_count * 2 >= p->seen_room && !grow_seen(p))
    return;
  uint64_t hash = digest_hash(digest);
  seen_page *entry = find_seen(p->seen, p->seen_room, hash);
  p->seen_count += entry->digest == 0;
  *entry = (seen_page){hash, record->offset};
}

/* The page that a revisit refers to, read again from its place: its head and
 * body, with the address and date of the revisit. */
static bool
find_original(warc_pages *p, warc_record *revisit)
{
  warc_record found;
  pith_slice digest = revisit->payload_digest;
  if (p->seen_count == 0 || digest.len == 0)
    return false;
  const seen_page *entry =
      find_seen(p->seen, p->seen_room, digest_hash(digest));
  if (entry->digest == 0)
    return false;
  if (!p->originals &&
      warc_open_path(p->path, &p->options, &p->originals) != WARC_FINE)
    return false;
  if (warc_seek(p->originals, entry->offset) != WARC_FINE ||
      warc_next(p->originals, &found) != WARC_FINE)
    return false;
  revisit->payload = found.payload;
  revisit->content_type = found.content_type;
  revisit->charset = found.charset;
  revisit->language = found.language;
  revisit->status = found.status;
  return true;
}

/* --- all of them ---------------------------------------------------------- */

/* Why an archive cannot be read on. */
static exit_code
report_status(const char *path, warc_status status)
{
  char room[128];
  switch (status) {
  case WARC_NO_MEMORY:
    return report_out_of_memory_for(path);
  case WARC_NO_LIBRARY:
    report_built_without(path, "zlib or libzstd", "zlib1g-dev libzstd-dev");
    return EXIT_INPUT;
  case WARC_NO_READ:
    message("%s: %s", path, system_text(errno, room));
    return EXIT_INPUT;
  case WARC_NO_ARCHIVE:
    message("%s: no WARC, ARC or WACZ in it; unpack it and name the pages or "
            "their folder",
            path);
    return EXIT_INPUT;
  default:
    return EXIT_FINE;
  }
}

/* As input_kind.c knows it. */
static bool
is_zip(pith_slice front)
{
  return front.len >= 4 && memcmp(front.data, "PK\3\4", 4) == 0;
}

/* A WACZ from a pipe goes to a nameless file first: its directory is at its
 * end. The descriptor is the caller's. */
static exit_code
spool(byte_source *source, int *out)
{
  char piece[1 << 15], room[128];
  uint64_t left = SPOOL_MOST;
  ptrdiff_t got = 0;
  exit_code code = EXIT_FINE;
  *out = nameless_file();
  if (*out < 0) {
    message("%s: %s; TMPDIR may name another folder", source->path,
            system_text(errno, room));
    return EXIT_ENVIRONMENT;
  }
  while (code == EXIT_FINE &&
         (got = byte_source_read(source, piece, sizeof piece)) > 0) {
    if ((uint64_t)got > left) {
      message("%s: a WACZ of more than 16 GB from a pipe; save it and name the "
              "file",
              source->path);
      code = EXIT_INPUT;
    } else {
      code = page_store_write(*out, source->path, piece, (size_t)got);
      left -= (uint64_t)got;
    }
  }
  code = code == EXIT_FINE && got < 0 ? EXIT_INPUT : code; /* reported */
  if (code != EXIT_FINE)
    close(*out);
  return code;
}

/* A file is opened by its path, so that it can be read from any offset; a pipe
 * is read as it comes. EXIT_INPUT or EXIT_ENVIRONMENT after a message. */
static exit_code
open_reader(warc_pages *p, byte_source *source)
{
  warc_status status;
  int file;
  if (p->path_known) {
    status = warc_open_path(p->path, &p->options, &p->reader);
  } else if (is_zip(byte_source_front(source))) {
    TRY(spool(source, &file));
    status = warc_open_file(file, &p->options, &p->reader);
  } else {
    byte_feed feed = byte_source_raw(source);
    status = warc_open_feed(feed, &p->options, &p->reader);
  }
  return report_status(p->path, status);
}

warc_pages *
warc_pages_open(const page_list *list, const char *path, byte_source *source,
                exit_code *code)
{
  warc_options options = {.most_bytes = list->most_bytes,
                          .types = 1u << WARC_RESPONSE | 1u << WARC_RESOURCE |
                                   1u << WARC_CONVERSION | 1u << WARC_REVISIT,
                          .verify = list->filter.verify};
  warc_pages *p = calloc(1, sizeof *p);
  *code = p ? EXIT_FINE : report_out_of_memory_for(path);
  if (!p)
    return NULL;
  p->filter = list->filter;
  p->path = path;
  p->path_known = !source || source->seekable;
  p->options = options;
  *code = open_reader(p, source);
  if (*code == EXIT_FINE)
    return p;
  free(p);
  return NULL;
}

/* Damage has one message each; it never ends the reading. A record with a wrong
 * digest, or one that its writer cut off, is used all the same: the message
 * names it, and the exit code is 1. */
static void
report_damage(warc_pages *p, const warc_record *record)
{
  message("%s: offset %llu: %s%s", p->path, (unsigned long long)record->offset,
          record->damage,
          record->payload.data ? "" : "; the record is left out");
  p->failed++;
}

/* Damage that does not concern a page, as in a request, is reported only when
 * it hides what the record was. */
bool
warc_pages_next(warc_pages *p, page_item *item, pith_slice *bytes,
                exit_code *code)
{
  warc_record record;
  warc_status status;
  *code = EXIT_FINE;
  while ((status = warc_next(p->reader, &record)) <= WARC_DAMAGE) {
    bool revisit = status == WARC_FINE && record.type == WARC_REVISIT;
    bool resolved = revisit && find_original(p, &record);
    bool page =
        status == WARC_FINE && (!revisit || resolved) && is_page(p, &record);
    if (status == WARC_DAMAGE || (record.damage && page))
      report_damage(p, &record);
    p->revisits += revisit && !resolved;
    if (page && !revisit)
      remember(p, &record);
    if (!page || !record.payload.data)
      continue;
    *bytes = record.payload;
    if (make_item(p, &record, item))
      return true;
    *code = report_out_of_memory_for(p->path);
    return false;
  }
  *code = status == WARC_END ? EXIT_FINE : report_status(p->path, status);
  p->failed += *code == EXIT_INPUT;
  return false;
}

/* Counted while reading. */
size_t
warc_pages_failed(const warc_pages *pages)
{
  return pages->failed;
}

/* NULL is allowed. */
void
warc_pages_close(warc_pages *p)
{
  if (!p)
    return;
  if (p->revisits > 0)
    message("%s: %zu revisits of pages that are not in it", p->path,
            p->revisits);
  warc_close(p->originals);
  warc_close(p->reader);
  free(p->seen);
  free(p);
}

/* --- into a list ---------------------------------------------------------- */

/* An archive that is read once stays closed until its turn; a pipe moves into
 * the item. */
static exit_code
add_archive(page_list *list, byte_source *in)
{
  page_item item = {.kind = PAGE_ARCHIVE, .store = -1};
  item.path = strdup(in->path);
  item.name = strdup(in->path);
  bool done = item.path && item.name;
  if (done && !in->seekable) {
    item.source = malloc(sizeof *item.source);
    done = item.source != NULL;
    if (done) {
      *item.source = *in;
      *in = (byte_source){.file = -1, .path = in->path};
    }
  }
  if (done && page_list_append(list, &item))
    return EXIT_FINE;
  page_item_done(&item);
  return report_out_of_memory_for(in->path);
}

/* Pages are unpacked to the store of the list: they will be read again, and in
 * any order. */
exit_code
page_warc_add(page_list *list, byte_source *in)
{
  exit_code code;
  page_item item;
  pith_slice bytes;
  if (list->once)
    return add_archive(list, in);
  warc_pages *pages = warc_pages_open(list, in->path, in, &code);
  if (!pages) {
    list->failed++;
    return code == EXIT_INPUT ? EXIT_FINE : code;
  }
  while (warc_pages_next(pages, &item, &bytes, &code)) {
    code = page_list_keep(list, &item, bytes);
    if (code != EXIT_FINE)
      break;
  }
  list->failed += warc_pages_failed(pages);
  warc_pages_close(pages);
  return code == EXIT_INPUT ? EXIT_FINE : code;
}
