/* review_parts.c: see the header.
 *
 * Where a page of a folder refers to http://host/a/b.css, the file may lie as
 * host/a/b.css or a/b.css below the folder or any folder on the way to the
 * page, with or without the query in its name: tools that mirror sites have all
 * of these habits.
 */
#define _XOPEN_SOURCE 700 /* NOLINT: realpath() */
#include "lab/review/review_parts.h"

#include "common/system/ascii_text.h"
#include "common/system/need.h"
#include "common/system/number.h"
#include "common/web/web_url.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PART_MOST = 20000000, PATH_ROOM = 4096 };

static const char mirror[] = "http://mirror.invalid/";

/* --- what is reviewed ----------------------------------------------------- */

/* A folder, or the folder of a page; of an archive its records. */
void
review_parts_init(review_parts *parts, const review_source *source,
                  const char *input)
{
  struct stat about;
  *parts = (review_parts){.source = source, .input = input};
  pthread_mutex_init(&parts->lock, NULL);
  if (source->place_count == 0)
    return;
  const page_item *first = &source->sites[0].list.items[0];
  if (first->origin && first->origin->record)
    parts->is_archive = true;
  else if (first->kind == PAGE_FILE && stat(input, &about) == 0) {
    parts->root = realpath(input, NULL);
    char *slash = parts->root ? strrchr(parts->root, '/') : NULL;
    if (slash && !S_ISDIR(about.st_mode))
      *slash = '\0';
  }
}

/* The pages are the source's; only the list of the archive is ours. */
void
review_parts_done(review_parts *parts)
{
  if (parts->is_read)
    page_list_done(&parts->archive.list);
  free(parts->root);
  pthread_mutex_destroy(&parts->lock);
}

/* The part of a page's path below the root; NULL when it is not there. */
static const char *
below_root(const review_parts *parts, const page_item *item,
           char real[PATH_MAX])
{
  size_t len = parts->root ? strlen(parts->root) : 0;
  if (len == 0 || item->kind != PAGE_FILE || !realpath(item->path, real) ||
      strncmp(real, parts->root, len) != 0 || real[len] != '/')
    return NULL;
  return real + len + 1;
}

/* A place is of this source, so it is never outside the list. */
static const page_item *
item_of(const review_parts *parts, const review_place *place)
{
  return &parts->source->sites[place->site].list.items[place->item];
}

/* Bytes of a name that mean something in an address are encoded. */
static pith_slice
address_of_path(const char *path, char room[REVIEW_ADDRESS_ROOM])
{
  int len = snprintf(room, REVIEW_ADDRESS_ROOM, "%s", mirror);
  for (; *path && len < REVIEW_ADDRESS_ROOM - 4; path++)
    len += snprintf(room + len, (size_t)(REVIEW_ADDRESS_ROOM - len),
                    strchr("%?#\\", *path) ? "%%%02X" : "%c",
                    (unsigned char)*path);
  return (pith_slice){room, (size_t)len};
}

/* Lines of JSON know their address, but nothing lies beside them. */
pith_slice
review_parts_base(const review_parts *parts, const review_place *place,
                  char room[REVIEW_ADDRESS_ROOM])
{
  char real[PATH_MAX];
  const page_item *item = item_of(parts, place);
  const char *path = below_root(parts, item, real);
  if (path)
    return address_of_path(path, room);
  return text_slice(parts->is_archive ? item->url : NULL);
}

/* --- types ---------------------------------------------------------------- */

/* Vectors begin with their element, behind a declaration and comments. */
static bool
is_svg(const input_bytes *bytes)
{
  pith_slice text = {bytes->data, bytes->len < 1000 ? bytes->len : 1000};
  text = text_trim(text);
  if (!text_begins(text, "<?xml") && !text_begins(text, "<svg") &&
      !text_begins(text, "<!"))
    return false;
  for (size_t i = 0; i + 4 < text.len; i++)
    if (memcmp(text.data + i, "<svg", 4) == 0)
      return true;
  return false;
}

