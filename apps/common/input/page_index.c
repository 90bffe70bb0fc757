/* page_index.c: see the header.
 *
 *     line of an index ──► file ──► item of that name (binary search)
 *
 * An index is only a help: one that is damaged or cannot be read leaves pages
 * without an address, as they were.
 */
#include "common/input/page_index.h"

#include "common/json/json_scan.h"
#include "common/system/ascii_text.h"
#include "common/system/path.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* An index has a line of some hundred bytes a page. */
enum { INDEX_MOST = 512 << 20 };

/* What an index says of a file, lent by its line. */
typedef struct index_line {
  char *file, *url, *date, *type, *charset; /* owned; NULL: absent */
} index_line;

/* Texts that are absent are NULL. */
static void
line_done(index_line *line)
{
  free(line->file);
  free(line->url);
  free(line->date);
  free(line->type);
  free(line->charset);
}

/* --- items ---------------------------------------------------------------- */

/* For bsearch(): pages of a folder are in the byte order of their names. */
static int
compare_name(const void *name, const void *item)
{
  return strcmp(name, ((const page_item *)item)->name);
}

/* The page of that file; a folder for one address has one page, whatever it is
 * called in the list. */
static page_item *
find_item(page_list *list, size_t first, const char *file)
{
  size_t count = list->count - first;
  page_item *found = bsearch(file, list->items + first, count,
                             sizeof *list->items, compare_name);
  return found || count != 1 ? found : &list->items[first];
}

/* Texts of an origin are in its own block, one behind the other. */
static const char *
put_text(char **room, const char *text)
{
  const char *at = *room;
  size_t len = text ? strlen(text) : 0;
  memcpy(*room, text ? text : "", len + 1);
  *room += len + 1;
  return at;
}

/* With the NUL; nothing is an empty text. */
static size_t
text_room(const char *text)
{
  return (text ? strlen(text) : 0) + 1;
}

/* The last line of a file counts, as that of a later run. */
static bool
take_line(page_list *list, size_t first, const index_line *line)
{
  page_item *item =
      line->file && line->url ? find_item(list, first, line->file) : NULL;
  if (!item || (item->url && !item->origin))
    return true; /* a saved page knows better */
  page_origin *origin =
      malloc(sizeof *origin + text_room(line->date) + text_room(line->type) +
             text_room(line->charset) + 1);
  char *url = strdup(line->url);
  if (!origin || !url) {
    free(origin);
    free(url);
    return false;
  }
  char *room = (char *)(origin + 1);
  *origin = (page_origin){.record = "", .status = 0};
  origin->date = put_text(&room, line->date);
  origin->type = put_text(&room, line->type);
  origin->charset = put_text(&room, line->charset);
  free(item->url);
  free(item->origin);
  item->url = url;
  item->origin = origin;
  return true;
}

/* --- indexes -------------------------------------------------------------- */

/* {"url":...,"final_url":...,"time":...,"file":...} of docs/manual/fetch.md. */
static void
read_json_line(pith_slice text, index_line *out)
{
  json_scan in = {text.data, text.data + text.len};
  json_member member;
  if (!json_open(&in, '{'))
    return;
  while (json_next_member(&in, &member) == JSON_FOUND) {
    char **to = json_text_is(member.key, "file")               ? &out->file
                : json_text_is(member.key, "final_url")        ? &out->url
                : json_text_is(member.key, "time")             ? &out->date
                : json_text_is(member.key, "type")             ? &out->type
                : json_text_is(member.key, "charset")          ? &out->charset
                : json_text_is(member.key, "url") && !out->url ? &out->url
                                                               : NULL;
    if (!to || member.kind != JSON_STRING)
      continue;
    free(*to);
    *to = json_text_copy(member.value);
  }
}

/* HTTrack: date, size, flags, status, "status text", type, tag, address, file,
 * separated by tabs. The file is a path with the folder in front of it, or
 * below it. */
static void
read_httrack_line(pith_slice text, const char *folder, index_line *out)
{
  enum { TYPE = 5, ADDRESS = 7, LOCAL = 8, FIELDS = 9 };
  pith_slice fields[FIELDS];
  size_t count = 0;
  while (count < FIELDS && text_cut(&text, '\t', &fields[count]))
    count++;
  if (count < FIELDS || !text_begins(fields[ADDRESS], "http"))
    return;
  pith_slice file = text_trim(fields[LOCAL]);
  size_t len = strlen(folder);
  if (file.len > len && memcmp(file.data, folder, len) == 0)
    file = (pith_slice){file.data + len, file.len - len};
  while (file.len > 0 && file.data[0] == '/')
    file = (pith_slice){file.data + 1, file.len - 1};
  out->file = text_copy(file);
  out->url = text_copy(fields[ADDRESS]);
  out->type = text_copy(fields[TYPE]);
}

