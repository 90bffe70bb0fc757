/*
 * See headline.h. Words are compared without case and signs:
 *
 *     title     Green Tea: A Guide | The Site    "green tea a guide the site"
 *     heading   Green Tea – A Guide              "green tea a guide"
 *
 * What is compared is bounded, and longer headings are no headlines.
 */
#include "render/flow/headline.h"

#include "base/slice.h"
#include "page/element/attribute.h"

enum { NODES_MOST = 64 };

typedef struct word_key {
  uint32_t len;
  bool full;
  char bytes[PITH_HEADLINE_MOST];
} word_key;

/* How many bytes of a sign are at p, 0 for a part of a word. Signs are those
 * of ASCII, of Latin-1 and of General Punctuation (U+2000 to U+206F). */
static size_t
sign_length(const char *p, const char *end)
{
  unsigned char c = (unsigned char)*p;
  if (c < 0x80)
    return !pith__is_letter(*p) && !pith__is_digit(*p);
  if (c == 0xC2)
    return 2;
  return c == 0xE2 && end - p > 2 && (unsigned char)p[1] <= 0x81 ? 3 : 0;
}

/* Append text; signs and blanks become one blank, none at the start. */
static void
add_text(word_key *key, pith_slice text)
{
  const char *p = text.data, *end = p + text.len;
  while (p < end && !key->full) {
    size_t sign = sign_length(p, end);
    if (sign > 0) {
      if (key->len > 0 && key->bytes[key->len - 1] != ' ')
        key->bytes[key->len++] = ' ';
      p += sign;
    } else {
      key->bytes[key->len++] = pith__lower(*p++);
    }
    key->full = key->len + 1 >= sizeof key->bytes;
  }
}

static void
trim(word_key *key)
{
  while (key->len > 0 && key->bytes[key->len - 1] == ' ')
    key->len--;
}

/* The words of an element; none when it is too large for a headline. */
static word_key
words_of(const pith_tree *tree, uint32_t node)
{
  word_key key = {0, false, {0}};
  uint32_t end = tree->nodes[node].end;
  key.full = end - node > NODES_MOST;
  for (uint32_t n = node + 1; n < end && !key.full; n++)
    if (tree->nodes[n].kind == PITH_NODE_TEXT)
      add_text(&key, pith__tree_text(tree, n));
  trim(&key);
  key.len = key.full ? 0 : key.len;
  return key;
}

/* Whether the title begins with the words, or ends with them and they are
 * most of it: the name of a site is the smaller part. */
static bool
is_named(const word_key *title, const word_key *words)
{
  if (words->len < 2 || words->len > title->len)
    return false;
  uint32_t rest = title->len - words->len;
  if (memcmp(title->bytes, words->bytes, words->len) == 0 &&
      (rest == 0 || title->bytes[words->len] == ' '))
    return true;
  return rest > 0 && rest < words->len && title->bytes[rest - 1] == ' ' &&
         memcmp(title->bytes + rest, words->bytes, words->len) == 0;
}

/* The titles that the head declares: its `title` and `og:title`. */
typedef struct titles {
  word_key keys[2];
} titles;

static uint32_t
read_titles(const pith_tree *tree, titles *out)
{
  pith_slice name, content;
  uint32_t n = 1;
  memset(out, 0, sizeof *out);
  for (; n < tree->count && tree->nodes[n].tag != PITH_TAG_BODY; n++) {
    const pith_tree_node *at = &tree->nodes[n];
    if (at->kind != PITH_NODE_ELEMENT)
      continue;
    if (at->tag == PITH_TAG_TITLE && out->keys[0].len == 0) {
      out->keys[0] = words_of(tree, n);
    } else if (at->tag == PITH_TAG_META && out->keys[1].len == 0 &&
               pith__attribute_get(tree, n, "property", &name) &&
               pith__slice_is(name, "og:title") &&
               pith__attribute_get(tree, n, "content", &content)) {
      add_text(&out->keys[1], content);
      trim(&out->keys[1]);
    }
  }
  return n;
}

/* Tables in a heading would be counted out of order (flow_build.c). */
static bool
has_table(const pith_tree *tree, uint32_t node)
{
  for (uint32_t n = node + 1; n < tree->nodes[node].end; n++)
    if (tree->nodes[n].kind == PITH_NODE_ELEMENT &&
        tree->nodes[n].tag == PITH_TAG_TABLE)
      return true;
  return false;
}

/* The highest level wins, then the longest words, then the first. */
void
pith__headline_find(pith_headline *headline, const pith_tree *tree)
{
  titles known;
  pith_tag best = PITH_TAG_H4;
  memset(headline, 0, sizeof *headline);
  uint32_t n = read_titles(tree, &known);
  if (known.keys[0].len == 0 && known.keys[1].len == 0)
    return;
  for (; n < tree->count; n++) {
    const pith_tree_node *at = &tree->nodes[n];
    pith_tag tag = (pith_tag)at->tag;
    if (at->kind != PITH_NODE_ELEMENT || tag < PITH_TAG_H1 ||
        tag > PITH_TAG_H3 || tag > best)
      continue;
    word_key words = words_of(tree, n);
    bool better = tag < best || words.len > headline->len;
    if (!better || has_table(tree, n) ||
        (!is_named(&known.keys[0], &words) &&
         !is_named(&known.keys[1], &words)))
      continue;
    best = tag;
    headline->node = n;
    headline->len = words.len;
    memcpy(headline->words, words.bytes, words.len);
  }
}

bool
pith__headline_repeats(const pith_headline *headline, const pith_tree *tree,
                       uint32_t node)
{
  word_key words = words_of(tree, node);
  return words.len == headline->len && words.len > 0 &&
         memcmp(words.bytes, headline->words, words.len) == 0;
}
