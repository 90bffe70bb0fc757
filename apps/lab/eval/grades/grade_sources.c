/* grade_sources.c: see the header. */
#include "lab/eval/grades/grade_sources.h"

#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

/* The last step of a path up to its first dot. Given. */
static char *
title_of(const char *path)
{
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  size_t len = strcspn(name, ".");
  return needed(len > 0 ? strndup(name, len) : strdup(name));
}

static void
append(grade_sources *sources, const grade_record *records, size_t count)
{
  for (size_t i = 0; i < count; i++)
    *NEED_ITEM(sources, records, count, capacity) = records[i];
}

static exit_code
add_store(grade_sources *sources, const char *path, const char *collection)
{
  if (!collection)
    collection = *NEED_ITEM(sources, titles, title_count, title_capacity) =
        title_of(path);
  review_grades *store =
      NEED_ITEM(sources, stores, store_count, store_capacity);
  exit_code code = review_grades_open(path, collection, store);
  append(sources, store->items, store->count);
  return code;
}

exit_code
grade_sources_add(grade_sources *sources, const char *path,
                  const char *collection)
{
  if (review_store_is(path))
    return add_store(sources, path, collection);
  grades_file *file = NEED_ITEM(sources, files, file_count, file_capacity);
  exit_code code = grades_file_read(path, file);
  if (code != EXIT_FINE) {
    sources->file_count--;
    return code;
  }
  append(sources, file->records, file->count);
  sources->failed += file->failed;
  return EXIT_FINE;
}

void
grade_sources_done(grade_sources *sources)
{
  for (size_t i = 0; i < sources->file_count; i++)
    grades_file_done(&sources->files[i]);
  for (size_t i = 0; i < sources->store_count; i++)
    review_grades_done(&sources->stores[i]);
  for (size_t i = 0; i < sources->title_count; i++)
    free(sources->titles[i]);
  free(sources->files);
  free(sources->stores);
  free(sources->titles);
  free(sources->records);
  memset(sources, 0, sizeof *sources);
}
