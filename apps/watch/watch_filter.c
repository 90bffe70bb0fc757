/* watch_filter.c: see the header. What changed on each page and which regions
 * rotated is worked out once for all pages; then each change is tested by the
 * rules below, in the order of watch_filter_reports().
 *
 *     kept? on most pages? only relabelled?        not reported
 *     longer than a box                            reported
 *     leads away from the site                     not reported
 *     edited                                       reported
 *     related link, moves around, rotating region  not reported
 *     anything else                                reported
 */
#include "watch/watch_filter.h"

#include "watch/page_layout.h"

#include <stdlib.h>
#include <string.h>

/* Pages, and rounds, that must agree before a region counts as rotating. */
enum { PAGES_AGREE = 3, ROUNDS_AGREE = 2 };
/* Boxes of one kind that may be advertising; more are a list. */
enum { BOXES_MOST = 3 };

/* One change, with all that the rules look at. */
typedef struct candidate {
  const watch_filter *filter;
  size_t page;
  const page_versions *at;
  const page_diff *diff;
  const passages *list;    /* the version that has it */
  const diff_item *places; /* of that list */
  size_t place;
  const passage *one;
  change_kind change;
  bool added;
  bool reading; /* that version of the page is text rather than links */
} candidate;

/* Whether it was added to most pages, or removed from most: then the template
 * of the site changed. */
static bool
is_everywhere(const candidate *in)
{
  size_t same = 0;
  for (size_t i = 0; i < in->filter->count; i++) {
    const page_versions *page = &in->filter->pages[i];
    bool has = passages_find(page->now, in->one->key) != NULL;
    bool had = passages_find(page->before, in->one->key) != NULL;
    same += in->added ? has : had && !has;
  }
  return same >= PAGES_AGREE && 2 * same > in->filter->count;
}

/* Whether only its label changed: boilerplate in one round, content in the
 * other, by a model that has learnt more. */
static bool
is_relabelled(const candidate *in)
{
  const passages *other = in->added ? in->at->all_before : in->at->all_now;
  return other && passages_find(other, in->one->key);
}

/* Whether another passage of its box, nothing but a link, was replaced. Only
 * the nearest passages are searched: a box is short. */
static bool
has_replaced_link(const candidate *in)
{
  size_t first = in->place > COUNTERPARTS ? in->place - COUNTERPARTS : 0;
  for (size_t i = first; i < in->list->count && i <= in->place + COUNTERPARTS;
       i++) {
    const passage *other = &in->list->items[i];
    if (other->box == in->one->box && other->traits & PASSAGE_LINK &&
        (in->places[i].change == CHANGE_REPLACED || !in->at->known))
      return true;
  }
  return false;
}

/* A link, by itself or with some words in a box, that leads away from a page
 * of text. A single one may come and go; of two or three each must replace
 * another; more are a list, which is what the page is about. */
static bool
leads_away(const candidate *in)
{
  const passage *one = in->one;
  if (!(one->traits & PASSAGE_AWAY) || !in->reading)
    return false;
  if (one->box_count > 1 &&
      (one->box_count > BOXES_MOST || in->change == CHANGE_SINGLE))
    return false;
  if (one->traits & PASSAGE_LINK)
    return in->change == CHANGE_SINGLE || in->change == CHANGE_REPLACED;
  return has_replaced_link(in);
}

/* A link to a sibling on a page of text: "related stories". */
static bool
is_related(const candidate *in)
{
  return in->one->traits & PASSAGE_SIBLING && in->reading &&
         in->change != CHANGE_RENUMBERED;
}

/* Whether passage i of `a` and passage k of `b` have an equal neighbour on the
 * same side. */
static bool
share_neighbour(const passages *a, size_t i, const passages *b, size_t k)
{
  bool before = i > 0 && k > 0 && a->items[i - 1].key == b->items[k - 1].key;
  bool after = i + 1 < a->count && k + 1 < b->count &&
               a->items[i + 1].key == b->items[k + 1].key;
  return before || after;
}

/* Whether `other` has the words of list->items[place] in the same region, but
 * among other words: then they were put there, not written there. */
static bool
is_placed_in(const passages *other, const passages *list, size_t place)
{
  const passage *one = &list->items[place];
  const passage *same = passages_find(other, one->key);
  return same && same->region == one->region &&
         !share_neighbour(list, place, other, (size_t)(same - other->items));
}

