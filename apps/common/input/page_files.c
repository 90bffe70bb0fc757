/* page_files.c: see the header. The directories still to be read are a list,
 * not a recursion, so depth costs memory and no stack.
 */
#include "common/input/page_files.h"

#include "common/system/grow.h"
#include "common/system/path.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of a file, to see whether it is a page; a doctype or html tag comes that
 * early. */
enum { LOOK_BYTES = 1024 };

/* The directories that are known and not read yet, and the pages so far. */
typedef struct walk {
  char **waiting; /* owned paths */
  size_t count;
  size_t capacity;
  size_t root_len; /* of the directory's path with its '/' */
  page_files *found;
  bool texts; /* no pages are wanted */
  bool no_memory;
} walk;

/* Without regard to case: copies from other systems have .HTM. */
static bool
ends_in(const char *name, const char *ending)
{
  size_t len = strlen(name);
  size_t tail = strlen(ending);
  return len >= tail && strcasecmp(name + len - tail, ending) == 0;
}

/* Compared without regard to case. */
static const char *const endings[] = {".html", ".htm", ".xhtml", ".shtml",
                                      ".php"};
enum { ENDINGS = sizeof endings / sizeof *endings };

/* The usual endings; others are looked into. */
static bool
has_page_ending(const char *name)
{
  for (size_t i = 0; i < ENDINGS; i++)
    if (ends_in(name, endings[i]))
      return true;
  const char *dot = strrchr(name, '.');
  return dot && strncasecmp(dot, ".asp", 4) == 0;
}

/* Whether a question that was part of the address follows the ending, as in
 * page.php?id=3 and what makers of copies write for the question mark. */
static bool
has_question(const char *name)
{
  for (const char *dot = name; (dot = strchr(dot, '.')) != NULL; dot++)
    for (size_t i = 0; i < ENDINGS; i++) {
      size_t len = strlen(endings[i]);
      if (strncasecmp(dot, endings[i], len) == 0 && dot[len] &&
          strchr("?@_&;=,", dot[len]))
        return true;
    }
  return false;
}

/* A needle in bytes that need not end with NUL. */
static bool
contains(const char *text, size_t len, const char *wanted)
{
  size_t wanted_len = strlen(wanted);
  for (size_t i = 0; i + wanted_len <= len; i++)
    if (strncasecmp(text + i, wanted, wanted_len) == 0)
      return true;
  return false;
}

/* Whether the first bytes of a file are those of a page. */
static bool
looks_like_page(const char *path)
{
  static const char *const signs[] = {"<!doctype html", "<html",  "<head",
                                      "<body",          "<title", "<meta"};
  char text[LOOK_BYTES];
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0)
    return false;
  size_t len = 0;
  ssize_t got;
  while (len < sizeof text &&
         (got = read(file, text + len, sizeof text - len)) > 0)
    len += (size_t)got;
  close(file);
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (contains(text, len, signs[i]))
      return true;
  return false;
}

/* Take `path` over as a directory still to be read. */
static void
add_directory(walk *w, char *path)
{
  if (!GROW(w->waiting, w->capacity, w->count + 1)) {
    w->no_memory = true;
    free(path);
    return;
  }
  w->waiting[w->count++] = path;
}

/* Take `path` over as a page. */
static void
add_page(walk *w, char *path)
{
  page_files *found = w->found;
  if (!GROW(found->items, found->capacity, found->count + 1)) {
    w->no_memory = true;
    free(path);
    return;
  }
  found->items[found->count].path = path;
  found->items[found->count].name = path + w->root_len;
  found->count++;
}

/* By its name if that says enough, else by its first bytes. */
static bool
is_wanted(const walk *w, const char *name, const char *path)
{
  if (w->texts)
    return ends_in(name, ".txt") || ends_in(name, ".md");
  bool maybe = !strchr(name, '.') || has_question(name);
  return has_page_ending(name) || (maybe && looks_like_page(path));
}

/* One entry of a directory. */
static void
add_entry(walk *w, const char *directory, const char *name)
{
  struct stat about;
  char *path = path_join(directory, name);
  if (!path) {
    w->no_memory = true;
    return;
  }
  /* Not followed: a link to a folder above would never end. */
  if (lstat(path, &about) != 0) {
    free(path);
    return;
  }
  bool wanted = S_ISREG(about.st_mode) && is_wanted(w, name, path);
  if (S_ISDIR(about.st_mode))
    add_directory(w, path);
  else if (wanted)
    add_page(w, path);
  else
    free(path);
}

/* A folder that cannot be read is reported and passed over. */
static bool
read_directory(walk *w, const char *path)
{
  char room[128];
  DIR *directory = opendir(path);
  if (!directory) {
    message("%s: %s", path, system_text(errno, room));
    w->found->failed++;
    return false;
  }
  const struct dirent *entry;
  while (!w->no_memory && (entry = readdir(directory)) != NULL)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      add_entry(w, path, entry->d_name);
  closedir(directory);
  return true;
}

/* By bytes, so that the order is that of every machine. */
static int
compare_names(const void *a, const void *b)
{
  return strcmp(((const page_file *)a)->name, ((const page_file *)b)->name);
}

/* The list is sorted at the end, since folders come in the order of the
 * disk. */
static exit_code
find_files(const char *directory, bool texts, page_files *out)
{
  *out = (page_files){NULL, 0, 0, 0};
  size_t len = strlen(directory);
  walk w = {.root_len = len + (len > 0 && directory[len - 1] != '/'),
            .found = out,
            .texts = texts};
  bool readable = read_directory(&w, directory);
  while (w.count > 0) {
    char *path = w.waiting[--w.count];
    if (!w.no_memory)
      read_directory(&w, path);
    free(path);
  }
  free(w.waiting);
  if (w.no_memory) {
    message("%s: out of memory while listing it", directory);
    page_files_done(out);
    return EXIT_ENVIRONMENT;
  }
  if (!readable)
    return EXIT_INPUT;
  if (out->count > 0)
    qsort(out->items, out->count, sizeof *out->items, compare_names);
  return EXIT_FINE;
}

/* Pages by the endings of docs/manual. */
exit_code
page_files_find(const char *directory, page_files *out)
{
  return find_files(directory, false, out);
}

/* For gold and predictions that are folders of texts. */
exit_code
text_files_find(const char *directory, page_files *out)
{
  return find_files(directory, true, out);
}

/* Also for a list that was not finished. */
void
page_files_done(page_files *files)
{
  for (size_t i = 0; i < files->count; i++)
    free(files->items[i].path);
  free(files->items);
  *files = (page_files){NULL, 0, 0, 0};
}
