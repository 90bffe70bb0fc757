/* page_list.c: see the header.
 *
 *     input ──► byte_source ──► input_kind ──► reader ──► items
 *
 * A reader of many pages is a row of one table and a file of its own. */
#include "common/input/page_list.h"

#include "common/input/page_entries.h"
#include "common/input/page_feed.h"
#include "common/input/page_files.h"
#include "common/input/page_index.h"
#include "common/input/page_lines.h"
#include "common/input/page_read.h"
#include "common/input/page_romip.h"
#include "common/input/page_store.h"
#include "common/input/page_warc.h"
#include "common/system/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Take `path` over, copy `name`. */
static exit_code
add_file(page_list *list, char *path, const char *name)
{
  page_item item = {.kind = PAGE_FILE, .path = path, .store = -1};
  item.name = strdup(name);
  if (item.name && page_list_append(list, &item))
    return EXIT_FINE;
  exit_code code = report_out_of_memory_for(path);
  free(item.name);
  free(path);
  return code;
}

/* All pages below it, by name. */
static exit_code
add_directory(page_list *list, const char *input)
{
  page_files files;
  size_t first = list->count;
  exit_code code = page_files_find(input, &files);
  list->failed += files.failed;
  for (size_t i = 0; i < files.count && code == EXIT_FINE; i++) {
    code = add_file(list, files.items[i].path, files.items[i].name);
    files.items[i].path = NULL;
  }
  page_files_done(&files);
  if (code == EXIT_FINE && !page_index_apply(list, first, input))
    return report_out_of_memory_for(input);
  return code == EXIT_INPUT ? EXIT_FINE : code; /* counted and reported */
}

