/* warc_source.c: see the header.
 *
 *     window:  used │ at ... len │ free      refilled below WINDOW_LEAST
 *     data:    used │ use ... data_len │     grows as far as a record needs
 *
 * A gzip member that is whole in the window, nearly always, is unpacked by
 * libdeflate in one call, twice as fast as zlib. Larger ones, damaged ones and
 * programs built without it take the way through unpack.h.
 */
#include "common/warc/warc_source.h"

#include "common/system/grow.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef PITH_HAVE_DEFLATE
#include <libdeflate.h>
#endif

enum {
  WINDOW_ROOM = 4 << 20,
  WINDOW_LEAST = 1 << 20, /* compressed bytes of a member, mostly far fewer */
  FAST_MOST = 8 << 20,    /* unpacked bytes for libdeflate */
  STEP_ROOM = 1 << 16,
  FRONT_ROOM = 1 << 11, /* both heads of a record, mostly */
  MISSES_MOST = 8,
  DICTIONARY_MOST = 16 << 20
};

static const char gzip_magic[] = {0x1F, (char)0x8B, 8};
static const char zstd_magic[] = {0x28, (char)0xB5, 0x2F, (char)0xFD};
static const char dictionary_magic[] = {0x5D, 0x2A, 0x4D, 0x18};

/* --- packed bytes --------------------------------------------------------- */

/* Read behind what is there: at most `room` bytes. By position, because the
 * descriptor of a WACZ is shared by the files in it. */
static ptrdiff_t
read_packed(warc_source *s, char *out, size_t room, uint64_t offset)
{
  if (s->feed.read)
    return s->feed.read(s->feed.state, out, room);
  if (s->file < 0 || offset >= s->to)
    return 0;
  if (room > s->to - offset)
    room = (size_t)(s->to - offset);
  ssize_t got;
  do
    got = pread(s->file, out, room, (off_t)offset);
  while (got < 0 && errno == EINTR);
  return got;
}

/* Have `want` packed bytes at window[at], unless the file ends. What was used
 * is dropped, so that the window holds the next bytes and none before. A window
 * that is borrowed has all bytes there are. */
static size_t
window_fill(warc_source *s, size_t want)
{
  if (s->len - s->at >= want || s->window_ended || s->capacity == 0)
    return s->len - s->at;
  memmove(s->window, s->window + s->at, s->len - s->at);
  s->base += s->at;
  s->len -= s->at;
  s->at = 0;
  while (s->len < want && !s->window_ended) {
    ptrdiff_t got = read_packed(s, s->window + s->len, s->capacity - s->len,
                                s->base + s->len);
    if (got < 0)
      s->error = errno ? errno : EIO;
    s->window_ended = got <= 0;
    s->len += got > 0 ? (size_t)got : 0;
  }
  return s->len;
}

/* Put the window at an offset. A feed can only go forward, in the window. */
static bool
window_seek(warc_source *s, uint64_t offset)
{
  if (offset >= s->base && offset <= s->base + s->len) {
    s->at = (size_t)(offset - s->base);
    return true;
  }
  if (s->feed.read || s->capacity == 0)
    return false;
  s->base = offset;
  s->at = s->len = 0;
  s->window_ended = false;
  return true;
}

/* --- unpacked bytes ------------------------------------------------------- */

/* Failing is remembered, so that callers need not pass it on. */
static bool
data_grow(warc_source *s, size_t room)
{
  if (!GROW_UP_TO(s->data, s->data_capacity, s->data_len + room, SIZE_MAX))
    s->no_memory = true;
  return !s->no_memory;
}

/* The bytes of a plain archive, by way of the window. */
static bool
more_plain(warc_source *s, size_t need)
{
  size_t have = window_fill(s, 1);
  /* Not more than a record needs: the rest stays in the window. */
  size_t want = need > STEP_ROOM ? need : STEP_ROOM;
  if (have > want)
    have = want;
  if (have == 0 || !data_grow(s, have)) {
    s->inside = false;
    return false;
  }
  memcpy(s->data + s->data_len, s->window + s->at, have);
  s->data_len += have;
  s->at += have;
  return true;
}

