/* warc_wacz.h: the WARCs inside of a WACZ, which is a ZIP file.
 *
 *     archive/data.warc.gz    stored: a range of the file
 *                             deflated: unpacked to a nameless file
 */
#ifndef COMMON_WARC_WACZ_H
#define COMMON_WARC_WACZ_H

#include "common/input/warc.h"

typedef struct wacz_file {
  char *name;    /* owned */
  uint64_t from; /* of its local head */
  uint64_t size; /* in the ZIP */
  bool deflated;
} wacz_file;

typedef struct wacz_list {
  wacz_file *items;
  size_t count;
  size_t capacity;
  int file; /* owned, unless there are none */
} wacz_list;

/* Find the WARCs in an open file, which is borrowed; none in what is no ZIP. */
warc_status wacz_find(int file, uint64_t size, wacz_list *out);
void wacz_list_done(wacz_list *list);

/* Give a descriptor, and the range of it that is the WARC. */
warc_status wacz_open(const wacz_list *list, size_t item, int *file,
                      uint64_t *from, uint64_t *to);

#endif