/* Its name without the folder. */
static const char *
last_step(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* A page that comes by a pipe, or inside of a saved one, is read now: what it
 * is was seen already. In memory, so that no folder for temporary files has to
 * be writable for the simplest use of all. */
static exit_code
add_held(page_list *list, byte_source *in, const char *input)
{
  input_bytes bytes;
  page_item item = {.kind = PAGE_HELD, .store = -1};
  exit_code code = page_read_source(in, list->most_bytes, &bytes, &item.url);
  if (code != EXIT_FINE) {
    list->failed++;
    free(item.url);
    return code == EXIT_INPUT ? EXIT_FINE : code;
  }
  item.path = strdup(strcmp(input, "-") == 0 ? "standard input" : input);
  item.name = strdup(last_step(input));
  item.held = bytes.data;
  item.len = (uint32_t)bytes.len;
  if (item.path && item.name && page_list_append(list, &item))
    return EXIT_FINE;
  page_item_done(&item);
  return report_out_of_memory_for(input);
}

/* A file that was named is a page whatever its ending is. Saved pages know
 * their address. */
static exit_code
add_page(page_list *list, byte_source *in, const char *input, input_kind kind)
{
  if (!in->seekable || kind != INPUT_PAGE)
    return add_held(list, in, input);
  byte_source_close(in);
  char *path = strdup(input);
  return path ? add_file(list, path, last_step(input))
              : report_out_of_memory_for(input);
}

/* A name has to be longer than its ending: ".jsonl" itself is a hidden file. */
static bool
ends_in(const char *text, const char *ending)
{
  size_t len = strlen(text);
  size_t tail = strlen(ending);
  return len > tail && strcmp(text + len - tail, ending) == 0;
}

/* What the bytes say; only where they could be anything the name decides: lines
 * whose first is broken, an archive whose front is damaged. */
static input_kind
find_kind(const byte_source *in, const char *input, const char **what)
{
  input_kind kind = page_source_kind(in, what);
  if (kind != INPUT_PAGE && kind != INPUT_REFUSED)
    return kind;
  if (ends_in(input, ".jsonl") || ends_in(input, ".jsonl.gz") ||
      ends_in(input, ".jsonl.zst"))
    return INPUT_LINES;
  if (ends_in(input, ".warc") || ends_in(input, ".warc.gz") ||
      ends_in(input, ".warc.zst"))
    return INPUT_WARC;
  return kind;
}

/* The readers of files of many pages. */
static exit_code (*const readers[])(page_list *list, byte_source *in) = {
    [INPUT_LINES] = page_lines_add,
    [INPUT_ROMIP] = page_romip_add,
    [INPUT_FEED] = page_feed_add,
    [INPUT_SITEMAP] = page_feed_add,
    [INPUT_JSON_FEED] = page_entries_add,
    [INPUT_HAR] = page_entries_add,
    [INPUT_WARC] = page_warc_add,
    [INPUT_ZIP] = page_warc_add,
    [INPUT_REFUSED] = NULL};

/* Empty; nothing to release yet. */
void
page_list_init(page_list *list, size_t most_bytes)
{
  memset(list, 0, sizeof *list);
  list->most_bytes = most_bytes;
}

/* Closes the stores that packed inputs were unpacked to. */
void
page_list_done(page_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    page_item_done(&list->items[i]);
  for (size_t i = 0; i < list->store_count; i++)
    close(list->stores[i]);
  free(list->items);
  free(list->stores);
  page_list_init(list, list->most_bytes);
}

/* For choosing a format of output, before anything is read: standard input is
 * put back, so that its first bytes are not lost. What cannot be opened will be
 * reported when it is added. */
bool
page_list_holds_many(const char *input)
{
  struct stat about;
  byte_source in;
  const char *what;
  bool standard = strcmp(input, "-") == 0;
  if (!standard && (stat(input, &about) != 0 || S_ISDIR(about.st_mode)))
    return stat(input, &about) == 0;
  if (!standard && !S_ISREG(about.st_mode))
    return false; /* the bytes of a pipe come once */
  if (byte_source_open(input, &in) != EXIT_FINE)
    return false;
  bool many = readers[find_kind(&in, input, &what)] != NULL;
  byte_source_put_back(&in);
  return many;
}

/* Add an open input by its kind. Readers of many pages borrow the source; that
 * of one page takes it, because a pipe has to stay open until it is read. */
static exit_code
add_source(page_list *list, byte_source *in, const char *input)
{
  const char *what = NULL;
  input_kind kind = find_kind(in, input, &what);
  exit_code code = EXIT_FINE;
  if (kind == INPUT_REFUSED) {
    message("%s: %s", in->path, what);
    list->failed++;
  } else if (readers[kind]) {
    code = readers[kind](list, in);
  } else {
    return add_page(list, in, input, kind);
  }
  byte_source_close(in);
  return code;
}

/* Folders, files of many pages, single pages: known by what they are. */
exit_code
page_list_add(page_list *list, const char *input)
{
  struct stat about;
  byte_source in;
  if (strcmp(input, "-") != 0 && stat(input, &about) == 0 &&
      S_ISDIR(about.st_mode))
    return add_directory(list, input);
  exit_code code = byte_source_open(input, &in);
  if (code == EXIT_FINE)
    return add_source(list, &in, input);
  list->failed++;
  return code == EXIT_INPUT ? EXIT_FINE : code;
}

/* Under its address: no path of a temporary file is ever shown. It is read at
 * once, or as a stream, because the file goes. */
exit_code
page_list_add_fetched(page_list *list, const char *folder, const char *file,
                      const char *url)
{
  byte_source in;
  size_t first = list->count;
  char *path = path_join(folder, file);
  exit_code code = path ? byte_source_open(path, &in) : report_out_of_memory();
  free(path);
  if (code != EXIT_FINE) {
    list->failed++;
    return code == EXIT_INPUT ? EXIT_FINE : code;
  }
  in.path = url;
  in.seekable = false;
  code = add_source(list, &in, url);
  if (code == EXIT_FINE && list->count == first + 1 &&
      list->items[first].kind == PAGE_HELD) {
    char *name = strdup(url);
    if (!name || !page_index_apply(list, first, folder)) {
      free(name);
      return report_out_of_memory_for(url);
    }
    free(list->items[first].name);
    list->items[first].name = name;
  }
  return code;
}

/* By bytes, so that the order is that of every machine. */
static int
compare_names(const void *a, const void *b)
{
  const page_item *one = a, *two = b;
  int order = strcmp(one->name, two->name);
  if (order || !one->origin || !two->origin)
    return order;
  order = strcmp(one->origin->date, two->origin->date);
  return order ? order
               : (one->origin->offset > two->origin->offset) -
                     (one->origin->offset < two->origin->offset);
}

/* A page that was captured again gets its date, and if need be its offset,
 * behind its name. False: memory ended. */
static bool
rename_again(page_item *item, bool offset)
{
  const page_origin *origin = item->origin;
  size_t room = strlen(item->name) + strlen(origin->date) + 32;
  char *name = malloc(room);
  if (!name)
    return false;
  if (offset)
    snprintf(name, room, "%s@%llu", item->name,
             (unsigned long long)origin->offset);
  else
    snprintf(name, room, "%s@%s", item->name, origin->date);
  free(item->name);
  item->name = name;
  return true;
}

/* Captures of one address in an archive: named by date first, then by
 * offset. The first keeps its name. */
static bool
name_captures(page_list *list)
{
  for (int round = 0; round < 2; round++) {
    bool again = false;
    for (size_t i = list->count; i-- > 1;) {
      page_item *two = &list->items[i];
      if (two->origin && strcmp(two[-1].name, two->name) == 0) {
        again = true;
        if (!rename_again(two, round > 0))
          return false;
      }
    }
    if (!again)
      return true;
    qsort(list->items, list->count, sizeof *list->items, compare_names);
  }
  return true;
}

/* Two pages with one name end the command: in the output one would overwrite
 * the other. */
exit_code
page_list_settle(page_list *list)
{
  if (list->count > 0)
    qsort(list->items, list->count, sizeof *list->items, compare_names);
  if (!name_captures(list))
    return report_out_of_memory();
  for (size_t i = 1; i < list->count; i++) {
    const page_item *one = &list->items[i - 1];
    const page_item *two = &list->items[i];
    if (strcmp(one->name, two->name) == 0) {
      message("two pages are called '%s' (%s and %s); name the directory that "
              "holds both, or give them other ids",
              one->name, one->path, two->path);
      return EXIT_USAGE;
    }
  }
  return EXIT_FINE;
}

/* A page may be read several times, so the bytes stay with the item. */
static exit_code
copy_held(const page_item *page, input_bytes *out)
{
  *out = (input_bytes){malloc((size_t)page->len + 1), page->len,
                       (size_t)page->len + 1, page->path};
  if (!out->data)
    return report_out_of_memory_for(page->path);
  memcpy(out->data, page->held, page->len);
  return EXIT_FINE;
}

/* The record is the page, so one of the two buffers is not needed. */
static exit_code
read_stored(const page_item *page, input_bytes *out)
{
  char *record;
  exit_code code = page_store_read(page, &record, out);
  if (code != EXIT_FINE) {
    free(record);
    input_bytes_done(out);
    return code;
  }
  free(out->data);
  out->data = record;
  out->len = page->len;
  return EXIT_FINE;
}

/* The encoding of JSON is settled, that of the transport is believed as far as
 * the bytes allow. */
pith_options
page_item_options(const page_item *item, const pith_options *options)
{
  pith_options out = *options;
  if (item->utf8 && !out.encoding)
    out.encoding = "utf-8";
  if (item->origin && *item->origin->charset)
    out.transport_encoding = item->origin->charset;
  return out;
}

/* A page is read when it is its turn: the list itself is small. */
exit_code
page_list_read(const page_list *list, size_t item, input_bytes *out)
{
  const page_item *page = &list->items[item];
  switch (page->kind) {
  case PAGE_LINE:
    return page_line_read(page, list->most_bytes, out);
  case PAGE_DOCUMENT:
    return page_romip_read(page, list->most_bytes, out);
  case PAGE_STORED:
    return read_stored(page, out);
  case PAGE_HELD:
    return copy_held(page, out);
  case PAGE_ARCHIVE:
  case PAGE_FILE:
    break;
  }
  exit_code code = page_read(page->path, list->most_bytes, out);
  if (page->fetched && page->url)
    out->name = page->url;
  return code;
}

/* No page at all is EXIT_INPUT, but the message comes only when nothing else
 * was reported. */
exit_code
page_list_add_all(page_list *list, const char *const *paths, size_t count)
{
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < count && code == EXIT_FINE; i++)
    code = page_list_add(list, paths[i]);
  if (code != EXIT_FINE || list->count > 0)
    return code;
  if (list->failed == 0)
    message("%s: contains no pages; a page ends in .html, .htm, .php or the "
            "like",
            paths[0]);
  return EXIT_INPUT;
}
