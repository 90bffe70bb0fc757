/* trec_file.h: a whole text file of an experiment as UTF-8. */
#ifndef SEARCH_TREC_FILE_H
#define SEARCH_TREC_FILE_H

#include "shared/message.h"

#include <stddef.h>

typedef struct trec_file {
  char *text; /* given, with room for one byte more; released by free() */
  size_t len;
} trec_file;

/* Read a file, packed or not, and decode it: by its XML declaration, else as
 * UTF-8, else as what it looks like. EXIT_INPUT or EXIT_ENVIRONMENT after a
 * message. */
exit_code trec_file_read(const char *path, trec_file *out);

#endif
