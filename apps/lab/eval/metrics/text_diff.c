/* text_diff.c: see the header.
 *
 * A part is a range of gold words and a range of text words. What both begin
 * and end with is the same. Of the rest the gold is halved; the lengths of the
 * longest common subsequences of the first half with every beginning of the
 * text, and of the second half with every end of it, show where to halve the
 * text (Hirschberg 1975). A row of lengths is kept as bits (lcs_row.h). Parts
 * wait on a stack, which halving keeps small.
 *
 *     gold  [ same | first half | second half | same ]
 *     text  [ same |   best split of the rest  | same ]
 */
#include "lab/eval/metrics/text_diff.h"

#include "lab/eval/metrics/lcs_row.h"

#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS_MOST = 64 };

/* A range of both texts. */
typedef struct part {
  uint32_t a0, a1; /* of gold */
  uint32_t b0, b1; /* of text */
  bool same;       /* nothing is left to do */
} part;

/* Both texts, and parts that wait to be compared. */
typedef struct diff_work {
  const uint32_t *a;
  const uint32_t *b;
  uint32_t *starts; /* of the places of a word in the text */
  uint32_t *places;
  uint64_t *rows[2]; /* of the first half, of the second */
  uint64_t *mask;
  uint64_t steps;
  part stack[PARTS_MOST];
  size_t depth;
  text_diff *out;
} diff_work;

void
text_diff_done(text_diff *diff)
{
  free(diff->runs);
  memset(diff, 0, sizeof *diff);
}

/* Add a run, joined with the last one if it goes on. */
static void
add_run(text_diff *diff, diff_kind kind, uint32_t from, uint32_t to)
{
  diff_run *last = diff->count > 0 ? &diff->runs[diff->count - 1] : NULL;
  if (from == to)
    return;
  if (last && last->kind == kind && last->to == from)
    last->to = to;
  else
    *NEED_ITEM(diff, runs, count, capacity) = (diff_run){kind, from, to};
}

/* --- rows --------------------------------------------------------------------
 */

/* The places of a word that are in [b0, b1). */
static void
places_in(const diff_work *work, uint32_t word, const part *p, uint32_t *from,
          uint32_t *to)
{
  uint32_t low = work->starts[word], high = work->starts[word + 1];
  for (uint32_t end = high; low < end;) {
    uint32_t middle = low + (end - low) / 2;
    if (work->places[middle] < p->b0)
      low = middle + 1;
    else
      end = middle;
  }
  *from = low;
  while (low < high && work->places[low] < p->b1)
    low++;
  *to = low;
}

static uint32_t
bit_of(const part *p, uint32_t place, bool backward)
{
  return backward ? p->b1 - 1 - place : place - p->b0;
}

/* The row behind gold words [from, to), read forward or backward: bit i is 0
 * where one more word of the text makes the common part longer. */
static void
make_row(diff_work *work, const part *p, uint32_t from, uint32_t to,
         bool backward)
{
  uint64_t *row = work->rows[backward];
  size_t width = (p->b1 - p->b0 + 63) / 64;
  memset(row, 0xFF, width * sizeof *row);
  for (uint32_t i = 0; i < to - from; i++) {
    uint32_t word = work->a[backward ? to - 1 - i : from + i];
    uint32_t first, last;
    places_in(work, word, p, &first, &last);
    work->steps += 1 + (last - first);
    if (first == last)
      continue;
    work->steps += width;
    for (uint32_t k = first; k < last; k++) {
      uint32_t bit = bit_of(p, work->places[k], backward);
      work->mask[bit / 64] |= (uint64_t)1 << bit % 64;
    }
    lcs_step(row, work->mask, row, width);
    for (uint32_t k = first; k < last; k++)
      work->mask[bit_of(p, work->places[k], backward) / 64] = 0;
  }
}

static bool
is_longer(const uint64_t *row, uint32_t bit)
{
  return !(row[bit / 64] >> bit % 64 & 1);
}

