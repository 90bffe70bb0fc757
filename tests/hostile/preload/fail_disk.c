/* fail_disk.c: a disk that fails, for LD_PRELOAD (tests/hostile/run_disk.py).
 *
 * Calls that write, sync, cut or rename a regular file are counted. With
 * PITH_DISK=KIND and PITH_DISK_AT=N:
 *
 *     short    every write takes half of what it is given
 *     eintr    every second write is interrupted before it begins
 *     full     from call N on writes take half, then fail with ENOSPC
 *     broken   call N fails with EIO, whatever it is; the next ones work
 *     sync     from call N on fsync() and fdatasync() fail with EIO
 *
 * PITH_DISK_COUNT names a file that gets the number of calls at the end.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long calls;
static const char *kind = "";
static long fail_at;

__attribute__((constructor)) static void
begin(void)
{
  const char *at = getenv("PITH_DISK_AT");
  kind = getenv("PITH_DISK") ? getenv("PITH_DISK") : "";
  fail_at = at ? strtol(at, NULL, 10) : 0;
}

/* Pipes, sockets and terminals have faults of their own. */
static int
is_file(int file)
{
  struct stat about;
  return fstat(file, &about) == 0 && S_ISREG(about.st_mode);
}

static int
is_kind(const char *name)
{
  return strcmp(kind, name) == 0;
}

/* Whether this call, a counted one, is to fail: errno is set then. */
static int
fails(int is_sync)
{
  long call = atomic_fetch_add(&calls, 1) + 1;
  if ((is_kind("broken") && call == fail_at) ||
      (is_kind("sync") && is_sync && call >= fail_at)) {
    errno = EIO;
    return 1;
  }
  return 0;
}

/* How many of `len` bytes a write takes; -1 and errno for none. */
static ssize_t
taken(int file, size_t len)
{
  if (!is_file(file) || len == 0)
    return (ssize_t)len;
  long call = atomic_load(&calls) + 1;
  if (fails(0))
    return -1;
  if (is_kind("eintr") && call % 2 == 0) {
    errno = EINTR;
    return -1;
  }
  if (is_kind("full") && call > fail_at) {
    errno = ENOSPC;
    return -1;
  }
  if (is_kind("short") || (is_kind("full") && call == fail_at))
    return (ssize_t)(len / 2 + len % 2);
  return (ssize_t)len;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t
write(int file, const void *data, size_t len)
{
  ssize_t most = taken(file, len);
  return most < 0 ? -1 : REAL(write)(file, data, (size_t)most);
}

ssize_t
pwrite(int file, const void *data, size_t len, off_t at)
{
  ssize_t most = taken(file, len);
  return most < 0 ? -1 : REAL(pwrite)(file, data, (size_t)most, at);
}

ssize_t
pwrite64(int file, const void *data, size_t len, off64_t at)
{
  ssize_t most = taken(file, len);
  return most < 0 ? -1 : REAL(pwrite64)(file, data, (size_t)most, at);
}

int
fsync(int file)
{
  return fails(1) ? -1 : REAL(fsync)(file);
}

int
fdatasync(int file)
{
  return fails(1) ? -1 : REAL(fdatasync)(file);
}

int
ftruncate(int file, off_t size)
{
  return fails(0) ? -1 : REAL(ftruncate)(file, size);
}

int
ftruncate64(int file, off64_t size)
{
  return fails(0) ? -1 : REAL(ftruncate64)(file, size);
}

int
rename(const char *from, const char *to)
{
  return fails(0) ? -1 : REAL(rename)(from, to);
}

int
renameat(int at, const char *from, int behind, const char *to)
{
  return fails(0) ? -1 : REAL(renameat)(at, from, behind, to);
}

__attribute__((destructor)) static void
end(void)
{
  char text[24];
  const char *path = getenv("PITH_DISK_COUNT");
  int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
  int len = snprintf(text, sizeof text, "%ld\n", atomic_load(&calls));
  if (file >= 0 && REAL(write)(file, text, (size_t)len) == len)
    close(file);
}
