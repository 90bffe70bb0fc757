/* crawl_folder.c: see the header. Folders are removed entry by entry relative
 * to open descriptors, so a symbolic link is never followed, and the depth is
 * bounded by the number of steps that an address may have.
 */
#include "common/web/crawl_folder.h"

#include "common/web/crawl_index.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDER_DEPTH = WEB_URL_SEGMENTS + 4 };

/* Empty the folder of a descriptor and close it. The recursion is at most
 * `depth` deep; what is deeper was not made by us and stays. */
static void
empty_folder(int at, unsigned depth)
{
  DIR *list = at < 0 ? NULL : fdopendir(at);
  struct dirent *entry;
  if (!list) {
    if (at >= 0)
      close(at);
    return;
  }
  while ((entry = readdir(list)) != NULL) {
    const char *name = entry->d_name;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
        unlinkat(dirfd(list), name, 0) == 0 || depth == 0)
      continue;
    empty_folder(openat(dirfd(list), name,
                        O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
                 depth - 1);
    unlinkat(dirfd(list), name, AT_REMOVEDIR);
  }
  closedir(list);
}

/* The folder is made by mkdtemp(), so only this user can read it. */
exit_code
crawl_folder_fetch(const char *url, const crawl_options *options,
                   crawl_folder *out)
{
  const char *place = getenv("TMPDIR");
  char room[128];
  memset(out, 0, sizeof *out);
  int len = snprintf(out->path, sizeof out->path, "%s/pith-XXXXXX",
                     place && *place ? place : "/tmp");
  if (len >= (int)sizeof out->path || !mkdtemp(out->path)) {
    message("no folder for temporary files: %s; TMPDIR names one",
            system_text(errno, room));
    out->path[0] = '\0';
    return EXIT_ENVIRONMENT;
  }
  return crawl_run(url, out->path, options, &out->summary);
}

/* Twice is safe: the path is empty after the first time. */
void
crawl_folder_done(crawl_folder *folder)
{
  if (!folder->path[0])
    return;
  empty_folder(
      open(folder->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
      FOLDER_DEPTH);
  rmdir(folder->path);
  folder->path[0] = '\0';
}

typedef struct record_walk {
  folder_sink sink;
  void *state;
} record_walk;

/* Copies and failures have no file. */
static bool
take_record(void *state, const index_record *record)
{
  record_walk *walk = state;
  if (record->file)
    walk->sink(walk->state, record->file,
               record->final_url ? record->final_url : record->url);
  return true;
}

/* Opening the index again reads what the crawl just wrote; the sinks of the
 * crawl itself see no files of earlier runs. */
exit_code
crawl_folder_each(const crawl_folder *folder, folder_sink sink, void *state)
{
  output_tree tree;
  crawl_index index;
  record_walk walk = {sink, state};
  TRY(output_tree_open(folder->path, &tree));
  exit_code code = crawl_index_open(&tree, take_record, &walk, &index);
  if (code == EXIT_FINE)
    crawl_index_close(&index);
  output_tree_close(&tree);
  return code;
}
