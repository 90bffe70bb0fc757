/* watch_news.c: see the header. What pages changed and which slots turned is
 * worked out once for all pages, then asked for one passage at a time. Here are
 * the rules.
 */
#include "watch/watch_news.h"

#include "watch/passage_place.h"

#include <stdlib.h>
#include <string.h>

/* Pages that must agree, and rounds. */
enum { PAGES_AGREE = 3, ROUNDS_AGREE = 2 };
/* Boxes of one kind that may be advertising; more are a list. */
enum { BOXES_MOST = 3 };

/* One change that is asked for. */
typedef struct question {
  const watch_news *news;
  size_t page;
  const news_page *at;
  const page_changes *changes;
  const passages *list; /* that has it */
  const gap_place *places;
  size_t place;
  const passage *one;
  turn turn;
  bool came;
  bool reading; /* the page, when it had or has the passage */
} question;

/* Whether it is on most pages, or went from most at once. */
static bool
is_everywhere(const question *ask)
{
  size_t same = 0, all = 0;
  for (size_t i = 0; i < ask->news->count; i++) {
    const news_page *page = &ask->news->pages[i];
    bool has = passages_find(page->now, ask->one->key) != NULL;
    bool had = passages_find(page->before, ask->one->key) != NULL;
    same += ask->came ? has : had && !has;
    all++;
  }
  return same >= PAGES_AGREE && 2 * same > all;
}

/* Whether it only changed sides: boilerplate to one look, content to the other.
 */
static bool
only_changed_sides(const question *ask)
{
  const passages *other = ask->came ? ask->at->stood : ask->at->stands;
  return other && passages_find(other, ask->one->key);
}

/* Whether another passage of its box, nothing but a link, was replaced. */
static bool
has_turning_link(const question *ask)
{
  size_t first = ask->place > COUNTERPARTS ? ask->place - COUNTERPARTS : 0;
  for (size_t i = first; i < ask->list->count && i <= ask->place + COUNTERPARTS;
       i++) {
    const passage *other = &ask->list->items[i];
    if (other->box == ask->one->box && other->signs & PASSAGE_LINK &&
        (ask->places[i].turn == TURN_REPLACED || !ask->at->known))
      return true;
  }
  return false;
}

/* A link, alone or with some words in a box, that leads away from a page that
 * is to be read. One may come and go; of two or three each must replace
 * another; more are a list, and what the page is about. */
static bool
leads_away(const question *ask)
{
  const passage *one = ask->one;
  if (!(one->signs & PASSAGE_AWAY) || !ask->reading)
    return false;
  if (one->crowd > 1 && (one->crowd > BOXES_MOST || ask->turn == TURN_ALONE))
    return false;
  if (one->signs & PASSAGE_LINK)
    return ask->turn == TURN_ALONE || ask->turn == TURN_REPLACED;
  return has_turning_link(ask);
}

/* A link to a sibling on a page that is to be read: "related stories". */
static bool
is_related(const question *ask)
{
  return ask->one->signs & PASSAGE_SIBLING && ask->reading &&
         ask->turn != TURN_RENUMBERED;
}

/* Whether two places of lists have a neighbour in common. */
static bool
share_neighbour(const passages *a, size_t i, const passages *b, size_t k)
{
  bool before = i > 0 && k > 0 && a->items[i - 1].key == b->items[k - 1].key;
  bool behind = i + 1 < a->count && k + 1 < b->count &&
                a->items[i + 1].key == b->items[k + 1].key;
  return before || behind;
}

/* Whether the words of list->items[place] stand in the same slot of `other`,
 * among other words. */
static bool
stands_in(const passages *other, const passages *list, size_t place)
{
  const passage *one = &list->items[place];
  const passage *same = passages_find(other, one->key);
  return same && same->slot == one->slot &&
         !share_neighbour(list, place, other, (size_t)(same - other->items));
}

/* ... of another page than its own, now or before. */
static bool
stands_elsewhere(const question *ask, const passages *list, size_t place)
{
  for (size_t i = 0; i < ask->news->count; i++) {
    const news_page *other = &ask->news->pages[i];
    if (i != ask->page && (stands_in(other->before, list, place) ||
                           stands_in(other->now, list, place)))
      return true;
  }
  return false;
}

