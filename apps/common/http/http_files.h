/* http_files.h: files that are part of the program.
 *
 * The build turns apps/lab/review/ui and apps/pith/serve/openapi.json into
 * constants (cmake/PithEmbed.cmake), named "ui/app.js" and "openapi.json". A
 * request can only name one of them, never a file of the disk.
 */
#ifndef SERVER_HTTP_FILES_H
#define SERVER_HTTP_FILES_H

#include "common/http/http_server.h"

typedef struct http_file {
  const char *name; /* "ui/index.html" */
  const char *type; /* Content-Type */
  const char *tag;  /* ETag, with its quotes: a digest of the bytes */
  const unsigned char *data;
  size_t len;
} http_file;

/* The files, in the order of their names; the last has no name. */
extern const http_file http_files[];

/* Find a file by its name; NULL: there is none. */
const http_file *http_file_find(const char *name);

/* Answer with the file `folder` + `name`, 304 when the client has it, 404 when
 * there is none. */
void http_file_send(const http_request *request, const char *folder,
                    const char *name, http_response *response);

#endif
