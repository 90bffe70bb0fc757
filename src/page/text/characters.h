/*
 * Questions about characters that renderers ask: how wide on a screen, surely
 * a letter, a script that is written without blanks.
 */
#ifndef PITH_PAGE_TEXT_CHARACTERS_H
#define PITH_PAGE_TEXT_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The character at p, and its length in *len. For valid UTF-8, at least one
 * byte; a malformed sequence counts as one byte of U+FFFD. */
uint32_t pith__character_at(const char *p, const char *end, size_t *len);

/* The character that ends at p, which is not at `start`. */
uint32_t pith__character_before(const char *start, const char *p);

/* Columns on a screen: 0, 1 or 2. */
unsigned pith__character_width(uint32_t code);

/* Columns of a text, control characters not expected. */
size_t pith__text_width(const char *data, size_t len);

/* White space of any script, by Unicode: what reads as a blank. */
bool pith__character_is_blank(uint32_t code);

/* Surely a letter or a digit, in every version of Unicode and of CommonMark.
 * A "no" may be wrong. */
bool pith__character_is_word(uint32_t code);

/* A capital of the Latin, Greek or Cyrillic script. */
bool pith__character_is_capital(uint32_t code);

/* A small letter of these, or a sign that ends a sentence or a bracket: before
 * a capital, the end of a word. */
bool pith__character_ends_word(uint32_t code);

/* Han, kana and their punctuation: a line end in the source between two of
 * these is no blank (CSS Text, "Segment Break Transformation Rules"). */
bool pith__character_joins_lines(uint32_t code);

#endif
