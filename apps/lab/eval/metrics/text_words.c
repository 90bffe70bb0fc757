/* text_words.c: see the header.
 *
 * Numbers instead of words make every measure after this one a comparison of
 * integers. Words are borrowed from the texts, never copied: a table must be
 * cleared before its texts are released.
 */
#include "lab/eval/metrics/text_words.h"

#include "common/system/grow.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 1024 };

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
 * old table is left as it was when memory ends. */
static bool
grow_table(word_table *table)
{
  if (2 * (size_t)table->count < table->size)
    return true;
  word_table old = *table;
  table->size = old.size > 0 ? 2 * old.size : FIRST_SLOTS;
  table->slots = calloc(table->size, sizeof *table->slots);
  if (!table->slots) {
    *table = old;
    return false;
  }
  for (size_t i = 0; i < old.size; i++) {
    const word_slot *slot = &old.slots[i];
    if (slot->data)
      *find_slot(table, slot->hash, (pith_slice){slot->data, slot->len}) =
          *slot;
  }
  free(old.slots);
  return true;
}

/* Numbers are given in the order in which words first occur. */
bool
word_table_number(word_table *table, pith_slice word, uint32_t *out)
{
  if (word.len > UINT32_MAX || !grow_table(table))
    return false;
  uint64_t hash = hash_word(word);
  word_slot *slot = find_slot(table, hash, word);
  if (!slot->data)
    *slot = (word_slot){hash, word.data, (uint32_t)word.len, table->count++};
  *out = slot->number;
  return true;
}

/* More words than TEXT_WORDS_MOST are no text of a page. */
static bool
add_word(word_list *list, uint32_t word)
{
  if (list->count >= TEXT_WORDS_MOST)
    return false;
  if (!GROW(list->words, list->capacity, list->count + 1))
    return false;
  list->words[list->count++] = word;
  return true;
}

/* A line without words is none. */
static bool
end_line(word_list *list)
{
  size_t before =
      list->line_count > 0 ? list->line_ends[list->line_count - 1] : 0;
  if (list->count == before)
    return true;
  if (!GROW(list->line_ends, list->line_capacity, list->line_count + 1))
    return false;
  list->line_ends[list->line_count++] = list->count;
  return true;
}

/* Lines matter to ROUGE-LSum only. */
bool
word_list_read(word_table *table, pith_slice text, word_list *out)
{
  out->count = out->line_count = 0;
  while (text.len > 0) {
    const char *feed = memchr(text.data, '\n', text.len);
    pith_slice line = {text.data, feed ? (size_t)(feed - text.data) : text.len};
    pith_slice word;
    size_t at = 0;
    uint32_t number;
    while (pith_word_next(line, &at, &word))
      if (!word_table_number(table, word, &number) || !add_word(out, number))
        return false;
    if (!end_line(out))
      return false;
    size_t used = line.len + (feed != NULL);
    text = (pith_slice){text.data + used, text.len - used};
  }
  return true;
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