/* An index that is not there is the usual case and no failure. */
static bool
read_index(page_list *list, size_t first, const char *folder, const char *name,
           bool json)
{
  input_bytes bytes;
  struct stat about;
  char *path = path_join(folder, name);
  bool done = path != NULL;
  pith_slice line;
  if (path && stat(path, &about) == 0 && S_ISREG(about.st_mode) &&
      read_input(path, INDEX_MOST, &bytes) == EXIT_FINE) {
    pith_slice rest = {bytes.data, bytes.len};
    while (done && text_cut(&rest, '\n', &line)) {
      index_line found = {NULL, NULL, NULL, NULL, NULL};
      if (json)
        read_json_line(line, &found);
      else
        read_httrack_line(line, folder, &found);
      done = take_line(list, first, &found);
      line_done(&found);
    }
    input_bytes_done(&bytes);
  }
  free(path);
  return done;
}

/* --- paths of a mirror ---------------------------------------------------- */

/* Whether a folder is named like a host, and the scheme that its pages had: a
 * port, or a host that no certificate is made for, means http. NULL: it is
 * none. Folders with a dot in their name are many, so a name alone has to end
 * in letters that are a domain and no ending of a file. */
static const char *
host_scheme(pith_slice name)
{
  static const char *const endings[] = {"html", "htm", "php",  "txt", "d",
                                        "bak",  "old", "orig", "git", "zip"};
  const char *colon = memchr(name.data, ':', name.len);
  pith_slice host = {name.data, colon ? (size_t)(colon - name.data) : name.len};
  size_t dot = host.len, digits = 0;
  for (size_t i = 0; i < host.len; i++) {
    char c = host.data[i];
    if (c == '.')
      dot = i;
    else if (!text_is_letter(c) && !text_is_digit(c) && c != '-')
      return NULL;
    digits += text_is_digit(c) || c == '.';
  }
  if (colon || text_is_word(host, "localhost") ||
      (digits == host.len && dot < host.len))
    return host.len > 0 ? "http://" : NULL;
  pith_slice last = {host.data + dot + 1,
                     dot < host.len ? host.len - dot - 1 : 0};
  if (last.len < 2 || dot == 0)
    return NULL;
  for (size_t i = 0; i < last.len; i++)
    if (!text_is_letter(last.data[i]))
      return NULL;
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (text_is_word(last, endings[i]))
      return NULL;
  return "https://";
}

/* wget calls the page of a folder index.html, and with -E writes .html behind a
 * question. Sets the part of the path that is to be left out, and returns the
 * length of the rest and of that part.
 *
 *     a/index.html?id=3.html  ──►  a/?id=3 */
static size_t
path_len(const char *path, size_t *skip_from, size_t *skip_len)
{
  static const char index[] = "index.html";
  size_t len = strlen(path);
  const char *slash = strrchr(path, '/');
  const char *last = slash ? slash + 1 : path;
  const char *question = strchr(last, '?');
  *skip_from = *skip_len = 0;
  if (question && len > 5 && strcmp(path + len - 5, ".html") == 0 &&
      question < path + len - 5)
    len -= 5;
  if (strncmp(last, index, sizeof index - 1) == 0 &&
      (last[sizeof index - 1] == '\0' || last[sizeof index - 1] == '?')) {
    *skip_from = (size_t)(last - path);
    *skip_len = sizeof index - 1;
  }
  return len;
}

/* The host is the first folder, or the one that was named: both are used. */
char *
page_mirror_address(const char *folder, const char *name)
{
  size_t from, skip, end = strlen(folder);
  while (end > 1 && folder[end - 1] == '/')
    end--;
  size_t start = end;
  while (start > 0 && folder[start - 1] != '/')
    start--;
  const char *slash = strchr(name, '/');
  pith_slice host = {name, slash ? (size_t)(slash - name) : 0};
  const char *scheme = slash ? host_scheme(host) : NULL;
  const char *path = slash ? slash + 1 : name;
  if (!scheme) { /* the folder itself may be that of a host */
    host = (pith_slice){folder + start, end - start};
    scheme = host_scheme(host);
    path = name;
  }
  if (!scheme)
    return NULL;
  size_t len = path_len(path, &from, &skip);
  size_t head = strlen(scheme);
  char *out = malloc(head + host.len + len + 2);
  if (!out)
    return NULL;
  memcpy(out, scheme, head);
  memcpy(out + head, host.data, host.len);
  out[head + host.len] = '/';
  char *at = out + head + host.len + 1;
  memcpy(at, path, from);
  memcpy(at + from, path + from + skip, len - from - skip);
  at[len - skip] = '\0';
  return out;
}

/* What a program recorded is better than what a path suggests, so the path
 * comes last. */
bool
page_index_apply(page_list *list, size_t first, const char *folder)
{
  if (!read_index(list, first, folder, "index.jsonl", true) ||
      !read_index(list, first, folder, "hts-cache/new.txt", false))
    return false;
  for (size_t i = first; i < list->count; i++)
    if (!list->items[i].url)
      list->items[i].url = page_mirror_address(folder, list->items[i].name);
  return true;
}
