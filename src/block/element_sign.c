/*
 * See element_sign.h.
 *
 * An id is taken for elements that lay out a page only: sections and headings
 * often have the id of their text, which would make a sign of its own for
 * every page.
 *
 * A class that speaks of comments names a container of comments, unless
 * another word in it says that it does not ("has-comments", "comment-count").
 */
#include "block/element_sign.h"

#include "base/hash64.h"
#include "base/slice.h"
#include "block/attribute.h"

#include <string.h>

#define SIGN_SEED  0x7369676Eu /* "sign" */
#define CLASS_SEED 0x636C6173u /* "clas" */
#define ID_SEED    0x69640000u /* "id" */

enum { NAME_MOST = 64 };

/* The attributes that matter, as one pass finds them. */
typedef struct names {
  pith_slice class_value;
  pith_slice id;
  bool href;
} names;

static names
read_names(const pith_tree *tree, const pith_tree_node *node)
{
  names found = {{"", 0}, {"", 0}, false};
  const pith_store *store = &tree->store;
  for (uint32_t i = 0; i < node->attributes; i++) {
    const pith_attr *attr = &store->attrs[node->data + i];
    if (attr->name_len != 5 && attr->name_len != 2 && attr->name_len != 4)
      continue;
    pith_slice name = pith__attr_name(store, attr);
    if (name.len == 5 && memcmp(name.data, "class", 5) == 0)
      found.class_value = pith__attr_value(store, attr);
    else if (name.len == 2 && memcmp(name.data, "id", 2) == 0)
      found.id = pith__attr_value(store, attr);
    else if (name.len == 4)
      found.href |= memcmp(name.data, "href", 4) == 0;
  }
  return found;
}

/* The hash of a name with its runs of digits folded. */
static uint64_t
hash_folded(pith_slice name, uint64_t seed)
{
  char folded[NAME_MOST];
  size_t len = 0;
  for (size_t i = 0; i < name.len && len < NAME_MOST; i++) {
    bool digit = pith__is_digit(name.data[i]);
    if (digit && i > 0 && pith__is_digit(name.data[i - 1]))
      continue;
    folded[len++] = digit ? '0' : name.data[i];
  }
  return pith__hash64(folded, len, seed);
}

static bool
id_is_layout(pith_tag tag)
{
  switch (tag) {
  case PITH_TAG_ASIDE:
  case PITH_TAG_BODY:
  case PITH_TAG_DIV:
  case PITH_TAG_FOOTER:
  case PITH_TAG_FORM:
  case PITH_TAG_HEADER:
  case PITH_TAG_MAIN:
  case PITH_TAG_NAV:
  case PITH_TAG_OL:
  case PITH_TAG_TABLE:
  case PITH_TAG_TD:
  case PITH_TAG_UL:
    return true;
  default:
    return false;
  }
}

/* Elements that a list of comments is made of. A heading is none: <h2
 * id="Comments"> is the title of a chapter about them as often as of theirs. */
static bool
may_hold_comments(pith_tag tag)
{
  switch (tag) {
  case PITH_TAG_ARTICLE:
  case PITH_TAG_ASIDE:
  case PITH_TAG_DD:
  case PITH_TAG_DIV:
  case PITH_TAG_DL:
  case PITH_TAG_FOOTER:
  case PITH_TAG_FORM:
  case PITH_TAG_HEADER:
  case PITH_TAG_LI:
  case PITH_TAG_OL:
  case PITH_TAG_SECTION:
  case PITH_TAG_TABLE:
  case PITH_TAG_TBODY:
  case PITH_TAG_TD:
  case PITH_TAG_TR:
  case PITH_TAG_UL:
    return true;
  default:
    return false;
  }
}

/* A word to look for, and its length, because most differ in that. */
typedef struct known_word {
  uint8_t len;
  char word[15];
} known_word;

static const known_word comment_words[] = {
    {7, "comment"},   {8, "comments"},     {11, "commentlist"},
    {7, "respond"},   {11, "commentform"}, {14, "recentcomments"},
    {9, "trackback"}, {10, "trackbacks"},  {8, "pingback"},
    {9, "pingbacks"}, {6, "disqus"},       {0, ""},
};

