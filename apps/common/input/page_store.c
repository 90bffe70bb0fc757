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
