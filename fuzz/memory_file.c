/* memory_file.c: see the header. In the place of
 * apps/common/packing/byte_source.c, page_store.c and message.c. */
#include "memory_file.h"

#include "common/input/page_store.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static memory_file now; /* one input at a time */
static size_t at;       /* bytes of it that were read */
static char *kept;      /* of a packed file */
static size_t kept_len;

void
memory_file_set(const memory_file *file)
{
  now = *file;
  at = 0;
}

void
memory_file_done(void)
{
  free(kept);
  kept = NULL;
  kept_len = 0;
}

void
message(const char *format, ...)
{
  (void)format;
}

const char *
system_text(int error, char room[128])
{
  (void)error;
  room[0] = '\0';
  return room;
}

const char *
write_error_text(int error, char room[128])
{
  return system_text(error, room);
}

/* --- reading -------------------------------------------------------------- */

exit_code
byte_source_open(const char *path, byte_source *out)
{
  *out = (byte_source){.path = path, .seekable = true, .packed = now.packed};
  at = 0;
  return EXIT_FINE;
}

ptrdiff_t
byte_source_read(byte_source *in, char *out, size_t room)
{
  size_t len = now.len - at;
  (void)in;
  len = len < room ? len : room;
  len = len < now.piece ? len : now.piece;
  if (len > 0)
    memcpy(out, now.data + at, len);
  at += len;
  return (ptrdiff_t)len;
}

void
byte_source_close(byte_source *in)
{
  (void)in;
}

/* --- records -------------------------------------------------------------- */

bool
page_list_append(page_list *list, const page_item *item)
{
  page_item *moved =
      realloc(list->items, (list->count + 1) * sizeof *list->items);
  if (!moved)
    return false;
  list->items = moved;
  list->items[list->count++] = *item;
  return true;
}

exit_code
page_store_open(page_list *list, const byte_source *in, int *out)
{
  (void)list;
  *out = in->packed > 0;
  return EXIT_FINE;
}

exit_code
page_store_write(int store, const char *path, const char *data, size_t len)
{
  char *moved = realloc(kept, kept_len + len + 1);
  (void)store;
  (void)path;
  if (!moved)
    return EXIT_ENVIRONMENT;
  kept = moved;
  memcpy(kept + kept_len, data, len);
  kept_len += len;
  return EXIT_FINE;
}

exit_code
page_store_read(const page_item *page, char **record, input_bytes *out)
{
  const char *from = page->store ? kept : (const char *)now.data;
  size_t len = page->store ? kept_len : now.len;
  *out = (input_bytes){.capacity = page->len, .name = page->path};
  *record = malloc((size_t)page->len + 1);
  out->data = malloc((size_t)page->len + 1);
  if (!*record || !out->data)
    return EXIT_ENVIRONMENT;
  if (page->from > len || page->len > len - page->from)
    abort(); /* a record that is not there */
  memcpy(*record, from + page->from, page->len);
  return EXIT_FINE;
}
