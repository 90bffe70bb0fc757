/* page_list.c: see the header. Lines are in page_lines.c, collections in
 * page_romip.c. */
#include "common/input/page_list.h"

#include "common/input/page_files.h"
#include "common/input/page_lines.h"
#include "common/input/page_romip.h"
#include "common/input/page_store.h"

#include <errno.h>
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
  exit_code code = page_files_find(input, &files);
  list->failed += files.failed;
  for (size_t i = 0; i < files.count && code == EXIT_FINE; i++) {
    code = add_file(list, files.items[i].path, files.items[i].name);
    files.items[i].path = NULL;
  }
  page_files_done(&files);
  return code == EXIT_INPUT ? EXIT_FINE : code; /* counted and said */
}

/* A file that was named is a page whatever its ending is. */
static exit_code
add_one_file(page_list *list, const char *input)
{
  const char *slash = strrchr(input, '/');
  char *path = strdup(input);
  return path ? add_file(list, path, slash ? slash + 1 : input)
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

/* By its ending, packed or not. */
static bool
has_lines(const char *input)
{
  return ends_in(input, ".jsonl") || ends_in(input, ".jsonl.gz") ||
         ends_in(input, ".jsonl.zst");
}

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
  for (size_t i = 0; i < list->count; i++) {
    free(list->items[i].name);
    free(list->items[i].path);
    free(list->items[i].url);
  }
  for (size_t i = 0; i < list->store_count; i++)
    close(list->stores[i]);
  free(list->items);
  free(list->stores);
  page_list_init(list, list->most_bytes);
}

/* Without opening it: for choosing a format of output. */
bool
page_list_holds_many(const char *input)
{
  struct stat about;
  return has_lines(input) || page_romip_is(input) ||
         (stat(input, &about) == 0 && S_ISDIR(about.st_mode));
}

/* Folders, files of many pages, single pages: known by what they are. Only with
 * `once` may an input be a pipe or standard input. */
exit_code
page_list_add(page_list *list, const char *input)
{
  char room[128];
  struct stat about;
  const char *why = NULL;
  if (list->once && strcmp(input, "-") == 0)
    return add_one_file(list, input);
  if (stat(input, &about) != 0)
    why = system_text(errno, room);
  else if (S_ISDIR(about.st_mode))
    return add_directory(list, input);
  else if (!S_ISREG(about.st_mode) && !list->once)
    why = "no regular file; pages are read twice, so save it to one first";
  if (!why && has_lines(input))
    return page_lines_add(list, input);
  if (!why && page_romip_is(input))
    return page_romip_add(list, input);
  if (!why)
    return add_one_file(list, input);
  message("%s: %s", input, why);
  list->failed++;
  return EXIT_FINE;
}

/* By bytes, so that the order is that of every machine. */
static int
compare_names(const void *a, const void *b)
{
  return strcmp(((const page_item *)a)->name, ((const page_item *)b)->name);
}

/* Two pages with one name end the command: in the output one would overwrite
 * the other. */
exit_code
page_list_settle(page_list *list)
{
  if (list->count > 0)
    qsort(list->items, list->count, sizeof *list->items, compare_names);
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
  case PAGE_FILE:
    break;
  }
  return read_input(page->path, list->most_bytes, out);
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
