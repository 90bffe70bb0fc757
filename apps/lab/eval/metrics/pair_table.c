/* pair_table.c: numbers for pairs of numbers.
 *
 *     (3, 7) ──► 0     (7, 1) ──► 1     (3, 7) ──► 0
 *
 * Shingles of four words are pairs of pairs, so a bag of shingles is a list of
 * numbers like a bag of words.
 */
#include "lab/eval/metrics/pair_table.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_PAIRS = 1024 };

/* Free slots are all ones, which no pair is. */
void
pair_table_clear(pair_table *table)
{
  if (table->count > 0)
    memset(table->keys, 0xFF, table->size * sizeof *table->keys);
  table->count = 0;
}

void
pair_table_done(pair_table *table)
{
  free(table->keys);
  free(table->numbers);
  memset(table, 0, sizeof *table);
}

static uint64_t
key_of(uint32_t first, uint32_t second)
{
  return (uint64_t)first << 32 | second;
}

/* Linear probing; at most half of the slots are taken. */
static size_t
find_slot(const pair_table *table, uint64_t key)
{
  uint64_t hash = key * 0x9E3779B97F4A7C15u;
  size_t at = (size_t)(hash ^ hash >> 32) & (table->size - 1);
  while (table->keys[at] != UINT64_MAX && table->keys[at] != key)
    at = (at + 1) & (table->size - 1);
  return at;
}

/* Keep half of the slots free. */
static bool
grow(pair_table *table)
{
  if (2 * (size_t)table->count < table->size)
    return true;
  pair_table old = *table;
  table->size = old.size > 0 ? 2 * old.size : FIRST_PAIRS;
  table->keys = malloc(table->size * sizeof *table->keys);
  table->numbers = malloc(table->size * sizeof *table->numbers);
  if (!table->keys || !table->numbers) {
    free(table->keys);
    free(table->numbers);
    *table = old;
    return false;
  }
  memset(table->keys, 0xFF, table->size * sizeof *table->keys);
  for (size_t i = 0; i < old.size; i++)
    if (old.keys[i] != UINT64_MAX) {
      size_t at = find_slot(table, old.keys[i]);
      table->keys[at] = old.keys[i];
      table->numbers[at] = old.numbers[i];
    }
  free(old.keys);
  free(old.numbers);
  return true;
}

/* The number of a pair, a new one if it is new. */
bool
pair_table_add(pair_table *table, uint32_t first, uint32_t second,
               uint32_t *out)
{
  if (!grow(table))
    return false;
  size_t at = find_slot(table, key_of(first, second));
  if (table->keys[at] == UINT64_MAX) {
    table->keys[at] = key_of(first, second);
    table->numbers[at] = table->count++;
  }
  *out = table->numbers[at];
  return true;
}

/* PAIR_NONE when it is not there. */
uint32_t
pair_table_find(const pair_table *table, uint32_t first, uint32_t second)
{
  if (table->size == 0)
    return PAIR_NONE;
  size_t at = find_slot(table, key_of(first, second));
  return table->keys[at] == UINT64_MAX ? PAIR_NONE : table->numbers[at];
}
