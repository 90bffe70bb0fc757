/*
 * Words and lower case (pith_experimental.h). Characters are distinguished by
 * the classes that the methods count words with (page/text/character.h).
 *
 * A capital sigma is final when a letter is before it and none behind it,
 * marks and the signs that may be inside a word passed over. Unicode says
 * "cased letter"; ours takes any letter, which differs only where Greek is
 * mixed with a script that has no case.
 */
#include "pith_experimental.h"

#include "base/utf8.h"
#include "page/text/character.h"
#include "tables/lower_case.h"

enum { SIGMA = 0x3A3, FINAL_SIGMA = 0x3C2, DOTTED_I = 0x130 };

/* A look around a sigma goes no further than this many characters. */
enum { LOOK_MOST = 64 };

/* The character at `p`, and its length; a byte that is no UTF-8 is U+FFFD of
 * length 1. The ranges are those of Unicode, table 3-7: no overlong form, no
 * surrogate, nothing above U+10FFFF. */
static uint32_t
decode(const char *p, size_t left, size_t *len)
{
  const unsigned char *b = (const unsigned char *)p;
  unsigned char c = b[0];
  size_t wanted = 1u + (c >= 0xC2) + (c >= 0xE0) + (c >= 0xF0);
  *len = 1;
  if (c < 0x80)
    return c;
  if (c < 0xC2 || c > 0xF4 || wanted > left)
    return PITH_REPLACEMENT;
  uint32_t code = c & (0xFFu >> (wanted + 1));
  for (size_t i = 1; i < wanted; i++) {
    if ((b[i] & 0xC0) != 0x80)
      return PITH_REPLACEMENT;
    code = code << 6 | (b[i] & 0x3Fu);
  }
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < least[wanted] || code > 0x10FFFF ||
      (code >= 0xD800 && code <= 0xDFFF))
    return PITH_REPLACEMENT;
  *len = wanted;
  return code;
}

/* A step of 2 is for scripts where capital and small letters alternate; the
 * letters between are small already. */
static uint32_t
lower_of(uint32_t code)
{
  size_t low = 0, high = PITH_LOWER_RANGES;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const pith_lower_range *range = &pith__lower_ranges[middle];
    if (code > range->last)
      low = middle + 1;
    else if (code < range->first)
      high = middle;
    else if ((code - range->first) % range->step == 0)
      return (uint32_t)((int32_t)code + range->shift);
    else
      return code;
  }
  return code;
}

static bool
is_letter(uint32_t code)
{
  pith_character class = pith__character_class(code);
  return class == PITH_CHARACTER_LETTER || class == PITH_CHARACTER_CAPITAL;
}

/* What may be in the middle of a word. */
static bool
is_passed_over(uint32_t code)
{
  return code == '\'' || code == '.' || code == ':' || code == 0xB7 ||
         code == 0x2018 || code == 0x2019 ||
         pith__character_class(code) == PITH_CHARACTER_MARK;
}

/* Backs up over continuation bytes; in text that is no UTF-8 that may be more
 * than three, and ends at the beginning. */
static bool
letter_before(pith_slice text, size_t at)
{
  size_t len;
  for (int looked = 0; at > 0 && looked < LOOK_MOST; looked++) {
    do
      at--;
    while (at > 0 && ((unsigned char)text.data[at] & 0xC0) == 0x80);
    uint32_t code = decode(text.data + at, text.len - at, &len);
    if (!is_passed_over(code))
      return is_letter(code);
  }
  return false;
}

static bool
letter_behind(pith_slice text, size_t at)
{
  size_t len;
  for (int looked = 0; at < text.len && looked < LOOK_MOST; looked++) {
    uint32_t code = decode(text.data + at, text.len - at, &len);
    if (!is_passed_over(code))
      return is_letter(code);
    at += len;
  }
  return false;
}

/* Write the small form of the character at `at`, which is no ASCII; returns the
 * bytes written. `out` has room for 8 bytes. Bytes that are no UTF-8 pass
 * through unchanged. */
static size_t
write_lower(pith_slice text, size_t at, size_t *len, char *out)
{
  uint32_t code = decode(text.data + at, text.len - at, len);
  if (code == PITH_REPLACEMENT && *len == 1) {
    out[0] = text.data[at];
    return 1;
  }
  if (code == DOTTED_I) {
    out[0] = 'i';
    return 1 + pith__utf8_encode(0x307, out + 1);
  }
  if (code == SIGMA && letter_before(text, at) &&
      !letter_behind(text, at + *len))
    return pith__utf8_encode(FINAL_SIGMA, out);
  return pith__utf8_encode(lower_of(code), out);
}

/* `out` has the room that the header names: a few letters grow by a byte or
 * two. */
size_t
pith_text_lower(pith_slice text, char *out)
{
  size_t to = 0, len;
  for (size_t at = 0; at < text.len; at += len) {
    char c = text.data[at];
    len = 1;
    if ((unsigned char)c >= 0x80) {
      char small[8];
      size_t count = write_lower(text, at, &len, small);
      for (size_t i = 0; i < count; i++)
        out[to++] = small[i];
    } else {
      out[to++] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
  }
  return to;
}

/* Called in a loop, each byte of the text is looked at twice at most. */
bool
pith_word_next(pith_slice text, size_t *at, pith_slice *word)
{
  size_t from = text.len, len;
  for (; *at < text.len; *at += len) {
    uint32_t code = decode(text.data + *at, text.len - *at, &len);
    bool inside = PITH_CHARACTER_BIT(pith__character_class(code)) &
                  PITH_CHARACTERS_OF_WORDS;
    if (inside && from == text.len)
      from = *at;
    if (!inside && from < text.len)
      break;
  }
  *word = (pith_slice){text.data + from, *at - from};
  return from < text.len;
}
