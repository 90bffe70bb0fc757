/* watch_save.c: writes a round to the store: the pages as they are now, their
 * changes that are reported (watch_filter.h), and which regions rotated.
 */
#include "watch/watch_members.h"

#include <stdlib.h>

/* Save the additions to a page, or the removals from it; *any when there is
 * one.
 */
static exit_code
save_changes(host_round *in, const watch_filter *filter, size_t index,
             bool added, bool *any)
{
  const member *page = in->members[index];
  const passages *list = added ? &page->now : &page->at.passages;
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < list->count && code == EXIT_FINE; i++)
    if (watch_filter_reports(filter, index, added, i)) {
      *any = true;
      code =
          watch_store_change(in->tools->store, in->round, &page->at,
                             added ? "added" : "removed", list->items[i].text);
    }
  return code;
}

/* Save a page as it is now. The old passages are put back afterwards: the
 * filter still compares other pages with them. */
static exit_code
save_page(host_round *in, member *page)
{
  passages before = page->at.passages;
  page->at.passages = page->now;
  free(page->at.title);
  page->at.title = page->title;
  page->title = NULL;
  exit_code code =
      watch_store_save(in->tools->store, in->host, in->round, &page->at);
  page->at.passages = before;
  return code;
}

/* The first version of a page is no change, except for a page that appeared on
 * a site that was known. */
static exit_code
save_member(host_round *in, const watch_filter *filter, size_t index)
{
  member *page = in->members[index];
  bool any = false;
  exit_code code = save_page(in, page);
  in->summary->fresh += !page->known;
  if (!page->known && !page->report_new)
    return code;
  THEN(code, save_changes(in, filter, index, true, &any));
  THEN(code, save_changes(in, filter, index, false, &any));
  in->summary->changed += code == EXIT_FINE && any;
  return code;
}

/* Pages that were not confirmed keep their last version. */
static exit_code
save_all(host_round *in, const watch_filter *filter)
{
  region_history rotated;
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < in->count && code == EXIT_FINE; i++)
    if (in->members[i]->confirmed)
      code = save_member(in, filter, i);
  if (code != EXIT_FINE)
    return code;
  if (!watch_filter_rotations(filter, &rotated))
    return report_out_of_memory();
  code = watch_store_save_rotations(in->tools->store, in->host, in->round,
                                    &rotated);
  free(rotated.items);
  return code;
}

/* Both versions of each page; given, to be freed. A page that was not read has
 * its old passages twice: it cannot change, but it still votes. */
static page_versions *
list_versions(const host_round *in)
{
  page_versions *pages = calloc(in->count + 1, sizeof *pages);
  for (size_t i = 0; pages && i < in->count; i++) {
    const member *page = in->members[i];
    pages[i].known = page->known;
    pages[i].before = &page->at.passages;
    pages[i].now = page->confirmed ? &page->now : &page->at.passages;
    if (page->confirmed && page->all_before.keys && page->all_now.keys) {
      pages[i].all_before = &page->all_before;
      pages[i].all_now = &page->all_now;
    }
  }
  return pages;
}

/* Reads the history of the earlier rounds before this one is added to it. */
exit_code
host_save(host_round *in)
{
  region_history history;
  watch_filter filter;
  exit_code code = watch_store_rotations(in->tools->store, in->host, &history);
  page_versions *pages = list_versions(in);
  if (code == EXIT_FINE && !pages)
    code = report_out_of_memory();
  if (code == EXIT_FINE) {
    code = watch_filter_open(pages, in->count, &history, &filter)
               ? save_all(in, &filter)
               : report_out_of_memory();
    watch_filter_done(&filter);
  }
  free(pages);
  free(history.items);
  return code;
}
