/* read_input.c: a path in, bytes out.
 *
 * Reads instead of mapping: a file that shrinks while it is mapped kills the
 * process, and a pipe cannot be mapped at all. The size that the system tells
 * is only a hint for the first block; the file may grow, and the end is where
 * read() says so.
 */
#include "common/input/read_input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_BLOCK = 65536 };

static exit_code
refuse_large(const char *name, size_t most)
{
  message("%s: more than %zu bytes; raise --max-bytes to read it", name, most);
  return EXIT_INPUT;
}

static exit_code
refuse_system(const char *name)
{
  char room[128];
  message("%s: %s", name, system_text(errno, room));
  return EXIT_INPUT;
}

/* Make room for `wanted` bytes in all. */
static bool
grow(input_bytes *out, size_t wanted)
{
  char *moved = realloc(out->data, wanted);
  if (!moved)
    return false;
  out->data = moved;
  out->capacity = wanted;
  return true;
}

/* Refuse what can be told before reading, and guess the size. */
static exit_code
look_at(int file, size_t most, input_bytes *out, size_t *guess)
{
  struct stat about;
  *guess = FIRST_BLOCK;
  if (fstat(file, &about) != 0)
    return refuse_system(out->name);
  if (S_ISDIR(about.st_mode)) {
    message("%s: is a directory; name a file in it", out->name);
    return EXIT_INPUT;
  }
  if (!S_ISREG(about.st_mode))
    return EXIT_FINE;
  if ((uintmax_t)about.st_size > most)
    return refuse_large(out->name, most);
  *guess = (size_t)about.st_size + 1; /* the last read sees the end */
  return EXIT_FINE;
}

static exit_code
read_all(int file, size_t most, input_bytes *out)
{
  for (;;) {
    if (out->len == out->capacity &&
        !grow(out, out->capacity + out->capacity / 2 + FIRST_BLOCK)) {
      message("%s: out of memory after %zu bytes", out->name, out->len);
      return EXIT_ENVIRONMENT;
    }
    ssize_t got = read(file, out->data + out->len, out->capacity - out->len);
    if (got == 0)
      return EXIT_FINE;
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return refuse_system(out->name);
    out->len += (size_t)got;
    if (out->len > most)
      return refuse_large(out->name, most);
  }
}

static exit_code
read_open_file(int file, size_t most, input_bytes *out)
{
  size_t guess;
  exit_code code = look_at(file, most, out, &guess);
  if (code != EXIT_FINE)
    return code;
  if (!grow(out, guess))
    return report_out_of_memory_for(out->name);
  return read_all(file, most, out);
}

exit_code
read_input(const char *path, size_t most, input_bytes *out)
{
  bool standard = !path || strcmp(path, "-") == 0;
  *out = (input_bytes){NULL, 0, 0, standard ? "standard input" : path};
  int file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return refuse_system(out->name);
  exit_code code = read_open_file(file, most, out);
  if (!standard)
    close(file);
  if (code != EXIT_FINE)
    input_bytes_done(out);
  return code;
}

void
input_bytes_done(input_bytes *input)
{
  free(input->data);
  input->data = NULL;
  input->len = input->capacity = 0;
}
