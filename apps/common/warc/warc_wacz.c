/* warc_wacz.c: see the header (APPNOTE.TXT 6.3, sections 4.3 and 4.5).
 *
 *     local head, bytes │ ... │ directory │ (ZIP64 end) │ end of directory
 *                                  ▲                          │
 *                                  └──────────────────────────┘
 */
#include "common/warc/warc_wacz.h"

#include "common/system/nameless_file.h"
#include "common/system/ascii_text.h"
#include "common/system/grow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  END_LEN = 22,     /* of the end of the directory, before its comment */
  END_LOOK = 66000, /* it and the longest comment */
  ENTRY_LEN = 46,   /* of an entry, before its name */
  LOCAL_LEN = 30,   /* of a local head, before its name */
  LOCATOR_LEN = 20, /* of the way to the ZIP64 end */
  DIRECTORY_MOST = 64 << 20
};

/* All numbers of ZIP are little-endian. */
static uint64_t
number(const unsigned char *at, int bytes)
{
  uint64_t value = 0;
  for (int i = bytes - 1; i >= 0; i--)
    value = value << 8 | at[i];
  return value;
}

/* All of it or nothing. */
static bool
read_at(int file, uint64_t offset, void *out, size_t len)
{
  size_t done = 0;
  while (done < len) {
    ssize_t got =
        pread(file, (char *)out + done, len - done, (off_t)(offset + done));
    if (got == 0 || (got < 0 && errno != EINTR))
      return false;
    done += got > 0 ? (size_t)got : 0;
  }
  return true;
}

typedef struct directory {
  uint64_t from, len, entries;
} directory;

/* The fields that did not fit are in a second end. */
static bool
read_zip64(int file, uint64_t end, directory *out)
{
  unsigned char locator[LOCATOR_LEN], more[56];
  if (end < LOCATOR_LEN ||
      !read_at(file, end - LOCATOR_LEN, locator, sizeof locator) ||
      memcmp(locator, "PK\6\7", 4) != 0 ||
      !read_at(file, number(locator + 8, 8), more, sizeof more) ||
      memcmp(more, "PK\6\6", 4) != 0)
    return false;
  out->entries = number(more + 32, 8);
  out->len = number(more + 40, 8);
  out->from = number(more + 48, 8);
  return true;
}

/* Look for the end from behind: a comment of up to 64 KB may follow it, and the
 * signature may be in the comment, but then what it points to is no
 * directory. */
static bool
find_directory(int file, uint64_t size, directory *out)
{
  size_t len = size < END_LOOK ? (size_t)size : END_LOOK;
  unsigned char *tail = malloc(len + 1);
  bool found = false;
  if (tail && len >= END_LEN && read_at(file, size - len, tail, len))
    for (size_t at = len - END_LEN + 1; at-- > 0 && !found;) {
      if (memcmp(tail + at, "PK\5\6", 4) != 0)
        continue;
      *out = (directory){number(tail + at + 16, 4), number(tail + at + 12, 4),
                         number(tail + at + 10, 2)};
      found = out->from != UINT32_MAX && out->entries != UINT16_MAX;
      if (!found)
        found = read_zip64(file, size - len + at, out);
    }
  free(tail);
  return found;
}

/* Sizes of more than 4 GB are in the extra field, in this order. */
static void
read_extra(const unsigned char *at, size_t len, uint64_t *plain, wacz_file *out)
{
  while (len >= 4) {
    size_t part = (size_t)number(at + 2, 2);
    if (part + 4 > len)
      return;
    const unsigned char *value = at + 4, *end = value + part;
    uint64_t *fields[] = {plain, &out->size, &out->from};
    for (int i = 0; number(at, 2) == 1 && i < 3; i++)
      if (*fields[i] == UINT32_MAX && value + 8 <= end) {
        *fields[i] = number(value, 8);
        value += 8;
      }
    at += part + 4;
    len -= part + 4;
  }
}

