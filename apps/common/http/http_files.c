/* http_files.c: see the header. The path of a request only selects a row of the
 * table, so there is no way to a file on disk. Responses lend the constant
 * bytes; nothing is copied.
 */
#include "common/http/http_files.h"

#include <stdio.h>
#include <string.h>

const http_file *
http_file_find(const char *name)
{
  for (const http_file *file = http_files; file->name; file++)
    if (strcmp(file->name, name) == 0)
      return file;
  return NULL;
}

/* The ETag is a digest of the bytes, so a browser can keep a file as long as
 * the program is the same. */
void
http_file_send(const http_request *request, const char *folder,
               const char *name, http_response *response)
{
  char path[256];
  int len = snprintf(path, sizeof path, "%s%s", folder, name);
  const http_file *file =
      len > 0 && (size_t)len < sizeof path ? http_file_find(path) : NULL;
  if (!file) {
    http_response_fail(response, 404, "not-found", "there is no such file",
                       NULL);
    return;
  }
  const char *known = http_header(request, "If-None-Match");
  http_response_header(response, "ETag", file->tag);
  http_response_header(response, "Cache-Control", "no-cache");
  response->type = file->type;
  if (known && strcmp(known, file->tag) == 0)
    response->status = 304;
  else
    response->lent = (pith_slice){(const char *)file->data, file->len};
}
