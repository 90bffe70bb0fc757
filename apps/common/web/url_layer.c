/* url_layer.c: see the header. A name is split into words (letters and digits)
 * and marks between them. Counted words are numbers, names of months, and keys
 * of four or more hexadecimal digits; several in a row, with one mark between,
 * are one date and one '#':
 *
 *     2024-05-12-bridge     #-bridge
 *     item4711              item#
 *     4f89ab                #
 */
#include "common/web/url_layer.h"

#include "common/system/ascii_text.h"

#include <string.h>

/* Bytes of words; all others are marks. */
static bool
is_word_byte(char c)
{
  return text_is_digit(c) || text_is_letter(c);
}

/* A name of a month or its first three letters. */
static bool
is_month(const char *word, size_t len)
{
  static const char *const months[] = {
      "january", "february", "march",     "april",   "may",      "june",
      "july",    "august",   "september", "october", "november", "december"};
  char name[10];
  if (len < 3 || len > 9)
    return false;
  for (size_t i = 0; i < len; i++)
    name[i] = text_lower(word[i]);
  for (size_t i = 0; i < 12; i++)
    if (strncmp(months[i], name, len) == 0 && (len == 3 || !months[i][len]))
      return true;
  return false;
}

/* A number, or a key such as 4f89. */
static bool
is_key(const char *word, size_t len)
{
  size_t digits = 0;
  for (size_t i = 0; i < len; i++) {
    char c = text_lower(word[i]);
    if (!text_is_digit(c) && !(c >= 'a' && c <= 'f'))
      return false;
    digits += text_is_digit(c);
  }
  return digits == len || (len >= 4 && digits > 0);
}

/* A word that is not counted as a whole: fold its digits. */
static size_t
fold_digits(const char *word, size_t len, char *out)
{
  size_t made = 0;
  for (size_t i = 0; i < len; i++)
    if (!text_is_digit(word[i]))
      out[made++] = text_lower(word[i]);
    else if (i == 0 || !text_is_digit(word[i - 1]))
      out[made++] = '#';
  return made;
}

/* Append '#'; after "#-" the mark is dropped instead, and the '#' covers both.
 */
static size_t
put_counted(char *out, size_t made)
{
  if (made >= 2 && out[made - 2] == '#' && !is_word_byte(out[made - 1]) &&
      out[made - 1] != '/')
    return made - 1;
  out[made] = '#';
  return made + 1;
}

/* Never longer than the name: each byte writes at most one. */
size_t
name_fold(pith_slice name, char *out)
{
  size_t made = 0, i = 0;
  while (i < name.len) {
    size_t from = i;
    while (i < name.len && is_word_byte(name.data[i]))
      i++;
    size_t len = i - from;
    if (len == 0)
      out[made++] = name.data[i++];
    else if (is_key(name.data + from, len) || is_month(name.data + from, len))
      made = put_counted(out, made);
    else
      made += fold_digits(name.data + from, len, out + made);
  }
  return made;
}

/* A path without its query and without a slash at its end, in two parts. */
typedef struct path_parts {
  pith_slice folder; /* without the last '/' */
  pith_slice name;   /* the last step; empty only for "/" */
  unsigned steps;
} path_parts;

/* "/news/2024/x.html?a" is folder "/news/2024" and name "x.html". */
static path_parts
split_path(const web_url *url)
{
  path_parts parts;
  const char *path = url->text + url->origin;
  size_t end = url->query - url->origin;
  while (end > 0 && path[end - 1] == '/')
    end--;
  size_t slash = end;
  while (slash > 0 && path[slash - 1] != '/')
    slash--;
  parts.folder = (pith_slice){path, slash > 0 ? slash - 1 : 0};
  parts.name = (pith_slice){path + slash, end - slash};
  parts.steps = 0;
  for (size_t i = 0; i < end; i++)
    parts.steps += path[i] == '/';
  return parts;
}

/* Compare two names with counted words folded. */
static bool
same_folded(pith_slice a, pith_slice b)
{
  char one[WEB_URL_MOST], two[WEB_URL_MOST];
  size_t len = name_fold(a, one);
  return name_fold(b, two) == len && memcmp(one, two, len) == 0;
}

bool
url_same_layer(const web_url *a, const web_url *b)
{
  path_parts one = split_path(a), two = split_path(b);
  return web_url_same_host(a, b) && one.steps == two.steps &&
         same_folded(one.folder, two.folder);
}

/* The ending of a name, with its dot; empty when it has none. */
static pith_slice
ending_of(pith_slice name)
{
  for (size_t i = name.len; i > 0; i--)
    if (name.data[i - 1] == '.')
      return (pith_slice){name.data + i - 1, name.len - i + 1};
  return (pith_slice){name.data + name.len, 0};
}

static bool
same_text(pith_slice a, pith_slice b)
{
  return a.len == b.len && memcmp(a.data, b.data, a.len) == 0;
}

/* Whether a name has the many words of a headline. */
static bool
is_headline(pith_slice name)
{
  unsigned marks = 0;
  for (size_t i = 0; i < name.len; i++)
    marks += name.data[i] == '-' || name.data[i] == '_';
  return marks >= 3;
}

