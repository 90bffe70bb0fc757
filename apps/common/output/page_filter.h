/* page_filter.h: pages that a user does not want in the result:
 * --only-with-metadata and --target-language.
 *
 *     classified page ──► page_filter_check() ──► written, or left out: counted
 *
 * One filter for all pages of a run, shared by its threads.
 */
#ifndef COMMON_OUTPUT_PAGE_FILTER_H
#define COMMON_OUTPUT_PAGE_FILTER_H

#include "pith.h"

#include <stdatomic.h>

typedef enum page_refusal {
  REFUSED_NOT,
  REFUSED_METADATA, /* no title, no date or no address */
  REFUSED_LANGUAGE, /* another one than the target */
  REFUSED_KINDS
} page_refusal;

/* The first two are set by the caller, the rest is zero. */
typedef struct page_filter {
  bool metadata;        /* a title, a date and an address are required */
  const char *language; /* BCP 47, "en", "pt-BR"; borrowed. NULL: any */
  atomic_size_t refused[REFUSED_KINDS];
} page_filter;

/* Look at a classified page, which came from `url` (NULL: not known), and
 * count it if it is refused. PITH_NOMEM, PITH_LIMIT. */
pith_status page_filter_check(page_filter *filter, pith_page *page,
                              const char *url, page_refusal *out);

/* What a reason is called in report.json; NULL: no such reason. Lent. */
const char *page_refusal_name(unsigned refusal);

/* After the last page: say how many were left out, and why. */
void page_filter_end(const page_filter *filter);

#endif