/* By its ending, which the format of WACZ prescribes. */
static bool
is_archive(pith_slice name)
{
  static const char *const endings[] = {".warc", ".warc.gz", ".warc.zst",
                                        ".arc", ".arc.gz"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (text_ends(name, endings[i]))
      return true;
  return false;
}

/* One entry of the directory; returns its length, 0 when it is none. */
static size_t
take_entry(const unsigned char *at, size_t len, wacz_list *out, bool *memory)
{
  if (len < ENTRY_LEN || memcmp(at, "PK\1\2", 4) != 0)
    return 0;
  size_t name = (size_t)number(at + 28, 2), extra = (size_t)number(at + 30, 2);
  size_t whole = ENTRY_LEN + name + extra + (size_t)number(at + 32, 2);
  if (whole > len)
    return 0;
  pith_slice text = {(const char *)at + ENTRY_LEN, name};
  uint64_t method = number(at + 10, 2), plain = number(at + 24, 4);
  if (!is_archive(text) || (method != 0 && method != 8))
    return whole;
  wacz_file file = {text_copy(text), number(at + 42, 4), number(at + 20, 4),
                    method == 8};
  read_extra(at + ENTRY_LEN + name, extra, &plain, &file);
  *memory = file.name && GROW(out->items, out->capacity, out->count + 1);
  if (!*memory) {
    free(file.name);
    return 0;
  }
  out->items[out->count++] = file;
  return whole;
}

/* A directory that is damaged ends the list; the entries before it are used. */
warc_status
wacz_find(int file, uint64_t size, wacz_list *out)
{
  char first[4];
  directory where;
  bool memory = true;
  *out = (wacz_list){.file = file};
  if (!read_at(file, 0, first, 4) || memcmp(first, "PK\3\4", 4) != 0 ||
      !find_directory(file, size, &where) || where.len > DIRECTORY_MOST)
    return WARC_FINE;
  unsigned char *all = malloc((size_t)where.len + 1);
  if (!all)
    return WARC_NO_MEMORY;
  size_t len =
      read_at(file, where.from, all, (size_t)where.len) ? (size_t)where.len : 0;
  for (size_t at = 0, step; at < len; at += step)
    if ((step = take_entry(all + at, len - at, out, &memory)) == 0)
      break;
  free(all);
  return memory ? WARC_FINE : WARC_NO_MEMORY;
}

/* A range of a file as a feed. */
typedef struct file_range {
  int file;
  uint64_t at, to;
} file_range;

/* Never past the end of the entry. */
static ptrdiff_t
read_range(void *state, char *out, size_t room)
{
  file_range *range = state;
  uint64_t left = range->to - range->at;
  ssize_t got = pread(range->file, out, left < room ? (size_t)left : room,
                      (off_t)range->at);
  range->at += got > 0 ? (uint64_t)got : 0;
  return got;
}

/* To a file without a name, because an archive is read from any offset. WACZ
 * files store their archives as they are; only other tools pack them again. */
static warc_status
unpack_file(file_range range, int *out)
{
  char room[1 << 15];
  const unpacker *how = unpack_deflate();
  if (!how)
    return WARC_NO_LIBRARY;
  unpack_stream *in = unpack_stream_new(how, (byte_feed){read_range, &range});
  if (!in)
    return WARC_NO_MEMORY;
  ptrdiff_t got = 0;
  *out = nameless_file();
  while (*out >= 0 && (got = unpack_stream_read(in, room, sizeof room)) > 0)
    if (write(*out, room, (size_t)got) != got)
      break;
  unpack_stream_free(in);
  return *out >= 0 && got == 0 ? WARC_FINE : WARC_NO_READ;
}

/* The local head has a name and an extra field of its own length. */
warc_status
wacz_open(const wacz_list *list, size_t item, int *file, uint64_t *from,
          uint64_t *to)
{
  const wacz_file *entry = &list->items[item];
  unsigned char head[LOCAL_LEN];
  if (!read_at(list->file, entry->from, head, sizeof head) ||
      memcmp(head, "PK\3\4", 4) != 0)
    return WARC_NO_READ;
  *from = entry->from + LOCAL_LEN + number(head + 26, 2) + number(head + 28, 2);
  *to = *from + entry->size;
  if (!entry->deflated) {
    *file = fcntl(list->file, F_DUPFD_CLOEXEC, 0);
    return *file >= 0 ? WARC_FINE : WARC_NO_READ;
  }
  warc_status status = unpack_file((file_range){list->file, *from, *to}, file);
  *from = 0;
  off_t end = status == WARC_FINE ? lseek(*file, 0, SEEK_END) : 0;
  *to = end > 0 ? (uint64_t)end : 0;
  return status;
}

/* The descriptor belonged to the list only if there was a WARC. */
void
wacz_list_done(wacz_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    free(list->items[i].name);
  free(list->items);
  if (list->count > 0 && list->file >= 0)
    close(list->file);
}