/* In one name with a word of those above these say that it is about comments,
 * and does not hold them. */
static const known_word about_words[] = {
    {3, "has"},  {2, "no"},      {4, "open"},   {6, "closed"},  {2, "on"},
    {3, "off"},  {5, "count"},   {6, "counts"}, {4, "link"},    {5, "links"},
    {4, "with"}, {7, "without"}, {4, "icon"},   {7, "enabled"}, {0, ""},
};

static const known_word title_words[] = {
    {5, "title"}, {8, "headline"}, {0, ""}};

/* Whether a word begins as one of a list may: a bit for each first letter. Most
 * do not, and are told apart by that. */
#define FIRST(letter) (1u << ((letter) - 'a'))

static const uint32_t comment_firsts =
    FIRST('c') | FIRST('r') | FIRST('t') | FIRST('p') | FIRST('d');
static const uint32_t title_firsts = FIRST('t') | FIRST('h');

static bool
begins_as(pith_slice word, uint32_t firsts)
{
  return firsts >> (((unsigned char)word.data[0] | 0x20u) - 'a') & 1u;
}

static bool
is_one_of(pith_slice word, const known_word *list)
{
  for (; list->len > 0; list++)
    if (list->len == word.len &&
        pith__slice_equal_folded(word, pith__slice(list->word, list->len)))
      return true;
  return false;
}

/* The next word of a name: letters, up to a capital that follows a small one,
 * so "commentContent" has two. */
static bool
next_part(pith_slice name, size_t *at, pith_slice *part)
{
  size_t i = *at;
  while (i < name.len && !pith__is_letter(name.data[i]))
    i++;
  size_t from = i;
  while (i < name.len && pith__is_letter(name.data[i]) &&
         (i == from || !(name.data[i] <= 'Z' && name.data[i - 1] > 'Z')))
    i++;
  *at = i;
  *part = pith__slice(name.data + from, i - from);
  return i > from;
}

static bool
has_one_of(pith_slice name, const known_word *list)
{
  size_t at = 0;
  pith_slice part;
  while (next_part(name, &at, &part))
    if (is_one_of(part, list))
      return true;
  return false;
}

/* Look for names in one word. Most parts begin as none of them does. */
static void
look_at_word(pith_slice word, bool may_hold, pith_element_sign *sign)
{
  size_t at = 0;
  pith_slice part;
  bool comments = false;
  while (next_part(word, &at, &part)) {
    if (begins_as(part, title_firsts))
      sign->title |= is_one_of(part, title_words);
    if (may_hold && begins_as(part, comment_firsts))
      comments |= is_one_of(part, comment_words);
  }
  sign->comments |= comments && !has_one_of(word, about_words);
}

/* Look for names in all words of a class or id. */
static void
look_for_names(pith_slice value, bool may_hold, pith_element_sign *sign)
{
  size_t at = 0;
  pith_slice word;
  while (pith__word_next(value, &at, &word))
    if (word.len >= 5) /* as long as the shortest of them */
      look_at_word(word, may_hold, sign);
}

pith_element_sign
pith__element_sign(const pith_tree *tree, uint32_t node)
{
  const pith_tree_node *at = &tree->nodes[node];
  pith_tag tag =
      at->space == PITH_NAMESPACE_HTML ? (pith_tag)at->tag : PITH_TAG_UNKNOWN;
  pith_slice name = pith__tree_name(tree, node), word;
  pith_element_sign sign = {.hash =
                                pith__hash64(name.data, name.len, SIGN_SEED)};
  if (at->attributes == 0)
    return sign;
  names found = read_names(tree, at);
  size_t from = 0;
  if (pith__word_next(found.class_value, &from, &word))
    sign.hash = pith__hash64_pair(sign.hash, hash_folded(word, CLASS_SEED));
  else if (found.id.len > 0 && id_is_layout(tag))
    sign.hash = pith__hash64_pair(sign.hash, hash_folded(found.id, ID_SEED));
  sign.link = found.href && tag == PITH_TAG_A;
  look_for_names(found.class_value, may_hold_comments(tag), &sign);
  look_for_names(found.id, may_hold_comments(tag), &sign);
  return sign;
}
