/* region_table.c: see the header. The table gets a row for each passage of both
 * versions; rows of one region and page are adjacent after sorting and become
 * one. Linear apart from the sort.
 */
#include "watch/region_table.h"

#include "watch/page_layout.h"
#include "common/system/sorted.h"

#include <stdlib.h>
#include <string.h>

/* By region, then by page. */
static int
compare_regions(const void *a, const void *b)
{
  const region_page *one = a, *two = b;
  if (one->region != two->region)
    return one->region < two->region ? -1 : 1;
  return one->page < two->page ? -1 : one->page > two->page;
}

/* Whether a passage was exchanged in its region, as advertising is: it is
 * short, and a counterpart in the same region is another text or has other
 * numbers. */
static bool
has_rotated(const passage *one, const diff_item *at)
{
  return at->same_region && strlen(one->text) <= BOX_MOST &&
         (at->change == CHANGE_REPLACED || at->change == CHANGE_RENUMBERED);
}

/* Merge rows of the same region and page. Returns how many are left. */
static size_t
join_regions(region_page *regions, size_t count)
{
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    region_page *last = kept > 0 ? &regions[kept - 1] : NULL;
    if (last && compare_regions(last, &regions[i]) == 0) {
      last->before += regions[i].before;
      last->now += regions[i].now;
      last->rotated = last->rotated || regions[i].rotated;
    } else {
      regions[kept++] = regions[i];
    }
  }
  return kept;
}

/* A page that is new, or mostly rewritten, has no vote on what rotates. */
static void
add_regions(region_table *table, const page_versions *at, const page_diff *diff,
            size_t page)
{
  for (size_t i = 0; i < at->before->count; i++) {
    const passage *one = &at->before->items[i];
    table->items[table->count++] =
        (region_page){one->region, page, strlen(one->text), 0, false};
  }
  for (size_t i = 0; i < at->now->count; i++) {
    const passage *one = &at->now->items[i];
    bool rotated = at->known && diff->stable && has_rotated(one, &diff->now[i]);
    table->items[table->count++] =
        (region_page){one->region, page, 0, strlen(one->text), rotated};
  }
}

/* The number of rows is known in advance, so nothing grows. O(n log n) in the
 * passages of all pages. */
bool
region_table_make(const page_versions *pages, const page_diff *diffs,
                  size_t count, region_table *out)
{
  size_t most = 1;
  for (size_t i = 0; i < count; i++)
    most += pages[i].before->count + pages[i].now->count;
  out->count = 0;
  out->items = malloc(most * sizeof *out->items);
  if (!out->items)
    return false;
  for (size_t i = 0; i < count; i++)
    add_regions(out, &pages[i], &diffs[i], i);
  qsort(out->items, out->count, sizeof *out->items, compare_regions);
  out->count = join_regions(out->items, out->count);
  return true;
}

/* Only pages that have the region in both versions count as voters. */
size_t
region_table_votes(const region_table *table, size_t first, region_votes *out)
{
  const region_page *items = table->items;
  size_t i = first;
  memset(out, 0, sizeof *out);
  for (; i < table->count && items[i].region == items[first].region; i++) {
    out->pages += items[i].before > 0 && items[i].now > 0;
    out->rotated += items[i].rotated;
  }
  return i;
}

/* By unsigned numbers, which region_rotations_before() relies on. */
void
region_history_sort(region_history *history)
{
  if (history->count > 0)
    qsort(history->items, history->count, sizeof *history->items, order_uint64);
}

/* The history is sorted, see region_history_sort(). */
int64_t
region_rotations_before(const region_history *history, uint64_t region)
{
  region_rotations key = {region, 0};
  const region_rotations *found =
      history->count == 0 ? NULL
                          : bsearch(&key, history->items, history->count,
                                    sizeof *history->items, order_uint64);
  return found ? found->rotations : 0;
}

/* bsearch() finds any row of the key; the rows of a region are adjacent, so
 * its first one is found by going back. */
const region_page *
region_table_find(const region_table *table, uint64_t region, size_t page,
                  size_t *first)
{
  region_page key = {.region = region, .page = page};
  const region_page *found = bsearch(&key, table->items, table->count,
                                     sizeof *table->items, compare_regions);
  *first = (size_t)(found - table->items);
  while (*first > 0 && table->items[*first - 1].region == region)
    --*first;
  return found;
}

/* A region rotated when most of its voters saw it rotate. */
bool
region_table_rotations(const region_table *table, const region_history *history,
                       region_history *out)
{
  region_votes votes;
  out->count = 0;
  out->items = malloc((table->count + 1) * sizeof *out->items);
  for (size_t i = 0; out->items && i < table->count;) {
    uint64_t region = table->items[i].region;
    i = region_table_votes(table, i, &votes);
    if (2 * votes.rotated > votes.pages)
      out->items[out->count++] = (region_rotations){
          region, region_rotations_before(history, region) + 1};
  }
  return out->items != NULL;
}
