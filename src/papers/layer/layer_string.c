/*
 * See layer_string.h. The tree is read once, depth first; shown nodes become
 * items of the string. Texts also keep the hashes of their first words,
 * sorted, so that two similar texts are compared by a merge.
 */
#include "papers/layer/layer_string.h"

#include "base/hash64.h"
#include "base/slice.h"

#include <stdlib.h>

#define TEXT_TAG   1u
#define TAG_SEED   0x74616721u
#define WORD_SEED  0x776F7264u
#define ITEMS_MOST (UINT32_MAX / 4)
enum { WORD_BYTES = 64 };

/* False when there is no memory, here and below. */
static bool
add_item(pith_layer_string *string, pith_layer_sign item)
{
  if (!PITH_GROW(string->memory, string->items, string->capacity,
                 string->count + 1, ITEMS_MOST))
    return false;
  string->items[string->count++] = item;
  return true;
}

static bool
add_word(pith_layer_string *string, pith_layer_word word)
{
  if (!PITH_GROW(string->memory, string->words, string->word_capacity,
                 string->word_count + 1, ITEMS_MOST))
    return false;
  string->words[string->word_count++] = word;
  return true;
}

/* Read the next word, its digits folded to 0: dates and counters must not
 * make two texts different. False after the last. */
static bool
next_word(pith_slice text, size_t *at, pith_layer_word *word)
{
  char folded[WORD_BYTES];
  size_t len = 0;
  word->hash = WORD_SEED;
  word->chars = 0;
  while (*at < text.len && pith__is_space(text.data[*at]))
    ++*at;
  if (*at >= text.len)
    return false;
  for (; *at < text.len && !pith__is_space(text.data[*at]); ++*at) {
    char c = text.data[*at];
    word->chars += ((unsigned char)c & 0xC0) != 0x80;
    folded[len++] = pith__is_digit(c) ? '0' : c;
    if (len == WORD_BYTES) { /* long ones in pieces */
      word->hash = pith__hash64(folded, len, word->hash);
      len = 0;
    }
  }
  word->hash = pith__hash64(folded, len, word->hash);
  return true;
}

/* By hash, then by length: a total order for equal hashes too. */
static int
compare_words(const void *a, const void *b)
{
  const pith_layer_word *x = a, *y = b;
  if (x->hash != y->hash)
    return x->hash < y->hash ? -1 : 1;
  return x->chars < y->chars ? -1 : x->chars > y->chars;
}

/* Add a text to an item: its words, its length. Only the first
 * PITH_LAYER_WORDS words of an item are kept, which bounds comparing two. */
static bool
read_text(pith_layer_string *string, pith_slice text, pith_layer_sign *item)
{
  size_t at = 0;
  pith_layer_word word;
  while (next_word(text, &at, &word)) {
    item->text =
        pith__hash64_pair(item->text ? item->text : WORD_SEED, word.hash);
    item->chars += word.chars;
    if (item->words == PITH_LAYER_WORDS)
      continue;
    if (!add_word(string, word))
      return false;
    item->words++;
  }
  return true;
}

/* The texts directly in an element, as one. Children are passed by their ends,
 * so that each text of the page is read once, for its parent. */
static bool
read_own_text(pith_layer_string *string, const pith_tree *tree, uint32_t n,
              pith_layer_sign *item)
{
  uint32_t end = tree->nodes[n].end;
  for (uint32_t child = n + 1; child < end; child = tree->nodes[child].end)
    if (tree->nodes[child].kind == PITH_NODE_TEXT &&
        !read_text(string, pith__tree_text(tree, child), item))
      return false;
  return true;
}

/* The ends of items, and hashes of whole subtrees. Items come after the item
 * they are in, so a walk from the end sees what is inside first. */
static void
close_items(pith_layer_string *string, const uint32_t *parents)
{
  for (uint32_t i = string->count; i-- > 0;) {
    pith_layer_sign *item = &string->items[i];
    if (item->end <= i)
      item->end = i + 1;
    if (parents[i] == ITEMS_MOST)
      continue;
    pith_layer_sign *above = &string->items[parents[i]];
    if (above->end < item->end)
      above->end = item->end;
    above->whole = pith__hash64_pair(above->whole, item->whole);
  }
}

/* Read one node of the tree; false when memory ends. *take is whether it
 * became an item. */
