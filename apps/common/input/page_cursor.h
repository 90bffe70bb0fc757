/* page_cursor.h: the pages of a list one after the other, the records of its
 * archives among them, for threads that take them by number.
 *
 *     list:    a.html │ crawl.warc.gz │ b.html
 *     numbers:   0    │  1 2 3 ... n  │  n + 1
 *
 * Archives are read and unpacked in turn, by whichever thread's turn it is; the
 * other items are read by the threads at the same time.
 */
#ifndef COMMON_INPUT_PAGE_CURSOR_H
#define COMMON_INPUT_PAGE_CURSOR_H

#include "common/input/page_list.h"

typedef struct page_cursor page_cursor;

/* A page, to be released by page_taken_done(). */
typedef struct page_taken {
  const page_item *item; /* lent by the list, or `own` */
  page_item own;         /* of a record */
  input_bytes input;
  exit_code code; /* EXIT_INPUT or EXIT_ENVIRONMENT, after a message */
  bool end;       /* there is no page of this number, nor of a higher one */
} page_taken;

/* Gives a cursor over a list, which is borrowed; NULL without memory. */
page_cursor *page_cursor_new(page_list *list);
void page_cursor_free(page_cursor *cursor);

/* Take the page of a number. Every number is asked for once, by threads that
 * ask in the order of numbers; a call waits for those before it. */
void page_cursor_take(page_cursor *cursor, size_t number, page_taken *out);
void page_taken_done(page_taken *taken);

/* What the archives refused. */
size_t page_cursor_failed(const page_cursor *cursor);

/* Whether the number of pages is that of the items. */
bool page_list_is_counted(const page_list *list);

#endif
