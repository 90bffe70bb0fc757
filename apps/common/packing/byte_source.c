/* byte_source.c: see the header.
 *
 *     descriptor ──► front 0 ──► unpacker ──► front 1 ──► unpacker ──► front 2
 *
 * Every layer has a front of its own, because what a layer is shows only when
 * its first bytes are there, and a pipe gives them once. Nothing is unpacked
 * ahead, but for that front.
 */
#include "common/packing/byte_source.h"

#include "common/system/ascii_text.h"
#include "common/system/grow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A kind of packing, known by its first bytes. `how` returns NULL in a program
 * that was built without the library. */
typedef struct packing {
  unsigned char first[6];
  size_t len;
  const char *name;
  const char *library;
  const char *package; /* Debian's name of it */
  const unpacker *(*how)(void);
} packing;

static const packing packings[] = {
    {{0x1F, 0x8B, 8}, 3, "gzip", "zlib", "zlib1g-dev", unpack_gzip},
    {{'B', 'Z', 'h'}, 3, "bzip2", "libbz2", "libbz2-dev", unpack_bzip2},
    {{0x28, 0xB5, 0x2F, 0xFD},
     4,
     "zstd",
     "libzstd",
     "libzstd-dev",
     unpack_zstd},
    {{0x5D, 0x2A, 0x4D, 0x18},
     4,
     "zstd",
     "libzstd",
     "libzstd-dev",
     unpack_zstd},
    {{0xFD, '7', 'z', 'X', 'Z', 0},
     6,
     "xz",
     "liblzma",
     "liblzma-dev",
     unpack_xz},
};

/* The message names the file; the reason is lower case, as all messages are. */
static exit_code
refuse(const byte_source *in, const char *why)
{
  message("%s: %s", in->path, why);
  return EXIT_INPUT;
}

/* Right after the call that failed: errno is not kept. */
static exit_code
refuse_system(const byte_source *in)
{
  char room[128];
  return errno == ENOMEM ? report_out_of_memory_for(in->path)
                         : refuse(in, system_text(errno, room));
}

/* --- fronts --------------------------------------------------------------- */

/* Read more into the front. */
static void
grow_front(byte_front *front)
{
  if (!GROW(front->data, front->capacity, front->len + BYTE_FRONT)) {
    front->ended = front->failed = true;
    errno = ENOMEM;
    return;
  }
  ptrdiff_t got = front->from.read(front->from.state, front->data + front->len,
                                   front->capacity - front->len);
  front->ended = got <= 0;
  front->failed = got < 0;
  front->len += got > 0 ? (size_t)got : 0;
}

/* A megabyte that unpacks to nothing is kept no longer. */
static ptrdiff_t
read_front(void *state, char *out, size_t room)
{
  enum { KEEP_MOST = 1 << 20 };
  byte_front *front = state;
  if (front->at == front->len && front->keep && !front->ended &&
      front->len < KEEP_MOST)
    grow_front(front);
  size_t left = front->len - front->at;
  size_t take = left < room ? left : room;
  if (take > 0) {
    memcpy(out, front->data + front->at, take);
    front->at += take;
    return (ptrdiff_t)take;
  }
  if (front->ended)
    return front->failed ? -1 : 0;
  return front->from.read(front->from.state, out, room);
}

/* What of a front is still to be read. */
static pith_slice
front_bytes(const byte_front *front)
{
  return (pith_slice){front->data + front->at, front->len - front->at};
}

/* Put a front behind a feed. */
static bool
add_front(byte_source *in, byte_feed from)
{
  byte_front *front = malloc(sizeof *front);
  if (!front)
    return false;
  *front = (byte_front){.from = from, .keep = true};
  in->fronts[in->packed] = front;
  while (front->len < BYTE_FRONT && !front->ended)
    grow_front(front);
  return true;
}

/* The feed at the bottom; its state is the descriptor itself, so that a source
 * can be moved. */
