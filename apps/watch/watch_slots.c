/* watch_slots.c: see the header. Linear but for sorting.
 */
#include "watch/watch_slots.h"

#include "watch/passage_place.h"

#include <stdlib.h>
#include <string.h>

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
add_slots(slot_table *table, const news_page *at, const page_changes *changes,
          size_t page)
{
  for (size_t i = 0; i < at->before->count; i++) {
    const passage *one = &at->before->items[i];
    table->items[table->count++] =
        (slot_page){one->slot, page, strlen(one->text), 0, false};
  }
  for (size_t i = 0; i < at->now->count; i++) {
    const passage *one = &at->now->items[i];
    bool turned =
        at->known && changes->quiet && has_turned(one, &changes->now[i]);
    table->items[table->count++] =
        (slot_page){one->slot, page, 0, strlen(one->text), turned};
  }
}

bool
slot_table_read(const news_page *pages, const page_changes *changes,
                size_t count, slot_table *out)
{
  size_t most = 1;
  for (size_t i = 0; i < count; i++)
    most += pages[i].before->count + pages[i].now->count;
  out->count = 0;
  out->items = malloc(most * sizeof *out->items);
  if (!out->items)
    return false;
  for (size_t i = 0; i < count; i++)
    add_slots(out, &pages[i], &changes[i], i);
  qsort(out->items, out->count, sizeof *out->items, compare_slots);
  out->count = join_slots(out->items, out->count);
  return true;
}

size_t
slot_table_votes(const slot_table *table, size_t first, slot_votes *out)
{
  const slot_page *items = table->items;
  size_t i = first;
  memset(out, 0, sizeof *out);
  for (; i < table->count && items[i].slot == items[first].slot; i++) {
    out->pages += items[i].before > 0 && items[i].now > 0;
    out->turned += items[i].turned;
  }
  return i;
}

static int
compare_turns(const void *a, const void *b)
{
  const slot_turns *one = a, *two = b;
  return one->slot < two->slot ? -1 : one->slot > two->slot;
}

void
slot_history_sort(slot_history *history)
{
  if (history->count > 0)
    qsort(history->items, history->count, sizeof *history->items,
          compare_turns);
}

int64_t
slot_turns_before(const slot_history *history, uint64_t slot)
{
  slot_turns wanted = {slot, 0};
  const slot_turns *found =
      history->count == 0 ? NULL
                          : bsearch(&wanted, history->items, history->count,
                                    sizeof *history->items, compare_turns);
  return found ? found->turns : 0;
}

const slot_page *
slot_table_find(const slot_table *table, uint64_t slot, size_t page,
                size_t *first)
{
  slot_page wanted = {.slot = slot, .page = page};
  const slot_page *found = bsearch(&wanted, table->items, table->count,
                                   sizeof *table->items, compare_slots);
  *first = (size_t)(found - table->items);
  while (*first > 0 && table->items[*first - 1].slot == slot)
    --*first;
  return found;
}

bool
slot_table_turns(const slot_table *table, const slot_history *history,
                 slot_history *out)
{
  slot_votes votes;
  out->count = 0;
  out->items = malloc((table->count + 1) * sizeof *out->items);
  for (size_t i = 0; out->items && i < table->count;) {
    uint64_t slot = table->items[i].slot;
    i = slot_table_votes(table, i, &votes);
    if (2 * votes.turned > votes.pages)
      out->items[out->count++] =
          (slot_turns){slot, slot_turns_before(history, slot) + 1};
  }
  return out->items != NULL;
}
