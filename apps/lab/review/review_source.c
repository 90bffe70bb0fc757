/* review_source.c: see the header. Directories are listed to find the sites;
 * the pages of a site are listed by page_list.h, as for every command. Each
 * page gets its number from the store, so grades stay with a page between runs.
 */
#include "lab/review/review_source.h"

#include "common/system/need.h"
#include "common/system/path.h"
#include "common/system/sorted.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Bytes of a page, single folders that are passed through, folders of a
 * collection. */
enum { PAGE_MOST = 20000000, DESCENT_MOST = 8, SITES_MOST = 100000 };

/* The name of a site: the last step of its path without slashes after it, and
 * without ".jsonl" and what follows.  Given. */
static char *
name_of(const char *path)
{
  size_t len = strlen(path);
  while (len > 1 && path[len - 1] == '/')
    len--;
  size_t from = len;
  while (from > 0 && path[from - 1] != '/')
    from--;
  for (size_t i = from + 1; i + 6 <= len; i++)
    if (memcmp(path + i, ".jsonl", 6) == 0)
      len = i;
  return needed(strndup(path + from, len - from));
}

/* --- folders -------------------------------------------------------------- */

/* What lies directly in a folder. */
typedef struct folder {
  char **folders; /* owned paths, in order */
  size_t count;
  size_t capacity;
  bool pages;    /* files that may be pages are among it */
  bool of_lines; /* sites.jsonl is: the OUT of `pith site --collection` */
} folder;

/* Paths are owned by the list. */
static void
folder_done(folder *in)
{
  for (size_t i = 0; i < in->count; i++)
    free(in->folders[i]);
  free(in->folders);
  memset(in, 0, sizeof *in);
}

/* Sort one entry: a folder, a file of lines, or a file that may be a page by
 * its ending. Symbolic links are not followed, so there are no cycles. */
static void
folder_look(folder *in, const char *path, const char *name)
{
  struct stat about;
  char *below = needed(path_join(path, name));
  if (lstat(below, &about) == 0 && S_ISDIR(about.st_mode) &&
      in->count < SITES_MOST) {
    *NEED_ITEM(in, folders, count, capacity) = below;
    return;
  }
  free(below);
  const char *dot = strrchr(name, '.');
  if (dot && strcmp(name, "sites.jsonl") == 0)
    in->of_lines = true;
  else if (!dot || (dot[1] != '\0' &&
                    strstr(".html.htm.xhtml.shtml.php.asp", dot) != NULL))
    in->pages = true;
}

/* List a folder; false when `path` is none. *out is to be released. */
static bool
folder_read(const char *path, folder *out)
{
  DIR *stream = opendir(path);
  struct dirent *entry;
  memset(out, 0, sizeof *out);
  if (!stream)
    return false;
  while ((entry = readdir(stream)))
    if (entry->d_name[0] != '.')
      folder_look(out, path, entry->d_name);
  closedir(stream);
  if (out->count > 1)
    qsort(out->folders, out->count, sizeof *out->folders, order_texts);
  return true;
}

/* Go down while there is one folder and nothing else, as archives often have
 * it. Returns the path of the pages, given. */
static char *
descend(const char *path, folder *in)
{
  char *here = needed(strdup(path));
  bool is_folder = folder_read(path, in);
  for (int i = 0; i < DESCENT_MOST && is_folder; i++) {
    if (in->pages || in->count != 1)
      break;
    free(here);
    here = needed(strdup(in->folders[0]));
    folder_done(in);
    is_folder = folder_read(here, in);
  }
  return here;
}

/* --- sites ---------------------------------------------------------------- */

/* Safe for a site that is only half made. */
static void
site_done(review_site *site)
{
  free(site->name);
  free(site->path);
  free(site->ids);
  if (!site->part)
    page_list_done(&site->list);
  memset(site, 0, sizeof *site);
}

/* Take the pages of a site into the store, with size and time of their files:
 * by these the store notices that a page changed. */
static exit_code
site_import(review_site *site, review_store *store)
{
  size_t count = site->list.count;
  review_found *found = need(count, sizeof *found);
  site->ids = need(count, sizeof *site->ids);
  if (!store) { /* nobody grades: numbers are not needed */
    free(found);
    return EXIT_FINE;
  }
  for (size_t i = 0; i < count; i++) {
    const page_item *item = &site->list.items[i];
    struct stat about;
    found[i] = (review_found){item->name, item->path, item->len, 0};
    if (item->store < 0 && stat(item->path, &about) == 0) {
      found[i].size = about.st_size;
      found[i].mtime = about.st_mtime;
    }
  }
  review_outcome outcome = review_store_import(
      store, site->name, site->path, found, count, &site->id, site->ids);
  free(found);
  if (outcome == REVIEW_DONE)
    return EXIT_FINE;
  message("%s: %s", site->path, review_outcome_text(outcome));
  return EXIT_ENVIRONMENT;
}

/* Take the new site in once its pages are listed; one without pages is
 * skipped. */
static exit_code
finish_site(review_source *out, review_store *store, exit_code code)
{
  review_site *site = &out->sites[out->count];
  if (code == EXIT_FINE && site->list.count > 0)
    code = site_import(site, store);
  if (code == EXIT_FINE && site->list.count > 0)
    out->count++;
  else
    site_done(site);
  return code;
}