/* A query with the values of its keys taken out: "?id=&page=". */
static size_t
query_keys(const web_url *url, char *out)
{
  size_t made = 0;
  bool value = false;
  for (size_t i = url->query; i < url->len; i++) {
    char c = url->text[i];
    if (c == '&' || c == ';')
      value = false;
    if (!value)
      out[made++] = c;
    value = value || c == '=';
  }
  return made;
}

static bool
same_keys(const web_url *a, const web_url *b)
{
  char one[WEB_URL_MOST], two[WEB_URL_MOST];
  size_t len = query_keys(a, one);
  return query_keys(b, two) == len && memcmp(one, two, len) == 0;
}

/* The longest common beginning, at most 99 bytes; then a bonus for each way
 * in which two addresses of one layer look alike. 1000 keeps pages of one
 * layer ahead of all others. */
unsigned
url_sibling_score(const web_url *start, const web_url *page)
{
  if (!web_url_same_host(start, page))
    return 0;
  path_parts one = split_path(start), two = split_path(page);
  pith_slice a = web_url_path(start), b = web_url_path(page);
  size_t shared = 0;
  while (shared < a.len && shared < b.len && shared < 99 &&
         a.data[shared] == b.data[shared])
    shared++;
  unsigned score = 1 + (unsigned)shared;
  if (!url_same_layer(start, page))
    return score;
  score += 1000;
  score += same_folded(one.name, two.name) ? 60 : 0;
  score += is_headline(one.name) && is_headline(two.name) ? 60 : 0;
  score += same_text(ending_of(one.name), ending_of(two.name)) ? 30 : 0;
  score += same_keys(start, page) ? 30 : 0;
  return score;
}

/* --- pages of one story -------------------------------------------------- */

/* Names of query keys that number the pages of a list. */
static bool
is_page_key(const char *key, size_t len)
{
  static const char *const keys[] = {"page",  "p",      "pg",     "paged",
                                     "start", "offset", "pageno", "pagenum",
                                     "seite", "pagina"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (strlen(keys[i]) == len && memcmp(keys[i], key, len) == 0)
      return true;
  return false;
}

/* A number of at most `most` digits: more are years, prices and keys, not
 * pages. */
static bool
is_number(const char *text, size_t len, size_t most)
{
  for (size_t i = 0; i < len; i++)
    if (!text_is_digit(text[i]))
      return false;
  return len > 0 && len <= most;
}

/* Copy the query without the keys that number pages. Returns the length. */
static size_t
story_query(const web_url *url, char *out)
{
  size_t made = 0, i = url->query;
  while (i < url->len) {
    size_t from = ++i, equals = 0;
    while (i < url->len && url->text[i] != '&') {
      if (url->text[i] == '=' && equals == 0)
        equals = i;
      i++;
    }
    if (equals && is_page_key(url->text + from, equals - from) &&
        is_number(url->text + equals + 1, i - equals - 1, 4))
      continue;
    out[made++] = '?';
    memcpy(out + made, url->text + from, i - from);
    made += i - from;
  }
  return made;
}

/* Remove "/page/2" from the end of a path, and "/2" after a name of several
 * words; after one word it may as well be the number of a story. Returns the
 * length that is left. */
static size_t
cut_page_steps(const char *path, size_t len)
{
  while (len > 0 && path[len - 1] == '/')
    len--;
  size_t slash = len;
  while (slash > 0 && path[slash - 1] != '/')
    slash--;
  if (slash < 2 || !is_number(path + slash, len - slash, 2))
    return len;
  if (slash >= 6 && memcmp(path + slash - 6, "/page", 5) == 0)
    return slash - 6;
  size_t step = slash - 1;
  bool words = false;
  while (step > 0 && path[--step] != '/')
    words = words || path[step] == '-';
  return words ? slash - 1 : len;
}

/* The address without what numbers the pages of a story. */
static size_t
story_key(const web_url *url, char *out)
{
  const char *path = url->text + url->origin;
  size_t len = cut_page_steps(path, url->query - url->origin);
  memcpy(out, path, len);
  return len + story_query(url, out + len);
}

/* Whether `numbered` is `bare` with "_2" or "-2" before its ending. */
static bool
is_numbered(pith_slice numbered, pith_slice bare)
{
  size_t same = 0, tail = 0;
  while (same < bare.len && same < numbered.len &&
         bare.data[same] == numbered.data[same])
    same++;
  while (tail < bare.len - same && bare.data[bare.len - 1 - tail] ==
                                       numbered.data[numbered.len - 1 - tail])
    tail++;
  if (same + tail != bare.len || numbered.len < bare.len + 2)
    return false;
  const char *added = numbered.data + same;
  size_t len = numbered.len - bare.len;
  return (added[0] == '_' || added[0] == '-') &&
         is_number(added + 1, len - 1, 2) &&
         (tail == 0 || numbered.data[numbered.len - tail] == '.');
}

/* Equal but for page numbers, or one has a number before its ending. */
bool
url_same_story(const web_url *a, const web_url *b)
{
  char one[2 * WEB_URL_MOST], two[2 * WEB_URL_MOST];
  if (!web_url_same_host(a, b))
    return false;
  pith_slice first = {one, story_key(a, one)};
  pith_slice second = {two, story_key(b, two)};
  if (same_text(first, second) && first.len > 0)
    return true;
  return first.len > second.len ? is_numbered(first, second)
                                : is_numbered(second, first);
}