/* ... in any other page, now or before. */
static bool
is_placed_elsewhere(const candidate *in, const passages *list, size_t place)
{
  for (size_t i = 0; i < in->filter->count; i++) {
    const page_versions *other = &in->filter->pages[i];
    if (i != in->page && (is_placed_in(other->before, list, place) ||
                          is_placed_in(other->now, list, place)))
      return true;
  }
  return false;
}

/* Whether it moves from page to page: its own words do, or those of the passage
 * that it replaces or that replaces it. */
static bool
moves_around(const candidate *in)
{
  /* An addition that replaces nothing may be as short as "Thank you!", which
   * other pages have by chance. */
  if (in->at->known && in->added && in->change != CHANGE_REPLACED)
    return false;
  if (is_placed_elsewhere(in, in->list, in->place))
    return true;
  const diff_item *at = &in->places[in->place];
  const passages *other = in->added ? in->at->before : in->at->now;
  const diff_item *theirs = in->added ? in->diff->before : in->diff->now;
  size_t place = at->anchor + at->rank;
  return in->change == CHANGE_REPLACED && place < other->count &&
         theirs[place].change == CHANGE_REPLACED &&
         theirs[place].rank == at->rank && theirs[place].size == at->size &&
         other->items[place].region == in->one->region &&
         strlen(other->items[place].text) <= BOX_MOST &&
         is_placed_elsewhere(in, other, place);
}

/* Whether its region rotates: on most pages in this round, or in earlier ones.
 * Only a small part of an otherwise stable page rotates; and what leads into
 * the site is reported, except for lists of links beside a text. */
static bool
is_rotating(const candidate *in)
{
  const passage *one = in->one;
  size_t first;
  region_votes votes;
  if (!in->diff->stable || (one->traits & PASSAGE_INWARD &&
                            !(one->traits & PASSAGE_LINK && in->reading)))
    return false;
  const region_page *region =
      region_table_find(&in->filter->regions, one->region, in->page, &first);
  if (in->added ? 4 * region->now > in->diff->bytes_now
                : 4 * region->before > in->diff->bytes_before)
    return false;
  region_table_votes(&in->filter->regions, first, &votes);
  if (votes.rotated >= PAGES_AGREE && 2 * votes.rotated > votes.pages)
    return true;
  return region_rotations_before(in->filter->history, one->region) >=
             ROUNDS_AGREE &&
         (votes.pages >= PAGES_AGREE || one->traits & PASSAGE_AWAY);
}

bool
watch_filter_open(const page_versions *pages, size_t count,
                  const region_history *history, watch_filter *out)
{
  memset(out, 0, sizeof *out);
  out->pages = pages;
  out->history = history;
  out->diffs = calloc(count + 1, sizeof *out->diffs);
  if (!out->diffs)
    return false;
  for (; out->count < count; out->count++)
    if (!page_diff_make(&pages[out->count], &out->diffs[out->count]))
      return false;
  return region_table_make(pages, out->diffs, count, &out->regions);
}

/* After a failure diffs[count] is half made, so it is released too. */
void
watch_filter_done(watch_filter *filter)
{
  for (size_t i = 0; filter->diffs && i <= filter->count; i++)
    page_diff_done(&filter->diffs[i]);
  free(filter->diffs);
  free(filter->regions.items);
  memset(filter, 0, sizeof *filter);
}

bool
watch_filter_reports(const watch_filter *filter, size_t page, bool added,
                     size_t place)
{
  const page_versions *at = &filter->pages[page];
  const page_diff *diff = &filter->diffs[page];
  candidate in = {.filter = filter,
                  .page = page,
                  .at = at,
                  .diff = diff,
                  .list = added ? at->now : at->before,
                  .places = added ? diff->now : diff->before,
                  .place = place,
                  .added = added};
  in.one = &in.list->items[place];
  in.change = in.places[place].change;
  in.reading = added ? diff->reading_now : diff->reading_before;
  if (in.change == CHANGE_NONE || is_everywhere(&in) || is_relabelled(&in))
    return false;
  if (strlen(in.one->text) > BOX_MOST)
    return true;
  if (leads_away(&in))
    return false;
  return in.change == CHANGE_EDITED ||
         (!is_related(&in) && !moves_around(&in) && !is_rotating(&in));
}

bool
watch_filter_rotations(const watch_filter *filter, region_history *out)
{
  return region_table_rotations(&filter->regions, filter->history, out);
}
