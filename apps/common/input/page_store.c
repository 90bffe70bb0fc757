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
#include "common/system/nameless_file.h"

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

/* Texts that are not there are NULL. */
void
page_item_done(page_item *item)
{
  free(item->name);
  free(item->path);
  free(item->url);
  free(item->group);
  free(item->origin);
  free(item->held);
  if (item->source)
    byte_source_close(item->source);
  free(item->source);
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

/* The list owns the descriptor. False: memory ended. */
static bool
add_store(page_list *list, int store)
{
  int *moved =
      realloc(list->stores, (list->store_count + 1) * sizeof *list->stores);
  if (!moved)
    return false;
  list->stores = moved;
  list->stores[list->store_count++] = store;
  return true;
}

/* A file that is not packed is its own store. */
exit_code
page_store_open(page_list *list, const byte_source *in, int *out)
{
  char room[128];
  int store = in->packed > 0 || !in->seekable
                  ? nameless_file()
                  : fcntl(in->file, F_DUPFD_CLOEXEC, 0);
  if (store < 0) {
    message("%s: %s", in->path, system_text(errno, room));
    return EXIT_ENVIRONMENT;
  }
  if (!add_store(list, store)) {
    close(store);
    return report_out_of_memory_for(in->path);
  }
  *out = store;
  return EXIT_FINE;
}

/* One store for all that a list keeps; 0 is the descriptor of standard input
 * and stands for none. */
static exit_code
open_kept(page_list *list, const char *path)
{
  char room[128];
  if (list->kept > 0)
    return EXIT_FINE;
  list->kept = nameless_file();
  if (list->kept >= 0 && add_store(list, list->kept))
    return EXIT_FINE;
  message("%s: no room to unpack it: %s; TMPDIR may name another folder", path,
          system_text(errno, room));
  if (list->kept >= 0)
    close(list->kept);
  list->kept = 0;
  return EXIT_ENVIRONMENT;
}

/* Pages of all containers are in one file, one behind the other. */
exit_code
page_list_keep(page_list *list, page_item *item, pith_slice bytes)
{
  exit_code code = open_kept(list, item->path);
  if (code == EXIT_FINE)
    code = page_store_write(list->kept, item->path, bytes.data, bytes.len);
  item->kind = PAGE_STORED;
  item->store = list->kept;
  item->from = list->kept_len;
  item->len = (uint32_t)bytes.len;
  list->kept_len += bytes.len;
  if (code == EXIT_FINE && !page_list_append(list, item))
    code = report_out_of_memory_for(item->path);
  if (code != EXIT_FINE)
    page_item_done(item);
  return code;
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
