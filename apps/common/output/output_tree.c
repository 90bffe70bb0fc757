/* output_tree.c: see the header. Bytes of a name that could mean something to
 * a terminal or another system are the business of whoever makes names; here
 * only "", "." and ".." are refused as steps.
 */
#include "common/output/output_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_ROOM = 256 + 8 }; /* of a step with ".part" behind it */

/* A name that cannot be is the input's fault; a full disk is the
 * environment's. */
static exit_code
refuse(const output_tree *tree, const char *name, int error)
{
  char room[128];
  message("%s/%s: %s", tree->path, name, write_error_text(error, room));
  bool of_name = error == ENOTDIR || error == EISDIR || error == ELOOP ||
                 error == ENAMETOOLONG || error == EINVAL || error == EEXIST;
  return of_name ? EXIT_INPUT : EXIT_ENVIRONMENT;
}

/* What a user named is always the environment's fault. */
static exit_code
refuse_path(const char *path, int error)
{
  char room[128];
  message("%s: %s", path, write_error_text(error, room));
  return EXIT_ENVIRONMENT;
}

/* Open the folder `step` in `at`, after making it if `make`. -1 and errno on
 * failure. */
static int
enter(int at, const char *step, bool make)
{
  if (make && mkdirat(at, step, 0777) != 0 && errno != EEXIST)
    return -1;
  return openat(at, step, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* A step out of the folder is never taken, whatever a page is called. */
static bool
is_step(const char *step, size_t len)
{
  if (len == 0 || len > 255) {
    errno = len ? ENAMETOOLONG : EINVAL;
    return false;
  }
  errno = EINVAL;
  return !(step[0] == '.' && (len == 1 || (len == 2 && step[1] == '.')));
}

/* Walk to the folder that holds `name`; *last is its last step. The descriptor
 * is the caller's to close; -1 and errno on failure. */
static int
walk_to(const output_tree *tree, const char *name, bool make, const char **last)
{
  int at = fcntl(tree->directory, F_DUPFD_CLOEXEC, 0);
  const char *slash;
  while (at >= 0 && (slash = strchr(name, '/')) != NULL) {
    char step[256];
    size_t len = (size_t)(slash - name);
    int next = -1;
    if (is_step(name, len)) {
      memcpy(step, name, len);
      step[len] = '\0';
      next = enter(at, step, make);
    }
    int error = errno;
    close(at);
    errno = error;
    at = next;
    name = slash + 1;
  }
  *last = name;
  if (at >= 0 && !is_step(name, strlen(name))) {
    int error = errno;
    close(at);
    errno = error;
    return -1;
  }
  return at;
}

/* Open a new file; one left behind by a run that was killed is taken away, and
 * so is a link: it is never followed. */
static int
open_new(int at, const char *step)
{
  int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
  int file = openat(at, step, flags, 0666);
  if (file < 0 && errno == EEXIST && unlinkat(at, step, 0) == 0)
    file = openat(at, step, flags, 0666);
  return file;
}

/* All or an error. */
static bool
write_all(int file, const char *data, size_t len)
{
  while (len > 0) {
    ssize_t written = write(file, data, len);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return false;
    data += written;
    len -= (size_t)written;
  }
  return true;
}

/* Write a whole file `step` in the folder `at`; an errno, or 0. */
static int
write_beside(int at, const char *step, const char *data, size_t len)
{
  char beside[NAME_ROOM];
  snprintf(beside, sizeof beside, "%.255s.part", step);
  int file = open_new(at, beside);
  if (file < 0)
    return errno;
  int error = write_all(file, data, len) ? 0 : errno;
  if (close(file) != 0 && !error)
    error = errno;
  if (!error && renameat(at, beside, at, step) != 0)
    error = errno;
  if (error)
    unlinkat(at, beside, 0);
  return error;
}

/* The folder is held open, so that it cannot be exchanged while we write. */
exit_code
output_tree_open(const char *path, output_tree *out)
{
  out->path = path;
  out->directory = -1;
  if (mkdir(path, 0777) == 0 || errno == EEXIST)
    out->directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (out->directory >= 0)
    return EXIT_FINE;
  return refuse_path(path, errno);
}

/* A folder inside; it is closed on its own. */
exit_code
output_tree_enter(const output_tree *tree, const char *name, const char *path,
                  output_tree *out)
{
  out->path = path;
  out->directory =
      is_step(name, strlen(name)) ? enter(tree->directory, name, true) : -1;
  return out->directory < 0 ? refuse(tree, name, errno) : EXIT_FINE;
}

/* Safe to call twice. */
void
output_tree_close(output_tree *tree)
{
  if (tree->directory >= 0)
    close(tree->directory);
  tree->directory = -1;
}

/* Beside the old file first, then renamed: a reader sees the old or the new
 * file, never half of one. */
exit_code
output_write(const output_tree *tree, const char *name, const char *ending,
             const char *data, size_t len)
{
  const char *last;
  char step[NAME_ROOM];
  int at = walk_to(tree, name, true, &last);
  if (at < 0)
    return refuse(tree, name, errno);
  int written = snprintf(step, sizeof step, "%s%s", last, ending);
  int error = written > 250 ? ENAMETOOLONG : write_beside(at, step, data, len);
  close(at);
  return error ? refuse(tree, name, error) : EXIT_FINE;
}

/* No message: a file that is not there is an answer. */
int
output_open(const output_tree *tree, const char *name, uint64_t *size)
{
  const char *last;
  struct stat about;
  int at = walk_to(tree, name, false, &last);
  if (at < 0)
    return -1;
  int file = openat(at, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  close(at);
  if (file >= 0 && (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))) {
    close(file);
    return -1;
  }
  if (file >= 0)
    *size = (uint64_t)about.st_size;
  return file;
}

/* The folders on the way stay: they may be somebody else's. */
exit_code
output_remove(const output_tree *tree, const char *name)
{
  const char *last;
  int at = walk_to(tree, name, false, &last);
  int error = at < 0 || unlinkat(at, last, 0) != 0 ? errno : 0;
  if (at >= 0)
    close(at);
  return error ? refuse(tree, name, error) : EXIT_FINE;
}

/* As output_write(), and on the disk when it returns. */
exit_code
output_sync(const output_tree *tree, const char *name, const char *ending)
{
  const char *last;
  char step[NAME_ROOM];
  int at = walk_to(tree, name, true, &last);
  if (at < 0)
    return refuse(tree, name, errno);
  snprintf(step, sizeof step, "%.250s%.10s", last, ending);
  int file = openat(at, step, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  int error = file < 0 || fsync(file) != 0 || fsync(at) != 0 ? errno : 0;
  if (file >= 0)
    close(file);
  close(at);
  return error ? refuse(tree, name, error) : EXIT_FINE;
}

/* For files that are too large to be kept in memory. */
exit_code
output_begin(const output_tree *tree, const char *name, int *file)
{
  char beside[NAME_ROOM];
  snprintf(beside, sizeof beside, "%.255s.part", name);
  *file = open_new(tree->directory, beside);
  return *file < 0 ? refuse(tree, beside, errno) : EXIT_FINE;
}

/* What failed is removed; the old file stays. On the disk before it is renamed:
 * else a crash may leave the new name with no bytes. */
exit_code
output_end(const output_tree *tree, const char *name, int file, bool keep)
{
  char beside[NAME_ROOM];
  snprintf(beside, sizeof beside, "%.255s.part", name);
  int error = keep && fsync(file) != 0 ? errno : 0;
  if (close(file) != 0 && !error)
    error = errno;
  if (!error && keep &&
      renameat(tree->directory, beside, tree->directory, name) != 0)
    error = errno;
  if (error || !keep)
    unlinkat(tree->directory, beside, 0);
  return error ? refuse(tree, name, error) : EXIT_FINE;
}

/* Beside the old file, in the same folder: a rename between file systems
 * would copy. */
exit_code
output_file_begin(const char *path, output_file *out)
{
  struct stat about;
  out->path = path;
  out->beside = NULL;
  if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) {
    out->descriptor = open(path, O_WRONLY | O_CLOEXEC);
  } else {
    size_t size = strlen(path) + 6;
    out->beside = malloc(size);
    if (!out->beside)
      return refuse_path(path, ENOMEM);
    snprintf(out->beside, size, "%s.part", path);
    out->descriptor = open_new(AT_FDCWD, out->beside);
  }
  if (out->descriptor >= 0)
    return EXIT_FINE;
  int error = errno;
  free(out->beside);
  return refuse_path(path, error);
}

/* Kept or removed; nothing in between. A pipe or a device cannot be synced. */
exit_code
output_file_end(output_file *file, bool keep)
{
  int error = file->beside && keep && fsync(file->descriptor) != 0 ? errno : 0;
  if (close(file->descriptor) != 0 && !error)
    error = errno;
  if (file->beside && !error && keep && rename(file->beside, file->path) != 0)
    error = errno;
  if (file->beside && (error || !keep))
    unlink(file->beside);
  free(file->beside);
  return error ? refuse_path(file->path, error) : EXIT_FINE;
}

/* The same for a path a user named. */
exit_code
output_file_write(const char *path, const char *data, size_t len)
{
  output_file file;
  if (strcmp(path, "-") == 0)
    return write_all(STDOUT_FILENO, data, len)
               ? EXIT_FINE
               : refuse_path("standard output", errno);
  TRY(output_file_begin(path, &file));
  int error = write_all(file.descriptor, data, len) ? 0 : errno;
  exit_code code = output_file_end(&file, !error);
  return error ? refuse_path(path, error) : code;
}
