/* page_list.h: the pages that a command line names, and the bytes of each.
 *
 *   directory     its pages (page_files.h), named by their path below it
 *   *.jsonl[...]  one page a line (page_record.h), named by its "id", else by
 *                 its "url", else by file and line; also packed by gzip or zstd
 *   *.xml*        a ROMIP collection (page_romip.h), pages named by their
 * docID; also packed by gzip, bzip2 or zstd other files   one page, named as
 * the file is, without its folder
 *   -             standard input, where pages are read only once
 *
 * Names are unique: they identify the pages of a site and become the names
 * of output files. Pages are read when they are wanted, any number of times
 * and in any thread; what was packed is kept unpacked in a nameless file in
 * the folder for temporary files until then.
 */
#ifndef SHARED_PAGE_LIST_H
#define SHARED_PAGE_LIST_H

#include "common/output/message.h"
#include "common/input/read_input.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum page_kind {
  PAGE_FILE,    /* `path` is the page */
  PAGE_LINE,    /* a line of JSON in `store` */
  PAGE_DOCUMENT /* a document of a ROMIP collection in `store` */
} page_kind;

typedef struct page_item {
  page_kind kind;
  char *name;    /* owned */
  char *path;    /* owned: the file, or where the line is, for messages */
  char *url;     /* owned; NULL: not known */
  int store;     /* descriptor of the records; lent */
  bool utf8;     /* the page is UTF-8 because JSON is, whatever it declares */
  uint32_t len;  /* of the record */
  uint64_t from; /* where the record begins */
} page_item;

typedef struct page_list {
  page_item *items; /* in the byte order of their names, once settled */
  size_t count;
  size_t capacity;
  int *stores; /* owned descriptors */
  size_t store_count;
  size_t failed;     /* inputs, folders and lines refused, with a message */
  size_t most_bytes; /* of a page */
  bool once;         /* no page is read twice: pipes will do. Set after init */
} page_list;

/* An empty list of pages of at most `most_bytes`. */
void page_list_init(page_list *list, size_t most_bytes);
void page_list_done(page_list *list);

/* Whether `input` may hold more than one page: a directory, lines, or a
 * collection. */
bool page_list_holds_many(const char *input);

/* Add what `input` names. What cannot be read is said on stderr and counted in
 * `failed`. EXIT_ENVIRONMENT when memory or disk ends, else EXIT_FINE. */
exit_code page_list_add(page_list *list, const char *input);

/* Add several inputs. EXIT_INPUT, after a message, when no page is in them. */
exit_code page_list_add_all(page_list *list, const char *const *paths,
                            size_t count);

/* Bring the pages into order. EXIT_USAGE, after a message that names both,
 * when two have one name. */
exit_code page_list_settle(page_list *list);

/* Read a page; release it by input_bytes_done(). EXIT_INPUT or
 * EXIT_ENVIRONMENT after a message. */
exit_code page_list_read(const page_list *list, size_t item, input_bytes *out);

#endif
