/* watch_gaps.c: see the header. A passage is compared with a few counterparts
 * only, so that all of it is linear.
 */
#include "watch/watch_gaps.h"

#include "watch/passage_key.h"

#include <stdlib.h>
#include <string.h>

/* --- similarity
 * ----------------------------------------------------------------
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

bool
page_changes_read(const news_page *page, page_changes *out)
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

void
page_changes_done(page_changes *changes)
{
  free(changes->before);
  free(changes->now);
  memset(changes, 0, sizeof *changes);
}
