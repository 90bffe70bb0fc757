/* read_input.h: all bytes of a file or pipe, in memory. */
#ifndef SHARED_READ_INPUT_H
#define SHARED_READ_INPUT_H

#include "common/output/message.h"

#include <stddef.h>

typedef struct input_bytes {
  char *data;       /* owned; never NULL after success */
  size_t len;       /* bytes */
  size_t capacity;  /* of data */
  const char *name; /* for messages: the path, or "standard input"; lent */
} input_bytes;

/* Read the file `path`, or standard input when it is NULL or "-", to its end,
 * but refuse more than `most` bytes as soon as that shows. Says what went
 * wrong on stderr and returns EXIT_INPUT or EXIT_ENVIRONMENT; EXIT_FINE
 * returns the bytes, to be released by input_bytes_done(). */
exit_code read_input(const char *path, size_t most, input_bytes *out);

/* Release the bytes; nothing happens when there are none. */
void input_bytes_done(input_bytes *input);

#endif
