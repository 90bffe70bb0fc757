/*
 * See verdict.h. Settling is like paint: where verdicts overlap, the one added
 * last is on top. The common list, in order already, is only looked through;
 * any other is swept from left to right:
 *
 *     added 0   |-------------|           order   by where they begin
 *     added 1        |---|                open    a heap of those begun, the
 *     added 2              |-----|                one added last on top
 *     result    |0---|1--|0|2----|
 *
 * At each place the top of the heap holds the floor until it ends or another
 * begins. Every step begins or ends at least one, so n verdicts cost n log n
 * and leave at most 2n - 1 pieces.
 */
#include "verdict/verdict.h"

#include <string.h>

/* Half of 32 bits, because settling asks for twice the count. */
#define VERDICTS_MOST (UINT32_MAX / 2)
#define REASON_MOST   32

/* A sweep over a list that is out of order. */
typedef struct sweep {
  const pith_verdict *given;
  uint32_t *order; /* numbers of `given`, by place */
  uint32_t *open;  /* heap of numbers, the largest first */
  uint32_t count;
  uint32_t open_count;
} sweep;

/* Reasons are mostly the same literal, so equal pointers are tried first; a
 * caller of pith_page_set_verdicts() may bring strings of its own. */
static bool
agree(const pith_verdict *a, const pith_verdict *b)
{
  return a->label == b->label && a->score == b->score &&
         (a->reason == b->reason || strcmp(a->reason, b->reason) == 0);
}

/* The failure stays with the list, so that methods may add without looking and
 * are checked once, at the end. */
static bool
reserve(pith_verdicts *verdicts, uint32_t need)
{
  if (!PITH_GROW(verdicts->memory, verdicts->items, verdicts->capacity, need,
                 VERDICTS_MOST)) {
    verdicts->failed = true;
    return false;
  }
  return true;
}

/* Add at the end of a list that is in order; there is room. */
static void
put(pith_verdicts *verdicts, const pith_verdict *verdict, pith_span span)
{
  if (verdicts->count > 0) {
    pith_verdict *last = &verdicts->items[verdicts->count - 1];
    if (last->span.to == span.from && agree(last, verdict)) {
      last->span.to = span.to;
      return;
    }
  }
  pith_verdict *item = &verdicts->items[verdicts->count++];
  *item = *verdict;
  item->span = span;
}

/* Touching is in order, overlapping is not: spans are half open. */
static bool
is_ordered(const pith_verdicts *verdicts)
{
  for (uint32_t i = 1; i < verdicts->count; i++)
    if (verdicts->items[i].span.from < verdicts->items[i - 1].span.to)
      return false;
  return true;
}

/* In place: put() writes at or before the item that is read. */
static void
join_neighbours(pith_verdicts *verdicts)
{
  uint32_t count = verdicts->count;
  verdicts->count = 0;
  for (uint32_t i = 0; i < count; i++) {
    pith_verdict item = verdicts->items[i];
    put(verdicts, &item, item.span);
  }
}

/* Whether `given` a begins after b, or at the same place and was added later.
 */
static bool
is_after(const sweep *in, uint32_t a, uint32_t b)
{
  uint32_t from_a = in->given[a].span.from, from_b = in->given[b].span.from;
  return from_a != from_b ? from_a > from_b : a > b;
}

/* Heap sort in two functions: no memory, no bad case. */
static void
sift_order(sweep *in, uint32_t root, uint32_t count)
{
  uint32_t moving = in->order[root];
  for (uint32_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
    if (child + 1 < count &&
        is_after(in, in->order[child + 1], in->order[child]))
      child++;
    if (!is_after(in, in->order[child], moving))
      break;
    in->order[root] = in->order[child];
    root = child;
  }
  in->order[root] = moving;
}

static void
sort_by_place(sweep *in)
{
  for (uint32_t i = 0; i < in->count; i++)
    in->order[i] = i;
  for (uint32_t i = in->count / 2; i-- > 0;)
    sift_order(in, i, in->count);
  for (uint32_t end = in->count; end-- > 1;) {
    uint32_t largest = in->order[0];
    in->order[0] = in->order[end];
    in->order[end] = largest;
    sift_order(in, 0, end);
  }
}

/* The number is the time of adding, so the largest on top is the paint that was
 * put on last. No number is pushed twice. */