/* By its first bytes; NULL for what is neither an image nor a font. */
static const char *
type_of(const input_bytes *bytes)
{
  static const struct {
    size_t at;
    size_t len;
    const char *bytes;
    const char *type;
  } known[] = {
      {0, 4, "\x89PNG", "image/png"},     {0, 3, "\xff\xd8\xff", "image/jpeg"},
      {0, 4, "GIF8", "image/gif"},        {8, 4, "WEBP", "image/webp"},
      {4, 8, "ftypavif", "image/avif"},   {0, 2, "BM", "image/bmp"},
      {0, 4, "\0\0\1\0", "image/x-icon"}, {0, 4, "wOFF", "font/woff"},
      {0, 4, "wOF2", "font/woff2"},       {0, 4, "OTTO", "font/otf"},
      {0, 4, "\0\1\0\0", "font/ttf"},     {0, 4, "true", "font/ttf"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (bytes->len >= known[i].at + known[i].len &&
        memcmp(bytes->data + known[i].at, known[i].bytes, known[i].len) == 0)
      return known[i].type;
  return is_svg(bytes) ? "image/svg+xml" : NULL;
}

/* A style sheet in UTF-16 cannot be read as it is written here. */
static const char *
css_type(const input_bytes *bytes)
{
  bool wide = bytes->len >= 2 && (memcmp(bytes->data, "\xfe\xff", 2) == 0 ||
                                  memcmp(bytes->data, "\xff\xfe", 2) == 0);
  return wide ? NULL : "text/css; charset=utf-8";
}

/* --- files ---------------------------------------------------------------- */

/* The path of an address with %XX decoded; false for bytes that no name has. */
static bool
decode_path(pith_slice path, char room[PATH_ROOM])
{
  size_t len = 0;
  for (size_t i = 0; i < path.len && len + 1 < PATH_ROOM; i++) {
    char c = path.data[i];
    if (c == '%' && i + 2 < path.len &&
        number_hex_digit(path.data[i + 1]) >= 0 &&
        number_hex_digit(path.data[i + 2]) >= 0) {
      c = (char)(number_hex_digit(path.data[i + 1]) * 16 +
                 number_hex_digit(path.data[i + 2]));
      i += 2;
    }
    if (c == '\0')
      return false;
    room[len++] = c;
  }
  room[len] = '\0';
  return len + 1 < PATH_ROOM;
}

/* The real path of a file below the root, given; NULL: it is none. */
static char *
find_below(const review_parts *parts, const char *path)
{
  struct stat about;
  char *real = realpath(path, NULL);
  size_t len = strlen(parts->root);
  if (real && strncmp(real, parts->root, len) == 0 && real[len] == '/' &&
      stat(real, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0 &&
      about.st_size <= PART_MOST)
    return real;
  free(real);
  return NULL;
}

/* In one folder: HOST/PATH, and PATH, each with its query and without. */
static char *
find_in_folder(const review_parts *parts, const char *folder, int folder_len,
               const web_url *url)
{
  char name[PATH_ROOM];
  char path[2 * PATH_ROOM];
  bool own = strncmp(url->text, mirror, strlen(mirror)) == 0;
  pith_slice host = web_url_host(url);
  for (int way = 0; way < 4; way++) {
    bool with_host = way < 2;
    size_t end = way % 2 == 0 ? url->len : url->query;
    if ((with_host && own) || (way % 2 == 1 && url->query == url->len) ||
        !decode_path((pith_slice){url->text + url->origin, end - url->origin},
                     name))
      continue;
    int len = snprintf(path, sizeof path, "%.*s%s%.*s%s", folder_len, folder,
                       with_host ? "/" : "", with_host ? (int)host.len : 0,
                       host.data, name);
    char *found = len < (int)sizeof path ? find_below(parts, path) : NULL;
    if (found)
      return found;
  }
  return NULL;
}

/* From the root down to the folder of the page. */
static char *
find_file(const review_parts *parts, const review_place *place,
          const web_url *url)
{
  char real[PATH_MAX];
  const char *below = below_root(parts, item_of(parts, place), real);
  if (!below)
    return NULL;
  char *found = NULL;
  for (const char *slash = below - 1; slash && !found;
       slash = strchr(slash + 1, '/'))
    found = find_in_folder(parts, real, (int)(slash - real), url);
  return found;
}

/* --- archives ------------------------------------------------------------- */

/* The records of the archive by their address, read once. */
static const review_site *
open_archive(review_parts *parts)
{
  pthread_mutex_lock(&parts->lock);
  if (!parts->is_read) {
    page_list_init(&parts->archive.list, PART_MOST);
    parts->archive.list.filter.mime = ""; /* any */
    parts->is_read = true;
    if (page_list_add(&parts->archive.list, parts->input) != EXIT_FINE ||
        page_list_settle(&parts->archive.list) != EXIT_FINE)
      parts->archive.list.count = 0;
  }
  pthread_mutex_unlock(&parts->lock);
  return &parts->archive;
}

/* --- a part --------------------------------------------------------------- */

/* A file by its path in *path, given; a record by its number. */
static bool
find_part(review_parts *parts, const review_place *place, const char *address,
          char **path, size_t *record)
{
  web_url url;
  *path = NULL;
  if (!web_url_parse(text_slice(address), &url))
    return false;
  if (!parts->is_archive) {
    *path = find_file(parts, place, &url);
    return *path != NULL;
  }
  const review_site *archive = open_archive(parts);
  *record = review_site_item(archive, (pith_slice){url.text, url.len});
  return *record < archive->list.count;
}

/* The bytes decide what it is, whatever its name or record says: a page that
 * is called an image is not sent. */
bool
review_parts_read(review_parts *parts, const review_place *place,
                  const char *address, bool css, review_part *out)
{
  char *path;
  size_t record;
  memset(out, 0, sizeof *out);
  if (!find_part(parts, place, address, &path, &record))
    return false;
  exit_code code =
      path ? read_input(path, PART_MOST, &out->bytes)
           : page_list_read(&parts->archive.list, record, &out->bytes);
  free(path);
  if (code != EXIT_FINE)
    return false;
  out->type = css ? css_type(&out->bytes) : type_of(&out->bytes);
  if (!out->type)
    input_bytes_done(&out->bytes);
  return out->type != NULL;
}

/* --- links ---------------------------------------------------------------- */

/* Everything but letters, digits and a few signs, as %XX. */
static void
write_encoded(text_out *out, const char *text, size_t len)
{
  for (size_t i = 0; i < len; i++) {
    char c = text[i];
    if (text_is_letter(c) || text_is_digit(c) ||
        (c != '\0' && strchr("-._~/:", c)))
      text_out_bytes(out, &c, 1);
    else {
      char code[4];
      snprintf(code, sizeof code, "%%%02X", (unsigned)(unsigned char)c);
      text_out_text(out, code);
    }
  }
}

/* Only what is there gets an address: a missing image keeps its text, and the
 * browser asks for nothing in vain. */
static bool
write_link(const review_links *links, pith_slice reference, bool css,
           text_out *out)
{
  const review_page_links *in = (const review_page_links *)links;
  web_url url;
  char *path = NULL;
  size_t record = 0;
  if (links->base.len == 0 ||
      !web_url_resolve(text_trim(reference), links->base, &url) ||
      !find_part(in->parts, in->place, url.text, &path, &record))
    return false;
  free(path);
  text_out_print(out, "/part/%lld?%sof=", (long long)in->place->id,
                 css ? "css=1&" : "");
  write_encoded(out, url.text, url.len);
  return true;
}

/* The base is that of the page, of its <base>, or of the style sheet. */
review_page_links
review_parts_links(review_parts *parts, const review_place *place,
                   pith_slice base)
{
  return (review_page_links){{write_link, base}, parts, place};
}
