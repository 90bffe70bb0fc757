/*
 * See name_tokens.h. A part is a run of letters, bytes beyond ASCII counting
 * as such, up to a capital that follows a small letter; one letter alone says
 * nothing. Where a word has several parts, the whole is a name too.
 */
#include "block/name_tokens.h"

#include "base/slice.h"
#include "block/attribute.h"
#include "block/text_tally.h"

enum { PART_LEAST = 2, WHOLE_FACTOR = 0x01000193 };

typedef struct name_kind {
  const char *name;
  uint8_t len;
  uint32_t seed; /* tells its names from those of other kinds */
} name_kind;

static const name_kind kinds[] = {
    {"class", 5, 0},
    {"id", 2, 0},
    {"role", 4, 0x5BD1E995},
    {"itemprop", 8, 0x9747B28C},
    {"itemtype", 8, 0x9747B28C},
    {"data-testid", 11, 0},
};

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

static const name_kind *
kind_of(const pith_store *store, const pith_attr *attr)
{
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (kinds[i].len != attr->name_len)
      continue;
    pith_slice name = pith__attr_name(store, attr);
    if (name.len == kinds[i].len &&
        memcmp(name.data, kinds[i].name, name.len) == 0)
      return &kinds[i];
  }
  return NULL;
}

uint32_t
pith__name_tokens(const pith_tree *tree, uint32_t node, uint32_t *out,
                  uint32_t room)
{
  const pith_tree_node *at = &tree->nodes[node];
  token_list list = {out, 0, room};
  for (uint32_t i = 0; i < at->attributes; i++) {
    const pith_attr *attr = &tree->store.attrs[at->data + i];
    const name_kind *kind = kind_of(&tree->store, attr);
    if (!kind)
      continue;
    size_t from = 0;
    pith_slice word, value = pith__attr_value(&tree->store, attr);
    while (list.count < room && pith__word_next(value, &from, &word))
      add_word(&list, word, kind->seed);
  }
  return list.count;
}
