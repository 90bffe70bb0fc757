/*
 * See formatting.h; WHATWG HTML, "The list of active formatting elements".
 *
 * Two ceilings keep it short. Of the elements after the last marker the
 * oldest is forgotten when there are more than limits.formatting. And when
 * the stack of open elements is full nothing is opened again, or every text
 * on a deep page would open dozens of elements and close as many.
 */
#include "html/tree/formatting.h"

#include "base/slice.h"
#include "html/tree/insert.h"
#include "html/tree/open_elements.h"

/* Markers separate cells, captions, templates and objects from what is
 * outside. */
static bool
is_marker(const pith_active *entry)
{
  return entry->tag == PITH_TAG_UNKNOWN;
}

/* Whether every attribute of one element is on the other one too. Charged as
 * steps: two elements of a thousand attributes each cost a million
 * comparisons. */
static bool
has_same_attributes(pith_builder *b, const pith_tree_node *one,
                    const pith_tree_node *other)
{
  const pith_store *store = &b->tree->store;
  if (one->attributes != other->attributes)
    return false;
  for (uint32_t i = 0; i < one->attributes; i++) {
    const pith_attr *mine = &store->attrs[one->data + i];
    const pith_attr *found =
        pith__attr_find_hashed(store, other->data, other->attributes,
                               mine->hash, pith__attr_name(store, mine));
    b->steps -= other->attributes;
    if (!found || !pith__slice_equal(pith__attr_value(store, mine),
                                     pith__attr_value(store, found)))
      return false;
  }
  return true;
}

/* HTML, the "Noah's Ark clause": the earliest of three entries that are
 * equal to `node`, if there are so many after the last marker. */
static uint32_t
find_third_equal(pith_builder *b, uint32_t node)
{
  uint32_t equal = 0;
  for (uint32_t i = b->format_count; i-- > 0;) {
    const pith_active *entry = &b->formats[i];
    if (is_marker(entry))
      break;
    b->steps--;
    if (entry->tag == b->nodes[node].tag &&
        has_same_attributes(b, &b->nodes[entry->node], &b->nodes[node]) &&
        ++equal == 3)
      return i;
  }
  return PITH_FORMAT_NONE;
}

/* The oldest element after the last marker; if there is none, the oldest. */
static uint32_t
find_oldest(const pith_builder *b)
{
  uint32_t oldest = PITH_FORMAT_NONE;
  for (uint32_t i = b->format_count; i-- > 0;) {
    if (!is_marker(&b->formats[i]))
      oldest = i;
    else if (oldest != PITH_FORMAT_NONE)
      break;
  }
  return oldest;
}

/* The list grows one entry at a time; its length is bounded by the limit and
 * by markers. */
static bool
reserve(pith_builder *b)
{
  if (PITH_LIKELY(b->format_count < b->format_capacity))
    return true;
  if (!PITH_GROW(b->tree->memory, b->formats, b->format_capacity,
                 b->format_count + 1, UINT32_MAX)) {
    pith__builder_fail(b);
    return false;
  }
  return true;
}

void
pith__formatting_remove(pith_builder *b, uint32_t index)
{
  b->format_elements -= !is_marker(&b->formats[index]);
  memmove(&b->formats[index], &b->formats[index + 1],
          (b->format_count - index - 1) * sizeof *b->formats);
  b->format_count--;
  b->steps -= b->format_count - index;
}

void
pith__formatting_insert(pith_builder *b, uint32_t index, pith_active entry)
{
  if (!reserve(b))
    return;
  memmove(&b->formats[index + 1], &b->formats[index],
          (b->format_count - index) * sizeof *b->formats);
  b->formats[index] = entry;
  b->format_count++;
  b->format_elements += !is_marker(&entry);
  b->steps -= b->format_count - index;
}

/* Over the limit the oldest element is forgotten, which browsers also do in
 * effect: it is the one whose absence is least visible. */
void
pith__formatting_push(pith_builder *b, uint32_t node)
{
  pith_active entry = {node, (pith_tag)b->nodes[node].tag};
  uint32_t third = find_third_equal(b, node);
  if (third != PITH_FORMAT_NONE)
    pith__formatting_remove(b, third);
  if (b->format_elements >= b->max_formats) {
    b->tree->limits_hit |= PITH_LIMIT_FORMATTING;
    b->steps -= b->format_count;
    pith__formatting_remove(b, find_oldest(b));
  }
  if (!reserve(b))
    return;
  b->formats[b->format_count++] = entry;
  b->format_elements++;
}

void
pith__formatting_push_marker(pith_builder *b)
{
  pith_active marker = {PITH_NODE_NONE, PITH_TAG_UNKNOWN};
  pith__formatting_insert(b, b->format_count, marker);
}

/* HTML, "clear the list of active formatting elements up to the last
 * marker". */
void
pith__formatting_clear(pith_builder *b)
{
  while (b->format_count > 0) {
    const pith_active *entry = &b->formats[--b->format_count];
    b->steps--;
    if (is_marker(entry))
      return;
    b->format_elements--;
  }
}

uint32_t
pith__formatting_find(pith_builder *b, pith_tag tag)
{
  for (uint32_t i = b->format_count; i-- > 0;) {
    b->steps--;
    if (is_marker(&b->formats[i]))
      break;
    if (b->formats[i].tag == tag)
      return i;
  }
  return PITH_FORMAT_NONE;
}

uint32_t
pith__formatting_index(pith_builder *b, uint32_t node)
{
  for (uint32_t i = b->format_count; i-- > 0;) {
    b->steps--;
    if (b->formats[i].node == node && !is_marker(&b->formats[i]))
      return i;
  }
  return PITH_FORMAT_NONE;
}

/* HTML, "reconstruct the active formatting elements": from the last entry
 * that is a marker or open, open the rest again. When the stack is full
 * nothing is opened. */
void
pith__reconstruct_slow(pith_builder *b)
{
  uint32_t first = b->format_count;
  while (first > 0 && !is_marker(&b->formats[first - 1]) &&
         !pith__active_is_open(b, &b->formats[first - 1]))
    first--;
  b->steps -= b->format_count - first;
  for (uint32_t i = first; i < b->format_count && !b->stop; i++) {
    if (!pith__has_room(b)) {
      b->tree->limits_hit |= PITH_LIMIT_DEPTH;
      return;
    }
    b->formats[i].node = pith__insert_clone(b, b->formats[i].node);
  }
}
