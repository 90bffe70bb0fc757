/*
 * The class of a character, as far as it matters to words and sentences.
 *
 * The classes of scripts beyond ASCII are ranges, not the full Unicode tables:
 * it distinguishes letters, signs, spaces, stops, and the scripts without
 * spaces, and a rare character in the wrong class changes no decision.
 */
#ifndef PITH_PAGE_TEXT_TEXT_CLASS_H
#define PITH_PAGE_TEXT_TEXT_CLASS_H

#include "pith.h"

/* First bytes of Latin, Greek, Cyrillic and Armenian letters. */
enum { PITH_TWO_BYTE_LETTERS = 0xC4, PITH_TWO_BYTE_LETTERS_END = 0xD6 };

/* Classes of characters, each by one of them. */
typedef enum pith_text_class {
  PITH_TEXT_SIGN = '-',
  PITH_TEXT_SPACE = ' ',
  PITH_TEXT_LETTER = 'a',
  PITH_TEXT_DIGIT = '0',
  PITH_TEXT_JOINER = '_',    /* part of a word, no letter */
  PITH_TEXT_IDEOGRAPH = 'i', /* of a script without spaces */
  PITH_TEXT_STOP = '.',      /* ends a sentence if a space follows */
  PITH_TEXT_WIDE_STOP = '!', /* ends one whatever follows */
  PITH_TEXT_COMMA = ',',
  PITH_TEXT_CLOSER = ')' /* may be between a stop and the space behind it */
} pith_text_class;

/* The classes of ASCII. */
extern const char pith__ascii_classes[129];

/* The class of a character beyond ASCII. */
pith_text_class pith__text_class_of(uint32_t code);

/* The class of the character at p (valid UTF-8), and how many bytes it has. */
static inline pith_text_class
pith__text_class_at(const char *p, size_t *len)
{
  const unsigned char *b = (const unsigned char *)p;
  if (b[0] < 0x80) {
    *len = 1;
    return (pith_text_class)pith__ascii_classes[b[0]];
  }
  if (b[0] < 0xE0) {
    *len = 2;
    if (b[0] >= PITH_TWO_BYTE_LETTERS && b[0] < PITH_TWO_BYTE_LETTERS_END)
      return PITH_TEXT_LETTER;
    return pith__text_class_of((b[0] & 0x1Fu) << 6 | (b[1] & 0x3Fu));
  }
  if (b[0] < 0xF0) {
    *len = 3;
    if (b[0] >= 0xE4 && b[0] < 0xEA)
      return PITH_TEXT_IDEOGRAPH;
    return pith__text_class_of((b[0] & 0xFu) << 12 | (b[1] & 0x3Fu) << 6 |
                               (b[2] & 0x3Fu));
  }
  *len = 4;
  return pith__text_class_of((b[0] & 7u) << 18 | (b[1] & 0x3Fu) << 12 |
                             (b[2] & 0x3Fu) << 6 | (b[3] & 0x3Fu));
}

/* Past the letters of a word from `i` on, the first of which has been noted:
 * the rest of them decides nothing. Letters of scripts with three bytes are
 * left to the caller, who sees each. */
static inline size_t
pith__text_skip_letters(pith_slice text, size_t i)
{
  while (i < text.len) {
    unsigned char c = (unsigned char)text.data[i];
    if (c < 0x80 && pith__ascii_classes[c] == PITH_TEXT_LETTER)
      i++;
    else if (c >= PITH_TWO_BYTE_LETTERS && c < PITH_TWO_BYTE_LETTERS_END)
      i += 2;
    else
      break;
  }
  return i;
}

#endif