static ptrdiff_t
read_file(void *state, char *out, size_t room)
{
  int file = (int)(intptr_t)state;
  ssize_t got;
  do
    got = read(file, out, room);
  while (got < 0 && errno == EINTR);
  return got;
}

/* --- packing -------------------------------------------------------------- */

/* Bytes that a file is unpacked to before it is taken for Brotli, and bytes in
 * which control characters are looked for. */
enum { BROTLI_TRIED = 1 << 18, CONTROL_REACH = 1024 };

/* The row of the first bytes; NULL for what is not packed. */
static const packing *
find_packing(pith_slice front)
{
  for (size_t i = 0; i < sizeof packings / sizeof *packings; i++)
    if (front.len >= packings[i].len &&
        memcmp(front.data, packings[i].first, packings[i].len) == 0)
      return &packings[i];
  return NULL;
}

/* Unpack what the last front holds. The new layer reads through that front, and
 * gets a front of its own. EXIT_INPUT after a message. */
static exit_code
add_layer(byte_source *in, const unpacker *how)
{
  byte_feed from = {read_front, in->fronts[in->packed]};
  unpack_stream *layer = unpack_stream_new(how, from);
  if (!layer)
    return report_out_of_memory_for(in->path);
  in->layers[in->packed++] = layer;
  return add_front(in, (byte_feed){unpack_stream_read, layer})
             ? EXIT_FINE
             : report_out_of_memory_for(in->path);
}

/* Whether unpacked bytes begin as a page, a record or an archive does. */
static bool
begins_as_page(pith_slice made)
{
  if (made.len >= 3 && memcmp(made.data, "\xEF\xBB\xBF", 3) == 0)
    made = (pith_slice){made.data + 3, made.len - 3};
  made = text_trim(made);
  return made.len > 0 && (made.data[0] == '<' || made.data[0] == '{' ||
                          text_begins(made, "warc/"));
}

/* Unpack all that is in the front, up to BROTLI_TRIED bytes. Nearly all that is
 * no Brotli is damaged soon, but not always within the first bytes. */
static bool
unpacks(const unpacker *how, void *state, const byte_front *front)
{
  char text[1024];
  unpack_io io = {front->data, front->len, text, sizeof text};
  unpack_step step = how->step(state, &io);
  if (!begins_as_page((pith_slice){text, sizeof text - io.room}))
    return false;
  for (size_t made = 0; made < BROTLI_TRIED && step == UNPACK_MORE && !io.room;
       made += sizeof text) {
    io.out = text;
    io.room = sizeof text;
    step = how->step(state, &io);
  }
  return step == UNPACK_MORE || (step == UNPACK_END && io.in_len == 0);
}

/* Control characters, which packed bytes are full of and text has none of. */
static bool
has_control(const byte_front *front)
{
  for (size_t i = 0; i < front->len && i < CONTROL_REACH; i++) {
    unsigned char c = (unsigned char)front->data[i];
    if (c < 0x20 && (c == 0 || !strchr("\t\n\f\r", c)))
      return true;
  }
  return false;
}

/* Brotli has no signature and is known by trying: what is no text, and unpacks
 * to markup or JSON. */
static bool
is_brotli(const byte_front *front)
{
  const unpacker *how = unpack_brotli();
  void *state = how && has_control(front) ? how->start() : NULL;
  if (!state)
    return false;
  bool found = unpacks(how, state, front);
  how->end(state);
  return found;
}

/* Layer by layer. A file that is packed by a library we were built without is
 * refused by name. */
