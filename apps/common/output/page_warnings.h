/* page_warnings.h: the warnings of pages, printed on stderr and counted.
 *
 *     pith: page.html: warning: empty: the page shows no text; ...
 *
 * The library has which warnings hold; the table here has what a person can
 * do about each. One report for all pages of a run, shared by its threads.
 */
#ifndef COMMON_OUTPUT_PAGE_WARNINGS_H
#define COMMON_OUTPUT_PAGE_WARNINGS_H

#include "pith.h"

#include <stdatomic.h>

enum { PAGE_WARNING_KINDS = 14 };

typedef struct page_warnings {
  const pith_options *limits; /* borrowed: to be named in messages */
  bool quiet;                 /* print nothing, only count */
  bool strict; /* print all of them, not only those that cost text */
  atomic_size_t pages[PAGE_WARNING_KINDS]; /* that have it */
} page_warnings;

/* Print what `page`, called `name`, has, the first few times of each kind.
 * Returns a bit for each kind. */
unsigned page_warnings_print(page_warnings *report, const char *name,
                             const pith_page *page);

/* The same for a page that is not at hand, by the bits that were returned for
 * it before. */
void page_warnings_repeat(page_warnings *report, const char *name,
                          unsigned found);

/* The same for a page that is nearly a copy of `original`: known only when both
 * are at hand, so the library has no such warning. */
unsigned page_warnings_duplicate(page_warnings *report, const char *name,
                                 const char *original);

/* After the last page: how many more pages have a warning. Returns whether
 * any page had one. */
bool page_warnings_end(page_warnings *report);

/* The name of a kind; NULL: no such kind. Lent. */
const char *page_warning_name(unsigned kind);

#endif
