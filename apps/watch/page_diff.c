/* page_diff.c: see the header. A passage is compared with a few counterparts
 * only, so that the whole comparison is linear in the text of both versions.
 */
#include "watch/page_diff.h"

#include "watch/passage_key.h"

#include <stdlib.h>
#include <string.h>

/* --- similarity ----------------------------------------------------------- */

/* Similarity is estimated from shingles, all runs of four letters: those of one
 * text set bits in a small filter, those of the other are looked up in it.
 * False hits only make texts look more alike, and 8192 bits are ample for a
 * passage. */
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

/* Walk the shingles of a text; *all is their number. With `note` they are added
 * to `bits`. Returns how many were there already. */
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

/* Whether two texts share half of their shingles. */
static bool
are_alike(const char *a, const char *b)
{
  uint8_t bits[SHINGLE_BITS / 8] = {0};
  size_t one, two;
  read_shingles(a, bits, true, &one);
  size_t shared = read_shingles(b, bits, false, &two);
  return shared > 0 && 2 * shared >= (one > two ? one : two);
}

/* Whether two texts differ by their numbers only. */
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

/* A price that changes is news even where a counter that changes is not. */
static change_kind
compare_texts(const char *a, const char *b)
{
  if (differ_by_numbers(a, b))
    return passage_has_money(a) || passage_has_money(b) ? CHANGE_EDITED
                                                        : CHANGE_RENUMBERED;
  return are_alike(a, b) ? CHANGE_EDITED : CHANGE_REPLACED;
}

/* --- gaps ----------------------------------------------------------------- */

/* One item for each passage of `list`: kept, or at a rank of a gap. The gap
 * begins after the last kept passage, and its counterpart after the same
 * passage in `other`. NULL when memory ends. */
static diff_item *
find_gaps(const passages *list, const passages *other)
{
  diff_item *made = calloc(list->count + 1, sizeof *made);
  size_t anchor = 0, rank = 0;
  for (size_t i = 0; made && i < list->count; i++) {
    const passage *same = passages_find(other, list->items[i].key);
    made[i].change = same ? CHANGE_NONE : CHANGE_SINGLE;
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

/* Compare a passage with the counterparts around its own rank; the closest
 * match decides, which the order of change_kind makes a maximum. */
static void
compare_gap(const passage *one, diff_item *at, const passages *other,
            const diff_item *places)
{
  size_t first = at->rank > COUNTERPARTS ? at->rank - COUNTERPARTS : 0;
  for (size_t rank = first; rank <= at->rank + COUNTERPARTS; rank++) {
    size_t i = at->anchor + rank;
    if (i >= other->count || places[i].change == CHANGE_NONE ||
        places[i].rank != rank)
      return;
    change_kind found = compare_texts(one->text, other->items[i].text);
    at->change = found > at->change ? found : at->change;
    at->same_region = at->same_region || one->region == other->items[i].region;
  }
}

static void
compare_gaps(const passages *list, diff_item *places, const passages *other,
             const diff_item *theirs)
{
  for (size_t i = 0; i < list->count; i++)
    if (places[i].change != CHANGE_NONE)
      compare_gap(&list->items[i], &places[i], other, theirs);
}

/* The bytes of a list; *reading: most of them are outside links. */
static size_t
count_bytes(const passages *list, bool *reading)
{
  size_t all = 0, linked = 0;
  for (size_t i = 0; i < list->count; i++) {
    size_t len = strlen(list->items[i].text);
    all += len;
    linked += list->items[i].traits & PASSAGE_LINK ? len : 0;
  }
  *reading = 2 * linked < all;
  return all;
}

bool
page_diff_make(const page_versions *page, page_diff *out)
{
  out->before = find_gaps(page->before, page->now);
  out->now = find_gaps(page->now, page->before);
  if (!out->before || !out->now)
    return false;
  /* Each call reads the kinds that the other one writes. That is safe: only
   * CHANGE_NONE is tested, and a change never becomes or stops being that. */
  compare_gaps(page->before, out->before, page->now, out->now);
  compare_gaps(page->now, out->now, page->before, out->before);
  out->bytes_before = count_bytes(page->before, &out->reading_before);
  out->bytes_now = count_bytes(page->now, &out->reading_now);
  /* Whether at least half of the text is kept or edited. */
  const passages *before = page->before;
  const diff_item *places = out->before;
  size_t all = out->bytes_before;
  size_t gone = 0;
  for (size_t i = 0; i < before->count; i++)
    if (places[i].change == CHANGE_SINGLE ||
        places[i].change == CHANGE_REPLACED)
      gone += strlen(before->items[i].text);
  out->stable = 2 * gone <= all;
  return true;
}

void
page_diff_done(page_diff *diff)
{
  free(diff->before);
  free(diff->now);
  memset(diff, 0, sizeof *diff);
}