/* The next bytes of a member or frame. It ends with its check sum, so what is
 * damaged shows here and not later. */
static bool
more_packed(warc_source *s)
{
  if (window_fill(s, 1) == 0) {
    s->broken = true; /* cut short */
    s->inside = false;
    return false;
  }
  if (!data_grow(s, STEP_ROOM))
    return false;
  /* All the room there is: large members take few steps. */
  size_t room = s->data_capacity - s->data_len;
  if (s->heads && !s->whole)
    room = FRONT_ROOM;
  unpack_io io = {s->window + s->at, s->len - s->at, s->data + s->data_len,
                  room};
  unpack_step step = s->how->step(s->slow, &io);
  s->at = s->len - io.in_len;
  s->data_len += room - io.room;
  s->broken = step == UNPACK_DAMAGED;
  s->inside = step == UNPACK_MORE;
  return true;
}

/* Stops at the end of the unit: what follows may be another record. */
size_t
warc_source_need(warc_source *s, size_t need)
{
  while (s->data_len - s->use < need && s->inside && !s->no_memory)
    if (!(s->how ? more_packed(s) : more_plain(s, need)))
      break;
  return s->data_len - s->use;
}

#ifdef PITH_HAVE_DEFLATE
/* A whole member at once. False when it is too large, or damaged, which the
 * slow way will find. */
static bool
unpack_member(warc_source *s)
{
  size_t room = STEP_ROOM * 2;
  while (s->fast && room <= FAST_MOST) {
    size_t used, made;
    if (!data_grow(s, room))
      return false;
    room = s->data_capacity - s->data_len; /* often more than was asked for */
    enum libdeflate_result result = libdeflate_gzip_decompress_ex(
        s->fast, s->window + s->at, s->len - s->at, s->data + s->data_len, room,
        &used, &made);
    if (result == LIBDEFLATE_SUCCESS) {
      s->at += used;
      s->data_len += made;
      return true;
    }
    if (result != LIBDEFLATE_INSUFFICIENT_SPACE)
      return false;
    room *= 2;
  }
  return false;
}
#else
static bool
unpack_member(warc_source *s)
{
  (void)s;
  return false;
}
#endif

/* Room for a frame that says how large it is: the library then unpacks it in
 * one go, and not by way of a buffer of its own. */
static void
expect_frame(warc_source *s)
{
  size_t size = unpack_zstd_size(s->window + s->at, s->len - s->at);
  if (size > STEP_ROOM && size <= FAST_MOST)
    data_grow(s, size);
}

/* Zero bytes behind the last member are padding. */
static void
skip_padding(warc_source *s)
{
  while (s->how && window_fill(s, 1) > 0 && s->window[s->at] == 0)
    s->at++;
}

/* The window is filled first, so that a member is whole in it. */
bool
warc_source_next_unit(warc_source *s)
{
  skip_padding(s);
  if (window_fill(s, s->how ? WINDOW_LEAST : 1) == 0)
    return false;
  s->unit = s->base + s->at;
  s->unit_start = s->data_len;
  s->broken = false;
  s->inside = true;
  if (s->how && !s->how->again(s->slow)) {
    s->no_memory = true;
    return false;
  }
  s->whole = false;
  if (s->packing == WARC_GZIP && !s->heads && unpack_member(s))
    s->inside = false;
  if (s->packing == WARC_ZSTD)
    expect_frame(s);
  return !s->no_memory;
}

/* Whether a member that ends at `end` of the window has this many bytes, as its
 * last four say. */
static bool
ends_with_size(const warc_source *s, size_t end, uint32_t size)
{
  const unsigned char *last = (const unsigned char *)s->window + end - 4;
  return end >= s->at + 8 &&
         ((uint32_t)last[0] | (uint32_t)last[1] << 8 | (uint32_t)last[2] << 16 |
          (uint32_t)last[3] << 24) == size;
}

