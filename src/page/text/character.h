/*
 * The class of the character at a place in UTF-8, by
 * tables/character_classes.h.
 */
#ifndef PITH_PAGE_TEXT_CHARACTER_H
#define PITH_PAGE_TEXT_CHARACTER_H

#include "tables/character_classes.h"

#include <stdbool.h>
#include <stddef.h>

/* Bits of classes, to ask for several at once. */
#define PITH_CHARACTER_BIT(class) (1u << (class))

/* The classes that words are made of. */
#define PITH_CHARACTERS_OF_WORDS                                               \
  (PITH_CHARACTER_BIT(PITH_CHARACTER_LETTER) |                                 \
   PITH_CHARACTER_BIT(PITH_CHARACTER_CAPITAL) |                                \
   PITH_CHARACTER_BIT(PITH_CHARACTER_NUMBER) |                                 \
   PITH_CHARACTER_BIT(PITH_CHARACTER_IDEOGRAPH) |                              \
   PITH_CHARACTER_BIT(PITH_CHARACTER_SYLLABLE) |                               \
   PITH_CHARACTER_BIT(PITH_CHARACTER_JOINER))

/* Those of scripts that are written without spaces. */
#define PITH_CHARACTERS_WIDE                                                   \
  (PITH_CHARACTER_BIT(PITH_CHARACTER_IDEOGRAPH) |                              \
   PITH_CHARACTER_BIT(PITH_CHARACTER_SYLLABLE))

static inline pith_character
pith__character_class(uint32_t code)
{
  if (code >= PITH_CHARACTERS_END)
    return PITH_CHARACTER_SIGN;
  uint32_t page = pith__character_page_of[code >> 6];
  return (pith_character)pith__character_pages[page][code & 63];
}

/* The class of the character at p (valid UTF-8), and its number of bytes. */
static inline pith_character
pith__character_at(const char *p, size_t *len)
{
  const unsigned char *b = (const unsigned char *)p;
  if (b[0] < 0x80) {
    *len = 1;
    return (pith_character)pith__character_ascii[b[0]];
  }
  if (b[0] < 0xE0) {
    *len = 2;
    return pith__character_class((b[0] & 0x1Fu) << 6 | (b[1] & 0x3Fu));
  }
  if (b[0] < 0xF0) {
    *len = 3;
    return pith__character_class((b[0] & 0xFu) << 12 | (b[1] & 0x3Fu) << 6 |
                                 (b[2] & 0x3Fu));
  }
  *len = 4;
  return pith__character_class((b[0] & 7u) << 18 | (b[1] & 0x3Fu) << 12 |
                               (b[2] & 0x3Fu) << 6 | (b[3] & 0x3Fu));
}

#endif