static bool
read_node(pith_layer_string *string, const pith_tree *tree, uint32_t n,
          uint32_t depth, bool *take)
{
  pith_layer_sign item = {.depth = depth, .word = string->word_count};
  *take = false;
  if (tree->nodes[n].kind == PITH_NODE_TEXT && !string->own_text) {
    item.tag = TEXT_TAG;
    if (!read_text(string, pith__tree_text(tree, n), &item))
      return false;
    item.whole = item.text;
    *take = item.words > 0;
  } else if (tree->nodes[n].kind == PITH_NODE_ELEMENT) {
    pith_slice name = pith__tree_name(tree, n);
    item.tag = pith__hash64(name.data, name.len, TAG_SEED);
    if (string->own_text && !read_own_text(string, tree, n, &item))
      return false;
    item.whole =
        item.chars > 0 ? pith__hash64_pair(item.tag, item.text) : item.tag;
    *take = true;
  }
  if (item.words > 1)
    qsort(string->words + item.word, item.words, sizeof *string->words,
          compare_words);
  return !*take || add_item(string, item);
}

/* All nodes that are shown. `parents` and `items` are by item and by node; a
 * hidden element is skipped with all that is in it. */
static bool
read_tree(pith_layer_string *string, const pith_tree *tree, uint32_t *parents,
          uint32_t *items)
{
  for (uint32_t n = 0; n < tree->count;) {
    uint32_t parent = tree->nodes[n].parent;
    uint32_t above = parent == PITH_NODE_NONE ? ITEMS_MOST : items[parent];
    bool take, element = tree->nodes[n].kind == PITH_NODE_ELEMENT;
    string->place[n] = string->count;
    items[n] = above;
    if (tree->nodes[n].kind == PITH_NODE_CONTENT ||
        (element &&
         pith__display_of(tree, n, PITH_VIEW_SHOWN) == PITH_DISPLAY_NONE)) {
      for (uint32_t end = tree->nodes[n].end; n < end; n++)
        string->place[n] = string->count;
      continue;
    }
    uint32_t depth = above == ITEMS_MOST ? 0 : string->items[above].depth + 1;
    if (!read_node(string, tree, n, depth, &take))
      return false;
    if (take) {
      parents[string->count - 1] = above;
      items[n] = string->count - 1;
    }
    n++;
  }
  return true;
}

/* The two scratch arrays are released however reading ends. */
pith_status
pith__layer_string_init(pith_layer_string *string, pith_memory *memory,
                        const pith_tree *tree, bool own_text)
{
  size_t bytes = (size_t)tree->count * sizeof(uint32_t);
  memset(string, 0, sizeof *string);
  string->memory = memory;
  string->own_text = own_text;
  string->place = pith__memory_resize(memory, NULL, 0, bytes);
  string->place_count = string->place ? tree->count : 0;
  uint32_t *parents = pith__memory_resize(memory, NULL, 0, bytes);
  uint32_t *items = pith__memory_resize(memory, NULL, 0, bytes);
  bool fine = string->place && parents && items &&
              read_tree(string, tree, parents, items);
  if (fine)
    close_items(string, parents);
  pith__memory_free(memory, parents, parents ? bytes : 0);
  pith__memory_free(memory, items, items ? bytes : 0);
  if (fine)
    return PITH_OK;
  pith__layer_string_done(string);
  return pith__memory_status(memory);
}

void
pith__layer_string_done(pith_layer_string *string)
{
  pith_memory *memory = string->memory;
  PITH_FREE_ITEMS(memory, string->items, string->capacity);
  PITH_FREE_ITEMS(memory, string->words, string->word_capacity);
  PITH_FREE_ITEMS(memory, string->place, string->place_count);
  memset(string, 0, sizeof *string);
  string->memory = memory;
}

uint64_t
pith__layer_text_length(const pith_layer_string *string, uint32_t i)
{
  uint64_t chars = 0;
  for (uint32_t k = i; k < string->items[i].end; k++)
    chars += string->items[k].chars;
  return chars;
}

/* Equal hashes: the same text. Otherwise the two sorted word lists are
 * merged, and the characters of common words count. */
uint32_t
pith__layer_text_match(const pith_layer_string *one, uint32_t a,
                       const pith_layer_string *two, uint32_t b)
{
  const pith_layer_sign *x = &one->items[a], *y = &two->items[b];
  uint32_t i = 0, j = 0;
  uint64_t common = 0;
  if (x->text == y->text)
    return y->chars;
  while (i < x->words && j < y->words) {
    const pith_layer_word *p = &one->words[x->word + i];
    const pith_layer_word *q = &two->words[y->word + j];
    int order = compare_words(p, q);
    common += order == 0 ? p->chars : 0;
    i += order <= 0;
    j += order >= 0;
  }
  uint32_t longer = x->chars > y->chars ? x->chars : y->chars;
  return longer > 0 ? (uint32_t)(y->chars * common / longer) : 0;
}