/* A member's size is at its end, in front of the signature of the next. Both by
 * chance, 56 bits, do not happen; an archive inside of a record has other
 * sizes. */
static bool
find_end(const warc_source *s, uint32_t size, size_t *end)
{
  const char *stop = s->window + s->len;
  for (const char *at = s->window + s->at; stop - at > 2; at++) {
    at = memchr(at, gzip_magic[0], (size_t)(stop - at - 2));
    if (!at)
      break;
    *end = (size_t)(at - s->window);
    if (memcmp(at, gzip_magic, sizeof gzip_magic) == 0 &&
        ends_with_size(s, *end, size))
      return true;
  }
  *end = s->len;
  return (s->window_ended || s->capacity == 0) && ends_with_size(s, *end, size);
}

/* Files that are not packed record by record would be searched in vain, each
 * time to the end of the window. */
bool
warc_source_leave_unit(warc_source *s, uint64_t size)
{
  size_t end;
  if (s->heads && s->inside && s->use == s->unit_start &&
      find_end(s, (uint32_t)size, &end)) {
    s->at = end;
    s->inside = false;
    return true;
  }
  s->whole = true;
  s->heads = s->heads && ++s->misses <= MISSES_MOST;
  return false;
}

/* --- going elsewhere ------------------------------------------------------ */

/* Moves little: mostly nothing is left behind a record. */
void
warc_source_forget(warc_source *s)
{
  memmove(s->data, s->data + s->use, s->data_len - s->use);
  s->data_len -= s->use;
  s->unit_start = s->unit_start > s->use ? s->unit_start - s->use : 0;
  s->use = 0;
}

/* In a plain file the rest is not even read. */
void
warc_source_skip(warc_source *s, uint64_t count)
{
  while (count > 0) {
    size_t have = warc_source_need(s, 1);
    size_t step = have < count ? have : (size_t)count;
    if (step == 0)
      return;
    s->use += step;
    count -= step;
    if (count > 0 && !s->how && window_seek(s, s->base + s->at + count))
      return;
    if (count > 0)
      warc_source_forget(s);
  }
}

/* The window is ahead of what was used by the bytes in data. */
uint64_t
warc_source_offset(const warc_source *s)
{
  if (s->how)
    return s->unit - s->from;
  return s->base + s->at - (s->data_len - s->use) - s->from;
}

/* What was unpacked belongs to another place. */
bool
warc_source_seek(warc_source *s, uint64_t offset)
{
  s->use = s->data_len = s->unit_start = 0;
  s->inside = s->broken = false;
  return window_seek(s, s->from + offset);
}

/* Whether the unit at window[at] unpacks to what a record begins with. */
static bool
try_unit(warc_source *s, warc_begins begins)
{
  char text[64];
  if (!s->how->again(s->slow))
    return false;
  unpack_io io = {s->window + s->at, s->len - s->at, text, sizeof text};
  unpack_step step = s->how->step(s->slow, &io);
  return step != UNPACK_DAMAGED && begins(text, sizeof text - io.room);
}

/* The next place in the window that begins as a unit does. */
static bool
find_magic(warc_source *s)
{
  const char *magic = s->packing == WARC_GZIP ? gzip_magic : zstd_magic;
  size_t len = s->packing == WARC_GZIP ? sizeof gzip_magic : sizeof zstd_magic;
  while (window_fill(s, STEP_ROOM) >= len) {
    const char *at = s->window + s->at;
    const char *found = memchr(at, magic[0], s->len - s->at - len + 1);
    /* Two bytes of a signature may be at the end of the window. */
    s->at = found ? (size_t)(found - s->window) : s->len - len + 1;
    if (found && memcmp(found, magic, len) == 0)
      return true;
    s->at += found != NULL;
  }
  return false;
}

