/* span_score.c: see the header.
 *
 *     as listed   1 |--------content--------|
 *                 2      |--navigation--|
 *     settled       |----|--navigation--|---|
 *                   content           content
 *
 * Settled lists are sorted by offset and do not overlap, so counting is one
 * pass over both, and a byte is found by halving. Offsets are in bytes.
 */
#include "lab/eval/metrics/span_score.h"

#include "common/system/heap.h"
#include "common/system/need.h"
#include "common/system/number.h"

#include <stdlib.h>
#include <string.h>

void
span_list_done(span_list *list)
{
  free(list->items);
  memset(list, 0, sizeof *list);
}

/* Empty spans label no byte; they are dropped without an error. */
void
span_list_add(span_list *list, uint64_t from, uint64_t to, bool content)
{
  uint32_t order = (uint32_t)list->count;
  if (from < to)
    *NEED_ITEM(list, items, count, capacity) =
        (label_span){from, to, content, order};
}

/* Half of the range of 64 bits, so that no sum of two offsets can overflow. */
static bool
read_offset(json_text value, uint64_t *out)
{
  return number_read_bytes(value.data, value.len, UINT64_MAX / 2, out);
}

/* One {"from", "to", "label"}; false when a member is missing or the label is
 * neither of the two. Other members, such as scores, are passed over. */
static bool
read_span(json_text object, label_span *out)
{
  json_scan in = {object.data, object.data + object.len};
  json_member member;
  bool from = false, to = false, label = false;
  if (!json_open(&in, '{'))
    return false;
  while (json_next_member(&in, &member) == JSON_FOUND)
    if (member.kind == JSON_WORD && json_text_is(member.key, "from"))
      from = read_offset(member.value, &out->from);
    else if (member.kind == JSON_WORD && json_text_is(member.key, "to"))
      to = read_offset(member.value, &out->to);
    else if (member.kind == JSON_STRING && json_text_is(member.key, "label")) {
      out->content = json_text_is(member.value, "content");
      label = out->content || json_text_is(member.value, "navigation");
    }
  return from && to && label;
}

/* No array is the same as an empty one: gold without ranges is common. */
void
span_list_read(span_list *list, json_text array)
{
  json_scan in = {array.data, array.data + array.len};
  json_member item;
  if (!array.data || !json_open(&in, '['))
    return;
  while (json_next_value(&in, &item) == JSON_FOUND) {
    label_span span = {0, 0, false, 0};
    if (item.kind == JSON_OBJECT && read_span(item.value, &span))
      span_list_add(list, span.from, span.to, span.content);
  }
}

/* --- overlaps ----------------------------------------------------------------
 */

/* By place, and those that begin together by their order in the list. */
static int
compare_spans(const void *a, const void *b)
{
  const label_span *one = a, *two = b;
  if (one->from != two->from)
    return one->from < two->from ? -1 : 1;
  return one->order < two->order ? -1 : one->order > two->order;
}

/* Most lists have none, and need no flattening. */
static bool
has_overlap(const span_list *list)
{
  for (size_t i = 1; i < list->count; i++)
    if (list->items[i].from < list->items[i - 1].to)
      return true;
  return false;
}

/* A heap of spans that are open at a place, the latest of the list on top. */
typedef struct open_heap {
  label_span *items;
  size_t count;
} open_heap;

static bool
is_later(void *context, const void *one, const void *other)
{
  (void)context;
  return ((const label_span *)one)->order > ((const label_span *)other)->order;
}

static void
heap_push(open_heap *open, label_span span)
{
  open->items[open->count] = span;
  heap_rise(&(item_heap){open->items, sizeof span, is_later, NULL},
            open->count++);
}

/* Spans that have ended are taken off when they come to the top. */
static void
heap_pop(open_heap *open)
{
  open->items[0] = open->items[--open->count];
  heap_sink(&(item_heap){open->items, sizeof *open->items, is_later, NULL},
            open->count);
}

/* Walk over the sorted spans with the heap of those that are open; at any place
 * its top is the one that counts. `out` has room for twice as many: a piece
 * ends only where some span begins or ends. n log n steps. */
static size_t
flatten(const span_list *list, open_heap *heap, label_span *out)
{
  size_t count = 0, next = 0;
  uint64_t at = 0;
  while (next < list->count || heap->count > 0) {
    while (heap->count > 0 && heap->items[0].to <= at)
      heap_pop(heap);
    if (heap->count == 0 && next < list->count && list->items[next].from > at)
      at = list->items[next].from;
    while (next < list->count && list->items[next].from <= at)
      heap_push(heap, list->items[next++]);
    if (heap->count == 0)
      continue;
    label_span top = heap->items[0];
    uint64_t to = top.to;
    if (next < list->count && list->items[next].from < to)
      to = list->items[next].from;
    if (to > at) {
      out[count] = (label_span){at, to, top.content, (uint32_t)count};
      count++;
    }
    at = to > at ? to : at;
  }
  return count;
}

/* Sorted, and without overlaps: of two spans the later in the list counts. */
void
span_list_settle(span_list *list)
{
  if (list->count > 0)
    qsort(list->items, list->count, sizeof *list->items, compare_spans);
  if (!has_overlap(list))
    return;
  size_t room = 2 * list->count + 1;
  open_heap heap = {need(list->count, sizeof(label_span)), 0};
  label_span *flat = need(room, sizeof *flat);
  list->count = flatten(list, &heap, flat);
  free(list->items);
  list->items = flat;
  list->capacity = room;
  free(heap.items);
}

/* --- counting ----------------------------------------------------------------
 */

/* Bytes of gold by what both say of them; bytes that gold says nothing about
 * are in no cell. */
void
span_score_count(const span_list *gold, const span_list *prediction,
                 span_table *out)
{
  size_t p = 0;
  memset(out, 0, sizeof *out);
  for (size_t g = 0; g < gold->count; g++) {
    const label_span *own = &gold->items[g];
    uint64_t at = own->from;
    while (at < own->to) {
      while (p < prediction->count && prediction->items[p].to <= at)
        p++;
      const label_span *other =
          p < prediction->count ? &prediction->items[p] : NULL;
      bool inside = other && other->from <= at;
      uint64_t to = !other ? own->to : inside ? other->to : other->from;
      to = to < own->to ? to : own->to;
      out->bytes[own->content][inside && other->content] += to - at;
      at = to;
    }
  }
}

/* Whether a byte is inside a span that is not content. */
bool
span_list_cuts(const span_list *list, uint64_t byte)
{
  size_t low = 0, high = list->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (list->items[middle].to <= byte)
      low = middle + 1;
    else
      high = middle;
  }
  return low < list->count && list->items[low].from <= byte &&
         !list->items[low].content;
}
