/* review_source.h: what is reviewed: the sites and pages that a command line
 * names, where the bytes of each page are, and its number in the store.
 *
 *   a directory with pages in it, or with one folder   one site
 *   a directory with several folders and no pages      a site for each folder
 *   a file of lines (.jsonl, packed or not), ROMIP,    one site, or with a
 *   an archive                                         grouping one a group
 *   OUT of `pith site`                                 as a directory
 *
 * Pages stay where they are and are read when they are shown. The marks of a
 * marked page (docs/formats/marked.md) are removed: what is left is the
 * original, byte for byte, and the marks are the verdicts of the run that made
 * them.
 */
#ifndef REVIEW_SOURCE_H
#define REVIEW_SOURCE_H

#include "lab/review/store/review_store.h"
#include "common/input/page_groups.h"

#include "pith.h"

typedef struct review_site {
  char *name;     /* owned */
  char *path;     /* owned */
  page_list list; /* owned, but for `part` */
  bool part;      /* the list is a part of the source's groups */
  int64_t id;     /* in the store */
  int64_t *ids;   /* of each page; owned */
} review_site;

/* Where a page of the store is. */
typedef struct review_place {
  int64_t id;
  uint32_t site; /* number in review_source */
  uint32_t item; /* of its list */
} review_place;

typedef struct review_source {
  warc_filter filter;      /* which records of archives are pages */
  const char *group_field; /* borrowed: of JSON lines */
  page_groups groups;      /* what a grouping parted; empty without one */
  review_site *sites;      /* owned */
  size_t count;
  size_t capacity;
  review_place *places; /* owned; of all pages, by their id */
  size_t place_count;
} review_source;

/* Which pages make a site. */
typedef struct review_grouping {
  page_group by;      /* each group does; GROUP_NONE: as at the top */
  bool one;           /* all of them do */
  warc_filter filter; /* of records of archives, which are pages at all */
  const char *field;  /* borrowed: of JSON lines, for GROUP_FIELD */
} review_grouping;

/* Find the sites and pages of `input` and take them into the store (NULL:
 * none). EXIT_INPUT after a message when there are no pages. */
exit_code review_source_open(const char *input, review_grouping grouping,
                             review_store *store, review_source *out);
void review_source_close(review_source *source);

/* The place of a page, NULL when it was not found this time. */
const review_place *review_source_find(const review_source *source, int64_t id);

/* The site with this number in the store, or NULL. */
review_site *review_source_site(const review_source *source, int64_t id);

/* The item of a site's list that has this name; its count for none. */
size_t review_site_item(const review_site *site, pith_slice name);

/* A page in memory, without marks. */
typedef struct review_bytes {
  input_bytes input;   /* owned */
  bool utf8;           /* whatever it declares */
  pith_verdict *saved; /* owned: of its marks; NULL: it has none */
  uint32_t saved_count;
} review_bytes;

/* Read a page; release it with review_bytes_done(). Fails as page_list_read()
 * does. Any thread. */
exit_code review_bytes_read(const review_site *site, size_t item,
                            review_bytes *out);
void review_bytes_done(review_bytes *bytes);

/* Remove the marks of a page in place; they become `saved`. Reasons are those
 * of the library, "marked" for any other. */
void review_marks_strip(review_bytes *bytes);

#endif
