/* page_files.h: the pages of a site, found below a directory.
 *
 * A page is a regular file whose name ends, case ignored, in .html .htm .xhtml
 * .shtml .php or an ending that begins with .asp; or a file with no dot in its
 * name, or with the rest of an address behind such an ending (page.php?id=3),
 * whose first 1,024 bytes look like HTML. Symbolic links, pipes and
 * devices are passed over, so no loop and no surprise can come in.
 */
#ifndef SHARED_PAGE_FILES_H
#define SHARED_PAGE_FILES_H

#include "common/output/message.h"

#include <stddef.h>

typedef struct page_file {
  char *path; /* as the system wants it; owned */
  char *name; /* the part of `path` behind the directory, with '/'; lent */
} page_file;

typedef struct page_files {
  page_file *items; /* in the byte order of their names */
  size_t count;
  size_t capacity;
  size_t failed; /* directories that could not be read; said on stderr */
} page_files;

/* Find the pages below `directory`. EXIT_INPUT, after a message, when it
 * cannot be read at all; EXIT_ENVIRONMENT when memory ends. */
exit_code page_files_find(const char *directory, page_files *out);

/* The same for texts: regular files that end in .txt or .md. */
exit_code text_files_find(const char *directory, page_files *out);

/* Release the list. */
void page_files_done(page_files *files);

#endif
