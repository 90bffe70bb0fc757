/* whole_file.h: all bytes of a file, unpacked when it is packed. */
#ifndef EVAL_WHOLE_FILE_H
#define EVAL_WHOLE_FILE_H

#include "common/output/message.h"

#include <stddef.h>

typedef struct whole_file {
  char *data; /* owned; a NUL is behind the last byte */
  size_t len;
} whole_file;

/* Files of records may unpack to so many bytes. */
#define WHOLE_FILE_MOST ((size_t)4 << 30)

/* Read a file of at most `most` bytes; EXIT_INPUT or EXIT_ENVIRONMENT after a
 * message, also when it is larger or damaged. */
exit_code whole_file_read(const char *path, size_t most, whole_file *out);
void whole_file_done(whole_file *file);

#endif
