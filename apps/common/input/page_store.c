/* page_store.c: where pages inside of files are found again.
 *
 *     packed file ──► nameless temporary file ─┐
 *     plain file  ──► the file itself ─────────┴─► pread() by place and length
 *
 * The temporary file has no name, so it goes with the process, however that
 * ends.
 */
#include "common/input/page_store.h"

#include "common/system/grow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

/* Takes the texts of the item. */
bool
page_list_append(page_list *list, const page_item *item)
{
  if (!GROW(list->items, list->capacity, list->count + 1))
    return false;
  list->items[list->count++] = *item;
  return true;
}

/* A full disk is the usual failure, so the message names TMPDIR. */
exit_code
page_store_write(int store, const char *path, const char *data, size_t len)
{
  char room[128];
  while (len > 0) {
    ssize_t written = write(store, data, len);
    if (written < 0 && errno != EINTR) {
      message("%s: no room to unpack it: %s; TMPDIR may name another folder",
              path, system_text(errno, room));
      return EXIT_ENVIRONMENT;
    }
    if (written > 0) {
      data += written;
      len -= (size_t)written;
    }
  }
  return EXIT_FINE;
}

/* A file without a name in the folder for temporary files. */
static int
open_nameless(void)
{
  const char *folder = getenv("TMPDIR");
  char path[4096];
  int len = snprintf(path, sizeof path, "%s/pith-XXXXXX",
                     folder && *folder ? folder : "/tmp");
  if (len < 0 || (size_t)len >= sizeof path)
    return -1;
  int file = mkstemp(path);
  if (file >= 0) {
    unlink(path);
    fcntl(file, F_SETFD, FD_CLOEXEC);
  }
  return file;
}

/* A file that is not packed is its own store. */
exit_code
page_store_open(page_list *list, const byte_source *in, int *out)
{
  char room[128];
  int store = in->how ? open_nameless() : fcntl(in->file, F_DUPFD_CLOEXEC, 0);
  if (store < 0) {
    message("%s: %s", in->path, system_text(errno, room));
    return EXIT_ENVIRONMENT;
  }
  int *moved =
      realloc(list->stores, (list->store_count + 1) * sizeof *list->stores);
  if (!moved) {
    close(store);
    return report_out_of_memory_for(in->path);
  }
  list->stores = moved;
  list->stores[list->store_count++] = store;
  *out = store;
  return EXIT_FINE;
}

/* The bytes of the record, all of them or none. */
static bool
read_record(const page_item *page, char *out)
{
  size_t done = 0;
  while (done < page->len) {
    ssize_t got = pread(page->store, out + done, page->len - done,
                        (off_t)(page->from + done));
    if (got == 0)
      errno = EIO;
    if (got == 0 || (got < 0 && errno != EINTR))
      return false;
    done += got > 0 ? (size_t)got : 0;
  }
  return true;
}

/* Room for the record and for the page in it, which is never longer. */
exit_code
page_store_read(const page_item *page, char **record, input_bytes *out)
{
  char room[128];
  *out = (input_bytes){NULL, 0, 0, page->path};
  *record = malloc((size_t)page->len + 1);
  out->capacity = (size_t)page->len + 1;
  out->data = malloc(out->capacity);
  if (!*record || !out->data)
    return report_out_of_memory_for(page->path);
  if (read_record(page, *record))
    return EXIT_FINE;
  message("%s: %s", page->path, system_text(errno, room));
  return EXIT_INPUT;
}

/* Pages are read later and in any order, so a packed input is unpacked to
 * its store on the way. */
exit_code
page_stream_open(page_stream *stream, page_list *list, const char *input,
                 bool *opened)
{
  enum { ESCAPE_LENGTH = 6 /* "\\u003c" is '<' */, OTHER_PARTS = 1 << 16 };
  *stream = (page_stream){.list = list};
  stream->most = list->most_bytes * ESCAPE_LENGTH + OTHER_PARTS;
  if (stream->most > UINT32_MAX)
    stream->most = UINT32_MAX;
  exit_code code = byte_source_open(input, &stream->in);
  *opened = code == EXIT_FINE;
  list->failed += !*opened;
  if (!*opened)
    return code == EXIT_INPUT ? EXIT_FINE : code;
  stream->spill = stream->in.how != NULL;
  return page_store_open(list, &stream->in, &stream->store);
}

/* The buffer grows only while a record does not fit, up to the longest that is
 * allowed: whoever takes records forgets one that is longer. */
exit_code
page_stream_read(page_stream *stream, exit_code (*take)(void *, stream_end),
                 void *state)
{
  enum { FIRST_ROOM = 1 << 17 };
  for (;;) {
    if (stream->len == stream->capacity &&
        !GROW(stream->data, stream->capacity, stream->capacity + FIRST_ROOM))
      return report_out_of_memory_for(stream->in.path);
    ptrdiff_t got = byte_source_read(&stream->in, stream->data + stream->len,
                                     stream->capacity - stream->len);
    stream->list->failed += got < 0; /* reported */
    stream->len += got > 0 ? (size_t)got : 0;
    exit_code code = take(state, got > 0    ? STREAM_MORE
                                 : got == 0 ? STREAM_END
                                            : STREAM_DAMAGED);
    if (got <= 0 || code != EXIT_FINE)
      return code;
  }
}

/* The store stays: it belongs to the list. */
void
page_stream_close(page_stream *stream)
{
  free(stream->data);
  byte_source_close(&stream->in);
}
