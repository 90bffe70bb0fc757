/* text_words.c: see the header.
 *
 * Numbers instead of words make every measure after this one a comparison of
 * integers. Words are borrowed from the texts, never copied: a table must be
 * cleared before its texts are released.
 */
#include "lab/eval/metrics/text_words.h"

#include "common/system/ascii_text.h"
#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 1024 };

#define STEPS_A_WORD ((uint64_t)1 << 10)
#define STEPS_LEAST  ((uint64_t)1 << 22)
#define STEPS_MOST   ((uint64_t)1 << 28)

/* The table keeps its size: pages of a data set are alike. */
void
word_table_clear(word_table *table)
{
  if (table->count > 0)
    memset(table->slots, 0, table->size * sizeof *table->slots);
  table->count = 0;
}

void
word_table_done(word_table *table)
{
  free(table->slots);
  memset(table, 0, sizeof *table);
}

void
word_list_done(word_list *list)
{
  free(list->words);
  free(list->line_ends);
  memset(list, 0, sizeof *list);
}

/* Words come from pages; a page that collides on purpose only slows itself
 * down, within the limit of its words. */
static uint64_t
hash_word(pith_slice word)
{
  uint64_t hash = 0x9E3779B97F4A7C15u ^ word.len;
  for (size_t i = 0; i < word.len; i++)
    hash = (hash ^ (unsigned char)word.data[i]) * 0xD6E8FEB86659FD93u;
  hash ^= hash >> 32;
  hash *= 0xD6E8FEB86659FD93u;
  return hash ^ hash >> 32;
}

/* The slot of a word, or the free one for it. */
static word_slot *
find_slot(const word_table *table, uint64_t hash, pith_slice word)
{
  size_t at = (size_t)hash & (table->size - 1);
  for (;; at = (at + 1) & (table->size - 1)) {
    word_slot *slot = &table->slots[at];
    if (!slot->data || (slot->hash == hash && slot->len == word.len &&
                        memcmp(slot->data, word.data, word.len) == 0))
      return slot;
  }
}

/* Keep half of the slots free, so that probing stays short and always ends. The
 * old table goes. */
static void
grow_table(word_table *table)
{
  if (2 * (size_t)table->count < table->size)
    return;
  word_table old = *table;
  table->size = old.size > 0 ? 2 * old.size : FIRST_SLOTS;
  table->slots = need(table->size, sizeof *table->slots);
  for (size_t i = 0; i < old.size; i++) {
    const word_slot *slot = &old.slots[i];
    if (slot->data)
      *find_slot(table, slot->hash, (pith_slice){slot->data, slot->len}) =
          *slot;
  }
  free(old.slots);
}

/* Numbers are given in the order in which words first occur. */
uint32_t
word_table_number(word_table *table, pith_slice word)
{
  need_all(word.len <= UINT32_MAX);
  grow_table(table);
  uint64_t hash = hash_word(word);
  word_slot *slot = find_slot(table, hash, word);
  if (!slot->data)
    *slot = (word_slot){hash, word.data, (uint32_t)word.len, table->count++};
  return slot->number;
}

/* Lines matter to ROUGE-LSum only. */
void
word_list_read(word_table *table, pith_slice text, word_list *out)
{
  pith_slice line, word;
  out->count = out->line_count = 0;
  while (text_cut(&text, '\n', &line)) {
    size_t before = out->count, at = 0;
    while (pith_word_next(line, &at, &word)) {
      need_all(out->count < TEXT_WORDS_MOST);
      *NEED_ITEM(out, words, count, capacity) = word_table_number(table, word);
    }
    if (out->count > before)
      *NEED_ITEM(out, line_ends, line_count, line_capacity) = out->count;
  }
}

/* A counting sort: how often each word occurs, from there where its places
 * begin, then the places themselves. */
void
word_places(const uint32_t *list, size_t count, uint32_t words,
            uint32_t *starts, uint32_t *places)
{
  memset(starts, 0, ((size_t)words + 1) * sizeof *starts);
  for (size_t i = 0; i < count; i++)
    starts[list[i] + 1]++;
  for (uint32_t w = 0; w < words; w++)
    starts[w + 1] += starts[w];
  for (size_t i = 0; i < count; i++)
    places[starts[list[i]]++] = (uint32_t)i;
  for (uint32_t w = words; w > 0; w--) /* what was moved goes back */
    starts[w] = starts[w - 1];
  starts[0] = 0;
}

uint64_t
text_work_most(const word_list *a, const word_list *b)
{
  uint64_t steps = STEPS_LEAST + STEPS_A_WORD * (a->count + b->count);
  return steps < STEPS_MOST ? steps : STEPS_MOST;
}
