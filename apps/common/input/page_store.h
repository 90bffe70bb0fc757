/* page_store.h: where records that hold a page stay until they are read.
 *
 * A file that is not packed is its own store. What was packed goes unpacked
 * into a nameless file in the folder for temporary files (TMPDIR).
 */
#ifndef SHARED_PAGE_STORE_H
#define SHARED_PAGE_STORE_H

#include "common/packing/byte_source.h"
#include "common/input/page_list.h"

/* Keep the bytes of a page in the list's own store and append the item, as
 * page_list_append() does. EXIT_ENVIRONMENT after a message. */
exit_code page_list_keep(page_list *list, page_item *item, pith_slice bytes);

/* Release what an item owns. */
void page_item_done(page_item *item);

/* Append a copy of `item`, taking its texts over. False when memory ends. */
bool page_list_append(page_list *list, const page_item *item);

/* Give the descriptor from which records of the open file `in` are read later;
 * the list owns it. EXIT_ENVIRONMENT after a message. */
exit_code page_store_open(page_list *list, const byte_source *in, int *out);

/* Write a record to the store of a packed file. EXIT_ENVIRONMENT after a
 * message about `path`. */
exit_code page_store_write(int store, const char *path, const char *data,
                           size_t len);

/* Read the record of a page, to be freed, and give `out` as much room as it
 * has bytes. After a failure, which is said, both are to be released too. */
exit_code page_store_read(const page_item *page, char **record,
                          input_bytes *out);

#endif
