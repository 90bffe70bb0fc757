/* whole_file.c: see the header. */
#include "lab/eval/whole_file.h"

#include "common/input/byte_source.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1 << 16 };

/* Room for more; what is full grows by half. */
static exit_code
make_room(const char *path, whole_file *file, size_t *capacity)
{
  if (file->len + 1 < *capacity)
    return EXIT_FINE;
  if (file->len >= WHOLE_FILE_MOST) {
    message("%s: more than 4 GiB; split it into several files", path);
    return EXIT_INPUT;
  }
  size_t wanted = *capacity + *capacity / 2 + FIRST_ROOM;
  char *moved = realloc(file->data, wanted);
  if (!moved)
    return report_out_of_memory_for(path);
  file->data = moved;
  *capacity = wanted;
  return EXIT_FINE;
}

exit_code
whole_file_read(const char *path, whole_file *out)
{
  byte_source in;
  size_t capacity = 0;
  ptrdiff_t got = 1;
  memset(out, 0, sizeof *out);
  exit_code code = byte_source_open(path, &in);
  if (code != EXIT_FINE)
    return code;
  while (code == EXIT_FINE && got > 0) {
    code = make_room(path, out, &capacity);
    if (code != EXIT_FINE)
      break;
    got = byte_source_read(&in, out->data + out->len, capacity - out->len - 1);
    out->len += got > 0 ? (size_t)got : 0;
    code = got < 0 ? EXIT_INPUT : EXIT_FINE;
  }
  byte_source_close(&in);
  if (code == EXIT_FINE)
    out->data[out->len] = '\0';
  else
    whole_file_done(out);
  return code;
}

void
whole_file_done(whole_file *file)
{
  free(file->data);
  memset(file, 0, sizeof *file);
}
