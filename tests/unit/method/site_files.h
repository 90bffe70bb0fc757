/*
 * The pages of a directory, as the chain method's --compat profile lists them:
 * every regular file below it that is named like a page, or that has no ending
 * and begins like one. For tests and benchmarks; pages come in no order.
 */
#ifndef PITH_TESTS_UNIT_METHOD_SITE_FILES_H
#define PITH_TESTS_UNIT_METHOD_SITE_FILES_H

#include "pith.h"

#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct site_files {
  char **names; /* relative to the directory; owned */
  size_t count;
  size_t capacity;
} site_files;

static inline bool
file_has_ending(const char *name, const char *ending)
{
  size_t i;
  for (i = 0; ending[i] && name[i]; i++)
    if (tolower((unsigned char)name[i]) != ending[i])
      return false;
  return !ending[i] && !name[i];
}

/* The first 1,024 bytes say what a file without an ending is. */
static inline bool
file_begins_like_html(const char *path)
{
  static const char *const signs[] = {"<!doctype html", "<html",  "<head",
                                      "<body",          "<title", "<meta"};
  char head[1025];
  FILE *file = fopen(path, "rb");
  size_t len = file ? fread(head, 1, 1024, file) : 0;
  if (file)
    fclose(file);
  for (size_t i = 0; i < len; i++)
    head[i] = head[i] ? (char)tolower((unsigned char)head[i]) : ' ';
  head[len] = '\0';
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (strstr(head, signs[i]))
      return true;
  return false;
}

static inline bool
file_is_page(const char *path, const char *name)
{
  static const char *const endings[] = {".html", ".htm", ".xhtml", ".shtml",
                                        ".php"};
  const char *ending = strrchr(name, '.');
  if (!ending)
    return file_begins_like_html(path);
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (file_has_ending(ending, endings[i]))
      return true;
  char first[5] = {0};
  for (size_t i = 0; i < 4 && ending[i]; i++)
    first[i] = (char)tolower((unsigned char)ending[i]);
  return strcmp(first, ".asp") == 0;
}

static inline char *
join_paths(const char *a, const char *b)
{
  size_t size = strlen(a) + strlen(b) + 2;
  char *path = malloc(size);
  assert(path);
  snprintf(path, size, "%s%s%s", a, *a && *b ? "/" : "", b);
  return path;
}

static inline void
site_files_add(site_files *files, char *name)
{
  if (files->count == files->capacity) {
    files->capacity = files->capacity * 2 + 64;
    files->names =
        realloc(files->names, files->capacity * sizeof *files->names);
    assert(files->names);
  }
  files->names[files->count++] = name;
}

/* List root/below; names are relative to root. */
static inline void
site_files_list(site_files *files, const char *root, const char *below)
{
  char *folder = join_paths(root, below);
  DIR *directory = opendir(folder);
  struct dirent *entry;
  while (directory && (entry = readdir(directory)) != NULL) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
      continue;
    char *name = join_paths(below, entry->d_name);
    char *path = join_paths(root, name);
    struct stat info;
    bool known = lstat(path, &info) == 0;
    if (known && S_ISDIR(info.st_mode))
      site_files_list(files, root, name);
    if (known && S_ISREG(info.st_mode) && file_is_page(path, entry->d_name))
      site_files_add(files, name);
    else
      free(name);
    free(path);
  }
  if (directory)
    closedir(directory);
  free(folder);
}

static inline void
site_files_free(site_files *files)
{
  for (size_t i = 0; i < files->count; i++)
    free(files->names[i]);
  free(files->names);
}

/* All bytes of root/name, in *buffer, which is used again from call to call
 * and holds *capacity bytes. */
static inline pith_slice
site_file_read(const char *root, const char *name, char **buffer,
               size_t *capacity)
{
  char *path = join_paths(root, name);
  FILE *file = fopen(path, "rb");
  size_t len = 0, got = 1;
  while (file && got > 0) {
    if (len == *capacity) {
      *capacity = *capacity * 2 + 65536;
      *buffer = realloc(*buffer, *capacity);
      assert(*buffer);
    }
    got = fread(*buffer + len, 1, *capacity - len, file);
    len += got;
  }
  if (file)
    fclose(file);
  free(path);
  pith_slice bytes = {*buffer, len};
  return bytes;
}

#endif
