/* watch_news.c: see the header. Everything is worked out once for all pages,
 * then asked for one passage at a time; a passage is compared with a few
 * counterparts only, so that all of it is linear but for sorting.
 */
#include "watch_news.h"

#include "passage_key.h"
#include "passage_place.h"

#include <stdlib.h>
#include <string.h>

/* How a passage stands to the other list. */
typedef enum turn {
  TURN_KEPT,
  TURN_ALONE,      /* nothing came or went in its place */
  TURN_REPLACED,   /* something else did */
  TURN_RENUMBERED, /* the same with other numbers */
  TURN_CORRECTED   /* much the same */
} turn;

/* Where a passage stands: `rank` places behind the beginning of a gap of `size`
 * passages, whose counterpart begins at `anchor` of the other list. */
typedef struct gap_place {
  size_t anchor;
  size_t rank;
  size_t size;
  turn turn;
  bool same_slot; /* a counterpart that replaces it has its slot */
} gap_place;

struct page_changes {
  gap_place *before;
  gap_place *now;
  size_t bytes_before;
  size_t bytes_now;
  bool quiet;          /* most of what it said it still says */
  bool reading_before; /* most of it is no link */
  bool reading_now;
};

/* A slot on a page. */
struct slot_page {
  uint64_t slot;
  size_t page;
  size_t before; /* bytes there */
  size_t now;
  bool turned;
};

/* Counterparts that are looked at on either side of the same rank. */
enum { COUNTERPARTS = 4 };
/* Pages that must agree, and rounds. */
enum { PAGES_AGREE = 3, ROUNDS_AGREE = 2 };
/* Boxes of one kind that may be advertising; more are a list. */
enum { BOXES_MOST = 3 };

/* --- likeness ----------------------------------------------------------------
 */

enum { SHINGLE = 4, SHINGLE_BITS = 8192 };

/* Take the next byte that is a letter, in lower case, or a digit; 0: the end.
 */
static unsigned char
next_letter(const char **text)
{
  for (; **text; ++*text) {
    unsigned char c = (unsigned char)**text;
    bool capital = c >= 'A' && c <= 'Z';
    if (capital || c >= 0x80 || (c >= 'a' && c <= 'z') ||
        (c >= '0' && c <= '9')) {
      ++*text;
      return capital ? (unsigned char)(c + 32) : c;
    }
  }
  return 0;
}

/* Go over the shingles of a text: note them in `bits`, or count those that are
 * there. */
static size_t
read_shingles(const char *text, uint8_t *bits, bool note, size_t *all)
{
  uint32_t shingle = 0;
  size_t found = 0, letters = 0;
  *all = 0;
  for (unsigned char c; (c = next_letter(&text)) != 0;) {
    shingle = shingle << 8 | c;
    if (++letters < SHINGLE)
      continue;
    uint32_t bit = (shingle * 2654435761u) >> 19;
    found += bits[bit / 8] >> (bit % 8) & 1;
    if (note)
      bits[bit / 8] |= (uint8_t)(1u << (bit % 8));
    ++*all;
  }
  return found;
}

/* Whether two texts share half of their letters, four in a row at a time. */
static bool
are_alike(const char *a, const char *b)
{
  uint8_t bits[SHINGLE_BITS / 8] = {0};
  size_t one, two;
  read_shingles(a, bits, true, &one);
  size_t shared = read_shingles(b, bits, false, &two);
  return shared > 0 && 2 * shared >= (one > two ? one : two);
}

/* Whether only numbers tell two texts apart. */
static bool
differ_by_numbers(const char *a, const char *b)
{
  unsigned char one, two;
  do {
    do
      one = next_letter(&a);
    while (one >= '0' && one <= '9');
    do
      two = next_letter(&b);
    while (two >= '0' && two <= '9');
    if (one != two)
      return false;
  } while (one != 0);
  return true;
}

static turn
compare_texts(const char *a, const char *b)
{
  if (differ_by_numbers(a, b))
    return passage_has_money(a) || passage_has_money(b) ? TURN_CORRECTED
                                                        : TURN_RENUMBERED;
  return are_alike(a, b) ? TURN_CORRECTED : TURN_REPLACED;
}

/* --- gaps --------------------------------------------------------------------
 */

