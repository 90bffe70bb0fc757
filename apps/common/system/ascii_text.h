/* ascii_text.h: small questions about bytes of text, answered once for all
 * programs.
 *
 * Letters, digits, blanks and case are those of ASCII; bytes of other
 * characters are none of them. Texts that need the whole of Unicode use
 * pith_experimental.h. Slices are borrowed; what is returned points into them.
 */
#ifndef SHARED_ASCII_TEXT_H
#define SHARED_ASCII_TEXT_H

#include "pith.h"

#include <string.h>

static inline bool
text_is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static inline char
text_lower(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static inline bool
text_is_letter(char c)
{
  return text_lower(c) >= 'a' && text_lower(c) <= 'z';
}

/* Blank, tab, line feed, vertical tab, form feed, carriage return. */
static inline bool
text_is_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A string as a slice; NULL is an empty one. */
static inline pith_slice
text_slice(const char *string)
{
  return (pith_slice){string, string ? strlen(string) : 0};
}

/* The slice without spaces at both ends. */
pith_slice text_trim(pith_slice text);

/* Whether nothing but spaces is in it. */
bool text_is_blank(pith_slice text);

/* Whether the text is `word`; text_is() compares bytes, text_is_word() ignores
 * the case of `text` (`word` is in lower case). */
bool text_is(pith_slice text, const char *word);
bool text_is_word(pith_slice text, const char *word);

/* Whether it begins or ends with `part`, the case of `text` ignored. */
bool text_begins(pith_slice text, const char *part);
bool text_ends(pith_slice text, const char *part);

/* A copy ended by NUL, to be released by free(); NULL without memory. */
char *text_copy(pith_slice text);

/* The next piece of `*rest` before a `mark`, which is passed over; false when
 * nothing is left. "a,,b," are a, empty and b. */
bool text_cut(pith_slice *rest, char mark, pith_slice *piece);

#endif