/* Each group of pages is a site of the group's name. */
static exit_code
add_groups(review_source *out, const char *input, page_group by,
           review_store *store)
{
  page_list_init(&out->groups.list, PAGE_MOST);
  out->groups.list.filter = out->filter;
  out->groups.list.group_field = out->group_field;
  exit_code code = page_groups_make(&out->groups, &input, 1, by);
  for (size_t i = 0; i < out->groups.count && code == EXIT_FINE; i++) {
    NEED(out->sites, out->capacity, out->count + 1);
    review_site *site = &out->sites[out->count];
    *site = (review_site){.name = needed(strdup(out->groups.names[i])),
                          .path = needed(strdup(input)),
                          .part = true};
    code = page_groups_part(&out->groups, i, &site->list);
    code = finish_site(out, store, code);
  }
  return code;
}

/* Add a site. The name in the store is the
 * folder's, even if the pages are further down, so that a moved archive
 * keeps its grades. */
static exit_code
add_site(review_source *out, const char *name, const char *path,
         review_store *store)
{
  NEED(out->sites, out->capacity, out->count + 1);
  review_site *site = &out->sites[out->count];
  memset(site, 0, sizeof *site);
  page_list_init(&site->list, PAGE_MOST);
  site->list.filter = out->filter;
  site->name = name ? needed(strdup(name)) : name_of(path);
  site->path = needed(strdup(path));
  exit_code code = page_list_add(&site->list, path);
  THEN(code, page_list_settle(&site->list));
  return finish_site(out, store, code);
}

/* Each folder is a site, even if its pages are further down. */
static exit_code
add_sites(review_source *out, const folder *in, review_store *store)
{
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < in->count && code == EXIT_FINE; i++) {
    folder below;
    char *name = name_of(in->folders[i]);
    char *path = descend(in->folders[i], &below);
    code = add_site(out, name, path, store);
    folder_done(&below);
    free(name);
    free(path);
  }
  return code;
}

/* All pages in one list, ordered by their number in the store. */
static void
index_pages(review_source *out)
{
  size_t count = 0;
  for (size_t s = 0; s < out->count; s++)
    count += out->sites[s].list.count;
  out->places = need(count, sizeof *out->places);
  for (size_t s = 0; s < out->count; s++)
    for (size_t i = 0; i < out->sites[s].list.count; i++)
      out->places[out->place_count++] =
          (review_place){out->sites[s].ids[i], (uint32_t)s, (uint32_t)i};
  qsort(out->places, count, sizeof *out->places, order_int64);
}

/* Several folders without pages beside them are sites; anything else is one
 * site. */
static exit_code
add_input(review_source *out, const char *input, bool one, review_store *store)
{
  folder in;
  char *name = name_of(input);
  char *path = descend(input, &in);
  bool several = in.of_lines || (!one && !in.pages && in.count > 1);
  exit_code code =
      several ? add_sites(out, &in, store) : add_site(out, name, path, store);
  folder_done(&in);
  free(name);
  free(path);
  return code;
}

exit_code
review_source_open(const char *input, review_grouping grouping,
                   review_store *store, review_source *out)
{
  memset(out, 0, sizeof *out);
  out->filter = grouping.filter;
  out->group_field = grouping.field;
  exit_code code = grouping.by == GROUP_NONE
                       ? add_input(out, input, grouping.one, store)
                       : add_groups(out, input, grouping.by, store);
  index_pages(out);
  if (code == EXIT_FINE && out->count == 0) {
    message("%s: no pages in it; a page ends in .html, .htm, .php and the like",
            input);
    code = EXIT_INPUT;
  }
  if (code != EXIT_FINE)
    review_source_close(out);
  return code;
}

/* Safe for a source that was opened half. */
void
review_source_close(review_source *source)
{
  for (size_t i = 0; i < source->count; i++)
    site_done(&source->sites[i]);
  free(source->sites);
  free(source->places);
  page_groups_done(&source->groups);
  memset(source, 0, sizeof *source);
}

/* Pages are ordered by number, see index_pages(). */
const review_place *
review_source_find(const review_source *source, int64_t id)
{
  review_place wanted = {id, 0, 0};
  if (source->place_count == 0)
    return NULL;
  return bsearch(&wanted, source->places, source->place_count,
                 sizeof *source->places, order_int64);
}

/* Linear: a collection has hundreds of sites, and this is once for a
 * request. */
review_site *
review_source_site(const review_source *source, int64_t id)
{
  for (size_t i = 0; i < source->count; i++)
    if (source->sites[i].id == id)
      return &source->sites[i];
  return NULL;
}

/* Lists are ordered by name, so a binary search finds it. */
size_t
review_site_item(const review_site *site, pith_slice name)
{
  size_t low = 0;
  size_t high = site->list.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *here = site->list.items[middle].name;
    size_t len = strlen(here);
    int order = memcmp(here, name.data, len < name.len ? len : name.len);
    if (order == 0 && len == name.len)
      return middle;
    if (order < 0 || (order == 0 && len < name.len))
      low = middle + 1;
    else
      high = middle;
  }
  return site->list.count;
}

/* --- bytes ---------------------------------------------------------------- */

/* The marks of an earlier run are removed before anything sees the page. */
exit_code
review_bytes_read(const review_site *site, size_t item, review_bytes *out)
{
  memset(out, 0, sizeof *out);
  TRY(page_list_read(&site->list, item, &out->input));
  out->utf8 = site->list.items[item].utf8;
  review_marks_strip(out);
  return EXIT_FINE;
}

void
review_bytes_done(review_bytes *bytes)
{
  input_bytes_done(&bytes->input);
  free(bytes->saved);
  memset(bytes, 0, sizeof *bytes);
}
