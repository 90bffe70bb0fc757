/*
 * See name_hints.h.
 *
 * A name with a word for comments names a container of comments, unless another
 * word in it shows that it does not ("has-comments", "comment-count").
 */
#include "page/element/name_hints.h"

#include "base/slice.h"
#include "page/element/attribute.h"

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

/* In one name with a word of those above these show that it is about comments,
 * and does not hold them. */
static const known_word about_words[] = {
    {3, "has"},  {2, "no"},      {4, "open"},   {6, "closed"},  {2, "on"},
    {3, "off"},  {5, "count"},   {6, "counts"}, {4, "link"},    {5, "links"},
    {4, "with"}, {7, "without"}, {4, "icon"},   {7, "enabled"}, {0, ""},
};

static const known_word title_words[] = {
    {5, "title"}, {8, "headline"}, {0, ""}};

/* Whether a word begins as one of a list may: a bit for each first letter. Most
 * do not, and are distinguished by that. */
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

/* Look at one name. Most parts begin as none of the words does. */
static void
look_at_name(pith_slice name, pith_name_hints *hints)
{
  size_t at = 0;
  pith_slice part;
  bool comments = false;
  while (next_part(name, &at, &part)) {
    if (begins_as(part, title_firsts))
      hints->title |= is_one_of(part, title_words);
    if (begins_as(part, comment_firsts))
      comments |= is_one_of(part, comment_words);
  }
  hints->comments |= comments && !has_one_of(name, about_words);
}

/* Whether a value has two letters in a row that each of the words has: mm, kb,
 * gb, sp or sq for comments, tl or dl for titles. Most have none. No way out of
 * the loop, so that compilers make it look at many letters at once. */
static bool
may_hint(pith_slice value)
{
  uint8_t found = 0;
  for (size_t i = 1; i < value.len; i++) {
    uint8_t a = (uint8_t)value.data[i - 1] | 0x20;
    uint8_t b = (uint8_t)value.data[i] | 0x20;
    found |= (a == 'm') & (b == 'm');
    found |= (b == 'b') & ((a == 'k') | (a == 'g'));
    found |= (a == 's') & ((b == 'p') | (b == 'q'));
    found |= (b == 'l') & ((a == 't') | (a == 'd'));
  }
  return found != 0;
}

pith_name_hints
pith__name_hints(pith_slice value)
{
  pith_name_hints hints = {false, false};
  if (!may_hint(value))
    return hints;
  size_t at = 0;
  pith_slice name;
  while (pith__word_next(value, &at, &name))
    if (name.len >= 5) /* as long as the shortest of the words */
      look_at_name(name, &hints);
  return hints;
}