static exit_code
add_layers(byte_source *in)
{
  exit_code code = EXIT_FINE;
  while (code == EXIT_FINE && in->packed < BYTE_LAYERS) {
    const byte_front *front = in->fronts[in->packed];
    const packing *packed = find_packing(front_bytes(front));
    const unpacker *how = packed             ? packed->how()
                          : is_brotli(front) ? unpack_brotli()
                                             : NULL;
    if (packed && !how) {
      message("%s: packed by %s; this program was built without %s; install "
              "%s and build it anew",
              in->path, packed->name, packed->library, packed->package);
      return EXIT_INPUT;
    }
    if (!how)
      return EXIT_FINE;
    code = add_layer(in, how);
  }
  if (code == EXIT_FINE && find_packing(byte_source_front(in)))
    return refuse(in, "packed more than twice; unpack it first");
  return code;
}

/* --- the source ----------------------------------------------------------- */

/* Standard input that was opened to see what it is, and not read. */
static byte_source standard_input;

/* O_NONBLOCK would break reading from pipes, so a named pipe waits for its
 * writer, as everywhere. */
exit_code
byte_source_open(const char *path, byte_source *out)
{
  struct stat about;
  bool standard = strcmp(path, "-") == 0;
  if (standard && standard_input.path) {
    *out = standard_input;
    standard_input.path = NULL;
    return EXIT_FINE;
  }
  *out = (byte_source){.file = standard ? STDIN_FILENO : -1,
                       .path = standard ? "standard input" : path};
  if (!standard)
    out->file = open(path, O_RDONLY | O_CLOEXEC);
  if (out->file < 0 || fstat(out->file, &about) != 0) {
    exit_code code = refuse_system(out);
    byte_source_close(out);
    return code;
  }
  out->seekable = S_ISREG(about.st_mode) && !standard;
  exit_code code = EXIT_FINE;
  if (S_ISDIR(about.st_mode))
    code = refuse(out, "is a directory; name a file in it");
  else if (!add_front(out, (byte_feed){read_file, (void *)(intptr_t)out->file}))
    code = report_out_of_memory_for(path);
  if (code == EXIT_FINE && out->fronts[0]->failed)
    code = refuse_system(out); /* errno is still that of read() */
  if (code == EXIT_FINE)
    code = add_layers(out);
  for (size_t i = 0; i <= out->packed && code == EXIT_FINE; i++)
    out->fronts[i]->keep = false;
  if (code != EXIT_FINE)
    byte_source_close(out);
  return code;
}

/* Of the last layer: what a reader will see first. */
pith_slice
byte_source_front(const byte_source *in)
{
  return front_bytes(in->fronts[in->packed]);
}

/* Of the first layer, used or not: `at` is the business of the layers above. */
pith_slice
byte_source_packed_front(const byte_source *in)
{
  return (pith_slice){in->fronts[0]->data, in->fronts[0]->len};
}

/* What was read before a damaged place is good and is used. */
ptrdiff_t
byte_source_read(byte_source *in, char *out, size_t room)
{
  ptrdiff_t got = read_front(in->fronts[in->packed], out, room);
  if (got < 0 && in->packed > 0)
    message("%s: damaged %s data; what came before is used", in->path,
            in->layers[0]->how->name);
  else if (got < 0)
    refuse_system(in);
  return got;
}

/* The layers have used up bytes of the first front; they are there still. */
byte_feed
byte_source_raw(byte_source *in)
{
  in->fronts[0]->at = 0;
  return (byte_feed){read_front, in->fronts[0]};
}

/* Nothing was read of it but its fronts, which stay. */
void
byte_source_put_back(byte_source *in)
{
  if (in->file == STDIN_FILENO)
    standard_input = *in;
  else
    byte_source_close(in);
}

/* Also for a source that did not open. */
void
byte_source_close(byte_source *in)
{
  for (size_t i = 0; i < BYTE_LAYERS; i++)
    unpack_stream_free(in->layers[i]);
  for (size_t i = 0; i <= BYTE_LAYERS; i++) {
    if (in->fronts[i])
      free(in->fronts[i]->data);
    free(in->fronts[i]);
  }
  if (in->file > STDERR_FILENO)
    close(in->file);
  *in = (byte_source){.file = -1, .path = in->path};
}
