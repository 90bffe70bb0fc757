/*
 * See name_parts.h.
 */
#include "block/name_parts.h"

#include "base/slice.h"
#include "block/attribute.h"
#include "block/text_tally.h"

enum { PART_LEAST = 2, WHOLE_FACTOR = 0x01000193 };

typedef struct token_list {
  uint32_t *out; /* borrowed */
  uint32_t count;
  uint32_t room;
} token_list;

static bool
is_part(char c)
{
  return pith__is_letter(c) || (unsigned char)c >= 0x80;
}

static bool
is_small(char c)
{
  return c >= 'a' && c <= 'z';
}

static void
add(token_list *list, uint32_t hash)
{
  if (list->count < list->room)
    list->out[list->count++] = hash;
}

/* The parts of a word, and the word. */
static void
add_word(token_list *list, pith_slice word, uint32_t seed)
{
  uint32_t whole = 0, parts = 0;
  for (size_t i = 0; i < word.len && list->count < list->room;) {
    size_t from = i;
    while (i < word.len && is_part(word.data[i]) &&
           (i == from || is_small(word.data[i]) || !is_small(word.data[i - 1])))
      i++;
    if (i == from) {
      i++;
      continue;
    }
    if (i - from < PART_LEAST)
      continue;
    uint32_t hash = pith__word_hash(word.data + from, i - from) ^ seed;
    whole = whole * WHOLE_FACTOR + hash;
    parts++;
    add(list, hash);
  }
  if (parts > 1)
    add(list, whole);
}

uint32_t
pith__name_parts(pith_slice value, uint32_t seed, uint32_t *out, uint32_t room)
{
  token_list list = {out, 0, room};
  size_t from = 0;
  pith_slice word;
  while (list.count < room && pith__word_next(value, &from, &word))
    add_word(&list, word, seed);
  return list.count;
}