static gap_place *
find_gaps(const passages *list, const passages *other)
{
  gap_place *made = calloc(list->count + 1, sizeof *made);
  size_t anchor = 0, rank = 0;
  for (size_t i = 0; made && i < list->count; i++) {
    const passage *same = passages_find(other, list->items[i].key);
    made[i].turn = same ? TURN_KEPT : TURN_ALONE;
    if (same) {
      anchor = (size_t)(same - other->items) + 1;
      rank = 0;
    } else {
      made[i].anchor = anchor;
      made[i].rank = rank++;
    }
  }
  for (size_t i = list->count; made && i-- > 0;) {
    bool last = i + 1 == list->count || made[i + 1].rank != made[i].rank + 1;
    made[i].size = last ? made[i].rank + 1 : made[i + 1].size;
  }
  return made;
}

/* Find out how a passage stands to its counterparts. */
static void
compare_gap(const passage *one, gap_place *at, const passages *other,
            const gap_place *places)
{
  size_t first = at->rank > COUNTERPARTS ? at->rank - COUNTERPARTS : 0;
  for (size_t rank = first; rank <= at->rank + COUNTERPARTS; rank++) {
    size_t i = at->anchor + rank;
    if (i >= other->count || places[i].turn == TURN_KEPT ||
        places[i].rank != rank)
      return;
    turn found = compare_texts(one->text, other->items[i].text);
    at->turn = found > at->turn ? found : at->turn;
    at->same_slot = at->same_slot || one->slot == other->items[i].slot;
  }
}

static void
compare_gaps(const passages *list, gap_place *places, const passages *other,
             const gap_place *theirs)
{
  for (size_t i = 0; i < list->count; i++)
    if (places[i].turn != TURN_KEPT)
      compare_gap(&list->items[i], &places[i], other, theirs);
}

/* The bytes of a list, and whether most of them are in no link. */
static size_t
count_bytes(const passages *list, bool *reading)
{
  size_t all = 0, linked = 0;
  for (size_t i = 0; i < list->count; i++) {
    size_t len = strlen(list->items[i].text);
    all += len;
    linked += list->items[i].signs & PASSAGE_LINK ? len : 0;
  }
  *reading = 2 * linked < all;
  return all;
}

/* Whether at least half of a list is kept or corrected. */
static bool
is_quiet(const passages *before, const gap_place *places, size_t all)
{
  size_t gone = 0;
  for (size_t i = 0; i < before->count; i++)
    if (places[i].turn == TURN_ALONE || places[i].turn == TURN_REPLACED)
      gone += strlen(before->items[i].text);
  return 2 * gone <= all;
}

static bool
read_changes(const news_page *page, page_changes *out)
{
  out->before = find_gaps(page->before, page->now);
  out->now = find_gaps(page->now, page->before);
  if (!out->before || !out->now)
    return false;
  /* The lists of turns are read while they are written: a passage that is no
   * longer TURN_ALONE is no more kept than before. */
  compare_gaps(page->before, out->before, page->now, out->now);
  compare_gaps(page->now, out->now, page->before, out->before);
  out->bytes_before = count_bytes(page->before, &out->reading_before);
  out->bytes_now = count_bytes(page->now, &out->reading_now);
  out->quiet = is_quiet(page->before, out->before, out->bytes_before);
  return true;
}

/* --- slots -------------------------------------------------------------------
 */

static int
compare_slots(const void *a, const void *b)
{
  const slot_page *one = a, *two = b;
  if (one->slot != two->slot)
    return one->slot < two->slot ? -1 : 1;
  return one->page < two->page ? -1 : one->page > two->page;
}

/* Whether a passage turned in its slot, as advertising does. */
static bool
has_turned(const passage *one, const gap_place *at)
{
  return at->same_slot && strlen(one->text) <= BOX_MOST &&
         (at->turn == TURN_REPLACED || at->turn == TURN_RENUMBERED);
}

/* Make one of those of the same slot and page. */
static size_t
join_slots(slot_page *slots, size_t count)
{
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    slot_page *last = kept > 0 ? &slots[kept - 1] : NULL;
    if (last && compare_slots(last, &slots[i]) == 0) {
      last->before += slots[i].before;
      last->now += slots[i].now;
      last->turned = last->turned || slots[i].turned;
    } else {
      slots[kept++] = slots[i];
    }
  }
  return kept;
}

