/* whole_file.c: all bytes of a file, unpacked, in memory.
 *
 * For files whose records are decoded in place and point into the bytes.
 */
#include "lab/eval/whole_file.h"

#include "common/packing/byte_source.h"
#include "common/system/grow.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1 << 16 };

/* Also for a file that was never read. */
void
whole_file_done(whole_file *file)
{
  free(file->data);
  memset(file, 0, sizeof *file);
}

/* A packed file may unpack to anything, so the limit is checked while
 * reading. A damaged file is refused as a whole. */
exit_code
whole_file_read(const char *path, size_t most, whole_file *out)
{
  byte_source in;
  size_t capacity = 0;
  ptrdiff_t got = 1;
  memset(out, 0, sizeof *out);
  exit_code code = byte_source_open(path, &in);
  if (code != EXIT_FINE)
    return code;
  while (code == EXIT_FINE && got > 0) {
    /* one byte more than is read, for the NUL */
    if (!GROW_UP_TO(out->data, capacity, out->len + FIRST_ROOM, SIZE_MAX)) {
      code = report_out_of_memory_for(path);
      break;
    }
    got = byte_source_read(&in, out->data + out->len, capacity - out->len - 1);
    out->len += got > 0 ? (size_t)got : 0;
    code = got < 0 ? EXIT_INPUT : EXIT_FINE;
    if (out->len > most) {
      message("%s: more than %zu MB; split it into several files", path,
              most / 1000000);
      code = EXIT_INPUT;
    }
  }
  byte_source_close(&in);
  if (code == EXIT_FINE)
    out->data[out->len] = '\0';
  else
    whole_file_done(out);
  return code;
}