/* From the byte behind the beginning of the damaged unit, as far as that is
 * still at hand. */
static bool
resync_packed(warc_source *s, warc_begins begins)
{
  if (!window_seek(s, s->unit + 1) && s->at == s->len && s->window_ended)
    return false;
  s->use = s->data_len = 0;
  s->inside = s->broken = false;
  while (find_magic(s)) {
    if (try_unit(s, begins))
      return true;
    s->at++;
  }
  return false;
}

/* The next place in the data that may begin a record: the letter that WARC
 * begins with anywhere, since the line end before it may be what is damaged, or
 * a new line, of ARC. */
static bool
find_place(warc_source *s, size_t have, warc_begins begins, size_t look)
{
  for (; have > look || (have > 0 && !s->inside); have--, s->use++) {
    const char *at = s->data + s->use;
    if ((*at == 'W' || at[-1] == '\n') && begins(at, have))
      return true;
  }
  return false;
}

/* Each byte is looked at once; what was looked at is forgotten from time to
 * time, so that a file without any record costs no memory. */
static bool
resync_plain(warc_source *s, warc_begins begins)
{
  enum { LOOK = 512 };
  s->use += s->use < s->data_len;
  for (;;) {
    size_t have = warc_source_need(s, STEP_ROOM);
    if (find_place(s, have, begins, LOOK))
      return true;
    if (s->use == s->data_len)
      return false;
    s->use--; /* the byte before the next one is looked at, too */
    warc_source_forget(s);
    s->use++;
  }
}

/* Packed archives are searched for units, plain ones for lines. */
bool
warc_source_resync(warc_source *s, warc_begins begins)
{
  return s->how ? resync_packed(s, begins) : resync_plain(s, begins);
}

/* Only line ends, then a record or nothing. */
bool
warc_source_ends_at(const warc_source *s, uint64_t offset, warc_begins begins)
{
  char text[128];
  size_t len = 0, at = 0;
  offset += s->from;
  if (s->feed.read)
    return true; /* nobody knows yet */
  if (s->capacity == 0 && offset <= s->len) {
    len = s->len - (size_t)offset < sizeof text ? s->len - (size_t)offset
                                                : sizeof text;
    memcpy(text, s->window + offset, len);
  } else if (s->file >= 0 && offset <= s->to) {
    ssize_t got = pread(s->file, text, sizeof text, (off_t)offset);
    len = got > 0 ? (size_t)got : 0;
    if (len > s->to - offset)
      len = (size_t)(s->to - offset);
  } else {
    return false;
  }
  while (at < len && (text[at] == '\r' || text[at] == '\n'))
    at++;
  return at == len || begins(text + at, len - at);
}

/* --- beginning and end ---------------------------------------------------- */

/* A dictionary for all frames that follow is in a skippable frame of its own
 * in front of them. */
static warc_status
read_dictionary(warc_source *s)
{
  if (window_fill(s, 8) < 8 ||
      memcmp(s->window + s->at, dictionary_magic, 4) != 0)
    return WARC_FINE;
  const unsigned char *size = (unsigned char *)s->window + s->at + 4;
  size_t len = (size_t)size[0] | (size_t)size[1] << 8 | (size_t)size[2] << 16 |
               (size_t)size[3] << 24;
  if (len > DICTIONARY_MOST)
    return WARC_NO_ARCHIVE;
  if (s->capacity > 0 && len + 8 > s->capacity &&
      !GROW(s->window, s->capacity, len + 8))
    return WARC_NO_MEMORY;
  if (window_fill(s, len + 8) < len + 8)
    return WARC_NO_ARCHIVE;
  bool done = unpack_zstd_dictionary(s->slow, s->window + s->at + 8, len);
  s->at += len + 8;
  return done ? WARC_FINE : WARC_NO_MEMORY;
}

