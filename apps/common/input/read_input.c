/* read_input.c: a path in, bytes out.
 *
 * Reads instead of mapping: a file that shrinks while it is mapped kills the
 * process, and a pipe cannot be mapped at all. The size that the system reports
 * is only a hint for the first block; the file may grow, and the end is where
 * read() says so.
 */
#include "common/input/read_input.h"

#include "common/system/grow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes; for inputs whose size is not known. */
enum { FIRST_BLOCK = 65536 };

/* The message names the option that raises the limit. */
static exit_code
refuse_large(const char *name, size_t most)
{
  message("%s: more than %zu bytes; raise --max-bytes to read it", name, most);
  return EXIT_INPUT;
}

/* Right after the call that failed: errno is not kept. */
static exit_code
refuse_system(const char *name)
{
  char room[128];
  message("%s: %s", name, system_text(errno, room));
  return EXIT_INPUT;
}

/* Refuse what is known to be wrong before reading, and guess the size. */
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

/* The last read sees the end; a file that grows is read as long as it is
 * within the limit. */
static exit_code
read_all(int file, size_t most, input_bytes *out)
{
  for (;;) {
    if (out->len == out->capacity &&
        !GROW_UP_TO(out->data, out->capacity, out->capacity + FIRST_BLOCK,
                    SIZE_MAX)) {
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

/* The size that the system reports is a guess for the first block only. */
static exit_code
read_open_file(int file, size_t most, input_bytes *out)
{
  size_t guess;
  exit_code code = look_at(file, most, out, &guess);
  if (code != EXIT_FINE)
    return code;
  if (!GROW_UP_TO(out->data, out->capacity, guess, SIZE_MAX))
    return report_out_of_memory_for(out->name);
  return read_all(file, most, out);
}

/* Standard input is never closed: it is not ours. */
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

/* Safe to call twice. */
void
input_bytes_done(input_bytes *input)
{
  free(input->data);
  input->data = NULL;
  input->len = input->capacity = 0;
}
