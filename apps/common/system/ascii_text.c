/* ascii_text.c: see the header. Case is that of ASCII on purpose: names of
 * tags, headers and files are, and the locale must not matter.
 */
#include "common/system/ascii_text.h"

#include <stdlib.h>

/* Points into the text; an empty text stays one. */
pith_slice
text_trim(pith_slice text)
{
  while (text.len > 0 && text_is_space(text.data[text.len - 1]))
    text.len--;
  while (text.len > 0 && text_is_space(text.data[0])) {
    text.data++;
    text.len--;
  }
  return text;
}

bool
text_is_blank(pith_slice text)
{
  return text_trim(text).len == 0;
}

bool
text_is(pith_slice text, const char *word)
{
  return text.len == strlen(word) && memcmp(text.data, word, text.len) == 0;
}

/* Whether `len` bytes are the same but for the case of `text`. */
static bool
same_letters(const char *text, const char *lower, size_t len)
{
  for (size_t i = 0; i < len; i++)
    if (text_lower(text[i]) != lower[i])
      return false;
  return true;
}

bool
text_is_word(pith_slice text, const char *word)
{
  return text.len == strlen(word) && same_letters(text.data, word, text.len);
}

bool
text_begins(pith_slice text, const char *part)
{
  size_t len = strlen(part);
  return text.len >= len && same_letters(text.data, part, len);
}

bool
text_ends(pith_slice text, const char *part)
{
  size_t len = strlen(part);
  return text.len >= len && same_letters(text.data + text.len - len, part, len);
}

/* For interfaces that need a NUL; one inside of the text ends it there. */
char *
text_copy(pith_slice text)
{
  char *copy = malloc(text.len + 1);
  if (!copy)
    return NULL;
  if (text.len > 0)
    memcpy(copy, text.data, text.len);
  copy[text.len] = '\0';
  return copy;
}

/* Without copies and without state: `rest` is all there is. */
bool
text_cut(pith_slice *rest, char mark, pith_slice *piece)
{
  if (rest->len == 0)
    return false;
  const char *found = memchr(rest->data, mark, rest->len);
  size_t len = found ? (size_t)(found - rest->data) : rest->len;
  size_t used = len + (found != NULL);
  *piece = (pith_slice){rest->data, len};
  *rest = (pith_slice){rest->data + used, rest->len - used};
  return true;
}