/* Where to halve the text: the most in common before and behind. */
static uint32_t
find_split(const diff_work *work, const part *p)
{
  uint32_t count = p->b1 - p->b0, behind = 0, before = 0, best = 0, most;
  for (uint32_t i = 0; i < count; i++)
    behind += is_longer(work->rows[1], i);
  most = behind;
  for (uint32_t i = 0; i < count; i++) {
    before += is_longer(work->rows[0], i);
    behind -= is_longer(work->rows[1], count - 1 - i);
    if (before + behind > most) {
      most = before + behind;
      best = i + 1;
    }
  }
  return p->b0 + best;
}

/* --- parts -------------------------------------------------------------------
 */

static void
push(diff_work *work, part p)
{
  if (p.a0 < p.a1 || p.b0 < p.b1)
    work->stack[work->depth++] = p;
}

static void
give_up(diff_work *work, const part *p)
{
  add_run(work->out, DIFF_GONE, p->a0, p->a1);
  add_run(work->out, DIFF_COME, p->b0, p->b1);
}

/* One word of gold is left: it is in the text or not. */
static void
place_one(diff_work *work, const part *p)
{
  uint32_t first, last;
  places_in(work, work->a[p->a0], p, &first, &last);
  if (first == last) {
    give_up(work, p);
    return;
  }
  uint32_t at = work->places[first];
  add_run(work->out, DIFF_COME, p->b0, at);
  add_run(work->out, DIFF_SAME, p->a0, p->a1);
  add_run(work->out, DIFF_COME, at + 1, p->b1);
}

/* Take off what both end with; it waits on the stack. */
static void
trim_end(diff_work *work, part *p)
{
  part tail = {p->a1, p->a1, p->b1, p->b1, true};
  while (p->a1 > p->a0 && p->b1 > p->b0 &&
         work->a[p->a1 - 1] == work->b[p->b1 - 1]) {
    p->a1--;
    p->b1--;
  }
  tail.a0 = p->a1;
  tail.b0 = p->b1;
  push(work, tail);
}

static void
take_part(diff_work *work, part p)
{
  uint32_t from = p.a0;
  if (p.same) {
    add_run(work->out, DIFF_SAME, p.a0, p.a1);
    return;
  }
  while (p.a0 < p.a1 && p.b0 < p.b1 && work->a[p.a0] == work->b[p.b0]) {
    p.a0++;
    p.b0++;
  }
  add_run(work->out, DIFF_SAME, from, p.a0);
  trim_end(work, &p);
  bool large = work->steps > DIFF_WORK || work->depth + 2 > PARTS_MOST;
  if (p.a0 == p.a1 || p.b0 == p.b1) {
    give_up(work, &p);
  } else if (p.a1 - p.a0 == 1) {
    place_one(work, &p);
  } else if (large) {
    work->out->coarse = true;
    give_up(work, &p);
  } else {
    uint32_t half = p.a0 + (p.a1 - p.a0) / 2;
    make_row(work, &p, p.a0, half, false);
    make_row(work, &p, half, p.a1, true);
    uint32_t split = find_split(work, &p);
    push(work, (part){half, p.a1, split, p.b1, false});
    push(work, (part){p.a0, half, p.b0, split, false});
  }
}

static uint32_t
clip(size_t count, bool *cut)
{
  *cut |= count > DIFF_WORDS;
  return count > DIFF_WORDS ? DIFF_WORDS : (uint32_t)count;
}

void
text_diff_make(const word_list *gold, const word_list *text, uint32_t words,
               text_diff *out)
{
  memset(out, 0, sizeof *out);
  uint32_t n = clip(gold->count, &out->cut), m = clip(text->count, &out->cut);
  size_t width = m / 64 + 1;
  diff_work work = {.a = gold->words, .b = text->words, .out = out};
  uint64_t *bits = need(3 * width, sizeof *bits);
  work.starts = need((size_t)words + 1 + m, sizeof *work.starts);
  work.places = work.starts + words + 1;
  work.rows[0] = bits;
  work.rows[1] = bits + width;
  work.mask = bits + 2 * width;
  word_places(work.b, m, words, work.starts, work.places);
  push(&work, (part){0, n, 0, m, false});
  while (work.depth > 0)
    take_part(&work, work.stack[--work.depth]);
  free(bits);
  free(work.starts);
}
