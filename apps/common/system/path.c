/* path.c: see the header. */
#include "common/system/path.h"

#include <stdlib.h>
#include <string.h>

/* An empty folder adds nothing. */
char *
path_join(const char *folder, const char *name)
{
  size_t len = strlen(folder);
  size_t name_len = strlen(name);
  char *path = malloc(len + name_len + 2);
  if (!path)
    return NULL;
  memcpy(path, folder, len);
  if (len > 0 && folder[len - 1] != '/')
    path[len++] = '/';
  memcpy(path + len, name, name_len + 1);
  return path;
}
