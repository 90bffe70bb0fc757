/*
 * See style_scan.h. CSS as far as it is needed to find the ends of things:
 * strings and comments hide brackets, and brackets hide the characters looked
 * for. Nothing here allocates or looks back, so all of it is linear in the
 * text.
 */
#include "page/style/style_scan.h"

/* Behind a comment that begins at `at`, or `at` when none does. A comment that
 * is not closed reaches to the end, as in CSS Syntax. */
static size_t
skip_comment(pith_slice text, size_t at)
{
  if (at + 1 >= text.len || text.data[at] != '/' || text.data[at + 1] != '*')
    return at;
  for (size_t i = at + 2; i + 1 < text.len; i++)
    if (text.data[i] == '*' && text.data[i + 1] == '/')
      return i + 2;
  return text.len;
}

/* Behind a string that begins at `at`; one that is not closed ends with its
 * line. An escape at the very end may step beyond the text; the return corrects
 * that. */
static size_t
skip_string(pith_slice text, size_t at)
{
  char quote = text.data[at++];
  while (at < text.len && text.data[at] != quote && text.data[at] != '\n')
    at += text.data[at] == '\\' ? 2 : 1;
  return at < text.len ? at + 1 : text.len;
}

/* One step over `text`: a comment, a string, an escape or a character. */
static size_t
step(pith_slice text, size_t at)
{
  size_t behind = skip_comment(text, at);
  if (behind > at)
    return behind;
  if (text.data[at] == '"' || text.data[at] == '\'')
    return skip_string(text, at);
  if (text.data[at] == '\\' && at + 1 < text.len)
    return at + 2;
  return at + 1;
}

/* White space and comments may follow each other in any number. */
void
pith__css_skip(pith_slice text, size_t *at)
{
  for (;;) {
    while (*at < text.len && pith__is_space(text.data[*at]))
      ++*at;
    size_t behind = skip_comment(text, *at);
    if (behind == *at)
      return;
    *at = behind;
  }
}

/* `*at` is left on the stop, or at the end. A bracket that is never closed
 * hides all stops behind it, so the text is passed over once and not again. */
pith_slice
pith__css_until(pith_slice text, size_t *at, const char *stops)
{
  size_t from = *at;
  uint32_t open = 0;
  while (*at < text.len) {
    char c = text.data[*at];
    if (open == 0 && c != '\0' && strchr(stops, c))
      break;
    if (c == '(' || c == '[')
      open++;
    else if ((c == ')' || c == ']') && open > 0)
      open--;
    *at = step(text, *at);
  }
  return pith__slice(text.data + from, *at - from);
}

/* `*at` is at the brace that opens, and is left behind the one that closes.
 * Without one the block reaches to the end of the text. */
pith_slice
pith__css_block(pith_slice text, size_t *at)
{
  uint32_t open = 0;
  size_t from = *at + 1;
  while (*at < text.len) {
    char c = text.data[*at];
    if (c == '{')
      open++;
    else if (c == '}' && --open == 0)
      break;
    *at = step(text, *at);
  }
  pith_slice inside = pith__slice("", 0);
  if (from < *at)
    inside = pith__slice(text.data + from, *at - from);
  if (*at < text.len)
    ++*at;
  return inside;
}

/* All bytes above ASCII are letters to CSS; escapes are not resolved, and a
 * name with one ends before it. */
static bool
is_name_character(char c)
{
  return pith__is_letter(c) || pith__is_digit(c) || c == '-' || c == '_' ||
         (unsigned char)c >= 0x80;
}

/* Empty where no name begins; callers must look, or they would not move. */
pith_slice
pith__css_name(pith_slice text, size_t *at)
{
  size_t from = *at;
  while (*at < text.len && is_name_character(text.data[*at]))
    ++*at;
  return pith__slice(text.data + from, *at - from);
}

/* Brackets keep their blanks: rgb(1, 2, 3) is one word. */
bool
pith__css_word(pith_slice value, size_t *at, pith_slice *word)
{
  while (*at < value.len &&
         (pith__is_space(value.data[*at]) || value.data[*at] == ','))
    ++*at;
  *word = pith__css_until(value, at, " \t\n\r\f,");
  return word->len > 0;
}
