/* bench_pages.c: paths in, bytes in memory out.
 *
 * A path named by the user is read whatever it is called. Below a directory
 * only what looks like a page is read: by its ending, or, when it has none, by
 * beginning with '<'. Directories still to be visited wait in a list, so the
 * depth of a tree of folders costs no stack. Links to directories inside a
 * directory are not followed: they could lead back.
 */
#include "bench_pages.h"

#include "common/system/grow.h"
#include "common/output/message.h"
#include "common/system/path.h"
#include "common/input/read_input.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* The library's own ceiling for a page. */
enum { MOST_BYTES = 1 << 30 };

/* Folders that were found and not yet visited; owns its strings. */
typedef struct folder_list {
  char **paths;
  size_t count;
  size_t capacity;
} folder_list;

/* A page that cannot be read is reported and left out. */
static void
report(bench_pages *pages, const char *path)
{
  message("%s: %s", path, strerror(errno));
  pages->failed++;
}

/* The endings of pages, as `pith` itself takes them from a directory. */
static bool
has_page_ending(const char *ending)
{
  static const char *const known[] = {".html", ".htm", ".xhtml", ".shtml",
                                      ".php"};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (strcasecmp(ending, known[i]) == 0)
      return true;
  return strncasecmp(ending, ".asp", 4) == 0;
}

/* For files without an ending. */
static bool
looks_like_markup(pith_slice html)
{
  static const char mark[] = "\xEF\xBB\xBF";
  size_t i = html.len >= 3 && memcmp(html.data, mark, 3) == 0 ? 3 : 0;
  while (i < html.len && strchr(" \t\r\n\f", html.data[i]) && html.data[i])
    i++;
  return i < html.len && html.data[i] == '<';
}

/* Takes `path`. */
static int
add_page(bench_pages *pages, char *path, bool found)
{
  input_bytes bytes;
  const char *ending = strrchr(path, '.');
  bool bare = !ending || strchr(ending, '/');
  if (found && !bare && !has_page_ending(ending)) {
    free(path);
    return 0;
  }
  if (read_input(path, MOST_BYTES, &bytes) != EXIT_FINE) {
    pages->failed++;
    free(path);
    return 0;
  }
  pith_slice html = {bytes.data, bytes.len};
  bool wanted = !(found && bare) || looks_like_markup(html);
  if (!wanted || !GROW(pages->items, pages->capacity, pages->count + 1)) {
    input_bytes_done(&bytes);
    free(path);
    return wanted ? -1 : 0;
  }
  pages->items[pages->count++] = (bench_page){path, html};
  pages->bytes += html.len;
  return 0;
}

/* Takes `path`. */
static int
add_folder(folder_list *folders, char *path)
{
  if (!GROW(folders->paths, folders->capacity, folders->count + 1)) {
    free(path);
    return -1;
  }
  folders->paths[folders->count++] = path;
  return 0;
}

static int
add_entry(bench_pages *pages, folder_list *folders, const char *folder,
          const char *name)
{
  struct stat about;
  if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
    return 0;
  char *path = path_join(folder, name);
  if (!path)
    return -1;
  if (lstat(path, &about) == 0 && S_ISDIR(about.st_mode))
    return add_folder(folders, path);
  if (stat(path, &about) == 0 && S_ISREG(about.st_mode))
    return add_page(pages, path, true);
  free(path);
  return 0;
}

/* Reads the pages of one folder and notes the folders in it. */
static int
visit_folder(bench_pages *pages, folder_list *folders, const char *folder)
{
  struct dirent **entries;
  int status = 0;
  int count = scandir(folder, &entries, NULL, alphasort);
  if (count < 0) {
    report(pages, folder);
    return 0;
  }
  for (int i = 0; i < count; i++) {
    if (status == 0)
      status = add_entry(pages, folders, folder, entries[i]->d_name);
    free(entries[i]);
  }
  free(entries);
  return status;
}

/* A file that was named is taken whatever its ending is. */
int
bench_pages_read(bench_pages *pages, const char *path)
{
  struct stat about;
  if (stat(path, &about) != 0) {
    report(pages, path);
    return 0;
  }
  char *copy = strdup(path);
  if (!copy)
    return -1;
  if (S_ISDIR(about.st_mode)) {
    /* Breadth first, from the top. */
    folder_list folders = {0};
    int status = add_folder(&folders, copy);
    for (size_t i = 0; status == 0 && i < folders.count; i++)
      status = visit_folder(pages, &folders, folders.paths[i]);
    for (size_t i = 0; i < folders.count; i++)
      free(folders.paths[i]);
    free(folders.paths);
    return status;
  }
  return add_page(pages, copy, false);
}

/* Pages own their bytes. */
void
bench_pages_done(bench_pages *pages)
{
  for (size_t i = 0; i < pages->count; i++) {
    free((void *)pages->items[i].html.data);
    free(pages->items[i].path);
  }
  free(pages->items);
  *pages = (bench_pages){0};
}