static void
open_push(sweep *in, uint32_t number)
{
  uint32_t at = in->open_count++;
  while (at > 0 && in->open[(at - 1) / 2] < number) {
    in->open[at] = in->open[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  in->open[at] = number;
}

/* Called with at least one open. Only the top is ever removed: a verdict that
 * ended further down is dropped when it comes up. */
static void
open_pop(sweep *in)
{
  uint32_t moving = in->open[--in->open_count], at = 0;
  for (uint32_t child = 1; child < in->open_count; child = 2 * at + 1) {
    if (child + 1 < in->open_count && in->open[child + 1] > in->open[child])
      child++;
    if (in->open[child] <= moving)
      break;
    in->open[at] = in->open[child];
    at = child;
  }
  in->open[at] = moving;
}

/* Invariant: `place` only grows, and everything before it is written. All that
 * begin at `place` are open before the top is looked at. */
static void
paint(sweep *in, pith_verdicts *out)
{
  uint32_t place = 0, next = 0;
  for (;;) {
    while (in->open_count > 0 && in->given[in->open[0]].span.to <= place)
      open_pop(in);
    if (in->open_count == 0) {
      if (next == in->count)
        return;
      place = in->given[in->order[next]].span.from;
    }
    while (next < in->count && in->given[in->order[next]].span.from == place)
      open_push(in, in->order[next++]);
    const pith_verdict *top = &in->given[in->open[0]];
    pith_span span = {place, top->span.to};
    if (next < in->count && in->given[in->order[next]].span.from < span.to)
      span.to = in->given[in->order[next]].span.from;
    put(out, top, span);
    place = span.to;
  }
}

/* The form that pith.h promises, so that a reason needs no escape in JSON, HTML
 * or a column of a table. */
static bool
is_reason(const char *reason)
{
  size_t len = reason ? strlen(reason) : 0;
  return len >= 1 && len <= REASON_MOST &&
         strspn(reason, "abcdefghijklmnopqrstuvwxyz0123456789-") == len;
}

void
pith__verdicts_init(pith_verdicts *verdicts, pith_memory *memory)
{
  memset(verdicts, 0, sizeof *verdicts);
  verdicts->memory = memory;
}

void
pith__verdicts_done(pith_verdicts *verdicts)
{
  PITH_FREE_ITEMS(verdicts->memory, verdicts->items, verdicts->capacity);
  PITH_FREE_ITEMS(verdicts->memory, verdicts->matches,
                  verdicts->match_capacity);
  pith__verdicts_init(verdicts, verdicts->memory);
}

void
pith__verdicts_clear(pith_verdicts *verdicts)
{
  verdicts->count = 0;
  verdicts->match_count = 0;
  verdicts->failed = false;
  verdicts->confidence = 0;
  verdicts->page_type = NULL;
}

void
pith__verdicts_add(pith_verdicts *verdicts, pith_span span, pith_label label,
                   float score, const char *reason)
{
  if (span.from >= span.to || verdicts->failed ||
      !reserve(verdicts, verdicts->count + 1))
    return;
  pith_verdict verdict = {span, label, score, reason};
  verdicts->items[verdicts->count++] = verdict;
}

void
pith__verdicts_add_match(pith_verdicts *verdicts, const pith_block_match *match)
{
  if (verdicts->failed)
    return;
  if (!PITH_GROW(verdicts->memory, verdicts->matches, verdicts->match_capacity,
                 verdicts->match_count + 1, VERDICTS_MOST)) {
    verdicts->failed = true;
    return;
  }
  verdicts->matches[verdicts->match_count++] = *match;
}

/* The copy, the order and the heap are one allocation: verdicts first, since
 * they need the stricter alignment. */
void
pith__verdicts_settle(pith_verdicts *verdicts)
{
  if (is_ordered(verdicts)) {
    join_neighbours(verdicts);
    return;
  }
  uint32_t count = verdicts->count;
  size_t size = count * (sizeof(pith_verdict) + 2 * sizeof(uint32_t));
  if (!reserve(verdicts, 2 * count))
    return;
  pith_verdict *given = pith__memory_resize(verdicts->memory, NULL, 0, size);
  if (!given) {
    verdicts->failed = true;
    return;
  }
  memcpy(given, verdicts->items, count * sizeof *given);
  uint32_t *numbers = (uint32_t *)(given + count);
  sweep in = {given, numbers, numbers + count, count, 0};
  verdicts->count = 0;
  sort_by_place(&in);
  paint(&in, verdicts);
  pith__memory_free(verdicts->memory, given, size);
}

/* A score that is not a number fails both comparisons and with them the list.
 */
bool
pith__verdicts_are_valid(const pith_verdicts *verdicts, uint32_t len)
{
  for (uint32_t i = 0; i < verdicts->count; i++) {
    const pith_verdict *item = &verdicts->items[i];
    uint32_t before = i > 0 ? item[-1].span.to : 0;
    if (item->span.from < before || item->span.from >= item->span.to ||
        item->span.to > len)
      return false;
    if (item->label != PITH_CONTENT && item->label != PITH_NAVIGATION)
      return false;
    if (!(item->score >= 0 && item->score <= 1) || !is_reason(item->reason))
      return false;
  }
  return true;
}