static void
add_slots(watch_news *news, size_t page)
{
  const news_page *at = &news->pages[page];
  for (size_t i = 0; i < at->before->count; i++) {
    const passage *one = &at->before->items[i];
    news->slots[news->slot_count++] =
        (slot_page){one->slot, page, strlen(one->text), 0, false};
  }
  for (size_t i = 0; i < at->now->count; i++) {
    const passage *one = &at->now->items[i];
    bool turned = at->known && news->changes[page].quiet &&
                  has_turned(one, &news->changes[page].now[i]);
    news->slots[news->slot_count++] =
        (slot_page){one->slot, page, 0, strlen(one->text), turned};
  }
}

static bool
read_slots(watch_news *news)
{
  size_t most = 1;
  for (size_t i = 0; i < news->count; i++)
    most += news->pages[i].before->count + news->pages[i].now->count;
  news->slots = malloc(most * sizeof *news->slots);
  if (!news->slots)
    return false;
  for (size_t i = 0; i < news->count; i++)
    add_slots(news, i);
  qsort(news->slots, news->slot_count, sizeof *news->slots, compare_slots);
  news->slot_count = join_slots(news->slots, news->slot_count);
  return true;
}

/* What the pages say of a slot in this round. */
typedef struct slot_votes {
  size_t pages;  /* that have had it and have it */
  size_t turned; /* of them */
} slot_votes;

/* Count from the first entry of a slot on; gives where the next one begins. */
static size_t
count_votes(const watch_news *news, size_t first, slot_votes *out)
{
  size_t i = first;
  memset(out, 0, sizeof *out);
  for (; i < news->slot_count && news->slots[i].slot == news->slots[first].slot;
       i++) {
    out->pages += news->slots[i].before > 0 && news->slots[i].now > 0;
    out->turned += news->slots[i].turned;
  }
  return i;
}

static int64_t
turns_before(const slot_history *history, uint64_t slot)
{
  size_t from = 0, to = history->count;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    if (history->items[middle].slot < slot)
      from = middle + 1;
    else
      to = middle;
  }
  return from < history->count && history->items[from].slot == slot
             ? history->items[from].turns
             : 0;
}

/* The entry of a slot on a page: there is one for each passage. */
static const slot_page *
find_slot(const watch_news *news, uint64_t slot, size_t page, size_t *first)
{
  slot_page wanted = {.slot = slot, .page = page};
  const slot_page *found = bsearch(&wanted, news->slots, news->slot_count,
                                   sizeof *news->slots, compare_slots);
  *first = (size_t)(found - news->slots);
  while (*first > 0 && news->slots[*first - 1].slot == slot)
    --*first;
  return found;
}

/* --- rules -------------------------------------------------------------------
 */

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

/* Whether it only changed sides: framing to one look, content to the other. */
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
  const slot_page *slot = find_slot(ask->news, one->slot, ask->page, &first);
  if (ask->came ? 4 * slot->now > ask->changes->bytes_now
                : 4 * slot->before > ask->changes->bytes_before)
    return false;
  count_votes(ask->news, first, &votes);
  if (votes.turned >= PAGES_AGREE && 2 * votes.turned > votes.pages)
    return true;
  return turns_before(ask->news->history, one->slot) >= ROUNDS_AGREE &&
         (votes.pages >= PAGES_AGREE || one->signs & PASSAGE_AWAY);
}

/* --- public ------------------------------------------------------------------
 */

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
    if (!read_changes(&pages[out->count], &out->changes[out->count]))
      return false;
  return read_slots(out);
}

void
watch_news_done(watch_news *news)
{
  for (size_t i = 0; news->changes && i <= news->count; i++) {
    free(news->changes[i].before);
    free(news->changes[i].now);
  }
  free(news->changes);
  free(news->slots);
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
  slot_votes votes;
  out->count = 0;
  out->items = malloc((news->slot_count + 1) * sizeof *out->items);
  for (size_t i = 0; out->items && i < news->slot_count;) {
    uint64_t slot = news->slots[i].slot;
    i = count_votes(news, i, &votes);
    if (2 * votes.turned > votes.pages)
      out->items[out->count++] =
          (slot_turns){slot, turns_before(news->history, slot) + 1};
  }
  return out->items != NULL;
}
