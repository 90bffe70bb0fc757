/* byte_source.c: a file as a stream of bytes, unpacked on the way.
 *
 *     first bytes ──► gzip, bzip2, zstd or none ──► unpacker or read()
 *
 * Unpacking is bounded by whoever reads: nothing is unpacked ahead.
 */
#include "common/input/byte_source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A kind of packing, known by its first bytes. `how` returns NULL in a program
 * that was built without the library. */
typedef struct packing {
  unsigned char first[4];
  size_t len;
  const char *name;
  const char *library;
  const char *package; /* Debian's name of it */
  const unpacker *(*how)(void);
} packing;

static const packing packings[] = {
    {{0x1F, 0x8B, 0, 0}, 2, "gzip", "zlib", "zlib1g-dev", unpack_gzip},
    {{'B', 'Z', 'h', 0}, 3, "bzip2", "libbz2", "libbz2-dev", unpack_bzip2},
    {{0x28, 0xB5, 0x2F, 0xFD},
     4,
     "zstd",
     "libzstd",
     "libzstd-dev",
     unpack_zstd},
};

/* The message names the file; the reason is lower case, as all messages are. */
static exit_code
refuse(const byte_source *in, const char *why)
{
  message("%s: %s", in->path, why);
  return EXIT_INPUT;
}

static exit_code
refuse_system(const byte_source *in)
{
  char room[128];
  return refuse(in, system_text(errno, room));
}

/* Read a block of a plain file. */
static ptrdiff_t
read_plain(int file, char *out, size_t room)
{
  ssize_t got;
  do
    got = read(file, out, room);
  while (got < 0 && errno == EINTR);
  return got;
}

/* By the first bytes: names lie, and pipes have none. */
static const packing *
find_packing(int file)
{
  unsigned char first[4] = {0};
  ssize_t got = pread(file, first, sizeof first, 0);
  for (size_t i = 0; i < sizeof packings / sizeof *packings; i++)
    if (got >= (ssize_t)packings[i].len &&
        memcmp(first, packings[i].first, packings[i].len) == 0)
      return &packings[i];
  return NULL;
}

/* A file that is packed by a library we were built without is refused by
 * name. */
static exit_code
choose(byte_source *in)
{
  const packing *packed = find_packing(in->file);
  if (!packed)
    return EXIT_FINE;
  in->how = packed->how();
  if (!in->how) {
    message("%s: packed by %s; this program was built without %s; install %s "
            "and build it anew",
            in->path, packed->name, packed->library, packed->package);
    return EXIT_INPUT;
  }
  in->state = in->how->start(in->file);
  if (in->state)
    return EXIT_FINE;
  in->how = NULL;
  return report_out_of_memory_for(in->path);
}

/* Only regular files: O_NONBLOCK keeps a named pipe from blocking before
 * that is known. */
exit_code
byte_source_open(const char *path, byte_source *out)
{
  struct stat about;
  *out = (byte_source){-1, path, NULL, NULL};
  out->file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (out->file < 0 || fstat(out->file, &about) != 0) {
    exit_code code = refuse_system(out);
    byte_source_close(out);
    return code;
  }
  exit_code code = S_ISREG(about.st_mode)
                       ? choose(out)
                       : refuse(out, "no regular file; it is read twice");
  if (code != EXIT_FINE)
    byte_source_close(out);
  return code;
}

/* What was read before a damaged place is good and is used. */
ptrdiff_t
byte_source_read(byte_source *in, char *out, size_t room)
{
  if (!in->how) {
    ptrdiff_t got = read_plain(in->file, out, room);
    if (got < 0)
      refuse_system(in);
    return got;
  }
  ptrdiff_t got = in->how->read(in->state, out, room);
  if (got < 0)
    message("%s: damaged %s data; what came before is used", in->path,
            in->how->name);
  return got;
}

/* Also for a source that did not open. */
void
byte_source_close(byte_source *in)
{
  if (in->how)
    in->how->end(in->state);
  if (in->file >= 0)
    close(in->file);
  *in = (byte_source){-1, in->path, NULL, NULL};
}
