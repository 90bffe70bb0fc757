/* memory_file.h: files for targets whose readers want a path.
 *
 * The target replaces the disk: whatever path is opened, the bytes are those
 * of the input at hand, handed out in pieces of a size that the target says, as
 * if they were packed or as they are. What programs would say on stderr is not
 * said.
 */
#ifndef FUZZ_MEMORY_FILE_H
#define FUZZ_MEMORY_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct memory_file {
  const uint8_t *data; /* borrowed */
  size_t len;
  size_t piece; /* most bytes of one reading, at least 1 */
  bool packed;  /* records are kept elsewhere, as those of packed files are */
} memory_file;

/* What the next byte_source_open() finds; borrows the bytes. */
void memory_file_set(const memory_file *file);

/* Forget what was kept of packed files. */
void memory_file_done(void);

#endif