/* Whether it goes from page to page: its words do, or those of the one that it
 * replaces or that replaces it. */
static bool
floats(const question *ask)
{
  /* What comes and replaces nothing may be as short as "Thank you!". */
  if (ask->at->known && ask->came && ask->turn != TURN_REPLACED)
    return false;
  if (stands_elsewhere(ask, ask->list, ask->place))
    return true;
  const gap_place *at = &ask->places[ask->place];
  const passages *other = ask->came ? ask->at->before : ask->at->now;
  const gap_place *theirs =
      ask->came ? ask->changes->before : ask->changes->now;
  size_t place = at->anchor + at->rank;
  return ask->turn == TURN_REPLACED && place < other->count &&
         theirs[place].turn == TURN_REPLACED &&
         theirs[place].rank == at->rank && theirs[place].size == at->size &&
         other->items[place].slot == ask->one->slot &&
         strlen(other->items[place].text) <= BOX_MOST &&
         stands_elsewhere(ask, other, place);
}

/* Whether its slot turns: on most pages at once, or as it did before. Only a
 * small part of a page that else stays does; and what leads into the site is
 * told, but for lists of links beside a text. */
static bool
is_turning(const question *ask)
{
  const passage *one = ask->one;
  size_t first;
  slot_votes votes;
  if (!ask->changes->quiet || (one->signs & PASSAGE_INWARD &&
                               !(one->signs & PASSAGE_LINK && ask->reading)))
    return false;
  const slot_page *slot =
      slot_table_find(&ask->news->slots, one->slot, ask->page, &first);
  if (ask->came ? 4 * slot->now > ask->changes->bytes_now
                : 4 * slot->before > ask->changes->bytes_before)
    return false;
  slot_table_votes(&ask->news->slots, first, &votes);
  if (votes.turned >= PAGES_AGREE && 2 * votes.turned > votes.pages)
    return true;
  return slot_turns_before(ask->news->history, one->slot) >= ROUNDS_AGREE &&
         (votes.pages >= PAGES_AGREE || one->signs & PASSAGE_AWAY);
}

bool
watch_news_open(const news_page *pages, size_t count,
                const slot_history *history, watch_news *out)
{
  memset(out, 0, sizeof *out);
  out->pages = pages;
  out->history = history;
  out->changes = calloc(count + 1, sizeof *out->changes);
  if (!out->changes)
    return false;
  for (; out->count < count; out->count++)
    if (!page_changes_read(&pages[out->count], &out->changes[out->count]))
      return false;
  return slot_table_read(pages, out->changes, count, &out->slots);
}

void
watch_news_done(watch_news *news)
{
  for (size_t i = 0; news->changes && i <= news->count; i++)
    page_changes_done(&news->changes[i]);
  free(news->changes);
  free(news->slots.items);
  memset(news, 0, sizeof *news);
}

bool
watch_news_tells(const watch_news *news, size_t page, bool came, size_t place)
{
  const news_page *at = &news->pages[page];
  const page_changes *changes = &news->changes[page];
  question ask = {.news = news,
                  .page = page,
                  .at = at,
                  .changes = changes,
                  .list = came ? at->now : at->before,
                  .places = came ? changes->now : changes->before,
                  .place = place,
                  .came = came};
  ask.one = &ask.list->items[place];
  ask.turn = ask.places[place].turn;
  ask.reading = came ? changes->reading_now : changes->reading_before;
  if (ask.turn == TURN_KEPT || is_everywhere(&ask) || only_changed_sides(&ask))
    return false;
  if (strlen(ask.one->text) > BOX_MOST)
    return true;
  if (leads_away(&ask))
    return false;
  return ask.turn == TURN_CORRECTED ||
         (!is_related(&ask) && !floats(&ask) && !is_turning(&ask));
}

bool
watch_news_turns(const watch_news *news, slot_history *out)
{
  return slot_table_turns(&news->slots, news->history, out);
}
