/* frontier.c: see the header.
 *
 *     items   a  b  c  d ...      in the order they were seen, never moved
 *     table   hash ─► number      open addressing, at most a quarter full
 *     heap    number, number...   the next one first
 *
 * Table and heap hold numbers of items. All three grow together, so adding to
 * one of them cannot fail when the others have room.
 */
#include "common/web/frontier.h"

#include "common/system/fnv.h"
#include "common/system/heap.h"

#include <stdlib.h>
#include <string.h>

/* The list can be used again afterwards. */
void
frontier_done(frontier *list)
{
  for (size_t i = 0; i < list->count; i++)
    free(list->items[i].url);
  free(list->items);
  free(list->heap);
  free(list->table);
  memset(list, 0, sizeof *list);
}

/* The slot of an address, or the empty one where it would be. */
static size_t
find_slot(const frontier *list, const char *url, size_t len)
{
  uint64_t hash = fnv_add(FNV_START, url, len);
  size_t at = (size_t)(hash ^ hash >> 32) & (list->slots - 1);
  while (list->table[at] &&
         strcmp(list->items[list->table[at] - 1].url, url) != 0)
    at = (at + 1) & (list->slots - 1);
  return at;
}

/* Whether it was ever added, also when it has been taken since. */
bool
frontier_knows(const frontier *list, const web_url *url)
{
  return list->slots > 0 && list->table[find_slot(list, url->text, url->len)];
}

/* Room for one more item. Items and heap may have grown when the table
 * cannot; `capacity` is raised last, so that is harmless. */
static bool
grow(frontier *list)
{
  if (list->count < list->capacity)
    return true;
  size_t more = list->capacity ? 2 * list->capacity : 64;
  frontier_item *items = realloc(list->items, more * sizeof *items);
  if (items)
    list->items = items;
  uint32_t *heap = realloc(list->heap, more * sizeof *heap);
  if (heap)
    list->heap = heap;
  uint32_t *table = calloc(4 * more, sizeof *table);
  if (!items || !heap || !table) {
    free(table);
    return false;
  }
  free(list->table);
  list->table = table;
  list->slots = 4 * more;
  list->capacity = more;
  for (size_t i = 0; i < list->count; i++) {
    const char *url = list->items[i].url;
    list->table[find_slot(list, url, strlen(url))] = (uint32_t)i + 1;
  }
  return true;
}

/* Breadth first, then the best sibling, then the order of the page. */
static bool
comes_before(void *context, const void *one, const void *other)
{
  const frontier *list = context;
  uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
  const frontier_item *first = &list->items[a], *second = &list->items[b];
  if (first->depth != second->depth)
    return first->depth < second->depth;
  return first->score != second->score ? first->score > second->score : a < b;
}

static void
push(frontier *list, uint32_t item)
{
  list->heap[list->waiting] = item;
  heap_rise(&(item_heap){list->heap, sizeof item, comes_before, list},
            list->waiting++);
}

static uint32_t
pop(frontier *list)
{
  uint32_t first = list->heap[0];
  list->heap[0] = list->heap[--list->waiting];
  heap_sink(&(item_heap){list->heap, sizeof first, comes_before, list},
            list->waiting);
  return first;
}

/* Beyond FRONTIER_MOST addresses are counted and dropped: a site with
 * endless links must not fill the memory. */
bool
frontier_add(frontier *list, const web_url *url, uint32_t depth, uint32_t score,
             bool wait)
{
  if (frontier_knows(list, url))
    return true;
  if (list->count >= FRONTIER_MOST) {
    list->dropped++;
    return true;
  }
  if (!grow(list))
    return false;
  frontier_item *item = &list->items[list->count];
  item->url = strdup(url->text);
  if (!item->url)
    return false;
  item->depth = depth;
  item->score = score;
  item->waiting = wait;
  list->table[find_slot(list, url->text, url->len)] = (uint32_t)++list->count;
  if (wait)
    push(list, (uint32_t)list->count - 1);
  return true;
}

/* Addresses are stored as text and parsed again: a web_url has 2 KB. */
bool
frontier_next(frontier *list, web_url *url, uint32_t *depth)
{
  while (list->waiting > 0) {
    frontier_item *item = &list->items[pop(list)];
    item->waiting = false;
    *depth = item->depth;
    if (web_url_parse((pith_slice){item->url, strlen(item->url)}, url))
      return true;
  }
  return false;
}
