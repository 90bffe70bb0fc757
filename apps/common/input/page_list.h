/* page_list.h: the pages that a command line names, and the bytes of each.
 *
 *   directory     its pages (page_files.h), named by their path below it
 *   JSON lines    one page a line (page_record.h), named by its "id", else by
 *                 its "url", else by file and line
 *   ROMIP         a collection (page_romip.h), pages named by their docID
 *   feeds, HAR    their entries (page_feed.h, page_entries.h), by address
 *   WARC, WACZ    their pages (page_warc.h), named by their address
 *   other files   one page, named as the file is, without its folder
 *   -             standard input, any of these
 *
 * The kind is seen from the bytes (input_kind.h), packed or not.
 * Names are unique: they identify the pages of a site and become the names
 * of output files. Pages are read when they are wanted, any number of times
 * and in any thread; what was packed is kept unpacked in a nameless file in
 * the folder for temporary files until then.
 */
#ifndef SHARED_PAGE_LIST_H
#define SHARED_PAGE_LIST_H

#include "common/packing/byte_source.h"
#include "common/input/read_input.h"
#include "common/output/message.h"

#include <stdbool.h>
#include <stdint.h>

/* Which records of an archive are pages; empty: HTML that was found. */
typedef struct warc_filter {
  const char *mime;     /* "text/html", "text/": how its type begins */
  const char *language; /* of Content-Language: "en" */
  uint32_t status;      /* 0: 200 to 299 */
  bool verify;          /* refuse wrong digests */
} warc_filter;

typedef enum page_kind {
  PAGE_FILE,     /* `path` is the page */
  PAGE_LINE,     /* a line of JSON in `store` */
  PAGE_DOCUMENT, /* a document of a ROMIP collection in `store` */
  PAGE_STORED,   /* the page itself in `store` */
  PAGE_HELD,     /* in memory: it came by a pipe */
  PAGE_ARCHIVE   /* many pages, read one after the other (page_cursor.h) */
} page_kind;

/* What an archive or a crawl knows of a page. One block of memory, released by
 * free(); texts are in it, "" where unknown. */
typedef struct page_origin {
  const char *date;    /* when it was fetched */
  const char *record;  /* id of its record in a WARC */
  const char *type;    /* Content-Type without its parameters */
  const char *charset; /* that the transport declared */
  uint64_t offset;     /* of the record in its file */
  int status;          /* of HTTP; 0: unknown */
} page_origin;

typedef struct page_item {
  page_kind kind;
  char *name;          /* owned */
  char *path;          /* owned: the file, or where the line is, for messages */
  char *url;           /* owned; NULL: not known */
  char *group;         /* owned: what its line names; NULL: nothing */
  page_origin *origin; /* owned; NULL: not known */
  char *held;          /* owned: the bytes of a PAGE_HELD */
  byte_source *source; /* owned: the pipe of a PAGE_ARCHIVE */
  int store;           /* descriptor of the records; lent */
  bool fetched;        /* `path` is temporary: its address is shown instead */
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
  int kept;          /* store of pages found in feeds and archives; 0: none */
  uint64_t kept_len;
  bool once; /* pages are read once and in order: archives are not unpacked.
                Set after init, as the next */
  warc_filter filter;      /* which records of archives are pages */
  const char *group_field; /* borrowed: the key of JSON lines that names a
                              page's group; NULL: none */
} page_list;

/* An empty list of pages of at most `most_bytes`. */
void page_list_init(page_list *list, size_t most_bytes);
void page_list_done(page_list *list);

/* Whether `input` may hold more than one page: a directory, lines, a feed, an
 * archive. */
bool page_list_holds_many(const char *input);

/* Add what `input` names. What cannot be read is said on stderr and counted in
 * `failed`. EXIT_ENVIRONMENT when memory or disk ends, else EXIT_FINE. */
exit_code page_list_add(page_list *list, const char *input);

/* Add the file that an address was fetched to, under that address; `url` is
 * lent for the life of the list. */
exit_code page_list_add_fetched(page_list *list, const char *folder,
                                const char *file, const char *url);

/* Add several inputs. EXIT_INPUT, after a message, when no page is in them. */
exit_code page_list_add_all(page_list *list, const char *const *paths,
                            size_t count);

/* Bring the pages into order. EXIT_USAGE, after a message that names both,
 * when two have one name. */
exit_code page_list_settle(page_list *list);

/* Read a page; release it by input_bytes_done(). EXIT_INPUT or
 * EXIT_ENVIRONMENT after a message. */
exit_code page_list_read(const page_list *list, size_t item, input_bytes *out);

/* How a page is parsed: these options, and what is known of its encoding. */
pith_options page_item_options(const page_item *item,
                               const pith_options *options);

#endif
