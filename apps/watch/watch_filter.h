/* watch_filter.h: which changes on the pages of a host, in one round, are
 * reported. docs/manual/watch.md has the rules in words.
 *
 * An edited passage is reported. One that is new, gone or replaced is not, when
 * its place on the page is that of boilerplate: its box leads away from the
 * site, it is a link among links to siblings, its region rotates on most pages
 * or has rotated before, or its words move from page to page.
 */
#ifndef WATCH_FILTER_H
#define WATCH_FILTER_H

#include "watch/region_table.h"

typedef struct watch_filter {
  const page_versions *pages; /* borrowed */
  size_t count;
  const region_history *history; /* borrowed */
  page_diff *diffs;              /* owned; one for each page */
  region_table regions;          /* owned */
} watch_filter;

/* Compare all pages of a round. False when memory ends; watch_filter_done() in
 * any case. */
bool watch_filter_open(const page_versions *pages, size_t count,
                       const region_history *history, watch_filter *out);
void watch_filter_done(watch_filter *filter);

/* Whether a change is reported: passage `place` of the page as it is now
 * (`added`), or of the page before. */
bool watch_filter_reports(const watch_filter *filter, size_t page, bool added,
                          size_t place);

/* The regions that rotated in this round, with their new counts: *out is given,
 * its items to be freed. False when memory ends. */
bool watch_filter_rotations(const watch_filter *filter, region_history *out);

#endif
