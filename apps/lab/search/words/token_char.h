/* token_char.h: what a character is to a search, from a generated table.
 *
 * Character by character out of UTF-8. A byte that is none of a character is
 * one for itself and parts words, so that no text is too broken to be cut.
 */
#ifndef SEARCH_TOKEN_CHAR_H
#define SEARCH_TOKEN_CHAR_H

#include <stddef.h>
#include <stdint.h>

typedef enum token_class {
  CLASS_OTHER,   /* parts words */
  CLASS_LETTER,  /* of words that are parted by blanks */
  CLASS_NUMBER,  /* likewise */
  CLASS_MARK,    /* belongs to the letter before it */
  CLASS_DROPPED, /* is written by some and left out by others */
  CLASS_UNIT     /* of scripts without blanks: found by pairs */
} token_class;

/* Scripts that have stemmers, or a say in choosing one. */
typedef enum token_script {
  SCRIPT_OTHER,
  SCRIPT_LATIN,
  SCRIPT_CYRILLIC,
  SCRIPT_GREEK,
  SCRIPT_ARABIC,
  SCRIPT_ARMENIAN,
  SCRIPT_HEBREW,
  SCRIPT_DEVANAGARI,
  SCRIPT_TAMIL,
  SCRIPTS
} token_script;

typedef struct token_char {
  uint32_t code; /* UINT32_MAX: a byte that is none of a character */
  uint32_t fold; /* the letter that stands for it */
  token_class class;
  unsigned bytes; /* in the text; at least 1 */
} token_char;

/* The character at the beginning of `text`, which has `len` bytes, not 0. */
token_char token_char_read(const char *text, size_t len);

/* The script of a letter. */
token_script token_script_of(uint32_t code);

/* A letter and the mark behind it as one letter; 0 when there is none. */
uint32_t token_char_join(uint32_t letter, uint32_t mark);

/* Write a character to `out`, which has room for 4 bytes; returns how many. */
unsigned token_char_write(uint32_t code, char *out);

#endif