/* By the first bytes; everything else is plain. */
static warc_packing
find_packing(const warc_source *s)
{
  size_t len = s->len - s->at;
  const char *at = s->window + s->at;
  if (len >= 2 && memcmp(at, gzip_magic, 2) == 0)
    return WARC_GZIP;
  if (len >= 4 &&
      (memcmp(at, zstd_magic, 4) == 0 || memcmp(at, dictionary_magic, 4) == 0))
    return WARC_ZSTD;
  return WARC_PLAIN;
}

/* WARC_NO_LIBRARY where the program was built without it. */
static warc_status
use_packing(warc_source *s, warc_packing packing)
{
  s->packing = packing;
  s->heads = s->heads && packing == WARC_GZIP;
  if (packing == WARC_PLAIN)
    return WARC_FINE;
  s->how = packing == WARC_GZIP ? unpack_gzip() : unpack_zstd();
  if (!s->how)
    return WARC_NO_LIBRARY;
  s->slow = s->how->start();
#ifdef PITH_HAVE_DEFLATE
  s->fast = packing == WARC_GZIP ? libdeflate_alloc_decompressor() : NULL;
#endif
  return s->slow ? WARC_FINE : WARC_NO_MEMORY;
}

static void
leave_packing(warc_source *s)
{
#ifdef PITH_HAVE_DEFLATE
  if (s->fast)
    libdeflate_free_decompressor(s->fast);
#endif
  if (s->slow)
    s->how->end(s->slow);
  s->fast = s->slow = NULL;
  s->how = NULL;
}

/* Whether a unit of the packing in use, with a record in it, begins anywhere in
 * the window. */
static bool
window_has_unit(warc_source *s, warc_begins begins)
{
  const char *magic = s->packing == WARC_GZIP ? gzip_magic : zstd_magic;
  size_t len = s->packing == WARC_GZIP ? sizeof gzip_magic : sizeof zstd_magic;
  const size_t first = s->at;
  bool found = false;
  for (; !found && s->at + len <= s->len; s->at++)
    found = s->window[s->at] == magic[0] &&
            memcmp(s->window + s->at, magic, len) == 0 && try_unit(s, begins);
  s->at = first;
  return found;
}

/* A file whose first bytes are damaged: the units behind them say how it is
 * packed. A plain archive begins with a record, or with line ends. */
static warc_status
guess_packing(warc_source *s, warc_begins begins)
{
  const char *front = s->window + s->at;
  if (s->len == s->at || *front == '\r' || *front == '\n' ||
      begins(front, s->len - s->at))
    return WARC_FINE;
  window_fill(s, WINDOW_LEAST);
  for (warc_packing packing = WARC_GZIP; packing <= WARC_ZSTD; packing++) {
    warc_status status = use_packing(s, packing);
    if (status == WARC_NO_MEMORY ||
        (status == WARC_FINE && window_has_unit(s, begins)))
      return status;
    leave_packing(s);
  }
  return use_packing(s, WARC_PLAIN);
}

/* Reads no more than the first bytes, unless they are damaged. */
warc_status
warc_source_begin(warc_source *s, warc_begins begins)
{
  s->base = s->from;
  if (!s->window) {
    s->window = malloc(WINDOW_ROOM);
    s->capacity = s->window ? WINDOW_ROOM : 0;
    if (!s->window)
      return WARC_NO_MEMORY;
  }
  window_fill(s, 8); /* the longest signature and its size */
  if (s->error) {
    errno = s->error;
    return WARC_NO_READ;
  }
  warc_packing packing = find_packing(s);
  if (packing == WARC_PLAIN)
    return guess_packing(s, begins);
  warc_status status = use_packing(s, packing);
  return status == WARC_FINE && packing == WARC_ZSTD ? read_dictionary(s)
                                                     : status;
}

/* Also for one that was never begun. */
void
warc_source_done(warc_source *s)
{
  leave_packing(s);
  if (s->capacity > 0)
    free(s->window);
  if (s->file >= 0)
    close(s->file);
  free(s->data);
}
